/*
 * profile.h - bgq-run --profile: where simulated cycles went, by the functions and lines that the
 * program was in, itself and with all that it called, rank by rank.
 *
 * Each thread is looked at in the time of its own code, waits left out: at each check at first,
 * then at moments in windows of 1,024 cycles or more (sample.c).  Waits are counted as a whole
 * where they are, and so are calls of functions that cost by a length, such as memcpy: all sums are
 * exact, and only how a long run's code shares out its own time is sampled.  Moments are of
 * simulated time, so a profile is the same in each run.
 *
 * Never: a change to simulated time; several workers, which may park loops that wait at other
 * checks.
 */
#ifndef BGQ_EMU_PROFILE_H
#define BGQ_EMU_PROFILE_H

#include <stdbool.h>
#include <stdint.h>

#include "emu/core/engine/thread.h"

/* Opens FILE.txt, FILE.folded and FILE.callgrind: 0 or -errno; *failed: which of them. */
int profile_open(const char *file, const char **failed);
/* Before the run: 0, or -ENOMEM. */
int profile_start(void);

/* The running thread t has waited. */
void profile_waited(const struct thread *t);
/* t has ended. */
void profile_ended(const struct thread *t);

/* After the run, which ended at end_ps: writes the files.  0 or -errno. */
int profile_write(ps_t end_ps, const char **failed);

/* A function or a line of one, over all ranks, in cycles: itself; with what it has called; itself
 * in code, on the L2 and in waits; the rank with the least and with the most. */
struct profile_row {
	const char *function, *file; /* NULL: not known */
	unsigned line;               /* 0: of a function */
	uint64_t self, all, code, l2, waits, least, most;
	uint32_t most_rank;
};
/* After profile_write(): calls fn for the first ones, the most time first.  Returns the cycles of
 * all threads of all ranks. */
uint64_t profile_rows(bool lines, unsigned count,
		      void (*fn)(void *ctx, const struct profile_row *row), void *ctx);

#endif
