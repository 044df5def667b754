/*
 * silence.h - watchdog: programs that compute for ever, or for long without a call, are
 * reported once, with those ranks and their places (bgq-run --silence).
 *
 * A call is one of the runtime that may change something.  Polls that find nothing, atomics
 * in L2 and what libraries do by themselves (sin(), malloc()) are none: a program that hangs
 * in them is silent too.
 *
 * Never: an end of the run, or anything that the program could notice.
 */
#ifndef BGQ_EMU_SILENCE_H
#define BGQ_EMU_SILENCE_H

#include "net/base/event.h"

/* Between windows: everything before now_ps has happened. */
void silence_check(ps_t now_ps);

#endif
