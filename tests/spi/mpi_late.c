/*
 * mpi_late.c - ranks that come to MPI_Init() one after the other, the first one last, so that
 * it is sent to before it can receive.
 */
#include <unistd.h>

#include <spi/include/kernel/location.h>

#include "mpi_test.h"

int main(int argc, char **argv)
{
	int sum;

	usleep(1000 / (1 + Kernel_GetRank()));
	mpi_begin(&argc, &argv);
	MPI_Allreduce(&mpi_rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
	CHECK(sum == mpi_size * (mpi_size - 1) / 2);
	mpi_end();
	return 0;
}
