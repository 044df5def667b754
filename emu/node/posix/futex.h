/*
 * futex.h - wait queues by address, as Linux's futex: the base of locks, condition
 * variables and joins of a program's threads.
 *
 * Threads wait on an address of their node and are woken by a thread of the same
 * node, the one that has waited longest first (of two that came at the same time,
 * the one created first), so processes that share memory can share locks.  There
 * are no values to compare: a thread is switched only where
 * it waits or lets time pass, so no wake is lost between the test of a word and the
 * wait.  A delivery to the node ends none of these waits.
 *
 * Knows nothing of signals and shared hardware threads: calls of programs wait by
 * posix_wait() (posix.h).
 */
#ifndef BGQ_EMU_FUTEX_H
#define BGQ_EMU_FUTEX_H

#include "emu/core/engine/thread.h"

/* Parks the running thread until futex_wake or deadline_ps (PS_NEVER: none), its
 * own clock's; kind says what it waits for (WAIT_JOIN and following) and its
 * waiting.pc where the program asked.  0, -ETIMEDOUT, or -EINTR after futex_interrupt. */
int futex_park(unsigned kind, const volatile void *addr, ps_t deadline_ps);

/* Wakes the n threads (or fewer) that have waited longest on addr; returns their number. */
unsigned futex_wake(const volatile void *addr, unsigned n);

/* Requeues the n threads (or fewer) that have waited longest on from: they wait on to. */
unsigned futex_move(const volatile void *from, const volatile void *to, unsigned n);

/* The thread that has waited longest on addr; NULL: none. */
struct thread *futex_first(const volatile void *addr);
/* True if a waits longer than b. */
bool futex_before(const struct thread *a, const struct thread *b);

/* Ends t's wait on an address, or its sleep. */
void futex_interrupt(struct thread *t);

#endif
