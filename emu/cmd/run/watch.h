/*
 * watch.h - ends a run, or has its state printed, for causes outside of it: --timeout,
 * signals, a reader of the output that is gone.  Says when the host's memory is nearly used up.
 *
 * A host thread waits for signals and for the end of the time limit.  Workers end between
 * windows; what ranks have printed is written, and the report is made by the main thread.
 * If a worker does not end, because it is blocked in a call of the host, the watching thread
 * makes the report and ends the process.  A second signal, a second later, ends it at once.
 * SIGTERM alone does so within a second, unless a report makes progress or output is being read.
 *
 * Never: a report from within a signal handler; the only one ends a report that is stuck.
 */
#ifndef BGQ_EMU_WATCH_H
#define BGQ_EMU_WATCH_H

#include <stdbool.h>
#include <stddef.h>

/* Once, before the workers begin: watches for SIGINT, SIGTERM, SIGHUP and SIGUSR1, and for
 * the end of so many seconds (0: no limit).  Returns 0 or a negative errno. */
int watch_start(double seconds);
/* Serial: lists what ranks do if SIGUSR1 has asked for it. */
void watch_check(void);
/* The workers have ended, and the caller reports.  Does not return if the report is being made
 * already, because they took too long. */
void watch_workers_ended(void);
/* The exit status if the run has ended because of something outside, else 0. */
int watch_ended(void);
/* Writes into buf what has ended the run, as watch_ended() tells it, in words; returns buf. */
const char *watch_cause(char *buf, size_t bytes);
/* Reports what has ended the run, and which ranks wait and which run, and where. */
void watch_report(void);
/* The reader of standard output is gone: as SIGPIPE does, this ends the run.  Any thread. */
void watch_no_reader(void);

#endif
