/*
 * share.h - threads of a process that share a hardware thread: CNK has places for five on
 * each (CONFIG_AFFIN_SLOTS_PER_HWTHREAD), of which one runs at a time.
 *
 * There are no time slices: a thread runs until it blocks in a call of the kernel (a lock, a
 * join, sleep), yields or ends, and one that spins keeps the others waiting.  Those that can
 * run get their turn in the order in which they came.
 *
 * Never: two threads of a hardware thread that run at the same simulated time, but for one
 * that another thread has moved there while it ran, until it blocks; any cost for a thread
 * that is alone.
 */
#ifndef BGQ_EMU_SHARE_H
#define BGQ_EMU_SHARE_H

#include <stdbool.h>

#include "emu/core/engine/thread.h"

struct process;

#define SHARE_PLACES_MAX 5u

/* Threads that a process may have on each hardware thread: so many, or 1 if the job's environment
 * asks for that model (BG_THREADMODEL=1). */
unsigned share_places(void);

/* t has come to its hardware thread, or is about to leave it (or has ended). */
void share_joined(struct thread *t);
void share_left(struct thread *t);

/* The running thread is about to block; it goes on: waits for its turn. */
void share_block(void);
void share_resume(void);

/* The others first, if any can run. */
void share_yield(void);

/* How many threads are on t's hardware thread, and how many of them could run. */
unsigned share_count(const struct thread *t, unsigned *runnable);

#endif
