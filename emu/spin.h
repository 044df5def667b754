/*
 * spin.h - telling a wait from work.
 *
 * Programs wait by reading memory in a loop.  A thread that comes back to the
 * same place with the same registers and the same stack, having made no call
 * and with nothing delivered to its node, would do so for ever: it is parked
 * until something is delivered.  Everything compared is the program's own
 * state, so the decision is the same in every run.
 */
#ifndef BGQ_EMU_SPIN_H
#define BGQ_EMU_SPIN_H

#include <stdbool.h>
#include <stdint.h>

#include "../net/base/event.h"
#include "machine.h"

/* As pushed by hook_*.S: where the hook was called and what lives there. */
struct spin_regs {
	uint64_t pc, sp;
#if defined(__x86_64__)
	uint64_t saved[6]; /* rbx, rbp, r12-r15 */
#else
	uint64_t saved[11]; /* x19-x29 */
#endif
};

void spin_hook(unsigned kind, const volatile void *what, const struct spin_regs *r);
void spin_poll_miss(unsigned kind, const volatile void *what, const struct spin_regs *r);

/* A runtime call that is not a poll: what follows is a new situation. */
void spin_call(struct thread *t);

/* It has cost nothing.  Over net_machine.free_calls of them, if the clock stands
 * still, a core cycle passes, and others may run. */
void spin_free_calls_end(struct thread *t);

static inline bool spin_free_calls_full(const struct thread *t)
{
	return t->calls - t->looked_calls >= machine.model->free_calls;
}

/* Inline, because every message comes here. */
static inline void spin_free_call(struct thread *t)
{
	if (spin_free_calls_full(t))
		spin_free_calls_end(t);
}

/* Both, inside libc with its locks held: nobody else runs before t is back in its
 * own code. */
void spin_libc_call(struct thread *t);
/* Has t let others run since then, in the midst of its own code?  What it looked at
 * may have changed behind its back. */
bool spin_moved(const struct thread *t);

/* Nothing can go on: let a thread parked as a spinner run for a while without
 * being parked again.  False if it has had its chance since anything changed. */
int spin_second_chance(struct thread *t);

/* The running thread waits for memory to change, in a call that comes back to
 * look: thread_watch with what the detector knows of the wait. */
void spin_watch(unsigned kind, const volatile void *what, uint64_t pc, ps_t deadline_ps);

/* Where t, parked or about to look, waits in a loop of its program; NULL: it does not. */
const struct spin_regs *spin_waits(const struct thread *t);
/* t, which waits in such a loop, has looked after each of so many deliveries more, and has
 * its clock of the last time. */
void spin_skip(struct thread *t, uint64_t deliveries);

void spin_free(struct thread *t);

/* Basic blocks between two looks at a thread that makes no calls. */
#define SPIN_BUDGET 64

#endif
