/*
 * engine.h - conservative parallel simulation: node threads (fibers) on pinned workers.
 *
 * A worker is a pthread pinned to a core.  It owns a block of nodes: their events, their threads
 * and all their data.  Each worker may go on to the end of its window (quantum): L after the time
 * up to which the others have come, because nothing that happens on a node can reach one of
 * another worker in less than L: the lookahead between any two nodes, or between nodes of
 * different workers (engine_cut()).  Its window moves on as they do, and it takes over what they
 * have sent.  After a stretch of some windows is a barrier, at which they agree on the next T.
 *
 * Never: a switch inside libc; a result that depends on which worker ran what.
 */
#ifndef BGQ_EMU_ENGINE_H
#define BGQ_EMU_ENGINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "net/base/event.h"

struct process;     /* emu/node/machine/process.h */
struct thread;      /* thread.h */

struct engine;
struct chain; /* chain.h */

struct engine_config {
	uint32_t nodes;
	unsigned workers;     /* 1..nodes */
	bool unpinned;        /* workers are not pinned to cores */
	/* How many of several workers the host lets run at a time; NULL or 0: one on each core. */
	unsigned (*processors)(void);
	ps_t lookahead_ps;
	/* Zeroed memory for the struct of a worker, whose first CACHE_LINE bytes programs store to;
	 * never freed.  NULL: pages_alloc(). */
	void *(*worker_room)(size_t bytes);
	struct chain *chain;  /* with one worker: notified of each turn; or NULL */
	ps_t solo_ps;         /* window length with one worker; 0: the engine chooses */
	/* Lower bounds on the delay until memory of a node changes, by cause: an event on another
	 * node, or a light one on this node; and a thread's call on another node. */
	ps_t min_effect_ps, min_call_effect_ps;
	/* Lower bound on that delay from an event on the node that another one has posted. */
	ps_t arrival_ps;
	/* Lower bound on that delay from a thread's call on the node, of another process. */
	ps_t min_own_effect_ps;
	/* Not 0: cores have threads of several processes, which see each other's waits at the
	 * end of quanta of this length: engine_core.c. */
	ps_t core_quantum_ps;
	/* Lower bound on that delay for a node with packets that wait to leave (node_blocked): a
	 * network event on any node may let them leave. */
	ps_t leave_ps;
	ps_t refetch_ps;      /* leave_ps if none of them is the last one of its message */
	uint32_t fetch_cycles; /* of a line of code that is fetched; 0: all is there */
	bool mixed;           /* executed instructions are counted: mix.h */
	bool sampled;         /* threads begin with sample_ps set; samples use what others do */
	bool profiled;        /* they begin so, and samples change nothing */
	bool stressed;        /* each check enters the emulator, and its thread yields: for tests */
	bool untimed;         /* a call that costs no time does not yield */
	/* Not 0: time is the host's, slower by this factor.  Each worker carries out what is
	 * due by it, without windows (engine_real.c).  Requires untimed; no pauses. */
	uint32_t real;
	/* Not 0: nodes have no threads; the run ends when no event earlier than this
	 * is left. */
	ps_t end_ps;
	bool drain;           /* end only when no event is left */
	/* Worker w begins: create the threads of nodes [first, last), or their first
	 * events. */
	void (*boot)(void *ctx, unsigned w, uint32_t first, uint32_t last);
	/* t, which has been started without, is about to run: calls thread_prepare() for it.  On a
	 * stack of the emulator.  May be NULL if none is started so. */
	void (*first)(void *ctx, struct thread *t);
	/* Worker w is about to end; may be NULL. */
	void (*end)(void *ctx, unsigned w);
	/* Serial, between stretches: everything before now_ps has happened. */
	void (*window)(void *ctx, ps_t now_ps);
	/* Serial: no events are left but live processes are.  Return true after
	 * having made progress possible (threads readied), false to stop. */
	bool (*quiescent)(void *ctx, ps_t now_ps);
	/* A time requested by engine_pause(): everything before at_ps has happened,
	 * nothing after it.  All workers call this together; they synchronize with
	 * engine_meet(). */
	void (*pause)(void *ctx, unsigned worker, ps_t at_ps);
	/* Serial: everything before look_ps has happened, and nothing further from it than code
	 * that runs ahead; at first engine_config.look_ps.  It may post events.  Returns the next
	 * time.  Not called when nothing is left to happen, or by the host's clock. */
	ps_t (*look)(void *ctx, ps_t look_ps);
	ps_t look_ps;         /* PS_NEVER: it is not called */
	/* Serial: the time of engine_hold() has come.  May be NULL without it. */
	void (*held)(void *ctx, ps_t at_ps);
	/* t, which is about to be switched out, has changed segment registers: `wrong` of
	 * segments.h, which are mended.  May be NULL. */
	void (*strayed)(void *ctx, struct thread *t, unsigned wrong);
	/* t has ended and its stack is not in use any more; may be NULL. */
	void (*reap)(void *ctx, struct thread *t);
	/* leave: a thread is about to continue, which thread_self names already; enter: it
	 * has done so after a switch, on its stack, except at its start.  Both or none. */
	void (*leave)(void *ctx);
	void (*enter)(void *ctx);
	bool hooked; /* they are called always; else while node_hook() asks for it */
	/* The number of threads that share a core of a node is about to change: the parked
	 * loops there, of this process or, if NULL, of all, run at another speed from then
	 * on.  May be NULL. */
	void (*core_changes)(void *ctx, uint32_t node, unsigned core,
			     const struct process *process);
	/* The running thread t may have stored to memory that parked threads of its node
	 * watch, since t->segment_ps; may be NULL. */
	void (*stored)(void *ctx, struct thread *t);
	/* Carries out deferred stores of threads that are parked on node: an event of it, or a
	 * thread that is not at a check, is about to run and may use its memory. */
	void (*settle)(void *ctx, uint32_t node);
	/* The running thread t has waited, for t->waiting.kind since t->waiting.since_ps; may be
	 * NULL. */
	void (*waited)(void *ctx, const struct thread *t);
	/* t has ended, by itself or not: it is the running one, or where it was.  May be NULL. */
	void (*ended)(void *ctx, const struct thread *t);
	void *ctx;
};

struct engine *engine_create(const struct engine_config *cfg);
void engine_destroy(struct engine *e);
struct sim *engine_sim(struct engine *e);
/* Before the run: how far nodes of different workers are from each other. */
struct engine_cut {
	ps_t window_ps; /* the least time between any two */
	bool *joined;   /* [workers * workers], of malloc(), the engine's from now on: whether what
			 * happens on a node of a reaches one of b earlier than */
	ps_t detour_ps; /* this */
};
void engine_cut(struct engine *e, const struct engine_cut *cut);
unsigned engine_worker_of(const struct engine *e, uint32_t node);

/* Runs until every thread is dead and all events up to that time have been carried out (with
 * drain: until no event is left), quiescent() has given up, or end_ps.  Returns 0, or -errno if
 * the workers could not be started. */
int engine_run(struct engine *e);

/* Serial: the end of the run if no thread lives: events at this time or later are no part of
 * it, though some may have been carried out.  PS_NEVER: a thread lives, or time is not
 * simulated. */
ps_t engine_over(const struct engine *e);

/* Makes the caller, window() or quiescent(), act as the worker that owns node. */
void engine_act_for(struct engine *e, uint32_t node);

/* Before the run, or in window() or held(): held() is called at at_ps, or as soon after it as
 * nothing has run beyond; everything before that time has happened then, nothing at it or later.
 * Once; not if the run ends before, or nothing is left to happen.  Returns the time. */
ps_t engine_hold(struct engine *e, ps_t at_ps);
/* The time of engine_hold() that is to come: nothing may be carried out beyond it in one step.
 * PS_NEVER: none. */
ps_t engine_hold_ps(const struct engine *e);

/* Ends the worker's window, from a thread or an event handler, at at_ps, or as soon after it as
 * possible.  No effect where windows are short: with several workers and a clock. */
void engine_window_cut(struct engine *e, ps_t at_ps);

/* Stop soon (--timeout); any thread. */
void engine_stop(struct engine *e);
/* Whether all workers have booted their nodes; any thread. */
bool engine_is_booted(const struct engine *e);
/* In a worker's handler of a signal: if the run is to stop, its window ends at the next switch of
 * threads, but for short ones.  May get lost; a later signal does it then. */
void engine_stop_in_signal(struct engine *e);
/* Whether engine_stop() was called: events may be left then, at a run's end. */
bool engine_stopped(const struct engine *e);
/* Sends a signal to all workers, while engine_run() is under way; any thread. */
void engine_signal(struct engine *e, int sig);
/* After engine_run: the time of the last event, or when a thread was last resumed. */
ps_t engine_now(const struct engine *e);
/* Between windows: the time of the last event. */
ps_t engine_last_event(const struct engine *e);
uint64_t engine_switches(const struct engine *e);
/* Host memory of the event queues. */
uint64_t engine_queue_bytes(const struct engine *e);
/* Lateness with engine_config.real, after engine_run(): how long after its time an event was
 * carried out, in simulated nanoseconds: percentiles, to within 1/16, and the latest. */
struct engine_lateness {
	uint64_t events, p50_ns, p90_ns, p99_ns, most_ns;
};
struct engine_lateness engine_lateness(const struct engine *e);
unsigned engine_workers(const struct engine *e);

#endif
