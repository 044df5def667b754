/*
 * output.h - output of the ranks, merged in the order of simulated time.
 *
 * A worker collects the writes of its ranks; between windows they are merged
 * by (time, rank, order) and handed to the host, so output is the same for any
 * number of workers.  Rank output is never written from node threads.
 */
#ifndef BGQ_EMU_OUTPUT_H
#define BGQ_EMU_OUTPUT_H

#include <stddef.h>
#include <stdint.h>

#include "emu/machine/machine.h"

/* In place of a descriptor: a message of bgq-run's own about the rank, to stderr.
 * The first ones are shown, the others counted: an error that ends 10,000 ranks need
 * not be printed 10,000 times. */
#define OUTPUT_REPORT 3
#define OUTPUT_REPORTS_SHOWN 24

int output_init(unsigned workers);
/* Logs a write of rank p to fd 1, 2 or OUTPUT_REPORT at at_ps, on worker w. */
void output_append(unsigned w, struct process *p, int fd, const void *buf, size_t n,
		   ps_t at_ps);
/* Serial: hand what was written before until_ps to the host; everything before it has been
 * collected.  (A rank in the middle of a call may be ahead.) */
void output_merge(ps_t until_ps);
/* Waits until everything handed over has been written. */
void output_finish(void);

#endif
