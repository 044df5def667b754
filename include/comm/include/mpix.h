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

#ifdef __cplusplus
}
#endif
#endif
