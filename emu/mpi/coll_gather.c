/*
 * coll_gather.c - collectives that keep the contributions of ranks apart.
 */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

/* The part of rank r in a buffer that has count elements of each. */
static struct part part_of(const void *buf, int count, MPI_Datatype type, int r)
{
	ptrdiff_t each = count * bgqmpi_type_extent(type);

	return (struct part){ (const char *)buf + r * each, count, type, r };
}

static void copy_part(struct part from, struct part to)
{
	bgqmpi_copy(from.buf, from.count, from.type, (void *)to.buf, to.count, to.type);
}

int MPI_Gather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
	       int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm)
{
	struct part mine = { sendbuf, sendcount, sendtype, root };

	ENTER("MPI_Gather");
	bgqmpi_check_root("MPI_Gather", root, comm);
	if (sendbuf != MPI_IN_PLACE || comm->rank != root)
		bgqmpi_check_type("MPI_Gather", sendcount, sendtype);
	if (comm->rank != root) {
		bgqmpi_send(comm, mine);
		return MPI_SUCCESS;
	}
	bgqmpi_check_type("MPI_Gather", recvcount, recvtype);
	for (int r = 0; r < comm->size; r++) {
		struct part to = part_of(recvbuf, recvcount, recvtype, r);

		if (r != root)
			bgqmpi_recv(comm, to);
		else if (sendbuf != MPI_IN_PLACE)
			copy_part(mine, to);
	}
	return MPI_SUCCESS;
}

int MPI_Scatter(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
		int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm)
{
	struct part mine = { recvbuf, recvcount, recvtype, root };

	ENTER("MPI_Scatter");
	bgqmpi_check_root("MPI_Scatter", root, comm);
	if (recvbuf != MPI_IN_PLACE || comm->rank != root)
		bgqmpi_check_type("MPI_Scatter", recvcount, recvtype);
	if (comm->rank != root) {
		bgqmpi_recv(comm, mine);
		return MPI_SUCCESS;
	}
	bgqmpi_check_type("MPI_Scatter", sendcount, sendtype);
	for (int r = 0; r < comm->size; r++) {
		struct part from = part_of(sendbuf, sendcount, sendtype, r);

		if (r != root)
			bgqmpi_send(comm, from);
		else if (recvbuf != MPI_IN_PLACE)
			copy_part(from, mine);
	}
	return MPI_SUCCESS;
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

	bgqmpi_pack(mine.type, mine.count, mine.buf, all);
	spread(all, each, comm);
	for (int i = 0; i < comm->size; i++) {
		struct part p = part_of(to.buf, to.count, to.type, (comm->rank + i) % comm->size);

		bgqmpi_unpack(p.type, all + (size_t)i * each, each, (void *)p.buf);
	}
	free(all);
}

int MPI_Allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
		  int recvcount, MPI_Datatype recvtype, MPI_Comm comm)
{
	struct part to = { recvbuf, recvcount, recvtype, 0 };
	struct part mine = { sendbuf, sendcount, sendtype, 0 };

	ENTER("MPI_Allgather");
	bgqmpi_check_comm("MPI_Allgather", comm);
	bgqmpi_check_type("MPI_Allgather", recvcount, recvtype);
	if (sendbuf == MPI_IN_PLACE)
		mine = part_of(recvbuf, recvcount, recvtype, comm->rank);
	else
		bgqmpi_check_type("MPI_Allgather", sendcount, sendtype);
	bgqmpi_allgather(comm, mine, to);
	return MPI_SUCCESS;
}

/* In step i each rank sends to the rank i further on. */
static void exchange_all(struct part from, struct part to, MPI_Comm comm)
{
	int size = comm->size, rank = comm->rank;

	copy_part(part_of(from.buf, from.count, from.type, rank),
		  part_of(to.buf, to.count, to.type, rank));
	for (int i = 1; i < size; i++)
		bgqmpi_exchange(comm,
				part_of(from.buf, from.count, from.type, (rank + i) % size),
				part_of(to.buf, to.count, to.type, (rank - i + size) % size));
}

int MPI_Alltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
		 int recvcount, MPI_Datatype recvtype, MPI_Comm comm)
{
	struct part from = { sendbuf, sendcount, sendtype, 0 };
	struct part to = { recvbuf, recvcount, recvtype, 0 };
	char *packed = NULL;

	ENTER("MPI_Alltoall");
	bgqmpi_check_comm("MPI_Alltoall", comm);
	bgqmpi_check_type("MPI_Alltoall", recvcount, recvtype);
	if (sendbuf == MPI_IN_PLACE) {
		int each = (int)((size_t)recvcount * recvtype->size);

		packed = bgqmpi_alloc("MPI_Alltoall", (size_t)each * (size_t)comm->size);
		bgqmpi_pack(recvtype, recvcount * comm->size, recvbuf, packed);
		from = (struct part){ packed, each, MPI_BYTE, 0 };
	} else {
		bgqmpi_check_type("MPI_Alltoall", sendcount, sendtype);
	}
	exchange_all(from, to, comm);
	free(packed);
	return MPI_SUCCESS;
}
