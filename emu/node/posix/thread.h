/*
 * thread.h - threads of a process: which of the node's hardware threads one runs on, its
 * stack and thread-locals, how it begins and ends.
 *
 * A process owns 64 hardware threads divided by the ranks of a node.  The first so many
 * threads get one each, the next ones share them (share.h).  The POSIX layer above is in
 * posix.h.  Nothing here may depend on the host's thread ids, and no state that
 * matters is kept in memory of the node: a program can write all of it.
 */
#ifndef BGQ_EMU_POSIX_THREAD_H
#define BGQ_EMU_POSIX_THREAD_H

#include <fenv.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "emu/node/machine/process.h"

#define POSIX_THREAD_NAME_BYTES 16
/* At the top of every thread's stack; its address is the thread's handle. */
#define POSIX_THREAD_BLOCK_BYTES 256

/* POSIX state of a thread.  The main one gets it when it is first needed. */
struct posix_thread {
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
	ps_t signal_ps;   /* when the first of them was */
	void (*signal_handler)(int sig);
	bool signal_kept; /* the last one is blocked or ignored */
	bool signal_restarts; /* no handler has run that is without SA_RESTART */
	/* the same of timers, the time of the first, and their handler (timers.c) */
	uint64_t timer_signals;
	ps_t timer_ps;
	void (*timer_handler)(int sig);
	/* handlers interrupted its wait for this call on a file, innermost (emu/node/io/ship.c) */
	struct io_request *io;
	uint8_t *signal_stack; /* sigaltstack; */
	size_t signal_stack_bytes; /* 0: none */
	/* thread-specific data (pthread_key.c), robust mutexes it holds */
	struct key_value *values;
	unsigned values_count;
	void **robust;
	unsigned robust_count, robust_capacity;
	int policy, priority;
	char name[POSIX_THREAD_NAME_BYTES];
	/* its first activation */
	void (*entry)(void *(*start)(void *), void *arg);
	void *(*start)(void *);
	void *arg;
	fenv_t fenv;
	/* t points here, but for the main thread */
	struct thread own;
	struct thread_user user;
};

/* The memory of a thread's frames, and of all above them. */
struct posix_thread_bounds {
	uint8_t *low, *high;
	size_t guard_bytes; /* below low */
};

/* How to create a thread; zero means the default. */
struct posix_thread_plan {
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
size_t posix_thread_stack_bytes(void);

/* p is about to start: its main thread's handle lies at handle. */
void posix_thread_boot(struct process *p, void *handle);

/* Creates a thread of the running one's process, which starts at its clock; 0,
 * EAGAIN (no hardware thread or no memory left), EINVAL (what plan gives). */
int posix_thread_create(struct posix_thread **out, const struct posix_thread_plan *plan);

struct posix_thread_bounds posix_thread_stack(const struct thread *t);

struct posix_thread *posix_thread_of(struct thread *t);
/* True if t has neither ended nor begun to. */
static inline bool posix_thread_lives(const struct thread *t)
{
	return t->state != THREAD_DEAD && !(t->user->posix && t->user->posix->ended);
}
struct posix_thread *posix_thread_self(void);
/* The thread of the running one's process whose handle it is, NULL: none. */
struct posix_thread *posix_thread_find(uint64_t handle);

/* Moves t to the first free hardware thread of its process that is in mask. */
int posix_thread_move(struct thread *t, uint64_t mask);

/* The running thread ends.  The thread that joins it gets result. */
_Noreturn void posix_thread_end(void *result);
/* Frees pt, which has ended and whose handle is no longer valid. */
void posix_thread_release(struct posix_thread *pt);

/* All threads of p but the running one end, wherever they are. */
void posix_thread_end_others(struct process *p);
/* t has ended and its stack is not in use: frees what nothing can ask for any more. */
void posix_thread_reap(struct thread *t);
/* p has ended: frees what its threads leave. */
void posix_thread_release_all(struct process *p);

#endif
