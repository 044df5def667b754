/*
 * preempt.h - timer preemption of threads in code without checks: assembly loops, objects of
 * other compilers, and functions of libm that those call.
 *
 * A timer of each worker counts the worker's own processor time.  If a thread has passed
 * neither a check nor a call that yields since its last tick, and has used no budget
 * either, it is in code that is not counted.  If it is in its program's image it then
 * yields, as at a check: it is made to call bgqemu_preempt when the signal handler
 * returns.  Its clock advances by a fixed time (net_machine.preempt_cycles), so times are
 * not reproducible from there on, which is reported once.
 *
 * Never: a switch of threads in a library that has locks, in the emulator, or in code that
 * is counted.
 */
#ifndef BGQ_EMU_WAIT_PREEMPT_H
#define BGQ_EMU_WAIT_PREEMPT_H

#include <stdbool.h>
#include <stdint.h>

#include "check.h"

struct thread;

/* Once, when the program is loaded.  Calls uncounted for the first thread that is found in
 * uncounted code. */
void preempt_init(void (*uncounted)(const struct thread *t, uint64_t pc));
/* Each worker. */
void preempt_worker_begin(void);
void preempt_worker_end(void);

/* Requests that running threads' program counters are recorded (thread->user->program_pc), and that
 * workers stop at the next switch of threads if engine_stop() has been called; any thread. */
void preempt_record(void);

/* True if pc lies in the running thread's program. */
bool preempt_in_image(uint64_t pc);
/* pc, if it lies there; else the return address there that the stack shows (0: not known). */
uint64_t preempt_place(uint64_t pc, uint64_t sp);

/* In a signal handler, with its ucontext_t: the running thread, at an instruction of its program,
 * is interrupted there when the handler returns.  False: its stack has no room. */
bool preempt_at(void *context);

/* True if the frame is that of a thread that was interrupted. */
bool preempt_is_frame(const struct check_frame *f);
/* The running thread yields to the others. */
void preempt_thread(void);

#endif
