/*
 * barrier.c - barriers.  One of all ranks is that of the global interrupts, on class route 0,
 * which one rank of each node enters; others are by messages: in each step a rank hears, from
 * one that is twice as far away, that as many have come.
 *
 * The route's three patterns follow each other in a circle, and a program may have a barrier
 * object of its own for it, which knows the pattern that is next.  So ours goes round once: it
 * leaves the pattern that it has found.
 */
#include "internal.h"

#include <spi/include/mu/GIBarrier.h>

#define PATTERNS 3

static MUSPI_GIBarrier_t gi;
/* The ranks of this node. */
static struct bgqmpi_comm node = { .context = CONTEXT_NODE };
static int node_world[64];

void bgqmpi_barrier_start(void)
{
	struct place p = bgqmpi_here;

	node.rank = (int)bgqmpi_here.at[5];
	node.size = (int)bgqmpi_sizes.at[5];
	node.world = node_world;
	for (int t = 0; t < node.size; t++) {
		p.at[5] = (unsigned)t;
		node_world[t] = bgqmpi_place_rank(&p);
	}
	MUSPI_GIBarrierInit(&gi, 0);
	bgqmpi_call.gi = (const void *)gi.statusRegPtr;
}

static void all_nodes(void)
{
	MUSPI_GIBarrierInit(&gi, 0);
	for (int i = 0; i < PATTERNS; i++) {
		MUSPI_GIBarrierEnter(&gi);
		do
			bgqmpi_progress();
		while (MUSPI_GIBarrierPoll(&gi) != 0);
	}
}

static void by_messages(MPI_Comm comm)
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

	if (comm->size < bgqmpi_world.size) {
		by_messages(comm);
		return;
	}
	bgqmpi_collect(&node, nothing);
	if (node.rank == 0)
		all_nodes();
	bgqmpi_bcast(&node, nothing);
}

int MPI_Barrier(MPI_Comm comm)
{
	ENTER("MPI_Barrier");
	bgqmpi_check_comm("MPI_Barrier", comm);
	bgqmpi_barrier(comm);
	return MPI_SUCCESS;
}
