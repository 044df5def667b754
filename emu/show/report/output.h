/*
 * output.h - output of the ranks, merged in the order of simulated time.
 *
 * A worker collects the writes of its ranks; between windows they are merged
 * by (time, rank, order) and handed to the writer (writer.h), so output is the same for
 * any number of workers.  Rank output is never written from node threads.
 *
 * Memory is bounded: a rank that prints much ends its worker's window early, and a merge
 * waits for the writer.  A worker keeps no more than OUTPUT_LOG_BYTES, beside what its
 * ranks write in one call each.
 */
#ifndef BGQ_EMU_OUTPUT_H
#define BGQ_EMU_OUTPUT_H

#include <stddef.h>
#include <stdint.h>

#include "emu/node/machine/process.h"
#include "notice.h"

#define OUTPUT_LOG_BYTES (1u << 20)

int output_init(unsigned workers);
/* Logs a write of rank p to fd 1 or 2 at at_ps, on worker w. */
void output_append(unsigned w, struct process *p, int fd, const void *buf, size_t n,
		   ps_t at_ps);
/* In place of a worker, at the end of the run: for the thread that ends it. */
unsigned output_log_of_end(void);
/* Logs a message of bgq-run's own about rank p; it goes to standard error. */
void output_notice(unsigned w, struct process *p, const struct notice *n, ps_t at_ps);
/* Logs the text of rank p's core file, and a letter about it (core_file.c). */
void output_core(unsigned w, struct process *p, char letter, const char *text, size_t n,
		 ps_t at_ps);
/* Serial: hand what was written before until_ps to the writer; everything before it has been
 * collected.  (A rank in the middle of a call may be ahead.) */
void output_merge(ps_t until_ps);
/* Serial: hands all to the writer, and waits until it has been written. */
void output_finish(void);
/* Like output_finish(), at the very end: groups of notices are summed up.  RAS records of end_ps
 * or later are no part of the run: they are dropped, and not counted. */
void output_end(ps_t end_ps);

#endif
