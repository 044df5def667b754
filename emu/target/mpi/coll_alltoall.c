/*
 * coll_alltoall.c - all-to-all, of parts that are all alike, or differ in length, or in type, too.
 */
#include "parts.h"

#include <stdlib.h>

/* In step i each rank sends to the rank i further on. */
static void exchange_all(const struct parts *from, const struct parts *to, MPI_Comm comm)
{
	int size = comm->size, rank = comm->rank;

	copy_part(part_of(from, rank), part_of(to, rank));
	for (int i = 1; i < size; i++)
		bgqmpi_exchange(comm, part_of(from, (rank + i) % size),
				part_of(to, (rank - i + size) % size));
}

/* All parts are copied before one is sent: a part may come before the one in its place has left. */
static void exchange_in_place(const char *call, const struct parts *all, MPI_Comm comm)
{
	int size = comm->size, rank = comm->rank;
	void **memory = bgqmpi_alloc(call, (size_t)size * sizeof *memory);
	struct part *out = bgqmpi_alloc(call, (size_t)size * sizeof *out);

	for (int r = 0; r < size; r++) {
		struct part was = part_of(all, r);
		char *begin;

		memory[r] = bgqmpi_elements(was.count, was.type, &begin);
		out[r] = (struct part){ begin, was.count, was.type, r };
		copy_part(was, out[r]);
	}
	for (int i = 1; i < size; i++)
		bgqmpi_exchange(comm, out[(rank + i) % size],
				part_of(all, (rank - i + size) % size));
	for (int r = 0; r < size; r++)
		free(memory[r]);
	free(memory);
	free(out);
}

static int all_to_all(const char *call, const struct parts *from, const struct parts *to,
		      MPI_Comm comm)
{
	bgqmpi_check_comm(call, comm);
	check_parts(call, to, comm);
	if (from->buf == MPI_IN_PLACE) {
		exchange_in_place(call, to, comm);
	} else {
		check_parts(call, from, comm);
		exchange_all(from, to, comm);
	}
	return MPI_SUCCESS;
}

int MPI_Alltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
		 int recvcount, MPI_Datatype recvtype, MPI_Comm comm)
{
	struct parts from = { .buf = sendbuf, .each = sendcount, .type = sendtype };
	struct parts to = { .buf = recvbuf, .each = recvcount, .type = recvtype };

	ENTER("MPI_Alltoall");
	return all_to_all("MPI_Alltoall", &from, &to, comm);
}

int MPI_Alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[],
		  MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
		  const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm)
{
	struct parts from = { .buf = sendbuf, .count = sendcounts, .at = sdispls,
			      .type = sendtype };
	struct parts to = { .buf = recvbuf, .count = recvcounts, .at = rdispls,
			    .type = recvtype };

	ENTER("MPI_Alltoallv");
	return all_to_all("MPI_Alltoallv", &from, &to, comm);
}

int MPI_Alltoallw(const void *sendbuf, const int sendcounts[], const int sdispls[],
		  const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[],
		  const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm)
{
	struct parts from = { .buf = sendbuf, .count = sendcounts, .at = sdispls,
			      .types = sendtypes };
	struct parts to = { .buf = recvbuf, .count = recvcounts, .at = rdispls,
			    .types = recvtypes };

	ENTER("MPI_Alltoallw");
	return all_to_all("MPI_Alltoallw", &from, &to, comm);
}
