/*
 * coll_gather.c - collectives that keep the contributions of ranks apart: gather, scatter and
 * all-to-all, of parts that are all alike or differ in length.
 */
#include "bgqmpi.h"

#include <stdlib.h>
#include <string.h>

/* Parts of a buffer, one for each rank. */
struct parts {
	const void *buf;
	int each;              /* elements of each, one part behind the other; */
	const int *count, *at; /* or, if not NULL: of each, and where it is, in extents */
	MPI_Datatype type;
};

static struct part part_of(const struct parts *p, int r)
{
	int count = p->count ? p->count[r] : p->each;
	ptrdiff_t at = p->count ? p->at[r] : (ptrdiff_t)r * p->each;

	return (struct part){ (const char *)p->buf + at * bgqmpi_type_extent(p->type), count,
			      p->type, r };
}

static void copy_part(struct part from, struct part to)
{
	bgqmpi_copy(from.buf, from.count, from.type, (void *)to.buf, to.count, to.type);
}

static void check_parts(const char *call, const struct parts *p, MPI_Comm comm)
{
	for (int r = 0; r < (p->count ? comm->size : 1); r++)
		bgqmpi_check_type(call, p->count ? p->count[r] : p->each, p->type);
}

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
	struct parts all = { recvbuf, recvcount, NULL, NULL, recvtype };

	ENTER("MPI_Gather");
	return gather("MPI_Gather", (struct part){ sendbuf, sendcount, sendtype, root }, &all,
		      comm);
}

int MPI_Gatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
		const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root,
		MPI_Comm comm)
{
	struct parts all = { recvbuf, 0, recvcounts, displs, recvtype };

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
	struct parts all = { sendbuf, sendcount, NULL, NULL, sendtype };

	ENTER("MPI_Scatter");
	return scatter("MPI_Scatter", &all, (struct part){ recvbuf, recvcount, recvtype, root },
		       comm);
}

int MPI_Scatterv(const void *sendbuf, const int sendcounts[], const int displs[],
		 MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
		 int root, MPI_Comm comm)
{
	struct parts all = { sendbuf, 0, sendcounts, displs, sendtype };

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
	struct parts parts = { to.buf, to.count, NULL, NULL, to.type };

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
	struct parts all = { recvbuf, recvcount, NULL, NULL, recvtype };
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
	struct parts all = { recvbuf, 0, recvcounts, displs, recvtype };
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

/* In step i each rank sends to the rank i further on. */
static void exchange_all(const struct parts *from, const struct parts *to, MPI_Comm comm)
{
	int size = comm->size, rank = comm->rank;

	copy_part(part_of(from, rank), part_of(to, rank));
	for (int i = 1; i < size; i++)
		bgqmpi_exchange(comm, part_of(from, (rank + i) % size),
				part_of(to, (rank - i + size) % size));
}

int MPI_Alltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
		 int recvcount, MPI_Datatype recvtype, MPI_Comm comm)
{
	struct parts from = { sendbuf, sendcount, NULL, NULL, sendtype };
	struct parts to = { recvbuf, recvcount, NULL, NULL, recvtype };
	char *packed = NULL;

	ENTER("MPI_Alltoall");
	bgqmpi_check_comm("MPI_Alltoall", comm);
	check_parts("MPI_Alltoall", &to, comm);
	if (sendbuf == MPI_IN_PLACE) {
		int each = (int)((size_t)recvcount * recvtype->size);

		packed = bgqmpi_alloc("MPI_Alltoall", (size_t)each * (size_t)comm->size);
		bgqmpi_pack(recvtype, recvcount * comm->size, recvbuf, packed);
		from = (struct parts){ packed, each, NULL, NULL, MPI_BYTE };
	} else {
		check_parts("MPI_Alltoall", &from, comm);
	}
	exchange_all(&from, &to, comm);
	free(packed);
	return MPI_SUCCESS;
}

int MPI_Alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[],
		  MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
		  const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm)
{
	struct parts from = { sendbuf, 0, sendcounts, sdispls, sendtype };
	struct parts to = { recvbuf, 0, recvcounts, rdispls, recvtype };

	ENTER("MPI_Alltoallv");
	bgqmpi_check_comm("MPI_Alltoallv", comm);
	if (sendbuf == MPI_IN_PLACE)
		bgqmpi_fail("MPI_Alltoallv", MPI_ERR_ARG, "MPI_IN_PLACE");
	check_parts("MPI_Alltoallv", &from, comm);
	check_parts("MPI_Alltoallv", &to, comm);
	exchange_all(&from, &to, comm);
	return MPI_SUCCESS;
}
