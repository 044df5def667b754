/*
 * worker.h - the structs of a worker (host thread with its event queues) and of its nodes'
 * waits: for emu/core/engine, and for the quick check and the preemption timer of emu/core/wait,
 * which may call nothing.
 *
 * Never: included by other rooms.
 */
#ifndef BGQ_EMU_WORKER_H
#define BGQ_EMU_WORKER_H

#include <pthread.h>

#include <stdatomic.h>
#include <stddef.h>

#include "barrier.h"
#include "emu/core/calls/call_stack.h"
#include "engine.h"
#include "thread.h"
#include "watch.h"
#include "fetch.h"
#include "mix.h"
#include "host_ticks.h"
#include "net/machine/core.h"
#include "notes.h"
#include "net/base/evq.h"
#include "net/base/ring.h"

#define CACHE_LINE 64
#define WORKER_REAP_STACK_BYTES (256 * 1024)

/* The state of so many nodes stays in a core's own caches. */
#define CACHED_NODES 64
#define PENDING_KEPT 12
/* Words of worker.far: a bit for each worker. */
#define INBOX_WORDS(workers) (((workers) + 63) / 64)

/* A node's parked threads and queued events; touched by its worker only.  What each switch and
 * event uses comes first. */
struct node_wait {
	_Alignas(CACHE_LINE) struct thread *queued; /* threads whose resume is in the queue, */
	uint32_t queued_count; /* and their number */
	uint32_t watching;    /* parked threads that watch memory, */
	uint32_t watching_shared; /* and those that watch what processes share */
	uint32_t siblings;    /* threads beyond the first of each process */
	uint32_t owing;       /* threads with deferred stores */
	uint16_t slowness;    /* of its threads */
	bool shared;          /* its processes can share all memory, */
	bool objects;         /* or some of it */
	ps_t blocked_ps;      /* until then, at least, */
	uint32_t blocked, blocked_last; /* packets wait to leave */
	/* Queued events, without light ones and threads; and the times of some of them, in no
	 * order: of all while they are few (kept == pending). */
	uint32_t pending, kept;
	ps_t due_ps[PENDING_KEPT];
	struct thread *parked;
	uint64_t deliveries;
	uint32_t live, idle;  /* threads, and how many of them are parked */
	uint32_t counting;    /* threads by thread_watch_counting() */
	uint8_t computing[NODE_CORES]; /* sharers of each core, if all are of one process */
	bool reached;         /* one of them has asked for an address in all of it */
	struct node_cores *cores; /* engine_core.c; NULL until needed */
};

/* The budget that a program's code counts down at %gs:0 (bgqemu/budget.h).  Below zero it
 * calls bgqemu_check (wait/check_*.S). */
struct budget_cell {
	int64_t left;
	/* These tell that a program's assembly has changed a segment register.  Code reads them at
	 * fixed offsets from %gs: worker_has_cell(), and check/check_x86_64.S. */
	const struct budget_cell *self;
	uint64_t fs;    /* base of the host's thread-locals */
	uint64_t magic; /* BUDGET_CELL_MAGIC */
	uint64_t wrong; /* noted of segment registers: segments.h */
	/* The running thread's stack for calls (emu/core/calls/call_stack.h). */
	uint64_t *call_stack;
	uint64_t *host_call; /* CALL_STACK_HOST */
	/* The running thread's instruction cache, which its code reads at FETCH_CELL. */
	struct fetch *fetch;
};

_Static_assert(offsetof(struct budget_cell, self) == 8 && offsetof(struct budget_cell, fs) == 16 &&
	       offsetof(struct budget_cell, magic) == 24 &&
	       offsetof(struct budget_cell, call_stack) == CALL_STACK_CELL &&
	       offsetof(struct budget_cell, host_call) == CALL_STACK_HOST &&
	       offsetof(struct budget_cell, fetch) == FETCH_CELL, "read by assembly");

#define BUDGET_CELL_MAGIC UINT64_C(0x6267712d63656c6c) /* also in check/check_x86_64.S */

/* Without a clock: the time slice of code, in cycles.  Slices end at multiples of it, so that
 * threads of several workers that compute do so at the same time, in one window. */
#define BUDGET_UNTIMED UINT64_C(32768)
#define SLICE_PS (BUDGET_UNTIMED * CORE_CYCLE_PS)
/* The time slice by the host's clock. */
#define BUDGET_REAL UINT64_C(512)

/* The figures that a worker, or a group of them, leaves at the barrier. */
struct tidings {
	_Alignas(CACHE_LINE) ps_t next_ps; /* the earliest thing to do, */
	ps_t second_ps; /* and that of all workers but the first one, */
	unsigned first; /* which has next_ps */
	ps_t sent_ps;   /* of what has been sent in the stretch: may be carried out already */
	ps_t done_ps;   /* all events before it are done */
	ps_t ran_ps;    /* code may have run up to here */
	ps_t now_ps;    /* of the last event, or thread resumed */
	ps_t pause_ps;  /* the earliest request */
};

/* A stretch as it begins, the same for all workers but one. */
struct stretch_plan {
	ps_t next_ps; /* nothing is before it */
	ps_t done_ps; /* all events before it are done */
	ps_t end_ps;  /* of the first window, */
	ps_t stretch_end_ps; /* and of all that follow without a barrier */
	ps_t ahead_ps;
	ps_t alone_end_ps; /* of both, for */
	unsigned alone;    /* the worker that is alone; UINT_MAX: none */
};

struct worker {
	_Alignas(CACHE_LINE) struct budget_cell cell;
	struct evq q;       /* events, */
	struct evq threads; /* and threads to resume: after all events of their time */
	struct notes notes;
	int64_t granted;    /* cell.left when the running thread's clock was last set */
	int64_t slice;      /* without a clock: what it could have been up to the slice's end */
	ps_t horizon_ps;    /* the thread may run until then; 0: none runs */
	ps_t window_end_ps; /* events before it may be carried out */
	ps_t stretch_end_ps; /* it slides up to here without a barrier */
	bool alone;         /* the others have nothing to do until then, but for what it sends */
	ps_t publish_ps;    /* done_ps is published again then; PS_NEVER: never */
	ps_t ahead_ps;      /* code without calls may run so far beyond it */
	ps_t now_ps;
	ps_t event_ps;      /* of the last event */
	ps_t over_ps;       /* just after the last death of a thread; 0: none has died */
	ps_t sent_min_ps;   /* earliest event handed to others in this window */
	ps_t pause_ps;      /* a request; PS_NEVER: none */
	struct engine *engine;
	unsigned index;
	pthread_t host;
	atomic_bool begun;     /* and not ended: host is valid */
	atomic_bool booted;    /* its nodes */
	bool untimed;          /* as in engine_config; */
	uint32_t hooked;       /* leave and enter are called: asked for so often */
	struct chain *chain;   /* as in engine_config */
	uint32_t first, last;  /* nodes [first, last), */
	bool has_many_nodes;   /* more than CACHED_NODES */
	struct chan *inbox;    /* [workers]: from each other worker; inbox.h: */
	unsigned *near;        /* [near_count] those that may send at any time, */
	unsigned near_count;
	atomic_uint_fast64_t *far; /* [INBOX_WORDS(workers)] those of the others that have sent */
	struct thread *idle;   /* stands for worker_main */
	uint8_t *reap_stack;   /* for what a thread does after it was abandoned */
	struct thread *gone;   /* ended, and not yet reaped */
	void *caller_sp;       /* of thread_catch_up() */
	ps_t until_ps;         /* its limit; 0: none is active */
	uint64_t switches;
	/* Instructions that mixes_for has executed since it began to run: mix.h. */
	int64_t mix[MIX_COUNT];
	struct thread *mixes_for;
	struct real *real; /* by the host's clock: engine_real.c; else NULL */
	struct tidings said;   /* at the end of a stretch */
	/* All events before it are done, and what they have sent to others is in channels: by
	 * engine.turn, and 0 in the other turn until the worker has come to it. */
	_Alignas(CACHE_LINE) _Atomic ps_t done_ps[2]; /* D0 */
};

struct engine {
	struct sim sim; /* first: engine_post casts it back */
	struct engine_config cfg;
	struct worker **worker;
	uint16_t *worker_of; /* [node] */
	struct node_wait *wait; /* [node] */
	struct engine_cut cut; /* joined: NULL, all are */
	bool slides;    /* they may slide: engine_window.c */
	atomic_bool stretch_over; /* all workers come to the barrier soon */
	struct barrier barrier;
	struct tidings *said; /* [group of the barrier] */
	struct stretch_plan stretch;
	unsigned turn;    /* 0, 1, 0, ...: changes with each stretch */
	atomic_long live; /* threads not yet dead */
	atomic_bool stop;
	bool ended;       /* decided between windows */
	bool pausing;     /* these two as well */
	ps_t pause_ps;
	ps_t ran_ps;      /* code may have run up to here */
	ps_t hold_ps;     /* engine_hold(); PS_NEVER: none */
	ps_t look_ps;     /* of engine_config.look; PS_NEVER: none */
	/* Real: */
	_Alignas(CACHE_LINE) atomic_bool meet; /* all workers stop soon */
	atomic_uint_fast64_t meet_ps; /* when they do at the latest */
	struct host_ticks ticks; /* since the first time that they met; */
	bool begun;              /* workers have met */
};

/* The time of the earliest event or thread. */
static inline ps_t worker_next_ps(const struct worker *w)
{
	ps_t event_ps = evq_next_ps(&w->q), thread_ps = evq_next_ps(&w->threads);

	return event_ps < thread_ps ? event_ps : thread_ps;
}

/* Nothing goes on in other workers. */
static inline bool worker_is_alone(const struct worker *w)
{
	return w->alone || w->engine->cfg.workers == 1;
}

/* A parked thread may see what another one of the node stores. */
static inline bool node_sees_stores(const struct node_wait *nw)
{
	return nw->watching && (nw->siblings || nw->shared || nw->watching_shared);
}

/* The worker's programs still count in its cell: none has changed %gs. */
static inline bool worker_has_cell(const struct worker *w)
{
#if defined(__x86_64__) && !defined(BGQ_PORTABLE)
	bool other;

	__asm__ volatile("cmpq %%gs:8, %1" : "=@ccne"(other) : "r"(&w->cell));
	return !other;
#else
	(void)w;
	return true;
#endif
}

/* The budget that t has from its clock until until_ps, which is not before it: none if others
 * demand a part of its core (thread.h) or it is slow, or did or was when its segment began. */
static inline int64_t budget_until(const struct thread *t, ps_t until_ps)
{
	uint64_t cycles = (until_ps - t->clock_ps + CORE_CYCLE_PS - 1) / CORE_CYCLE_PS;

	if (t->share > 1 || thread_share(t) > 1)
		return -1;
	if (cycles > BUDGET_CYCLES_MAX)
		cycles = BUDGET_CYCLES_MAX;
	return (int64_t)cycles * BUDGET_CYCLE - 1;
}

/* No clock (--clock=off): time is that of code that runs, and only says whose turn it is. */
static inline bool worker_is_untimed(const struct worker *w)
{
	return w->untimed && !w->real;
}

/* Without a clock: the end of the slice that at_ps is in. */
static inline ps_t slice_end(ps_t at_ps)
{
	return (at_ps / SLICE_PS + 1) * SLICE_PS;
}

/* Without a clock: t's clock goes on by the cycles that its code has used, up to the end of its
 * slice: what it has used beyond, up to its next check, is no time. */
static inline void slice_count(struct worker *w, struct thread *t)
{
	ps_t used_ps = (ps_t)((w->granted - w->cell.left) >> BUDGET_DEMAND_BITS) * CORE_CYCLE_PS;

	w->granted = w->cell.left;
	t->clock_ps = ps_min(t->clock_ps + used_ps, slice_end(t->clock_ps));
}

/* Without a clock: the budget that t has from its clock, until its next probe or the end of its
 * slice. */
static inline void slice_grant(struct worker *w, const struct thread *t)
{
	ps_t end_ps = slice_end(t->clock_ps), until_ps = ps_min(t->probe_ps, end_ps);

	w->slice = (int64_t)((end_ps - t->clock_ps) / CORE_CYCLE_PS) * BUDGET_CYCLE - 1;
	w->granted = w->slice;
	if (until_ps <= t->clock_ps || t->signalled)
		w->granted = -1;
	else if (until_ps < end_ps)
		w->granted -= (int64_t)((end_ps - until_ps) / CORE_CYCLE_PS) * BUDGET_CYCLE;
	w->cell.left = w->granted;
}

/* Another worker has sent something, or wants to meet. */
static inline bool worker_is_called(const struct worker *w)
{
	const struct engine *e = w->engine;

	for (unsigned i = 0; i < w->near_count; i++)
		if (chan_has_more(&w->inbox[w->near[i]]))
			return true;
	for (unsigned i = 0; i < INBOX_WORDS(e->cfg.workers); i++)
		if (atomic_load_explicit(&w->far[i], memory_order_relaxed))
			return true;
	return atomic_load_explicit(&e->meet, memory_order_relaxed);
}

/* Work that w has done in this turn. */
static inline _Atomic ps_t *worker_done(struct worker *w)
{
	return &w->done_ps[w->engine->turn];
}

static inline struct thread *thread_of(struct event *ev)
{
	return (struct thread *)((char *)ev - offsetof(struct thread, resume));
}

#endif
