/* ring.c - each rank sends to the next one; then rank 1 to all.  Prints what has come, and when. */
#include <stdint.h>
#include <stdio.h>

#include "mpi.h"

#include <hwi/include/bqc/A2_inlines.h>

int main(int argc, char **argv)
{
	int rank, size, mine[4], got[4], all = 0;
	MPI_Request request;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	for (int i = 0; i < 4; i++)
		mine[i] = 10 * rank + i;
	MPI_Irecv(got, sizeof got, MPI_BYTE, (rank + size - 1) % size, 3, MPI_COMM_WORLD, &request);
	MPI_Send(mine, sizeof mine, MPI_BYTE, (rank + 1) % size, 3, MPI_COMM_WORLD);
	MPI_Wait(&request, MPI_STATUS_IGNORE);
	if (rank == 1)
		all = 4711;
	MPI_Bcast(&all, sizeof all, MPI_BYTE, 1, MPI_COMM_WORLD);
	MPI_Barrier(MPI_COMM_WORLD);
	printf("%d %d %d at %llu\n", rank, got[3], all, (unsigned long long)GetTimeBase());
	MPI_Finalize();
	return 0;
}
