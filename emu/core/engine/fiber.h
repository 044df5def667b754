/*
 * fiber.h - switch between user-level threads: a stack pointer and nothing else.
 *
 * The machine-dependent bottom of the node threads.  A fiber is a stack on
 * which its callee-saved registers lie while it does not run.  Knows nothing
 * of time, nodes or queues, and must never be used inside libc.
 */
#ifndef BGQ_EMU_FIBER_H
#define BGQ_EMU_FIBER_H

#include <stddef.h>

/* Save the running context on its stack, store its stack pointer to *save_sp
 * and continue the one whose stack pointer is load_sp. */
void fiber_switch(void **save_sp, void *load_sp);

/* Lay out a stack (top: one past its highest byte, 16-byte aligned) so that
 * switching to the returned stack pointer calls entry(arg), which must not
 * return. */
void *fiber_prepare(void *top, void (*entry)(void *), void *arg);

/* Runs fn on the stack of a fiber that does not run, as if the fiber had called it instead of
 * switching away: a backtrace in fn is the fiber's.  Leaves the fiber unchanged.  sp NULL: it has
 * not been prepared, and fn does not run. */
void fiber_probe(void *sp, void (*fn)(void));

#endif
