/*
 * coll.c - broadcast and reductions, by binomial trees of messages.  Only an allreduce of all
 * ranks goes by the machine's collectives, if they have its operation.
 *
 * A reduction by messages goes to rank 0 and combines ranges of ranks side by side, the lower
 * one on the left: the result is that of the order of ranks for any operation, and the same
 * for any root.
 */
#include "bgqmpi.h"

#include <stdlib.h>

static int lowest_bit(int n)
{
	return n & -n;
}

/* p.peer: the root. */
void bgqmpi_bcast(MPI_Comm comm, struct part p)
{
	int root = p.peer, mask = 1;
	int from_root = (comm->rank - root + comm->size) % comm->size;

	if (from_root) {
		mask = lowest_bit(from_root);
		p.peer = (from_root - mask + root) % comm->size;
		bgqmpi_recv(comm, p);
	} else {
		while (mask < comm->size)
			mask <<= 1;
	}
	for (mask >>= 1; mask; mask >>= 1) {
		p.peer = (from_root + mask + root) % comm->size;
		if (from_root + mask < comm->size)
			bgqmpi_send(comm, p);
	}
}

int MPI_Bcast(void *buf, int count, MPI_Datatype type, int root, MPI_Comm comm)
{
	ENTER("MPI_Bcast");
	bgqmpi_check_root("MPI_Bcast", root, comm);
	bgqmpi_check_type("MPI_Bcast", count, type);
	bgqmpi_bcast(comm, (struct part){ buf, count, type, root });
	return MPI_SUCCESS;
}

void bgqmpi_collect(MPI_Comm comm, struct part p)
{
	for (int mask = 1; mask < comm->size; mask <<= 1) {
		p.peer = comm->rank ^ mask;
		if (comm->rank & mask) {
			bgqmpi_send(comm, p);
			return;
		}
		if (p.peer < comm->size)
			bgqmpi_recv(comm, p);
	}
}

void *bgqmpi_elements(int count, MPI_Datatype type, char **begin)
{
	ptrdiff_t extent = bgqmpi_type_extent(type), low = type->lb, high = type->ub;
	ptrdiff_t last = count > 0 ? (count - 1) * extent : 0;
	char *p;

	/* Data may lie outside of marked bounds. */
	for (size_t b = 0; b < type->blocks; b++) {
		ptrdiff_t at = type->block[b].at, end = at + (ptrdiff_t)type->block[b].bytes;

		low = at < low ? at : low;
		high = end > high ? end : high;
	}
	low += last < 0 ? last : 0;
	high += last > 0 ? last : 0;
	p = bgqmpi_alloc("MPI_Reduce", (size_t)(high - low));
	*begin = p - low;
	return p;
}

/* to: where the result is to be in rank 0. */
static void reduce_to_first(const char *call, struct part from, void *to, MPI_Op op,
			    MPI_Comm comm)
{
	char *mine, *other;
	void *memory[2] = { bgqmpi_elements(from.count, from.type, &mine),
			    bgqmpi_elements(from.count, from.type, &other) };

	bgqmpi_copy(from.buf, from.count, from.type, mine, from.count, from.type);
	for (int mask = 1; mask < comm->size; mask <<= 1) {
		struct part p = { mine, from.count, from.type, comm->rank & ~mask };
		char *was = mine;

		if (comm->rank & mask) {
			bgqmpi_send(comm, p);
			break;
		}
		p.buf = other;
		p.peer = comm->rank | mask;
		if (p.peer >= comm->size)
			continue;
		bgqmpi_recv(comm, p);
		bgqmpi_op_apply(call, op, mine, other, from.count, from.type);
		mine = other;
		other = was;
	}
	if (comm->rank == 0)
		bgqmpi_copy(mine, from.count, from.type, to, from.count, from.type);
	free(memory[0]);
	free(memory[1]);
}

void bgqmpi_check_op(const char *call, int count, MPI_Datatype type, MPI_Op op)
{
	bgqmpi_check_type(call, count, type);
	if (!op)
		bgqmpi_fail(call, MPI_ERR_OP, "MPI_OP_NULL");
}

int MPI_Reduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
	       int root, MPI_Comm comm)
{
	struct part from = { sendbuf == MPI_IN_PLACE ? recvbuf : sendbuf, count, type, 0 };
	struct part to = { recvbuf, count, type, root };
	char *result = recvbuf;
	void *memory = NULL;

	ENTER("MPI_Reduce");
	bgqmpi_check_root("MPI_Reduce", root, comm);
	bgqmpi_check_op("MPI_Reduce", count, type, op);
	if (root != 0 && comm->rank == 0)
		memory = bgqmpi_elements(count, type, &result);
	reduce_to_first("MPI_Reduce", from, result, op, comm);
	if (root != 0 && comm->rank == 0) {
		to.buf = result;
		bgqmpi_send(comm, to);
	} else if (root != 0 && comm->rank == root) {
		to.peer = 0;
		bgqmpi_recv(comm, to);
	}
	free(memory);
	return MPI_SUCCESS;
}

/* Numbers of all ranks, by class route 0 between one rank of each node. */
static void by_route(struct part from, void *to, MPI_Op op, uint8_t operation)
{
	uint64_t bytes = (uint64_t)from.count * from.type->size;

	if (bgqmpi_node.size > 1)
		reduce_to_first("MPI_Allreduce", from, to, op, &bgqmpi_node);
	if (bgqmpi_node.rank == 0)
		bgqmpi_device_combine(bgqmpi_node.size > 1 ? to : from.buf, to, bytes, operation,
				      (uint8_t)from.type->size);
	bgqmpi_bcast(&bgqmpi_node, (struct part){ to, from.count, from.type, 0 });
}

void bgqmpi_allreduce(MPI_Comm comm, struct part from, void *to, MPI_Op op)
{
	int operation = bgqmpi_operation(op, from.type);

	if (operation >= 0 && comm->size == bgqmpi_world.size && from.count > 0) {
		by_route(from, to, op, (uint8_t)operation);
		return;
	}
	reduce_to_first("MPI_Allreduce", from, to, op, comm);
	bgqmpi_bcast(comm, (struct part){ to, from.count, from.type, 0 });
}

int MPI_Allreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
		  MPI_Comm comm)
{
	struct part from = { sendbuf == MPI_IN_PLACE ? recvbuf : sendbuf, count, type, 0 };

	ENTER("MPI_Allreduce");
	bgqmpi_check_comm("MPI_Allreduce", comm);
	bgqmpi_check_op("MPI_Allreduce", count, type, op);
	bgqmpi_allreduce(comm, from, recvbuf, op);
	return MPI_SUCCESS;
}
