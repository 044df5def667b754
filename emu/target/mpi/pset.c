/* pset.c - the part of mpix.h that groups ranks by their I/O node: by the bridge, the node
 * through which a node's files go, as the personality names it. */
#include "bgqmpi.h"

#include <stdlib.h>

#include <comm/include/mpix.h>
#include <hwi/include/common/uci.h>
#include <spi/include/kernel/process.h>

#define DIMS MPIX_TORUS_MAX_DIMS

struct bridge {
	int size[DIMS], here[DIMS], at[DIMS];
	bool torus[DIMS];
};

static void bridge_find(struct bridge *b)
{
	Personality_t p;

	if (Kernel_GetPersonality(&p, sizeof p) != 0)
		abort();
	const Personality_Networks_t *n = &p.Network_Config;

	*b = (struct bridge){
		.size = { n->Anodes, n->Bnodes, n->Cnodes, n->Dnodes, n->Enodes },
		.here = { n->Acoord, n->Bcoord, n->Ccoord, n->Dcoord, n->Ecoord },
		.at = { n->cnBridge_A, n->cnBridge_B, n->cnBridge_C, n->cnBridge_D, n->cnBridge_E },
	};
	for (int d = 0; d < DIMS; d++)
		b->torus[d] = (n->NetFlags & ND_ENABLE_TORUS(d)) != 0;
}

int MPIX_IO_link_id(void)
{
	struct bridge b;
	int number = 0;

	bridge_find(&b);
	for (int d = 0; d < DIMS; d++)
		number = number * b.size[d] + b.at[d];
	return number;
}

int MPIX_IO_distance(void)
{
	struct bridge b;
	int hops = 1;

	bridge_find(&b);
	for (int d = 0; d < DIMS; d++) {
		int way = abs(b.here[d] - b.at[d]), round = b.size[d] - way;

		hops += b.torus[d] && round < way ? round : way;
	}
	return hops;
}

/* Returns the one I/O node, the first of the first drawer, as every node has the same bridge. */
int MPIX_IO_node_id(void)
{
	return (int)(bg_encodeComputeCardOnIoBoardOnIoRackUCI(0, 0, 0, 0) >> 32);
}

void MPIX_Pset_io_node(int *link, int *distance)
{
	*link = MPIX_IO_link_id();
	*distance = MPIX_IO_distance();
}

int MPIX_Pset_same_comm_create_from_parent(MPI_Comm parent, MPI_Comm *comm)
{
	return MPI_Comm_split(parent, MPIX_IO_link_id(), MPIX_IO_distance(), comm);
}

int MPIX_Pset_diff_comm_create_from_parent(MPI_Comm parent, MPI_Comm *comm)
{
	MPI_Comm same;
	MPIX_Hardware_t hw;
	int inside, rank, rc = MPIX_Pset_same_comm_create_from_parent(parent, &same);

	*comm = MPI_COMM_NULL;
	if (rc != MPI_SUCCESS)
		return rc;
	MPIX_Hardware(&hw);
	MPI_Comm_rank(same, &inside);
	MPI_Comm_free(&same);
	MPI_Comm_rank(parent, &rank);
	return MPI_Comm_split(parent, inside * (int)hw.ppn + (int)hw.coreID, rank, comm);
}

int MPIX_Pset_same_comm_create(MPI_Comm *comm)
{
	return MPIX_Pset_same_comm_create_from_parent(MPI_COMM_WORLD, comm);
}

int MPIX_Pset_diff_comm_create(MPI_Comm *comm)
{
	return MPIX_Pset_diff_comm_create_from_parent(MPI_COMM_WORLD, comm);
}

int MPIX_Cart_comm_create(MPI_Comm *comm)
{
	MPIX_Hardware_t hw;
	MPI_Comm ordered;
	int dims[DIMS + 1], wraps[DIMS + 1], size, rc;

	*comm = MPI_COMM_NULL;
	MPIX_Hardware(&hw);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	if ((unsigned)size != hw.psize)
		return MPI_ERR_TOPOLOGY;
	for (int d = 0; d < DIMS; d++) {
		dims[d] = (int)hw.Size[d];
		wraps[d] = (int)hw.isTorus[d];
	}
	dims[DIMS] = (int)hw.ppn;
	wraps[DIMS] = 1;
	rc = MPI_Comm_split(MPI_COMM_WORLD, 0, (int)hw.prank, &ordered);
	if (rc != MPI_SUCCESS)
		return rc;
	rc = MPI_Cart_create(ordered, DIMS + 1, dims, wraps, 0, comm);
	MPI_Comm_free(&ordered);
	return rc;
}
