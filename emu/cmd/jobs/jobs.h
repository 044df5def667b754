/*
 * jobs.h - bgq-run --job: several jobs on disjoint parts of a machine, in one run.
 *
 * On the machine parts are isolated from each other: link chips close the torus of each, and no
 * packet leaves it (Blue Gene/L's and /Q's partitions).  So each job is a bgq-run of its own, a
 * process with its part as its machine, and nothing that one does can change what another does, or
 * when.  What belongs to the whole machine is done here: parts do not overlap, faults reach the job
 * whose node they name, RAS events and statuses are put together.
 *
 * Never: simulates anything.
 */
#ifndef BGQ_EMU_JOBS_H
#define BGQ_EMU_JOBS_H

#include <stdbool.h>

/* Whether the first option is --job. */
bool jobs_asked_for(int argc, char **argv);
/* The exit status: of the first job of the file that has failed, or 0. */
int jobs_run(int argc, char **argv);

#endif
