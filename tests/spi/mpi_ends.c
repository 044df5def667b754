/*
 * mpi_ends.c - how jobs end that do not reach MPI_Finalize; the argument says how.  Rank 0 is
 * right in all of them.
 */
#include "mpi_test.h"

#include <pthread.h>

/* Messages of 5000 bytes that are never received, from a buffer of so many bytes. */
static void buffered(int bytes)
{
	static char buffer[10000], message[5000];
	void *base;

	if (bytes)
		MPI_Buffer_attach(buffer, bytes);
	MPI_Bsend(message, sizeof message, MPI_BYTE, 2, 5, MPI_COMM_WORLD);
	if (bytes < 7000)
		MPI_Bsend(message, sizeof message, MPI_BYTE, 2, 5, MPI_COMM_WORLD);
	MPI_Buffer_detach(&base, &bytes);
}

/* A thread beside, which waits, too. */
static void *beside(void *word)
{
	while (!*(volatile int *)word)
		;
	return word;
}

int main(int argc, char **argv)
{
	const char *how = argc > 1 ? argv[1] : "";
	int value[2000] = { 0 }, wrong, provided;

	CHECK(MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided) == MPI_SUCCESS);
	CHECK(provided == MPI_THREAD_SERIALIZED);
	MPI_Comm_rank(MPI_COMM_WORLD, &mpi_rank);
	MPI_Comm_size(MPI_COMM_WORLD, &mpi_size);
	wrong = mpi_rank == mpi_size - 1;
	printf("rank %d lives", mpi_rank); /* comes out, though no line's end does */
	if (!strcmp(how, "threads")) {
		pthread_t t;

		CHECK(pthread_create(&t, NULL, beside, value) == 0);
	}
	if (!strcmp(how, "deadlock") || !strcmp(how, "threads"))
		MPI_Recv(value, 1, MPI_INT, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	if (!strcmp(how, "barrier") && wrong)
		MPI_Recv(value, 1, MPI_INT, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	if (!strcmp(how, "long")) { /* no rank receives first */
		MPI_Send(value, 2000, MPI_INT, mpi_rank ^ 1, 5, MPI_COMM_WORLD);
		MPI_Recv(value, 2000, MPI_INT, mpi_rank ^ 1, 5, MPI_COMM_WORLD,
			 MPI_STATUS_IGNORE);
	}
	if (!strcmp(how, "tags")) { /* what comes has another tag */
		if (mpi_rank == 0)
			MPI_Send(value, 3, MPI_INT, mpi_size - 1, 6, MPI_COMM_WORLD);
		if (wrong)
			MPI_Recv(value, 1, MPI_INT, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	}
	if (!strcmp(how, "split")) { /* the last rank is rank 0 there */
		MPI_Comm backwards;

		MPI_Comm_split(MPI_COMM_WORLD, 0, -mpi_rank, &backwards);
		if (mpi_rank == 1)
			MPI_Probe(0, MPI_ANY_TAG, backwards, MPI_STATUS_IGNORE);
	}
	if (!strcmp(how, "abort") && wrong)
		MPI_Abort(MPI_COMM_WORLD, 37);
	if (!strcmp(how, "abort 0") && wrong)
		MPI_Abort(MPI_COMM_WORLD, 0);
	if (!strcmp(how, "truncate")) {
		if (wrong)
			MPI_Recv(value, 1, MPI_INT, 0, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		else if (mpi_rank == 0)
			MPI_Send(value, 2, MPI_INT, mpi_size - 1, 6, MPI_COMM_WORLD);
	}
	if (!strcmp(how, "rank") && wrong)
		MPI_Send(value, 1, MPI_INT, mpi_size, 6, MPI_COMM_WORLD);
	if (!strcmp(how, "type") && wrong) {
		MPI_Datatype t;

		MPI_Type_contiguous(2, MPI_INT, &t);
		MPI_Bcast(value, 1, t, 0, MPI_COMM_WORLD);
	}
	if (!strcmp(how, "exscan")) /* rank 1 finds that doubles have no such operation */
		MPI_Exscan(value, value + 2, 1, MPI_DOUBLE, MPI_BAND, MPI_COMM_WORLD);
	if (!strncmp(how, "bsend", 5) && wrong)
		buffered(atoi(how + 5));
	if (!strcmp(how, "return"))
		return 0;
	MPI_Barrier(MPI_COMM_WORLD);
	MPI_Finalize();
	if (!strcmp(how, "late"))
		MPI_Barrier(MPI_COMM_WORLD);
	return 0;
}
