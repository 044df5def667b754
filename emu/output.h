/*
 * output.h - what the ranks write, in the order of simulated time.
 *
 * A worker collects the writes of its ranks; between windows they are merged
 * by (time, rank, order) and handed to the host, so output is the same for any
 * number of workers.  Rank output is never written from node threads.
 */
#ifndef BGQ_EMU_OUTPUT_H
#define BGQ_EMU_OUTPUT_H

#include <stddef.h>
#include <stdint.h>

#include "machine.h"

int output_init(unsigned workers);
/* Rank p writes to fd 1 or 2 at at_ps, on worker w. */
void output_append(unsigned w, struct process *p, int fd, const void *buf, size_t n,
		   ps_t at_ps);
/* Serial: hand everything collected to the host. */
void output_merge(void);
/* Everything handed over has been written. */
void output_finish(void);

#endif
