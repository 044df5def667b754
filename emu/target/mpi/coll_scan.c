/*
 * coll_scan.c - reductions whose results differ from rank to rank: scans, and those that are
 * scattered.
 */
#include "bgqmpi.h"

#include <stdlib.h>

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
		bgqmpi_check_op("MPI_Reduce_scatter", recvcounts[r], type, op);
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

/* Scans from rank to rank: what comes from the left is on the left of the operation.  Exclusive:
 * each gets what comes from its left alone. */
static int scan(const char *call, bool exclusive, struct part mine, void *to, MPI_Op op,
		MPI_Comm comm)
{
	char *left, *sum;

	bgqmpi_check_comm(call, comm);
	bgqmpi_check_op(call, mine.count, mine.type, op);
	if (mine.buf == MPI_IN_PLACE)
		mine.buf = to;
	void *memory[2] = { bgqmpi_elements(mine.count, mine.type, &left),
			    bgqmpi_elements(mine.count, mine.type, &sum) };
	struct part p = { left, mine.count, mine.type, comm->rank - 1 };

	bgqmpi_copy(mine.buf, mine.count, mine.type, sum, mine.count, mine.type);
	if (comm->rank > 0) {
		bgqmpi_recv(comm, p);
		bgqmpi_op_apply(call, op, left, sum, mine.count, mine.type);
	}
	p = (struct part){ sum, mine.count, mine.type, comm->rank + 1 };
	if (p.peer < comm->size)
		bgqmpi_send(comm, p);
	if (!exclusive || comm->rank > 0)
		bgqmpi_copy(exclusive ? left : sum, mine.count, mine.type, to, mine.count,
			    mine.type);
	free(memory[0]);
	free(memory[1]);
	return MPI_SUCCESS;
}

int MPI_Scan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
	     MPI_Comm comm)
{
	ENTER("MPI_Scan");
	return scan("MPI_Scan", false, (struct part){ sendbuf, count, type, 0 }, recvbuf, op,
		    comm);
}

int MPI_Exscan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
	       MPI_Comm comm)
{
	ENTER("MPI_Exscan");
	return scan("MPI_Exscan", true, (struct part){ sendbuf, count, type, 0 }, recvbuf, op,
		    comm);
}
