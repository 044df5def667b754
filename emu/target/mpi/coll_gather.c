/*
 * coll_gather.c - collectives that keep the contributions of ranks apart, but all-to-all: gather
 * and scatter, of parts that are all alike or differ in length.
 */
#include "parts.h"

#include <stdlib.h>
#include <string.h>

/* For gather and scatter; mine.peer: the root.  True there, where all counts. */
static bool check_rooted(const char *call, struct part mine, const struct parts *all,
			 MPI_Comm comm)
{
	bool is_root = comm->rank == mine.peer;

	if (mine.buf != MPI_IN_PLACE || !is_root)
		bgqmpi_check_type(call, mine.count, mine.type);
	if (is_root)
		check_parts(call, all, comm);
	return is_root;
}

static int gather(const char *call, struct part mine, const struct parts *all, MPI_Comm comm)
{
	bgqmpi_check_root(call, mine.peer, comm);
	if (!check_rooted(call, mine, all, comm)) {
		bgqmpi_send(comm, mine);
		return MPI_SUCCESS;
	}
	for (int r = 0; r < comm->size; r++)
		if (r != comm->rank)
			bgqmpi_recv(comm, part_of(all, r));
		else if (mine.buf != MPI_IN_PLACE)
			copy_part(mine, part_of(all, r));
	return MPI_SUCCESS;
}

int MPI_Gather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
	       int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm)
{
	struct parts all = { .buf = recvbuf, .each = recvcount, .type = recvtype };

	ENTER("MPI_Gather");
	return gather("MPI_Gather", (struct part){ sendbuf, sendcount, sendtype, root }, &all,
		      comm);
}

int MPI_Gatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
		const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root,
		MPI_Comm comm)
{
	struct parts all = { .buf = recvbuf, .count = recvcounts, .at = displs, .type = recvtype };

	ENTER("MPI_Gatherv");
	return gather("MPI_Gatherv", (struct part){ sendbuf, sendcount, sendtype, root }, &all,
		      comm);
}

static int scatter(const char *call, const struct parts *all, struct part mine, MPI_Comm comm)
{
	bgqmpi_check_root(call, mine.peer, comm);
	if (!check_rooted(call, mine, all, comm)) {
		bgqmpi_recv(comm, mine);
		return MPI_SUCCESS;
	}
	for (int r = 0; r < comm->size; r++)
		if (r != comm->rank)
			bgqmpi_send(comm, part_of(all, r));
		else if (mine.buf != MPI_IN_PLACE)
			copy_part(part_of(all, r), mine);
	return MPI_SUCCESS;
}

int MPI_Scatter(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
		int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm)
{
	struct parts all = { .buf = sendbuf, .each = sendcount, .type = sendtype };

	ENTER("MPI_Scatter");
	return scatter("MPI_Scatter", &all, (struct part){ recvbuf, recvcount, recvtype, root },
		       comm);
}

int MPI_Scatterv(const void *sendbuf, const int sendcounts[], const int displs[],
		 MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
		 int root, MPI_Comm comm)
{
	struct parts all = { .buf = sendbuf, .count = sendcounts, .at = displs, .type = sendtype };

	ENTER("MPI_Scatterv");
	return scatter("MPI_Scatterv", &all, (struct part){ recvbuf, recvcount, recvtype, root },
		       comm);
}

/* Bytes of all ranks, the caller's first: each step doubles what a rank has. */
static void spread(char *all, size_t each, MPI_Comm comm)
{
	int size = comm->size, rank = comm->rank;
	MPI_Datatype block;

	MPI_Type_contiguous((int)each, MPI_BYTE, &block);
	for (int have = 1; have < size; have *= 2) {
		int n = have < size - have ? have : size - have;
		struct part out = { all, n, block, (rank - have + size) % size };
		struct part in = { all + (size_t)have * each, n, block, (rank + have) % size };

		bgqmpi_exchange(comm, out, in);
	}
	MPI_Type_free(&block);
}

void bgqmpi_allgather(MPI_Comm comm, struct part mine, struct part to)
{
	size_t each = (size_t)mine.count * mine.type->size;
	char *all = bgqmpi_alloc("MPI_Allgather", (size_t)comm->size * each);
	struct parts parts = { .buf = to.buf, .each = to.count, .type = to.type };

	bgqmpi_pack(mine.type, mine.count, mine.buf, all);
	spread(all, each, comm);
	for (int i = 0; i < comm->size; i++) {
		struct part p = part_of(&parts, (comm->rank + i) % comm->size);

		bgqmpi_unpack(p.type, all + (size_t)i * each, each, (void *)p.buf);
	}
	free(all);
}

int MPI_Allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
		  int recvcount, MPI_Datatype recvtype, MPI_Comm comm)
{
	struct parts all = { .buf = recvbuf, .each = recvcount, .type = recvtype };
	struct part mine = { sendbuf, sendcount, sendtype, 0 };

	ENTER("MPI_Allgather");
	bgqmpi_check_comm("MPI_Allgather", comm);
	check_parts("MPI_Allgather", &all, comm);
	if (sendbuf == MPI_IN_PLACE)
		mine = part_of(&all, comm->rank);
	else
		bgqmpi_check_type("MPI_Allgather", sendcount, sendtype);
	bgqmpi_allgather(comm, mine, (struct part){ recvbuf, recvcount, recvtype, 0 });
	return MPI_SUCCESS;
}

/* In a ring: in step i each rank passes on what it got in the step before. */
int MPI_Allgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
		   const int recvcounts[], const int displs[], MPI_Datatype recvtype,
		   MPI_Comm comm)
{
	struct parts all = { .buf = recvbuf, .count = recvcounts, .at = displs, .type = recvtype };
	struct part mine = { sendbuf, sendcount, sendtype, 0 };

	ENTER("MPI_Allgatherv");
	bgqmpi_check_comm("MPI_Allgatherv", comm);
	check_parts("MPI_Allgatherv", &all, comm);
	if (sendbuf != MPI_IN_PLACE) {
		bgqmpi_check_type("MPI_Allgatherv", sendcount, sendtype);
		copy_part(mine, part_of(&all, comm->rank));
	}
	for (int i = 0; i < comm->size - 1; i++) {
		int rank = comm->rank, size = comm->size;
		struct part out = part_of(&all, (rank - i + size) % size);
		struct part in = part_of(&all, (rank - i - 1 + size) % size);

		out.peer = (rank + 1) % size;
		in.peer = (rank - 1 + size) % size;
		bgqmpi_exchange(comm, out, in);
	}
	return MPI_SUCCESS;
}
