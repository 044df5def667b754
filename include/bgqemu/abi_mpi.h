/*
 * abi_mpi.h - what programs that are linked with libbgqmpitrace tell of their calls of MPI.
 * Without --trace nothing is done with it.
 */
#ifndef BGQEMU_ABI_MPI_H
#define BGQEMU_ABI_MPI_H

#include <stdint.h>

#define BGQEMU_MPI_NONE INT64_MIN

/* Arguments of a call; BGQEMU_MPI_NONE: it has none of that kind. */
struct bgqemu_mpi {
	uint64_t begin_ps; /* bgq-run's, from one call to the other */
	int64_t count, peer, tag, source, source_tag;
	uint32_t call;     /* its place in mpi_calls.def */
};

/* A call begins, or has ended (end: 1).  Costs nothing. */
void bgqemu_mpi(struct bgqemu_mpi *call, uint32_t end);

#endif
