/*
 * end.h - how the run has ended: what --report says of it, and the exit status.
 */
#ifndef BGQ_EMU_RUN_END_H
#define BGQ_EMU_RUN_END_H

#include <stdbool.h>

#include "net/base/event.h"

/* Serial: no thread goes on at now_ps.  Reports a deadlock and returns true; or some go on,
 * since it may be none (interleaving.h). */
bool end_deadlock(ps_t now_ps);
/* Returns the exit status that follows from what ranks and the machine have done. */
int end_status(void);
/* --verify: STATUS_INTERNAL, and says why, if the network's state is wrong; else 0. */
int end_verify(void);
/* Likewise in the run, serially, now and then: a mistake ends it. */
void end_verify_window(ps_t now_ps);
/* Writes reports, traces and profiles of a run that ends with that status: observe_end(). */
int end_observe(int status);

#endif
