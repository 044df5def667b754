/*
 * process.h - a rank: a clone of the image, its threads, and how it ends.
 *
 * For what looks only at the running process; the others, and the machine, are in
 * booted.h.  How it begins is in emu/node/process/boot.h.
 */
#ifndef BGQ_EMU_PROCESS_H
#define BGQ_EMU_PROCESS_H

#include <locale.h>
#include <stdbool.h>
#include <stdint.h>

#include "net/machine/core.h"
#include "emu/core/engine/thread.h"
#include "emu/node/image/space.h"

#define PROCESS_ALIVE (-1)
#define PROCESS_NOT_STARTED (-2)
#define RANK_NONE UINT32_MAX /* of a process that never starts: the job has fewer ranks */
#define STDIO_STREAMS 3
#define PROCESS_FILES_MAX 4096 /* descriptors of a rank */

/* Reasons to wait that the engine does not know. */
enum {
	WAIT_JOIN = WAIT_SLEEP + 1, WAIT_FUTEX, WAIT_MUTEX, WAIT_COND, WAIT_RDLOCK, WAIT_WRLOCK,
	WAIT_SPINLOCK, WAIT_BARRIER, WAIT_ONCE, WAIT_SEMAPHORE, WAIT_FILE, WAIT_IO, WAIT_HOST,
	WAIT_STDIN, WAIT_PIPE, WAIT_HWTHREAD
};

/* State of a program's thread beyond its clock and its place in the engine. */
struct thread_user {
	struct thread *next;  /* of its process, by creation */
	uint64_t handle;      /* pthread_self(): an address of its node */
	void *tls;            /* its copy of the program's thread-locals */
	uint64_t calls;       /* number of runtime calls so far; */
	uint64_t polled;      /* calls at its last poll that found nothing */
	uint32_t polls;       /* and how many such polls came before it, itself included */
	ps_t polls_from_ps;   /* polls before are not probed at once: their loop is no wait */
	uint64_t program_pc;  /* while it runs: where a signal has found it last */
	uint64_t interrupted_pc; /* of the check at which its handlers run now; 0: none */
	struct posix_thread *posix; /* emu/node/posix/thread.h; NULL until needed */
	struct cache_thread *cache; /* emu/core/cache; NULL until needed */
	struct interleave *interleave; /* emu/core/check/interleave.c; the same */
	struct profile_thread *profile; /* emu/show/profile; the same */
	ps_t l2_ps;           /* it has spent on atomics of the L2 */
	locale_t locale;      /* uselocale(): its own; NULL: the process's */
	/* Lines that its loops have not found in L1, by samples (emu/core/cache): loaded, those of
	 * them that were prefetched, and stored to. */
	uint64_t lines_loaded, lines_prefetched, lines_stored;
	uint32_t serial;      /* threads that its process had created before */
	uint16_t index;       /* in its process: 0 is the main thread */
	uint8_t hwthread;     /* from the first one of its process on */
	uint8_t place;        /* of those that share it (emu/node/posix/share.h) */
	bool blocked;         /* in a call, so that another one can run there */
	bool interrupted;     /* woken by futex_interrupt (emu/node/posix/futex.h) */
};

/* Memory: emu/node/machine/l2_memory.h. */
struct l2_range {
	uintptr_t low;
	uint64_t bytes;
};

/* One rank: a clone of the image, its threads and how it ended. */
struct process {
	struct thread main;
	struct thread_user main_user; /* of main */
	uint32_t rank;
	uint32_t slot;      /* T coordinate: which of the node's processes */
	uint8_t *base;      /* where its slot of the window begins */
	unsigned first_hwthread; /* of the node's 64, the first that is its own */
	int status;         /* exit status, 128+signal; before: PROCESS_* */
	ps_t end_ps;
	struct event end;   /* queued to end it from outside, */
	int end_status;     /* with this status */
	uint64_t divisions; /* of integers, without a result, */
	uint64_t division_pc; /* and where the first was; emu/node/abi/divide.h */
	uint32_t out_seq;   /* order of its output within one picosecond */
	uint16_t threads;   /* that have not ended */
	uint64_t hwthreads_used; /* bit i: hardware thread first + i has a thread */
	uint64_t hwthreads_shared; /* the same: it has several (emu/node/posix/share.h) */
	uint32_t created;   /* threads so far, without main */
	struct protections *protections; /* protect.h; NULL: none but the image's, */
	bool image_listed;   /* which is among them */
	struct l2_ranges *l2_ranges; /* of its own memory, for L2 atomics; NULL: none, */
	struct l2_range l2_last;     /* and the last one that it has used */
	struct posix *posix; /* emu/node/posix/posix.h; NULL until needed */
	locale_t locale;    /* setlocale(); NULL: C */
	bool has_locales;   /* threads of it may have others */
	struct files *files; /* emu/node/io/io_internal.h; NULL until needed */
	int64_t *mix_ended; /* what threads that have ended had executed, by hardware thread */
	bool mid_line[STDIO_STREAMS]; /* --label: no newline since the last label */
};

/* The process of the running thread. */
static inline struct process *process_self(void)
{
	return thread_self->process;
}

/* ---- its life, in emu/node/process/process.c: p is at that place of the node and not started; and
 * begins, when its image is there. */
void process_place(struct process *p, uint32_t node, uint32_t slot);
void process_begin(struct process *p);
/* Ends the running process with all of its threads: status as the shell would see
 * it. */
_Noreturn void process_exit(int status);
/* Ends it as by SIGABRT, without its handler; why has been reported.  What it has buffered of its
 * output is not lost. */
_Noreturn void process_fail(void);
/* Ends it as abort(3) does, with its handler; text says why, pc where (0: not known). */
_Noreturn void process_abort(const char *text, uint64_t pc);
/* SIGSEGV of the running thread in a call, at that address: returns after the program's handler,
 * or ends the process as it does without one; text says why, pc where (0: not known). */
void process_fault(const volatile void *address, const char *text, uint64_t pc);
/* Tells the rooms below of these (process_ops.h). */
void process_ops_begin(void);
/* In two steps, for last words: it counts as ended from now on; and its threads end. */
void process_ended(struct process *p, int status);
_Noreturn void process_leave(void);
/* Ends p at at_ps wherever its threads are then, if it has not ended by itself. */
void process_end_at(struct process *p, int status, ps_t at_ps);
/* engine_config.reap: frees what t leaves, or all of its process if that has ended. */
void process_reap(void *ctx, struct thread *t);

/* Which hardware thread of the node t runs on: core * 4 + thread of the core. */
static inline unsigned hwthread_id(const struct thread *t)
{
	return t->process->first_hwthread + t->user->hwthread;
}

/* Start of its program image, which is the top of its stack. */
static inline uint8_t *process_image(const struct process *p)
{
	return p->base + space.image;
}

#endif
