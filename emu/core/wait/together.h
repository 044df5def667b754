/*
 * together.h - loops that change, within a round, memory that other threads of their node could
 * see.
 *
 * A library's progress loop takes each object that waits out of a list, asks it, and puts it back.
 * Where another thread may run, in between, memory differs from what it is at the loop's head.
 * While such a thread is parked its stores are deferred: nothing may use its node's memory.  So all
 * threads of the node are parked together or not at all.  The first one defers its stores; each
 * thread of the node that would run next, at a check, is interpreted first, and joins it if it is
 * proven to wait, too, and none of their loops reads what another one changes (wait_join()).  A
 * thread that does not join, one that comes from a call, and an event of the node run only after
 * all threads with deferred stores have been brought to the round, and the place in it, where they
 * would be by then (wait_settle()).
 *
 * Never: a word that another thread, or the message unit, sees before it has the value that it
 * would have if each round had been executed.
 */
#ifndef BGQ_EMU_WAIT_TOGETHER_H
#define BGQ_EMU_WAIT_TOGETHER_H

#include "wait.h"

struct follow;

/* Whether t, running, may be the first one of its node. */
bool together_may(const struct thread *t, ps_t now_ps);
/* Whether neither t, as followed by f, reads what parked threads of its node change, nor they what
 * it changes. */
bool together_apart(const struct thread *t, const struct follow *f);
/* Whether the proof for a thread that differs has cost more than its wait of length_ps saved; if
 * so, it is not the first one for some time. */
bool together_was_brief(struct wait *w, ps_t length_ps);

#endif
