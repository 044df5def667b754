/*
 * barrier.c - barriers.  One of all ranks is a collective of nothing but zeros, on class route
 * 0; others are by messages: in each step a rank hears, from one that is twice as far away,
 * that as many have come.
 *
 * Never: the global interrupts.  A rank that enters a barrier of theirs has to know its last
 * state, and programs have objects of their own for that.
 */
#include "bgqmpi.h"

#include <hwi/include/bqc/MU_CollectiveNetworkHeader.h>

struct bgqmpi_comm bgqmpi_node = { .context = CONTEXT_NODE };
static int node_world[64];

void bgqmpi_barrier_start(void)
{
	struct place p = bgqmpi_here;

	bgqmpi_node.world = node_world;
	for (unsigned t = 0; t < bgqmpi_sizes.at[5]; t++) {
		p.at[5] = t;
		int world = bgqmpi_place_rank(&p);

		if (world < 0) { /* the job has fewer ranks than places */
			if (t == 0)
				bgqmpi_fail("MPI_Init", MPI_ERR_OTHER,
					    "no rank at the first place of a node");
			continue;
		}
		if (t == bgqmpi_here.at[5])
			bgqmpi_node.rank = bgqmpi_node.size;
		node_world[bgqmpi_node.size++] = world;
	}
}

void bgqmpi_barrier_by_messages(MPI_Comm comm)
{
	for (int far = 1; far < comm->size; far *= 2) {
		struct part to = { NULL, 0, MPI_BYTE, (comm->rank + far) % comm->size };
		struct part from = { NULL, 0, MPI_BYTE,
				     (comm->rank - far + comm->size) % comm->size };

		bgqmpi_exchange(comm, to, from);
	}
}

void bgqmpi_barrier(MPI_Comm comm)
{
	struct part nothing = { NULL, 0, MPI_BYTE, 0 };
	uint64_t zero = 0;

	if (comm->size < bgqmpi_world.size) {
		bgqmpi_barrier_by_messages(comm);
		return;
	}
	bgqmpi_collect(&bgqmpi_node, nothing);
	if (bgqmpi_node.rank == 0)
		bgqmpi_device_combine(&zero, &zero, sizeof zero, MUHWI_COLLECTIVE_OP_CODE_OR,
				      sizeof zero);
	bgqmpi_bcast(&bgqmpi_node, nothing);
}

int MPI_Barrier(MPI_Comm comm)
{
	ENTER("MPI_Barrier");
	bgqmpi_check_comm("MPI_Barrier", comm);
	bgqmpi_barrier(comm);
	return MPI_SUCCESS;
}
