/*
 * mpi_mapped.c - all ranks map memory at the address that rank 0 has got, store there, and find
 * their own; then they unmap it.
 */
#include <stdio.h>
#include <sys/mman.h>

#include <mpi.h>

#define BYTES (4 << 20)

int main(int argc, char **argv)
{
	const int prot = PROT_READ | PROT_WRITE, flags = MAP_PRIVATE | MAP_ANONYMOUS;
	void *at = NULL, *p;
	int rank, wrong = 0;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank == 0)
		at = mmap(NULL, BYTES, prot, flags, -1, 0);
	MPI_Bcast(&at, sizeof at, MPI_BYTE, 0, MPI_COMM_WORLD);
	p = rank ? mmap(at, BYTES, prot, flags | MAP_FIXED, -1, 0) : at;
	if (p == at) {
		((int *)p)[0] = rank;
		((int *)p)[BYTES / 4 - 1] = -rank;
	}
	MPI_Barrier(MPI_COMM_WORLD);
	wrong = p != at || ((int *)p)[0] != rank || ((int *)p)[BYTES / 4 - 1] != -rank ||
		((int *)p)[1] != 0;
	MPI_Barrier(MPI_COMM_WORLD);
	wrong |= p == at && munmap(p, BYTES) != 0;
	printf("rank %d: %s\n", rank, wrong ? "wrong" : "right");
	MPI_Finalize();
	return wrong;
}
