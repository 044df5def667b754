/*
 * hwthread.h - the hardware threads of a process: which of the node's 64 a thread
 * runs on, its stack and thread-locals, how it begins and ends.
 *
 * A process owns 64 hardware threads divided by the ranks of a node.  The first so many
 * threads get one each, the next ones share them (share.h).  The POSIX layer above is in
 * posix.h.  Nothing here may depend on the host's thread ids, and no state that
 * matters is kept in memory of the node: a program can write all of it.
 */
#ifndef BGQ_EMU_HWTHREAD_H
#define BGQ_EMU_HWTHREAD_H

#include <fenv.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "emu/engine/engine.h"

#define HWTHREAD_NAME_BYTES 16
/* At the top of every thread's stack; its address is the thread's handle. */
#define HWTHREAD_BLOCK_BYTES 256

struct process;

/* What a thread has beyond its clock and its place in the engine.  The main
 * thread gets one when it is first needed. */
struct hwthread {
	struct thread *t;
	/* memory, all in the node; none of it for the main thread */
	uint8_t *block;        /* of the heap; NULL: the program gave the stack */
	uint8_t *stack;        /* lowest byte that may be used */
	size_t stack_bytes;    /* from there to the top */
	size_t guard_bytes;    /* as asked for; below it, if not 0 */
	/* life: if ended and detached, its handle is no longer valid */
	bool ended, detached;
	struct thread *joiner;
	void *result;
	/* cancellation (pthread_cancel.c) */
	bool cancel_disabled, cancel_asynchronous, cancel_wanted;
	void (*cancel_unwind)(void); /* of the program's support library */
	/* signals sent to it: bit by number (pthread_cancel.c) */
	uint64_t signals;
	void (*signal_handler)(int sig);
	bool signal_kept; /* the last one is blocked or ignored */
	bool signal_restarts; /* no handler has run that is without SA_RESTART */
	/* the same of timers, the time of the first, and their handler (timers.c) */
	uint64_t timer_signals;
	ps_t timer_ps;
	void (*timer_handler)(int sig);
	uint8_t *signal_stack; /* sigaltstack; */
	size_t signal_stack_bytes; /* 0: none */
	/* thread-specific data (pthread_key.c), robust mutexes it holds */
	struct key_value *values;
	unsigned values_count;
	void **robust;
	unsigned robust_count, robust_room;
	int policy, priority;
	char name[HWTHREAD_NAME_BYTES];
	/* its first activation */
	void (*entry)(void *(*start)(void *), void *arg);
	void *(*start)(void *);
	void *arg;
	fenv_t fenv;
	struct thread own;     /* t points here, but for the main thread */
};

/* The memory of a thread's frames, and of all above them. */
struct hwthread_bounds {
	uint8_t *low, *high;
	size_t guard_bytes; /* below low */
};

/* How to create a thread; zero means the default. */
struct hwthread_plan {
	void *stack;           /* the program's own, lowest byte */
	size_t stack_bytes;
	size_t guard_bytes;
	uint64_t may_run_on;   /* bit i: hardware thread i of the node */
	bool detached;
	void (*entry)(void *(*start)(void *), void *arg);
	void *(*start)(void *);
	void *arg;
};

/* The default stack of a thread. */
size_t hwthread_stack_bytes(void);

/* p is about to start: its main thread's handle lies at handle. */
void hwthread_boot(struct process *p, void *handle);

/* Creates a thread of the running one's process, which starts at its clock; 0,
 * EAGAIN (no hardware thread or no memory left), EINVAL (what plan gives). */
int hwthread_create(struct hwthread **out, const struct hwthread_plan *plan);

struct hwthread_bounds hwthread_stack(const struct thread *t);

struct hwthread *hwthread_of(struct thread *t);
struct hwthread *hwthread_self(void);
/* The thread of the running one's process whose handle it is, NULL: none. */
struct hwthread *hwthread_find(uint64_t handle);

/* Moves t to the first free hardware thread of its process that is in mask. */
int hwthread_move(struct thread *t, uint64_t mask);

/* The running thread ends.  The thread that joins it gets result. */
_Noreturn void hwthread_end(void *result);
/* Frees h, which has ended and whose handle is no longer valid. */
void hwthread_release(struct hwthread *h);

/* All threads of p but the running one end, wherever they are. */
void hwthread_end_others(struct process *p);
/* t has ended and its stack is not in use: frees what nothing can ask for any more. */
void hwthread_reap(struct thread *t);
/* p has ended: frees what its threads leave. */
void hwthread_release_all(struct process *p);

#endif
