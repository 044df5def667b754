/*
 * fault.h - host signals raised by a program's own instructions (faults): they
 * end that process, with a report, and the worker continues.
 */
#ifndef BGQ_EMU_FAULT_H
#define BGQ_EMU_FAULT_H

#include <signal.h>
#include <stdbool.h>
#include <ucontext.h>

/* Once per bgq-run. */
void fault_install(void);
/* Each worker: an alternate stack, for faults of a stack that is full. */
void fault_worker_begin(void);
void fault_worker_end(void);

/* In a signal handler, before anything reads the clock: counts the budget used by the running
 * thread, which was interrupted in its program; and, if it continues there, puts the rest of
 * the budget where its code has it. */
void fault_settle(ucontext_t *uc);
void fault_unsettle(ucontext_t *uc);

/* A debugger's (emu/show/gdb), or NULL: told of each trap first, true if it was its own; and of
 * faults that a program cannot go on from, before they take their course. */
extern bool (*fault_debugger)(int sig, const siginfo_t *si, ucontext_t *uc);

#endif
