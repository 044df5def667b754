/*
 * faults.h - hardware that fails in a run of bgq-run: the fault plan, RAS events of it, and the end
 * of the job that a fatal one brings.
 *
 * Never: an effect on a run without a plan.
 */
#ifndef BGQ_EMU_RUN_FAULTS_H
#define BGQ_EMU_RUN_FAULTS_H

#include <stdbool.h>
#include <stdint.h>

struct page_faults;

/* Reads what the command line describes, and opens the file of events.  0, or an exit status. */
int faults_open(void);
bool faults_wanted(void);
/* The network is there, and nodes have not booted.  0 or -ENOMEM. */
int faults_start(unsigned workers);
/* A worker's nodes boot. */
void faults_boot(uint32_t first, uint32_t last);
/* At the end, once, before faults_end(): what a report tells; NULL: no fault was described. */
const struct page_faults *faults_gather(void);
/* Then: events of links, sums, the file of events.  Returns an exit status: 0, unless CRCs of a
 * link differ or the file could not be written. */
int faults_end(void);

#endif
