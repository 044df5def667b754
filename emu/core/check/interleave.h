/*
 * interleave.h - turns of a node's threads that end within their rounds, for a while: what a thread
 * stores and replaces between two checks is seen by the others some time then, as on the machine.
 *
 * Each check of such a thread enters the emulator and goes back with the processor's trap flag set.
 * The trap behind each instruction counts those of the program's own code, until the turn is over:
 * the thread then gives way as at a check, and stands still for a while.  Its code costs less time
 * afterwards, so that in the end it has lost none.  How long turns are is drawn from the node, the
 * thread and the time, so that it is the same in each run.  Behind a call a turn is not counted up
 * to the next check.
 *
 *     check            check                    check
 *       |-- i i i i i ---|-- i i i * i i i i ------|-- *
 *           counted by traps       gives way
 *
 * Never: a turn that ends in the support library, whose steps are atomic, or while a debugger takes
 * the traps.
 */
#ifndef BGQ_EMU_CHECK_INTERLEAVE_H
#define BGQ_EMU_CHECK_INTERLEAVE_H

#include <stdbool.h>
#include <stdint.h>

#include "emu/core/engine/thread.h"
#include "emu/core/follow/frame.h"

/* From an event of the node, at at_ps: turns of its threads end within their rounds from the first
 * check on, for about so many instructions of each, or until it makes a call.  Waits in loops are
 * executed meanwhile: for good where traps cannot be had, as under a debugger. */
void interleave_begin(uint32_t node, unsigned steps, ps_t at_ps);

/* The running thread, interleaved, at a check, when its clock is known and before anything is
 * carried out by it. */
void interleave_make_up(struct thread *t);
/* The running thread, interleaved, at the end of a check in its code. */
void interleave_go_on(struct thread *t, struct check_frame *f);
/* In a signal handler, with its ucontext_t, after a trap: false, it is not one of these. */
bool interleave_trap(void *context);
/* The running thread has been interrupted as by preempt.h; if that was since its turn is over, it
 * gives way and true is returned. */
bool interleave_gives_way(struct thread *t, struct check_frame *f);

#endif
