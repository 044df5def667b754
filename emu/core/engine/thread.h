/*
 * thread.h - node threads for the code that runs on them, or in an event handler: calls of programs
 * charge time here and give way to others.
 *
 * Never: a switch inside libc.
 */
#ifndef BGQ_EMU_ENGINE_THREAD_H
#define BGQ_EMU_ENGINE_THREAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "include/bgqemu/budget.h"
#include "net/base/event.h"
#include "sampler.h"
#include "waiting.h"

/* Why a thread enters the emulator at each check: signals that it has yet to see, or turns that end
 * within its rounds (emu/core/check/interleave.h). */
enum { THREAD_SIGNALS = 1, THREAD_INTERLEAVED = 2 };

enum thread_state { THREAD_READY, THREAD_RUNNING, THREAD_PARKED, THREAD_DEAD };

/* Reasons to wait, beyond enum bgqemu_wait (include/bgqemu/abi.h); more follow above the engine
 * (emu/node/machine/process.h).  From WAIT_SPIN on, deliveries to the node as such do not end the
 * wait. */
enum { WAIT_NONE = 16, WAIT_SPIN, WAIT_SLEEP };

struct process; /* emu/node/machine/process.h */
struct thread_user; /* there, too */
struct fetch; /* fetch.h */

#define THREAD_PREFETCH_LINES 6

/* One hardware thread of a node: a stack and a local clock.  Each switch uses the first
 * THREAD_SWITCH_BYTES. */
struct thread {
	void *sp;             /* while it does not run; NULL: thread_prepare() is to come */
	uint64_t *call_stack; /* for calls and checks (emu/core/calls/call_stack.h) */
	struct fetch *fetch;  /* its instruction cache */
	ps_t clock_ps;        /* its own time; of the running one: thread_clock() */
	uint32_t node;
	uint8_t state;        /* enum thread_state */
	uint8_t signalled;    /* enters the emulator at each check: THREAD_SIGNALS and so on */
	uint8_t core;         /* of its node: thread_core() */
	uint8_t others;       /* threads of other processes that share its core */
	uint16_t order;       /* among its node's threads: the tie-break at equal times, */
	uint16_t turn;        /* or at turn_ps that of whoever made it ready then, if later */
	uint16_t slowness;    /* a cycle takes this much longer than it should: node_slow() */
	bool computes;        /* is one of the threads that share its core: */
	bool in_segment;      /* it yields inside one, in thread_in_order() */
	uint8_t *sharing;     /* their number, itself included; NULL: it is alone */
	int host_errno;       /* saved errno: libc's is the worker's */
	/* thread_share() when its segment began, which costs as much from its start to its end:
	 * where in it another thread stopped waiting depends on how waits are carried out. */
	uint32_t share;
	struct event resume;  /* queued while THREAD_READY, or parked with deadline */
	struct thread *next_queued, **queued_at; /* list of those whose resume is queued */
	ps_t count_ps;        /* others is valid until then: engine_core.c */
	/* Cost of its code since its last check or charge.  0 if the thread has its core for
	 * itself: its cycles are its time then, however they are added up.  Else it enters the
	 * emulator at each check, so that sums do not depend on what else is due. */
	int64_t part;
	ps_t turn_ps;
	ps_t segment_ps;      /* start of its code segment: its last check, charge or resume */
	ps_t probe_ps;        /* next probe for a wait, if it runs until then, */
	ps_t sample_ps;       /* sampled at its first check from then on: least of sampler_ps */
	struct thread_loop loop;
	struct process *process;  /* whose memory it uses; opaque here, */
	struct thread_user *user; /* as is the state that the layers above keep */
	uint32_t probe_cycles; /* from the next probe to the one after: grows while it computes */
	bool sibling;         /* not the first thread of its process */
	/* Prefetched before it resumes, beside its stack: what it uses first; or NULL. */
	const volatile void *prefetch[THREAD_PREFETCH_LINES];
	/* Ends of the thread's own stack: the lowest byte, or NULL, and what is behind. */
	const uint8_t *stack_low, *stack_high;
	int64_t *mix;         /* mix.h; NULL: not counted */
	ps_t sampler_ps[SAMPLERS]; /* each sampler's next time; or PS_NEVER (sampler.h) */
	ps_t lost_ps;         /* it has waited for others on its core, while its code ran */
	struct thread_waiting waiting;
	ps_t called_ps;       /* time of its last call that may have changed something */
	struct thread *next_parked; /* list of its node's parked threads */
};

#define THREAD_SWITCH_BYTES 256
_Static_assert(offsetof(struct thread, probe_cycles) <= THREAD_SWITCH_BYTES, "for a switch");

/* The next time of one sampler. */
static inline void thread_sample_at(struct thread *t, enum sampler sampler, ps_t at_ps)
{
	t->sampler_ps[sampler] = at_ps;
	t->sample_ps = t->sampler_ps[0];
	for (unsigned i = 1; i < SAMPLERS; i++)
		if (t->sampler_ps[i] < t->sample_ps)
			t->sample_ps = t->sampler_ps[i];
}

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

extern __thread struct thread *thread_self;
extern __thread struct worker *worker_self;

/* The running thread's local time, with the budget that its code has used. */
ps_t thread_clock(void);

/* Make t runnable for the first time, at at_ps, on the calling worker. */
void thread_start(struct thread *t, uint32_t node, void *stack_top,
		  void (*entry)(void *), void *arg, ps_t at_ps);
/* In two parts, in any order: what t runs from its first turn on; and that it is runnable.  A turn
 * that finds nothing prepared asks engine_config.first for it. */
void thread_prepare(struct thread *t, void *stack_top, void (*entry)(void *), void *arg);
void thread_start_unprepared(struct thread *t, uint32_t node, ps_t at_ps);

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
 * emu/cmd/run/pure_calls.c knows reads nothing between this and its charge. */
void thread_in_order(void);

/* Threads of different processes of node can see all of each other's stores; otherwise only
 * those to memory that a thread has declared to watch (watches_shared). */
void node_share_memory(uint32_t node);
/* From now on a process of node may store to private memory of the others: it has asked for an
 * address there. */
void node_reach_memory(uint32_t node);
/* True if node has one thread. */
bool node_is_single(uint32_t node);
/* From now on code on node takes factor times as long, until the next call.  From an event
 * handler of the node. */
void node_slow(uint32_t node, unsigned factor);
/* Whether processes of node have objects in memory that they share. */
void node_share_objects(uint32_t node, bool on);

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

/* The time of the event or thread that the calling worker carries out. */
ps_t worker_now(void);

#endif
