/*
 * coll_vary.c - collectives of contributions that differ in length, and those whose results
 * differ from rank to rank: scans, and reductions that are scattered.
 */
#include "internal.h"

#include <stdlib.h>

/* Parts of a buffer, one for each rank; at is in extents of the type. */
struct parts {
	const void *buf;
	const int *count, *at;
	MPI_Datatype type;
};

static struct part part_of(const struct parts *p, int r)
{
	ptrdiff_t at = p->at[r] * bgqmpi_type_extent(p->type);

	return (struct part){ (const char *)p->buf + at, p->count[r], p->type, r };
}

static void copy_part(struct part from, struct part to)
{
	bgqmpi_copy(from.buf, from.count, from.type, (void *)to.buf, to.count, to.type);
}

static void check_parts(const char *call, const struct parts *p, MPI_Comm comm)
{
	for (int r = 0; r < comm->size; r++)
		bgqmpi_check_type(call, p->count[r], p->type);
}

int MPI_Gatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
		const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root,
		MPI_Comm comm)
{
	struct part mine = { sendbuf, sendcount, sendtype, root };
	struct parts all = { recvbuf, recvcounts, displs, recvtype };

	ENTER("MPI_Gatherv");
	bgqmpi_check_root("MPI_Gatherv", root, comm);
	if (sendbuf != MPI_IN_PLACE || comm->rank != root)
		bgqmpi_check_type("MPI_Gatherv", sendcount, sendtype);
	if (comm->rank != root) {
		bgqmpi_send(comm, mine);
		return MPI_SUCCESS;
	}
	check_parts("MPI_Gatherv", &all, comm);
	for (int r = 0; r < comm->size; r++)
		if (r != root)
			bgqmpi_recv(comm, part_of(&all, r));
		else if (sendbuf != MPI_IN_PLACE)
			copy_part(mine, part_of(&all, r));
	return MPI_SUCCESS;
}

int MPI_Scatterv(const void *sendbuf, const int sendcounts[], const int displs[],
		 MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
		 int root, MPI_Comm comm)
{
	struct part mine = { recvbuf, recvcount, recvtype, root };
	struct parts all = { sendbuf, sendcounts, displs, sendtype };

	ENTER("MPI_Scatterv");
	bgqmpi_check_root("MPI_Scatterv", root, comm);
	if (recvbuf != MPI_IN_PLACE || comm->rank != root)
		bgqmpi_check_type("MPI_Scatterv", recvcount, recvtype);
	if (comm->rank != root) {
		bgqmpi_recv(comm, mine);
		return MPI_SUCCESS;
	}
	check_parts("MPI_Scatterv", &all, comm);
	for (int r = 0; r < comm->size; r++)
		if (r != root)
			bgqmpi_send(comm, part_of(&all, r));
		else if (recvbuf != MPI_IN_PLACE)
			copy_part(part_of(&all, r), mine);
	return MPI_SUCCESS;
}

/* In a ring: in step i each rank passes on what it got in the step before. */
int MPI_Allgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
		   const int recvcounts[], const int displs[], MPI_Datatype recvtype,
		   MPI_Comm comm)
{
	struct parts all = { recvbuf, recvcounts, displs, recvtype };
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

int MPI_Alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[],
		  MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
		  const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm)
{
	struct parts from = { sendbuf, sendcounts, sdispls, sendtype };
	struct parts to = { recvbuf, recvcounts, rdispls, recvtype };

	ENTER("MPI_Alltoallv");
	bgqmpi_check_comm("MPI_Alltoallv", comm);
	if (sendbuf == MPI_IN_PLACE)
		bgqmpi_fail("MPI_Alltoallv", MPI_ERR_ARG, "MPI_IN_PLACE");
	check_parts("MPI_Alltoallv", &from, comm);
	check_parts("MPI_Alltoallv", &to, comm);
	copy_part(part_of(&from, comm->rank), part_of(&to, comm->rank));
	for (int i = 1; i < comm->size; i++)
		bgqmpi_exchange(comm, part_of(&from, (comm->rank + i) % comm->size),
				part_of(&to, (comm->rank - i + comm->size) % comm->size));
	return MPI_SUCCESS;
}

static void check_op(const char *call, int count, MPI_Datatype type, MPI_Op op)
{
	bgqmpi_check_type(call, count, type);
	if (!op)
		bgqmpi_fail(call, MPI_ERR_OP, "MPI_OP_NULL");
}

/* All of it to all, of which each keeps its part. */
int MPI_Reduce_scatter(const void *sendbuf, void *recvbuf, const int recvcounts[],
		       MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
	struct part all = { sendbuf == MPI_IN_PLACE ? recvbuf : sendbuf, 0, type, 0 };
	ptrdiff_t at = 0;
	char *result;
	void *memory;

	ENTER("MPI_Reduce_scatter");
	bgqmpi_check_comm("MPI_Reduce_scatter", comm);
	for (int r = 0; r < comm->size; r++) {
		check_op("MPI_Reduce_scatter", recvcounts[r], type, op);
		if (r == comm->rank)
			at = all.count * bgqmpi_type_extent(type);
		all.count += recvcounts[r];
	}
	memory = bgqmpi_elements(all.count, type, &result);
	bgqmpi_allreduce(comm, all, result, op);
	bgqmpi_copy(result + at, recvcounts[comm->rank], type, recvbuf, recvcounts[comm->rank],
		    type);
	free(memory);
	return MPI_SUCCESS;
}

int MPI_Reduce_scatter_block(const void *sendbuf, void *recvbuf, int recvcount,
			     MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
	int *counts;

	bgqmpi_check_comm("MPI_Reduce_scatter_block", comm);
	counts = bgqmpi_alloc("MPI_Reduce_scatter_block", (size_t)comm->size * sizeof *counts);
	for (int r = 0; r < comm->size; r++)
		counts[r] = recvcount;
	MPI_Reduce_scatter(sendbuf, recvbuf, counts, type, op, comm);
	free(counts);
	return MPI_SUCCESS;
}

/* From rank to rank: what comes from the left is on the left of the operation. */
static void scan(bool inclusive, struct part mine, void *to, MPI_Op op, MPI_Comm comm)
{
	char *left, *sum;
	void *memory[2] = { bgqmpi_elements(mine.count, mine.type, &left),
			    bgqmpi_elements(mine.count, mine.type, &sum) };
	struct part p = { left, mine.count, mine.type, comm->rank - 1 };

	bgqmpi_copy(mine.buf, mine.count, mine.type, sum, mine.count, mine.type);
	if (comm->rank > 0) {
		bgqmpi_recv(comm, p);
		bgqmpi_op_apply("MPI_Scan", op, left, sum, mine.count, mine.type);
	}
	p = (struct part){ sum, mine.count, mine.type, comm->rank + 1 };
	if (p.peer < comm->size)
		bgqmpi_send(comm, p);
	if (inclusive || comm->rank > 0)
		bgqmpi_copy(inclusive ? sum : left, mine.count, mine.type, to, mine.count,
			    mine.type);
	free(memory[0]);
	free(memory[1]);
}

int MPI_Scan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
	     MPI_Comm comm)
{
	ENTER("MPI_Scan");
	bgqmpi_check_comm("MPI_Scan", comm);
	check_op("MPI_Scan", count, type, op);
	scan(true, (struct part){ sendbuf == MPI_IN_PLACE ? recvbuf : sendbuf, count, type, 0 },
	     recvbuf, op, comm);
	return MPI_SUCCESS;
}

int MPI_Exscan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
	       MPI_Comm comm)
{
	ENTER("MPI_Exscan");
	bgqmpi_check_comm("MPI_Exscan", comm);
	check_op("MPI_Exscan", count, type, op);
	scan(false, (struct part){ sendbuf == MPI_IN_PLACE ? recvbuf : sendbuf, count, type, 0 },
	     recvbuf, op, comm);
	return MPI_SUCCESS;
}
