/*
 * mpi_match.h - which message a rank waits for in a call of the small MPI (emu/target/mpi), and
 * which messages have come to it that no receive has asked for.
 *
 * Never: believes what it finds in a program's memory, which a wild program may have written to:
 * it reads only what the host lets it read, in the rank's own memory, and only so far.
 */
#ifndef BGQ_EMU_MPI_MATCH_H
#define BGQ_EMU_MPI_MATCH_H

#include <stdbool.h>
#include <stdint.h>

#include "emu/node/machine/process.h"

#define MPI_MATCH_ANY (-1) /* rank or tag */

struct mpi_match {
	bool receive;
	bool collective; /* it belongs to one, whose tags are not the program's */
	bool world;      /* rank is one of MPI_COMM_WORLD, not of another communicator */
	int64_t rank;
	int64_t tag;
	uint64_t bytes;  /* of a message that has come */
};

/* Whether t, which waits in such a call, waits for a message; which. */
bool mpi_match_awaited(const struct thread *t, struct mpi_match *m);
/* The first messages that no receive has asked for, in the order in which they have come, up to
 * most; returns how many there are, up to some thousands. */
unsigned mpi_match_unexpected(const struct process *p, struct mpi_match *m, unsigned most);

#endif
