/*
 * preempt.h - threads in code without checks: assembly loops, objects that another compiler
 * made, and what those call of libm.
 *
 * A timer of each worker counts the worker's own processor time.  If a thread has passed
 * neither a check nor a call that gives way since its last tick, and has used no budget
 * either, it is in code that is not counted.  If it is in its program's image it then
 * gives way, as at a check: it is made to call bgqemu_preempt when the signal handler
 * returns.  Its clock goes on by a fixed time (net_machine.preempt_cycles), so times are
 * not reproducible from there on, which is said once.
 *
 * Never: a switch of threads in a library that has locks, in the emulator, or in code that
 * is counted.
 */
#ifndef BGQ_EMU_WAIT_PREEMPT_H
#define BGQ_EMU_WAIT_PREEMPT_H

#include <stdbool.h>

#include "check.h"

struct thread;

/* Once, when the program is loaded.  Uncounted time is said of the first thread that is
 * found in it. */
void preempt_init(void (*uncounted)(const struct thread *t, uint64_t pc));
/* Each worker. */
void preempt_worker_begin(void);
void preempt_worker_end(void);

/* Running threads learn where they are (thread.program_pc), soon; any thread. */
void preempt_look(void);

/* The frame is that of a thread that was interrupted. */
bool preempt_is_frame(const struct check_frame *f);
/* The running thread gives way to the others. */
void preempt_thread(void);

#endif
