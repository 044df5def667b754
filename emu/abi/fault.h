/*
 * fault.h - signals of the host that a program's own instructions raise: they
 * end that process, with a report, and the worker goes on.
 */
#ifndef BGQ_EMU_FAULT_H
#define BGQ_EMU_FAULT_H

#include <ucontext.h>

/* Once per bgq-run. */
void fault_install(void);
/* Each worker: an alternate stack, for faults of a stack that is full. */
void fault_worker_begin(void);
void fault_worker_end(void);

/* In a signal handler, before anything looks at the clock: what the running thread, which
 * was interrupted in its program, has used of its budget counts; and, if it goes on
 * there, what is left of the budget is where its code has it. */
void fault_settle(ucontext_t *uc);
void fault_unsettle(ucontext_t *uc);

#endif
