/* state.h - a digest of a run's state at one time, the same for any number of workers. */
#ifndef BGQ_EMU_RESTART_STATE_H
#define BGQ_EMU_RESTART_STATE_H

#include "net/base/digest.h"
#include "net/base/event.h"

/* Serial: everything before at_ps has happened, nothing at it or later.  Packets that each link has
 * sent and received, deliveries to each node, ranks that have ended, calls on files and their
 * answers.  Not: memory of programs, where a thread may be ahead of at_ps by what nothing sees. */
struct digest state_digest(ps_t at_ps);

#endif
