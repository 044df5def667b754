/*
 * mpi_test.h - for the programs that try the small MPI: checks that end the job, patterns.
 */
#ifndef MPI_TEST_H
#define MPI_TEST_H

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(x)                                                                       \
	do {                                                                           \
		if (!(x)) {                                                            \
			fprintf(stderr, "%s:%d: rank %d: %s\n", __FILE__, __LINE__,    \
				mpi_rank, #x);                                         \
			MPI_Abort(MPI_COMM_WORLD, 9);                                  \
		}                                                                      \
	} while (0)

static int mpi_rank, mpi_size;

static inline void mpi_begin(int *argc, char ***argv)
{
	int flag;

	CHECK(MPI_Initialized(&flag) == MPI_SUCCESS && !flag);
	CHECK(MPI_Init(argc, argv) == MPI_SUCCESS);
	MPI_Comm_rank(MPI_COMM_WORLD, &mpi_rank);
	MPI_Comm_size(MPI_COMM_WORLD, &mpi_size);
	CHECK(MPI_Initialized(&flag) == MPI_SUCCESS && flag);
	CHECK(MPI_Finalized(&flag) == MPI_SUCCESS && !flag);
}

static inline void mpi_end(void)
{
	int flag;

	CHECK(MPI_Finalize() == MPI_SUCCESS);
	CHECK(MPI_Finalized(&flag) == MPI_SUCCESS && flag);
}

/* Eight bytes of a message, or fewer at its end. */
static inline unsigned long mpi_word(int sender, int message, long at)
{
	return ((unsigned long)sender * 1000003 + (unsigned long)message * 7919 +
		(unsigned long)at) * 0x9e3779b97f4a7c15;
}

static inline void mpi_fill(unsigned char *p, int sender, int message, long n)
{
	for (long i = 0; i < n; i += 8) {
		unsigned long w = mpi_word(sender, message, i);

		memcpy(p + i, &w, n - i < 8 ? (size_t)(n - i) : 8);
	}
}

static inline int mpi_is(const unsigned char *p, int sender, int message, long n)
{
	for (long i = 0; i < n; i += 8) {
		unsigned long w = mpi_word(sender, message, i);

		if (memcmp(p + i, &w, n - i < 8 ? (size_t)(n - i) : 8) != 0)
			return 0;
	}
	return 1;
}

#endif
