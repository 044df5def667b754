/*
 * engine_budget.c - the running thread's budget (time slice in cycles) and horizon (safe time).
 *
 * Code of programs counts core cycles down in the worker's cell (%gs:0) and asks here when
 * they are used up; the thread's clock is what it was when the budget was granted, plus
 * the part used since.  The horizon is the earliest time at which anything but the thread
 * itself could change memory that it reads: the next event of its own node, the next event
 * of any node, or thread of another process, plus the minimum delay until its effect here.
 * Calls of the runtime that touch more than memory need more: thread_charge() carries out
 * everything before them first.
 *
 * Never: a thread beyond a check at which an event of its node was due.
 */
#include "engine_internal.h"
#include "engine.h"
#include "watch.h"

#if defined(__x86_64__) && !defined(BGQ_PORTABLE)
#include <asm/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

/* Cycles between probes for a wait: doubled each time until it has waited; at most
 * PROBE_AFTER_CALL from a call to the next probe. */
#define PROBE_MIN 512
#define PROBE_MAX  (1u << 23)
#define PROBE_AFTER_CALL UINT64_C(16384)
/* Without a clock: at most, and after a call behind which programs wait. */
#define PROBE_UNTIMED_MAX (8 * (uint32_t)BUDGET_UNTIMED)
#define PROBE_UNTIMED_CALL 128

#if defined(__x86_64__) && !defined(BGQ_PORTABLE)
void budget_base(struct budget_cell *cell)
{
	cell->self = cell;
	cell->magic = BUDGET_CELL_MAGIC;
	syscall(SYS_arch_prctl, ARCH_GET_FS, &cell->fs);
	syscall(SYS_arch_prctl, ARCH_SET_GS, cell);
}
#elif defined(__aarch64__) && !defined(BGQ_PORTABLE)
/* The second word of what the thread pointer leads to is nobody's (tcbhead_t of glibc). */
void budget_base(struct budget_cell *cell)
{
	cell->self = cell;
	cell->magic = BUDGET_CELL_MAGIC;
	((struct budget_cell **)__builtin_thread_pointer())[1] = cell;
}
#else
void budget_base(struct budget_cell *cell)
{
	(void)cell;
}
#endif

/* With more threads queued on its node a thread considers only the earliest: some share a
 * core. */
#define QUEUED_MAX NODE_USER_CORES

static ps_t later(ps_t at_ps, ps_t by_ps)
{
	return at_ps < PS_NEVER - by_ps ? at_ps + by_ps : PS_NEVER;
}

/* The code of one process does not change what that of another reads, or how fast it runs. */
static bool processes_apart(const struct worker *w, const struct node_wait *nw)
{
	return !nw->shared && !nw->objects && !w->engine->cfg.sampled;
}

static bool all_apart(const struct worker *w, const struct node_wait *nw)
{
	return !nw->siblings && processes_apart(w, nw);
}

bool node_is_seen(uint32_t node)
{
	const struct node_wait *nw = &worker_self->engine->wait[node];

	return nw->siblings || nw->shared;
}

/* Until then code of other processes does not see what a thread of the node does from at_ps
 * on. */
static ps_t apart_until(const struct worker *w, ps_t at_ps)
{
	const struct engine_config *cfg = &w->engine->cfg;
	ps_t until_ps = later(at_ps, cfg->min_own_effect_ps);

	return cfg->core_quantum_ps ? ps_min(until_ps, core_quantum_end(w, at_ps)) : until_ps;
}

/* The earliest time at which another thread of its node may change what t reads, or
 * horizon_ps if that is earlier.  Out of line, so that a node's only thread pays nothing for
 * it. */
static __attribute__((noinline)) ps_t threads_horizon(const struct worker *w,
						      const struct thread *t, ps_t horizon_ps)
{
	const struct node_wait *nw = &w->engine->wait[t->node];

	if (all_apart(w, nw))
		return ps_min(horizon_ps, apart_until(w, evq_next_ps(&w->threads)));
	for (const struct thread *o = nw->queued; o; o = o->next_queued)
		horizon_ps = ps_min(horizon_ps,
				    t->process != o->process && processes_apart(w, nw)
					    ? apart_until(w, o->resume.time_ps)
					    : o->resume.time_ps);
	return horizon_ps;
}

/* When a packet that waits to leave has an effect here, if an event of any node at event_ps lets
 * it leave. */
static inline ps_t leaving_ps(const struct engine_config *cfg, const struct node_wait *nw,
			      ps_t event_ps)
{
	return later(ps_max(event_ps, nw->blocked_ps),
		     nw->blocked_last ? cfg->leave_ps : cfg->refetch_ps);
}

static inline ps_t horizon(const struct worker *w, const struct thread *t)
{
	const struct node_wait *nw = &w->engine->wait[t->node];
	const struct engine_config *cfg = &w->engine->cfg;
	ps_t event_ps = evq_next_ps(&w->q), thread_ps = evq_next_ps(&w->threads);
	/* Events of other workers come at the window's end or later, and need time to take
	 * effect, too. */
	ps_t horizon_ps = w->window_end_ps + w->ahead_ps;

	if (w->until_ps)
		return w->until_ps;
	if (nw->blocked) {
		ps_t next_ps = ps_min(w->window_end_ps, ps_min(event_ps, thread_ps));

		horizon_ps = ps_min(horizon_ps, leaving_ps(cfg, nw, next_ps));
	}
	if (nw->kept != nw->pending || (nw->queued_count > QUEUED_MAX && !all_apart(w, nw)))
		return ps_min(horizon_ps, ps_min(event_ps, thread_ps));
	horizon_ps = ps_min(horizon_ps, ps_min(later(event_ps, cfg->min_effect_ps),
					       later(thread_ps, cfg->min_call_effect_ps)));
	for (uint32_t i = 0; i < nw->kept; i++)
		horizon_ps = ps_min(horizon_ps, nw->due_ps[i]);
	return nw->queued ? threads_horizon(w, t, horizon_ps) : horizon_ps;
}

/* t must recount the threads that share its core at times: it does where its actions are in
 * order. */
static __attribute__((noinline)) ps_t horizon_counted(struct worker *w, struct thread *t,
						      bool begins)
{
	ps_t horizon_ps = horizon(w, t);

	if (begins || t->clock_ps < horizon_ps)
		core_count(w, t);
	return t->count_ps > t->clock_ps ? ps_min(horizon_ps, t->count_ps) : horizon_ps;
}

static inline void horizon_set(struct worker *w, struct thread *t, bool begins)
{
	w->horizon_ps = __builtin_expect(t->count_ps == PS_NEVER, true)
				? horizon(w, t) : horizon_counted(w, t, begins);
}

bool budget_reaches(struct worker *w, struct thread *t)
{
	if (t->clock_ps >= w->horizon_ps)
		horizon_set(w, t, false);
	return t->clock_ps < w->horizon_ps;
}

static void grant_untimed(struct worker *w, const struct thread *t)
{
	if (!w->real) { /* others see its stores when its slice ends, or in a call */
		slice_grant(w, t);
		return;
	}
	bool free = !node_sees_stores(&w->engine->wait[t->node]) && !t->signalled &&
		    t->clock_ps < t->probe_ps;

	w->cell.left = w->granted = free ? (int64_t)BUDGET_REAL * BUDGET_CYCLE - 1 : -1;
}

static inline void grant(struct worker *w, const struct thread *t)
{
	ps_t until_ps = t->probe_ps < w->horizon_ps ? t->probe_ps : w->horizon_ps;
	int64_t budget = -1;

	if (w->untimed) {
		grant_untimed(w, t);
		return;
	}
	if (t->sample_ps < until_ps)
		until_ps = t->sample_ps;
	/* If its stores may end another thread's wait, each check enters the emulator. */
	if (!node_sees_stores(&w->engine->wait[t->node]) && !t->signalled)
		budget = budget_until(t, ps_max(t->clock_ps, until_ps));
	w->cell.left = w->granted = budget;
}

void budget_grant(struct worker *w, const struct thread *t)
{
	grant(w, t);
}

static void probe_after(struct thread *t, uint32_t cycles)
{
	t->probe_cycles = cycles;
	t->probe_ps = t->clock_ps + (ps_t)cycles * CORE_CYCLE_PS;
}

void budget_again(struct worker *w, struct thread *t)
{
	w->horizon_ps = ps_min(horizon(w, t), t->count_ps);
	grant(w, t);
}

void budget_begin(struct worker *w, struct thread *t)
{
	horizon_set(w, t, true);
	if (t->in_segment)
		t->segment_ps = t->clock_ps; /* what it stores is seen from here on */
	else
		thread_segment_begin(t);
	t->in_segment = false;
	grant(w, t);
}

void budget_probe_soon(struct thread *t)
{
	probe_after(t, PROBE_MIN);
}

void budget_go_on(struct worker *w, struct thread *t)
{
	ps_t probe_ps = t->clock_ps + PROBE_AFTER_CALL * CORE_CYCLE_PS;

	if (worker_is_untimed(w)) {
		/* The thread's code uses up the budget that it has, unless its clock has moved. */
		if (w->granted == w->cell.left)
			grant(w, t);
		return;
	}
	if (t->probe_ps > probe_ps)
		t->probe_ps = probe_ps;
	if (w->untimed)
		real_go_on(w, t);
	else
		budget_reaches(w, t);
	thread_segment_begin(t);
	grant(w, t);
}

static __attribute__((noinline)) void cost_take_shared(struct thread *t, int64_t cost)
{
	t->lost_ps += thread_loses_ps(t, cost);
	t->clock_ps += thread_more_ps(t, cost);
	t->part = t->share > 1 ? t->part + cost : 0;
}

/* A thread that shares its core when a segment begins is granted nothing. */
static inline void cost_take(struct thread *t, int64_t granted, int64_t left)
{
	if (granted == left && !t->part) /* it has called again at once */
		return;
	if (__builtin_expect(granted < 0 || t->share > 1, false)) {
		cost_take_shared(t, granted - left);
		return;
	}
	t->clock_ps += (ps_t)((granted - left) >> BUDGET_DEMAND_BITS) * CORE_CYCLE_PS;
	t->part = 0;
}

static __attribute__((noinline)) void settle_untimed(struct worker *w, struct thread *t)
{
	if (!w->real) {
		slice_count(w, t);
		return;
	}
	real_settle(w, t);
	w->granted = w->cell.left;
}

void budget_settle(struct worker *w, struct thread *t)
{
	if (w->untimed) {
		settle_untimed(w, t);
		return;
	}
	cost_take(t, w->granted, w->cell.left);
	w->granted = w->cell.left;
}

void budget_cut(struct worker *w, ps_t horizon_ps)
{
	struct thread *t = thread_self;

	w->horizon_ps = horizon_ps;
	if (t && !worker_is_untimed(w)) {
		budget_settle(w, t);
		grant(w, t);
	}
}

ps_t thread_clock(void)
{
	struct worker *w = worker_self;
	struct thread *t = thread_self;

	if (!w->untimed) /* else the clock goes on where events are carried out before it */
		budget_settle(w, t);
	return t->clock_ps;
}

bool thread_may_probe(void)
{
	struct worker *w = worker_self;
	struct thread *t = thread_self;

	if (!w->untimed && t->clock_ps >= t->count_ps)
		return false; /* first it must count the threads that share its core */
	if (worker_is_untimed(w))
		return t->clock_ps >= t->probe_ps;
	return !w->real || real_may_probe(w, t);
}

static void probe_failed(const struct worker *w, struct thread *t)
{
	uint32_t most = worker_is_untimed(w) ? PROBE_UNTIMED_MAX : PROBE_MAX;

	probe_after(t, t->probe_cycles < most ? 2 * t->probe_cycles : most);
}

bool thread_budget_spent(void)
{
	struct worker *w = worker_self;
	struct thread *t = thread_self;

	if (!w->real) /* by the host's clock it was settled just now, which takes long */
		budget_settle(w, t);
	horizon_set(w, t, false);
	if (t->clock_ps >= t->probe_ps)
		probe_failed(w, t);
	if (t->clock_ps >= w->horizon_ps || (w->engine->cfg.stressed && !w->until_ps)) {
		thread_yield(w, t);
		return true;
	}
	thread_segment_begin(t);
	grant(w, t);
	return false;
}

void thread_again(void)
{
	budget_settle(worker_self, thread_self);
	thread_yield(worker_self, thread_self);
}

/* The next probe is soon, if it is within the slice.  The clock stays where it is: calls do not
 * carry out what is due. */
static inline void probe_in_slice(struct worker *w)
{
	int64_t used = w->granted - w->cell.left, budget = used + PROBE_UNTIMED_CALL * BUDGET_CYCLE;

	w->granted = budget < w->slice ? budget : w->slice;
	w->cell.left = w->granted - used;
}

/* With a clock, calls end a segment and with it the time to the next probe (budget_go_on()). */
void thread_may_wait(void)
{
	struct worker *w = worker_self;

	if (worker_is_untimed(w))
		probe_in_slice(w);
}

void thread_budget_take(uint32_t cycles)
{
	worker_self->cell.left -= cycles * BUDGET_CYCLE;
}

int64_t thread_budget(void)
{
	return worker_self->cell.left;
}

void thread_budget_set(int64_t left)
{
	worker_self->cell.left = left;
}
