/*
 * alltoall.c - MPI_Alltoall of so many bytes between each two ranks, once: for SimGrid's
 * SMPI (bench/peers.sh).  Arguments: BYTES [shared]; shared: all ranks have one buffer, so
 * that smpi copies no payload.  Prints simulated microseconds.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *buffer(size_t bytes, int shared)
{
	char *p = shared ? SMPI_SHARED_MALLOC(bytes) : malloc(bytes);

	if (!p)
		MPI_Abort(MPI_COMM_WORLD, 1);
	if (!shared)
		memset(p, 1, bytes);
	return p;
}

int main(int argc, char **argv)
{
	int rank, ranks, bytes = argc > 1 ? atoi(argv[1]) : 4096, shared = argc > 2;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &ranks);
	char *from = buffer((size_t)ranks * bytes, shared);
	char *to = buffer((size_t)ranks * bytes, shared);

	MPI_Barrier(MPI_COMM_WORLD);
	double start = MPI_Wtime();

	MPI_Alltoall(from, bytes, MPI_CHAR, to, bytes, MPI_CHAR, MPI_COMM_WORLD);
	MPI_Barrier(MPI_COMM_WORLD);
	if (rank == 0)
		printf("%.2f\n", (MPI_Wtime() - start) * 1e6);
	MPI_Finalize();
	return 0;
}
