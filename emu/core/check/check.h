/*
 * check.h - yield points (safepoints): a thread whose budget is used up may be switched here.
 *
 * bgq-as puts checks into loops of a program and at the entry of functions that call others.
 * There a thread yields to events and threads that are due, and is probed for a wait (wait.h).
 * Threads of a node switch only at checks and in calls, so the order of their actions is that of
 * the clock at their checks.
 *
 * Never: a change of any register of the program but the flags.
 */
#ifndef BGQ_EMU_WAIT_CHECK_H
#define BGQ_EMU_WAIT_CHECK_H

#include <stdbool.h>
#include <stdint.h>

#include "emu/core/engine/sampler.h"
#include "emu/core/follow/frame.h"

/* A check of code that keeps what in registers: xmm, these and x87, any. */
void bgqemu_check_xmm(void);
void bgqemu_check_x87(void);
void bgqemu_check(void);

/* How the processor saves all registers but the integer ones: by FXSAVE, or XSAVE. */
extern uint32_t check_vector_way;

/* Flags and segment registers behind inline assembly (check_x86_64.S): a fault up to the end is
 * one of the program, whose return address is on top of the stack; at the trap something is
 * left changed. */
void bgqemu_asm_state(void);
extern const char bgqemu_asm_state_trap[], bgqemu_asm_state_end[];

/* Once, before workers start.  handlers runs the signal handlers that are due for the running
 * thread; called at each check of a thread that is signalled. */
void check_init(bool (*handlers)(void));

/* at_check: the running thread's clock has come to the sampler's time.  resumed: it was parked at a
 * check, and continues; or NULL. */
struct check_samples {
	void (*at_check)(const struct check_frame *f);
	void (*resumed)(void);
};
void check_sample(enum sampler sampler, const struct check_samples *samples);

/* Has both called round each check of a program that takes the slow path. */
struct call_guard;
void check_tell(const struct call_guard *guard);

/* The fast path of a check: true if the running thread may continue at once.  Uses no vector
 * registers. */
bool check_quick(void);

/* The slow path; vectors: all other registers, as saved by the processor.  Returns whether a
 * handler of the program may have run: else the x87 unit is as it was. */
bool check_slow(struct check_frame *f, const void *vectors);

/* A check in a call of the running thread, which does not go back to its caller, or calls the
 * program again: no loop of the compiled code need have one on the way.  Handlers that are due run
 * here, too, and need not return. */
void check_in_call(void);

/* Hosts without bgq-as: called in each basic block of a program. */
void check_block(void);

#endif
