/*
 * mpix.h - where a rank is on the torus, for programs of mpi.h; the machine's MPI has these
 * calls and others.  What stands here works.
 */
#ifndef BGQEMU_MPIX_H
#define BGQEMU_MPIX_H

#include "mpi.h"

#ifdef __cplusplus
extern "C" {
#endif

#define MPIX_TORUS_MAX_DIMS 5

typedef struct {
	unsigned prank;           /* place, counted A to E and T, T fastest */
	unsigned psize;           /* places in the partition */
	unsigned ppn;             /* processes on a node */
	unsigned coreID;          /* number of the process on its node */
	unsigned clockMHz;
	unsigned memSize;         /* of the node, in MB */
	unsigned torus_dimension; /* 5 */
	unsigned Size[MPIX_TORUS_MAX_DIMS]; /* A to E */
	unsigned Coords[MPIX_TORUS_MAX_DIMS];
	unsigned isTorus[MPIX_TORUS_MAX_DIMS]; /* 0: a mesh in this dimension */
	unsigned rankInPset;      /* not set, as on the machine, in these three */
	unsigned sizeOfPset;
	unsigned idOfPset;
} MPIX_Hardware_t;

/* Return MPI_SUCCESS, or MPI_ERR_ARG or MPI_ERR_RANK for what does not exist.  coords has
 * six elements: A to E and T. */
int MPIX_Hardware(MPIX_Hardware_t *hw);
int MPIX_Torus_ndims(int *numdimensions);
int MPIX_Rank2torus(int rank, int *coords);
int MPIX_Torus2rank(int *coords, int *rank);
/* Rank in MPI_COMM_WORLD of a rank of comm. */
int MPIX_Comm_rank2global(MPI_Comm comm, int crank, int *grank);

/* A communicator with the places of the partition, A to E and T, as its grid.
 * MPI_ERR_TOPOLOGY: there are fewer ranks than places. */
int MPIX_Cart_comm_create(MPI_Comm *comm);

/* ---- I/O nodes, by the bridge that the personality names: here node 0 for all.  Its number
 * in the partition, the number of the I/O node behind it, and the hops to the latter. */
int MPIX_IO_link_id(void);
int MPIX_IO_node_id(void);
int MPIX_IO_distance(void);
void MPIX_Pset_io_node(int *link, int *distance);
/* Ranks with the same bridge, nearest first; and ranks of which no two have the same. */
int MPIX_Pset_same_comm_create(MPI_Comm *comm);
int MPIX_Pset_diff_comm_create(MPI_Comm *comm);
int MPIX_Pset_same_comm_create_from_parent(MPI_Comm parent, MPI_Comm *comm);
int MPIX_Pset_diff_comm_create_from_parent(MPI_Comm parent, MPI_Comm *comm);

#ifdef __cplusplus
}
#endif
#endif
