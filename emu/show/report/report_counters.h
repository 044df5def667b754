/* report_counters.h - the performance counters of all links, for --counters. */
#ifndef BGQ_EMU_REPORT_COUNTERS_H
#define BGQ_EMU_REPORT_COUNTERS_H

#include "emu/node/machine/process.h"

/* Checks that the file for them can be written: 0, or -errno.  Before the run, so that an
 * error shows before a long run, not after it. */
int report_counters_open(const char *file);
/* How long the job took: until its last rank ended, or stopped for good. */
ps_t report_job_ps(void);
/* Like report_job_ps(), for one rank. */
ps_t report_end_ps(const struct process *p);
/* After the run: all links to that file, or as a table on stderr; then a summary on
 * stderr.  0, or -errno if the file could not be written. */
int report_counters(void);

#endif
