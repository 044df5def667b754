/*
 * mpi_corner.c - one line a rank: where it is in its block, where the job's part begins and how
 * large it is, and how the machine calls its node; then a ring of messages and a sum over all.
 */
#include <stdio.h>

#include <mpi.h>
#include <spi/include/kernel/location.h>

static int ring(int rank, int size)
{
	int from = -1;

	MPI_Sendrecv(&rank, 1, MPI_INT, (rank + 1) % size, 0, &from, 1, MPI_INT,
		     (rank + size - 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	return from;
}

int main(int argc, char **argv)
{
	char name[MPI_MAX_PROCESSOR_NAME];
	int rank, size, length, sum;
	BG_JobCoords_t j;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	MPI_Get_processor_name(name, &length);
	Kernel_JobCoords(&j);
	printf("%s part %d,%d,%d,%d,%d of %dx%dx%dx%dx%d%s\n", name, j.corner.a, j.corner.b,
	       j.corner.c, j.corner.d, j.corner.e, j.shape.a, j.shape.b, j.shape.c, j.shape.d,
	       j.shape.e, j.isSubBlock ? " sub-block" : "");
	int from = ring(rank, size);

	MPI_Allreduce(&from, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
	MPI_Barrier(MPI_COMM_WORLD);
	MPI_Finalize();
	return from != (rank + size - 1) % size || sum != size * (size - 1) / 2;
}
