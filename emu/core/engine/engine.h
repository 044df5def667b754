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

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "include/bgqemu/budget.h"
#include "net/base/event.h"
#include "net/base/evq.h"
#include "net/base/ring.h"

enum thread_state { THREAD_READY, THREAD_RUNNING, THREAD_PARKED, THREAD_DEAD };

/* Reasons to wait, beyond enum bgqemu_wait (include/bgqemu/abi.h); more follow above the engine
 * (emu/node/machine/process.h).  From WAIT_SPIN on, deliveries to the node as such do not end the
 * wait. */
enum { WAIT_NONE = 16, WAIT_SPIN, WAIT_SLEEP };

struct process;     /* emu/node/machine/process.h */
struct thread_user; /* there, too */
struct wait; /* emu/core/wait/wait.h */

#define THREAD_PREFETCH_LINES 6

/* One hardware thread of a node: a stack and a local clock. */
struct thread {
	void *sp;             /* while it does not run */
	uint64_t *call_stack; /* for calls and checks (emu/core/calls/call_stack.h) */
	/* Ends of the thread's own stack: the lowest byte, or NULL, and what is behind. */
	const uint8_t *stack_low, *stack_high;
	struct event resume;  /* queued while THREAD_READY, or parked with deadline */
	/* Prefetched before it resumes, beside its stack: what it uses first; or NULL. */
	const volatile void *prefetch[THREAD_PREFETCH_LINES];
	ps_t clock_ps;        /* its own time; of the running one: thread_clock() */
	uint32_t node;
	uint8_t state;        /* enum thread_state */
	uint8_t wait_kind;
	bool woken;           /* by a delivery, not by the deadline */
	bool waits;           /* without a clock: found at its last probe */
	bool signalled;       /* enters the emulator at each check */
	uint16_t order;       /* among its node's threads: the tie-break at equal times, */
	uint16_t turn;        /* or at turn_ps that of whoever made it ready then, if later */
	uint8_t core;         /* of its node: thread_core() */
	bool computes;        /* is one of the threads that share its core: */
	uint8_t *sharing;     /* their number, itself included; NULL: it is alone */
	/* thread_share() when its segment began, which costs as much from its start to its end:
	 * where in it another thread stopped waiting depends on how waits are carried out. */
	uint32_t share;
	bool in_segment;      /* it yields inside one, in thread_in_order() */
	ps_t count_ps;        /* others is valid until then: engine_core.c */
	/* Cost of its code since its last check or charge.  0 if the thread has its core for
	 * itself: its cycles are its time then, however they are added up.  Else it enters the
	 * emulator at each check, so that sums do not depend on what else is due. */
	int64_t part;
	ps_t turn_ps;
	ps_t segment_ps;      /* start of its code segment: its last check, charge or resume */
	ps_t probe_ps;        /* next probe for a wait, if it runs until then, */
	ps_t sample_ps;       /* sampled at its first check from then on; or PS_NEVER */
	uint32_t probe_cycles; /* and the interval to the one after: grows while it computes */
	int host_errno;       /* saved errno: libc's is the worker's */
	uint8_t others;       /* threads of other processes that share its core */
	uint16_t slowness;    /* a cycle takes this much longer than it should: node_slow() */
	int64_t *mix;         /* mix.h; NULL: not counted */
	ps_t lost_ps;         /* it has waited for others on its core, while its code ran */
	const volatile void *wait_what;
	uint64_t wait_pc;
	ps_t wait_since_ps;
	ps_t called_ps;       /* time of its last call that may have changed something */
	bool watching;        /* parked by thread_watch, */
	bool leaving;         /* until its resume, which is queued: thread_leave() */
	bool watches_shared;  /* and watches memory that the node's processes share */
	bool counting;        /* parked by thread_watch_counting(), */
	bool has_deferred_stores; /* parked, with stores to memory of its node to be done */
	bool at_check;        /* it has yielded at a check, where it may be found to wait */
	bool sibling;         /* not the first thread of its process */
	struct wait *wait;    /* emu/core/wait/wait.h; NULL until needed */
	struct thread *next_parked; /* list of its node's parked threads */
	struct thread *next_queued, **queued_at; /* list of those whose resume is queued */
	struct process *process;  /* whose memory it uses; opaque here, */
	struct thread_user *user; /* as is the state that the layers above keep */
};

/* Threads that compute on its core, t included, in the low bits; its slowness above.  More than 1:
 * its code may take longer than its own cycles. */
#define SHARE_BITS 8
static inline uint32_t thread_share(const struct thread *t)
{
	return (t->sharing ? *t->sharing + t->others : 1u) | (uint32_t)t->slowness << SHARE_BITS;
}

static inline unsigned thread_sharers(const struct thread *t)
{
	return thread_share(t) & ((1u << SHARE_BITS) - 1);
}

/* A segment of its code begins at its clock. */
static inline void thread_segment_begin(struct thread *t)
{
	t->segment_ps = t->clock_ps;
	t->part = 0;
	t->share = thread_share(t);
}

/* Time that t takes for code that subtracts cost from its budget: its own cycles, or those of
 * all threads that compute on its core if each does the same, whichever is more. */
static inline ps_t thread_cost_ps(const struct thread *t, int64_t cost)
{
	int64_t cycles = cost >> BUDGET_DEMAND_BITS, demand = cost & (BUDGET_CYCLE - 1);
	uint32_t share = t->share, slowness = share >> SHARE_BITS;

	share &= (1u << SHARE_BITS) - 1;
	if (share > 1 && demand * share > cycles)
		cycles = demand * share;
	return (ps_t)cycles * (slowness + 1) * CORE_CYCLE_PS;
}

/* Time that cycles of a call take, for which t does not compete with others. */
static inline ps_t thread_cycles_ps(const struct thread *t, uint64_t cycles)
{
	return cycles_ps(cycles) * (t->slowness + 1u);
}

/* The additional time for cost, beyond that of what its segment has cost already. */
static inline ps_t thread_more_ps(const struct thread *t, int64_t cost)
{
	if (!t->part)
		return thread_cost_ps(t, cost);
	return thread_cost_ps(t, t->part + cost) - thread_cost_ps(t, t->part);
}

/* The part of thread_more_ps() that it waits for others on its core, or for a slow core. */
static inline ps_t thread_loses_ps(const struct thread *t, int64_t cost)
{
	int64_t own = ((t->part + cost) >> BUDGET_DEMAND_BITS) - (t->part >> BUDGET_DEMAND_BITS);

	return thread_more_ps(t, cost) - (ps_t)own * CORE_CYCLE_PS;
}

static inline uint16_t thread_turn(const struct thread *t, ps_t at_ps)
{
	return t->turn_ps == at_ps ? t->turn : t->order;
}

/* From then on t, which waits, sees what by has done in its segment: at its very start if t's
 * turn was after by's. */
static inline ps_t thread_seen_ps(const struct thread *by, const struct thread *t)
{
	return by->segment_ps + (t->order < thread_turn(by, by->segment_ps));
}

struct worker;
struct engine;
struct chain; /* chain.h */

struct engine_config {
	uint32_t nodes;
	unsigned workers;     /* 1..nodes */
	ps_t lookahead_ps;
	/* Memory for the struct of a worker, whose first CACHE_LINE bytes programs store to; never
	 * freed.  NULL: aligned_alloc(). */
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
	/* The running thread t has waited, for t->wait_kind since t->wait_since_ps; may be
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

/* Request a pause() at at_ps, or as soon after it as possible; the earliest of all requests
 * counts, and only once.  From an event handler, or from pause(). */
void engine_pause(struct engine *e, ps_t at_ps);
/* In pause(): a barrier of all workers, as barrier_wait(). */
void engine_meet(struct engine *e, void (*serial)(void *), void *arg);
/* In pause(): a worker's event queue; and its queue of threads, whose entries hold only time
 * and place. */
struct evq *engine_queue(struct engine *e, unsigned worker);
const struct evq *engine_threads(const struct engine *e, unsigned worker);
/* In pause(): node's threads are all parked. */
bool engine_node_waits(const struct engine *e, uint32_t node);

/* In pause(), by the node's worker: adds to the node's count of deliveries. */
void node_forward(uint32_t node, uint64_t deliveries);
/* In pause(), by the node's worker: events of node may come later than they were posted for
 * (evq_delay). */
void node_delayed(uint32_t node);

/* Stop soon (--timeout); any thread. */
void engine_stop(struct engine *e);
/* Sends a signal to all workers, while engine_run() is under way; any thread. */
void engine_signal(struct engine *e, int sig);

/* ---- For code that runs on a node thread or in an event handler. */

extern __thread struct thread *thread_self __attribute__((tls_model("initial-exec")));
extern __thread struct worker *worker_self __attribute__((tls_model("initial-exec")));

/* The running thread's local time, with the budget that its code has used. */
ps_t thread_clock(void);

/* Make t runnable for the first time, at at_ps, on the calling worker. */
void thread_start(struct thread *t, uint32_t node, void *stack_top,
		  void (*entry)(void *), void *arg, ps_t at_ps);

/* Advance the running thread's clock by cost_ps, then carry out everything else that is
 * due by then. */
void thread_charge(ps_t cost_ps);
/* Like thread_charge(), for a call that only uses the memory of its node, or posts events to it:
 * as between two segments of code, only what changes that memory up to then has happened.  Not for
 * a call that reads the state of its message unit. */
void thread_charge_own(ps_t cost_ps);
/* True: thread_charge_own(cost_ps) would do nothing. */
bool thread_charges_nothing(ps_t cost_ps);

/* Without a clock: charges a call that may be a look in a loop that waits.  It gives way to the
 * next thread or event, if that is due in its time slice, or, at the first look since another
 * call, in the next one. */
void thread_look(ps_t cost_ps, bool first);

/* At the start of a call that uses state shared by processes of the node: returns once
 * everything that their threads do up to now has happened, and all that changes its memory: what
 * code reads after the call must not depend on whether others are due, or parked.  A call that
 * wait/follow_call.c knows reads nothing between this and its charge. */
void thread_in_order(void);

/* Stop running until thread_wake or deadline_ps. */
void thread_park(unsigned kind, const volatile void *what, uint64_t pc, ps_t deadline_ps);

/* Like thread_park(), for a thread that waits for memory to change: engine_config.stored is called
 * when another thread of its node may have changed it. */
void thread_watch(unsigned kind, const volatile void *what, uint64_t pc, ps_t deadline_ps);
/* Like thread_watch(), and nothing else runs on the thread's stack meanwhile: for
 * thread_catch_up().  defers: stores to memory of its node; engine_config.settle is called. */
void thread_watch_apart(unsigned kind, const volatile void *what, uint64_t pc, bool defers);
/* Like thread_watch_apart(), until deadline_ps at the latest. */
void thread_watch_counting(unsigned kind, const volatile void *what, uint64_t pc,
			   ps_t deadline_ps, bool defers);

/* Threads of different processes of node can see all of each other's stores; otherwise only
 * those to memory that a thread has declared to watch (watches_shared). */
void node_share_memory(uint32_t node);
/* From now on a process of node may store to private memory of the others: it has asked for an
 * address there. */
void node_reach_memory(uint32_t node);
/* Whether what the running thread stores may be private to the process of t, of its node. */
bool thread_reaches(const struct thread *t);
/* True if other threads of node can see all stores of its process's threads. */
bool node_is_seen(uint32_t node);
/* True if a thread with deferred stores is parked on node. */
bool node_is_owed(uint32_t node);
/* True if node has one thread. */
bool node_is_single(uint32_t node);
/* From now on code on node takes factor times as long, until the next call.  From an event
 * handler of the node. */
void node_slow(uint32_t node, unsigned factor);
/* Whether processes of node have objects in memory that they share. */
void node_share_objects(uint32_t node, bool on);
/* True if t, parked by thread_watch on the running thread's node, may see its stores. */
bool thread_is_seen_by(const struct thread *t);

/* Threads that watch memory see the running thread's stores; a new segment of its code
 * begins with thread_budget_spent(), thread_charge() or a wait. */
void thread_segment_end(void);
/* After that: true if the running thread may be probed for a wait; always true by virtual
 * clock. */
bool thread_may_probe(void);
/* The running thread, in code of its program, has used up its budget: yields to what is
 * due by now.  False: nothing was, and it has a new budget. */
bool thread_budget_spent(void);
/* The running thread, at a check, lets others go first that are due at its time. */
void thread_again(void);
/* The running thread is in a call after which programs often wait: if its last probe found a
 * wait, it is probed soon. */
void thread_may_wait(void);
/* Charges an instruction whose code does not (for signal handlers). */
void thread_budget_take(uint32_t cycles);
/* The budget's value, which code of programs may have in a register instead. */
int64_t thread_budget(void);
void thread_budget_set(int64_t left);
/* Places t, alive or about to start, on this core of its node. */
void thread_core(struct thread *t, unsigned core);

/* One more packet of node waits to leave, at until_ps or later; last: of its message. */
void node_blocked(uint32_t node, bool last, ps_t until_ps);
/* One less does. */
void node_unblocked(uint32_t node, bool last);

/* t, parked by thread_watch, becomes ready with its clock at clock_ps, which may lie in the
 * past by less than any other event of its node. */
void thread_resume(struct thread *t, ps_t clock_ps);
/* Like thread_resume(), but t stays parked until all events at this time have run: it watches
 * memory, and may catch up instead. */
void thread_leave(struct thread *t, ps_t clock_ps);
/* Like thread_resume(), now, for a thread parked by thread_watch_apart(): it runs until its first
 * check or charge not before until_ps; then it is ready, and the caller continues. */
void thread_catch_up(struct thread *t, ps_t clock_ps, ps_t until_ps);
bool thread_is_catching_up(void);

/* t, parked, becomes ready at at_ps.  No effect on a thread that is not parked. */
void thread_wake(struct thread *t, ps_t at_ps);

/* The running thread ends. */
__attribute__((noreturn)) void thread_exit(void);

/* t, of the calling worker and not the running one, ends where it is. */
void thread_kill(struct thread *t);

/* Abandon what the running thread does, from a signal handler: the program
 * counter and stack pointer at which last() runs in its place, on a stack of
 * the worker's; it must end in thread_exit(). */
void thread_abandon(void (*last)(void), uint64_t *pc, uint64_t *sp);

/* Whether leave and enter are called for node; from its worker, or in pause(). */
void node_hook(uint32_t node, bool on);

/* All threads parked on node, for delivery and reports. */
struct thread *node_parked(uint32_t node);
/* Counts a delivery to node; false: no thread is parked there, so that nothing has to be
 * woken. */
bool node_delivery(uint32_t node);
/* After a delivery to node: wakes threads in calls that wait for one. */
void node_wake(uint32_t node, ps_t at_ps);
uint64_t node_deliveries(uint32_t node);
/* Whether threads of node watch its memory. */
bool node_is_watched(uint32_t node);

/* The time of the event or thread that the calling worker carries out. */
ps_t worker_now(void);
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
