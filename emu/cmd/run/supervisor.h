/*
 * supervisor.h - a process that outlives the job's and says why the host has killed that one.
 *
 * A control group with a limit of memory (memory.max) ends a process by SIGKILL, in the middle of
 * whatever it does, so that nothing can be said in that process.  Where there is such a limit
 * bgq-run parts in two before it takes memory: the job's process is the child, and the parent
 * hands signals on to it, waits for it and ends as it does.
 *
 * Never: a second process where no control group limits memory, or a look at the job's memory.
 */
#ifndef BGQ_EMU_RUN_SUPERVISOR_H
#define BGQ_EMU_RUN_SUPERVISOR_H

#include <stdint.h>

/* Before threads: returns in the job's process, which ends with its parent.  root: "", or another
 * root directory, for tests.  Without a limit, or if there can be no second process, it only
 * returns. */
void supervisor_begin(const char *root);
/* The limit, in bytes; 0: there is no second process. */
uint64_t supervisor_limit(void);

/* The job's memory at the last look at it. */
struct supervisor_note {
	uint64_t at_ns;      /* CLOCK_MONOTONIC */
	uint64_t resident;   /* bytes */
	uint64_t heap_bytes; /* the longest heap; 0: none, */
	uint32_t rank;       /* and whose that is */
	uint32_t nodes;
};
/* One thread of the job's process. */
void supervisor_note(const struct supervisor_note *note);

#endif
