/* engine_thread.c - node threads (fibers) and their scheduler; see engine.c. */
#include <errno.h>
#include <stdlib.h>

#include "counted.h"
#include "engine_internal.h"
#include "fiber.h"
#include "engine.h"
#include "thread_prefetch.h"
#include "watch.h"

#define EVENTS_AHEAD 4 /* from one step of the prefetch to the next */
/* At equal times threads run in the order of hardware threads. */
#define THREAD_PLACE UINT32_MAX

/* Gives t, which has not run yet, a stack for calls, and the engine's user a last chance to prepare
 * it; t may be the worker's own thread, which is prepared. */
static __attribute__((noinline)) void first_turn(struct worker *w, struct thread *t)
{
	w->cell.call_stack = call_stack_take();
	if (!t->sp)
		w->engine->cfg.first(w->engine->cfg.ctx, t);
	errno = t->host_errno; /* which the host's calls have changed */
}

static void thread_continue(struct worker *w, struct thread *from, struct thread *to)
{
	if (__builtin_expect(!worker_has_cell(w), false))
		segments_strayed(w, from);
	from->host_errno = errno;
	thread_self = to == w->idle ? NULL : to;
	errno = to->host_errno;
	if (to != w->idle)
		budget_begin(w, to);
	hook_leave(w);
	if (from == to)
		return;
	w->switches++;
	from->call_stack = w->cell.call_stack;
	w->cell.call_stack = to->call_stack;
	w->cell.fetch = to->fetch;
	if (__builtin_expect(!to->call_stack, false))
		first_turn(w, to);
	fiber_switch(&from->sp, to->sp);
	if (__builtin_expect(w->hooked != 0, false))
		w->engine->cfg.enter(w->engine->cfg.ctx);
}

static void unpark(struct node_wait *nw, struct thread *t)
{
	struct thread **at = &nw->parked;
	struct thread_loop *l = &t->loop;

	while (*at != t)
		at = &(*at)->next_parked;
	*at = t->next_parked;
	t->next_parked = NULL;
	nw->idle--;
	nw->watching -= l->watching;
	nw->watching_shared -= l->watches_shared;
	nw->counting -= l->counting;
	nw->owing -= l->has_deferred_stores;
	l->watching = l->watches_shared = l->leaving = l->counting = l->has_deferred_stores = false;
}

/* ---- scheduling */

/* Prefetch the memory of events that are due in a few turns. */
static inline void events_prefetch(const struct worker *w, const struct sim *sim)
{
	if (!sim->prefetch || !is_prefetched(w, &w->q))
		return;
#pragma GCC unroll 3
	for (unsigned step = 0; step < PREFETCH_STEPS; step++) {
		const struct event_entry *entry =
			evq_ahead(&w->q, (PREFETCH_STEPS - step) * EVENTS_AHEAD);

		if (entry)
			sim_prefetch_step(sim, entry, step);
	}
}

/* Back to thread_catch_up(). */
static void caught_up(struct worker *w, struct thread *self)
{
	self->host_errno = errno;
	self->call_stack = w->cell.call_stack;
	w->switches++;
	fiber_switch(&self->sp, w->caller_sp);
}

static inline void progress(struct worker *w)
{
	if (__builtin_expect(w->now_ps >= w->publish_ps, false))
		window_publish(w, w->now_ps);
}

/* May find nothing, as thread_next(): an entry may have been removed. */
static inline void event_next(struct worker *w, struct sim *sim, ps_t thread_ps,
			      struct chain *chain)
{
	ps_t end_ps = thread_ps < w->window_end_ps ? thread_ps + 1 : w->window_end_ps;
	const struct event_entry *entry = evq_pop_before(&w->q, end_ps);

	if (!entry)
		return;
	w->now_ps = w->event_ps = entry->time_ps;
	progress(w);
	event_begins(chain, entry);
	events_prefetch(w, sim);
	if (entry_is_light(entry)) {
		sim->light(sim->light_ctx, entry);
		return;
	}
	struct event *ev = entry->what;

	if (!ev->type->network_only) {
		struct node_wait *nw = &w->engine->wait[ev->node];

		pending_remove(nw, pending_due(w, ev));
		if (__builtin_expect(nw->owing != 0, false))
			w->engine->cfg.settle(w->engine->cfg.ctx, ev->node);
	}
	ev->type->run(ev);
}

/* Puts t, of entry, back: first threads of its node with deferred stores come up to its time, and
 * those of them that are due then and whose turn is before its own go on. */
static __attribute__((noinline)) void settle_before(struct worker *w, const struct thread *t,
						    struct event_entry entry)
{
	evq_push(&w->threads, &entry);
	w->engine->cfg.settle(w->engine->cfg.ctx, t->node);
}

/* Whether others of the node have deferred stores that t, not at a check, cannot join. */
static inline bool is_owed(const struct node_wait *nw, const struct thread *t)
{
	return __builtin_expect(nw->owing > t->loop.has_deferred_stores, false) &&
	       !t->loop.at_check;
}

static inline struct thread *thread_next(struct worker *w, ps_t event_ps, struct chain *chain)
{
	ps_t end_ps = event_ps < w->window_end_ps ? event_ps : w->window_end_ps;
	const struct event_entry *entry = evq_pop_before(&w->threads, end_ps);

	if (!entry)
		return NULL;
	w->now_ps = entry->time_ps;
	progress(w);
	struct thread *t = thread_of(entry->what);

	if (is_owed(&w->engine->wait[t->node], t)) {
		settle_before(w, t, *entry);
		return NULL;
	}
	event_begins(chain, entry);
	threads_prefetch(w);
	queued_remove(&w->engine->wait[t->node], t);
	if (t->state == THREAD_PARKED) { /* its deadline, or it leaves */
		if (!t->loop.leaving && t->clock_ps < entry->time_ps)
			t->clock_ps = entry->time_ps;
		unpark(&w->engine->wait[t->node], t);
	}
	t->state = THREAD_RUNNING;
	return t;
}

/* Carries out events and switches to other threads until self may continue.  chain is NULL at
 * compile time where it is not wanted. */
static inline __attribute__((always_inline)) void
carry_on(struct worker *w, struct thread *self, struct chain *chain)
{
	struct sim *sim = &w->engine->sim;

	for (;;) {
		ps_t event_ps = evq_next_ps(&w->q), thread_ps = evq_next_ps(&w->threads);
		bool done = event_ps >= w->window_end_ps && thread_ps >= w->window_end_ps;

		/* Threads run no further than to the next event. */
		if (w->notes.count && (event_ps >= w->notes.least_ps || done)) {
			notes_carry_out(&w->notes, sim);
			continue;
		}
		if (done) {
			if (window_slide(w) || (self == w->idle && window_next(w)))
				continue;
			thread_continue(w, self, w->idle);
			return;
		}
		if (event_ps <= thread_ps) {
			event_next(w, sim, thread_ps, chain);
			continue;
		}
		struct thread *t = thread_next(w, event_ps, chain);

		if (t) {
			thread_continue(w, self, t);
			return;
		}
	}
}

/* Out of line, so that the ordinary path saves no registers for it. */
static __attribute__((noinline)) void carry_on_measured(struct worker *w, struct thread *self)
{
	carry_on(w, self, w->chain);
}

void engine_schedule(struct worker *w, struct thread *self)
{
	if (w->until_ps) {
		caught_up(w, self);
		return;
	}
	thread_self = NULL; /* allocations from here on are not a program's */
	w->horizon_ps = 0;
	if (__builtin_expect(w->chain != NULL, false))
		carry_on_measured(w, self);
	else
		carry_on(w, self, NULL);
}

/* Orders t, made ready for now by the running thread, behind all whose turn was before its own. */
static void turn_set(struct thread *t, ps_t at_ps)
{
	const struct thread *by = thread_self;

	if (!by || by == t || by->node != t->node || by->clock_ps != at_ps)
		return;
	t->turn = thread_turn(by, at_ps);
	if (t->turn < t->order)
		t->turn = t->order;
	t->turn_ps = at_ps;
}

void thread_post_resume(struct worker *w, struct thread *t, ps_t at_ps)
{
	struct event_entry entry = { at_ps, event_place(t->node, THREAD_PLACE), t->order,
				     &t->resume };

	turn_set(t, at_ps);
	t->resume.time_ps = at_ps;
	t->resume.node = t->node;
	queued_add(&w->engine->wait[t->node], t);
	evq_push(&w->threads, &entry);
	if (at_ps < w->horizon_ps)
		budget_cut(w, at_ps);
}

static void thread_unpost(struct worker *w, struct thread *t)
{
	if (!event_queued(&t->resume))
		return;
	evq_remove(&w->threads, &t->resume);
	queued_remove(&w->engine->wait[t->node], t);
}

void thread_segment_end(void)
{
	struct thread *t = thread_self;

	budget_settle(worker_self, t);
	t->part = 0;
	segment_end(worker_self, &worker_self->engine->wait[t->node], t);
	t->share = thread_share(t);
}

void thread_yield(struct worker *w, struct thread *t)
{
	t->state = THREAD_READY;
	w->horizon_ps = 0; /* it runs no further */
	thread_post_resume(w, t, t->clock_ps);
	engine_schedule(w, t);
}

/* Ends t's segment and charges the cost of a call.  Without a clock one that costs nothing carries
 * out nothing, so the clock stays where it is, too. */
static inline void spend(struct worker *w, struct thread *t, ps_t cost_ps)
{
	if (cost_ps || !worker_is_untimed(w))
		budget_settle(w, t);
	t->part = 0;
	segment_end(w, &w->engine->wait[t->node], t);
	t->clock_ps += cost_ps;
}

/* Without a clock most calls cost nothing: nothing to do if no thread watches memory. */
static inline bool is_idle_charge(const struct worker *w, const struct thread *t, ps_t cost_ps)
{
	return worker_is_untimed(w) && !cost_ps && !w->engine->wait[t->node].watching &&
	       !w->until_ps;
}

/* Out of line, so that an idle charge saves no registers for it. */
static __attribute__((noinline)) void charge(struct worker *w, struct thread *t, ps_t cost_ps)
{
	spend(w, t, cost_ps);
	if (thread_is_due(w, t) && (cost_ps || !w->untimed))
		thread_yield(w, t);
	else
		budget_go_on(w, t);
}

void thread_charge(ps_t cost_ps)
{
	struct worker *w = worker_self;
	struct thread *t = thread_self;

	if (!is_idle_charge(w, t, cost_ps))
		charge(w, t, cost_ps);
}

/* Nothing of its node is due up to its clock, or t catches up, and events that change its memory
 * have happened, whether other threads are due or parked: effects of calls are in order. */
static bool is_in_order(struct worker *w, struct thread *t)
{
	const struct thread *o = w->until_ps ? NULL : w->engine->wait[t->node].queued;

	while (o && o->resume.time_ps > t->clock_ps)
		o = o->next_queued;
	return !o && budget_reaches(w, t);
}

void thread_in_order(void)
{
	struct worker *w = worker_self;
	struct thread *t = thread_self;
	const struct node_wait *nw = &w->engine->wait[t->node];
	bool alone = !nw->queued && !node_sees_stores(nw) && !w->engine->cfg.core_quantum_ps;

	if (w->untimed || (thread_clock() < w->horizon_ps && alone))
		return;
	segment_end(w, nw, t);
	t->in_segment = !is_in_order(w, t);
	if (t->in_segment) {
		thread_yield(w, t);
		return;
	}
	core_count(w, t);
	t->segment_ps = t->clock_ps;
}

bool thread_charges_nothing(ps_t cost_ps)
{
	return is_idle_charge(worker_self, thread_self, cost_ps);
}

void thread_charge_own(ps_t cost_ps)
{
	struct worker *w = worker_self;
	struct thread *t = thread_self;

	if (is_idle_charge(w, t, cost_ps))
		return;
	spend(w, t, cost_ps);
	if (w->untimed ? cost_ps && thread_is_due(w, t) : !is_in_order(w, t))
		thread_yield(w, t);
	else
		budget_go_on(w, t);
}

static void park_enter(struct worker *w, struct node_wait *nw, struct thread *t,
		       ps_t deadline_ps)
{
	budget_settle(w, t);
	segment_end(w, nw, t);
	if (t->waiting.kind != WAIT_SPIN)
		core_share(w, t, false);
	else /* a loop that waits uses its core as any other */
		core_spins(w, t);
	t->state = THREAD_PARKED;
	t->waiting.since_ps = t->clock_ps;
	t->next_parked = nw->parked;
	nw->parked = t;
	nw->idle++;
	nw->watching += t->loop.watching;
	nw->watching_shared += t->loop.watches_shared;
	nw->counting += t->loop.counting;
	nw->owing += t->loop.has_deferred_stores;
	if (deadline_ps != PS_NEVER)
		thread_post_resume(w, t, deadline_ps > t->clock_ps ? deadline_ps
								    : t->clock_ps);
}

static void park_leave(struct thread *t)
{
	const struct engine_config *cfg = &worker_self->engine->cfg;

	if (!t->computes) {
		core_share(worker_self, t, true);
		budget_go_on(worker_self, t);
	}
	if (cfg->waited)
		cfg->waited(cfg->ctx, t);
	t->waiting.kind = WAIT_NONE;
}

static void wait_for(struct thread *t, unsigned kind, const volatile void *what, uint64_t pc)
{
	t->waiting = (struct thread_waiting){ .kind = (uint8_t)kind, .what = what, .pc = pc };
}

void thread_park(unsigned kind, const volatile void *what, uint64_t pc, ps_t deadline_ps)
{
	struct worker *w = worker_self;
	struct thread *t = thread_self;
	struct node_wait *nw = &w->engine->wait[t->node];

	wait_for(t, kind, what, pc);
	park_enter(w, nw, t, deadline_ps);
	engine_schedule(w, t);
	park_leave(t);
}

void thread_watch(unsigned kind, const volatile void *what, uint64_t pc, ps_t deadline_ps)
{
	thread_self->loop.watching = true;
	thread_park(kind, what, pc, deadline_ps);
}

static void watch_apart(unsigned kind, const volatile void *what, uint64_t pc, ps_t deadline_ps)
{
	struct worker *w = worker_self;
	struct thread *t = thread_self;

	t->loop.watching = true;
	wait_for(t, kind, what, pc);
	park_enter(w, &w->engine->wait[t->node], t, deadline_ps);
	w->horizon_ps = 0;
	thread_continue(w, t, w->idle);
	park_leave(t);
}

void thread_watch_apart(unsigned kind, const volatile void *what, uint64_t pc, bool defers)
{
	thread_self->loop.has_deferred_stores = defers;
	watch_apart(kind, what, pc, PS_NEVER);
}

void thread_watch_counting(unsigned kind, const volatile void *what, uint64_t pc,
			   ps_t deadline_ps, bool defers)
{
	thread_self->loop.counting = true;
	thread_self->loop.has_deferred_stores = defers;
	watch_apart(kind, what, pc, deadline_ps);
}

/* t, parked, will continue at clock_ps. */
static void resume_at(struct worker *w, struct thread *t, ps_t clock_ps)
{
	thread_unpost(w, t);
	t->waiting.woken = true;
	t->clock_ps = clock_ps;
	budget_probe_soon(t);
	thread_post_resume(w, t, clock_ps > w->now_ps ? clock_ps : w->now_ps);
}

static void make_ready(struct worker *w, struct thread *t, ps_t clock_ps)
{
	unpark(&w->engine->wait[t->node], t);
	t->state = THREAD_READY;
	resume_at(w, t, clock_ps);
}

void thread_wake(struct thread *t, ps_t at_ps)
{
	if (t->state == THREAD_PARKED)
		make_ready(worker_self, t, at_ps > t->clock_ps ? at_ps : t->clock_ps);
}

void thread_resume(struct thread *t, ps_t clock_ps)
{
	make_ready(worker_self, t, clock_ps);
}

void thread_leave(struct thread *t, ps_t clock_ps)
{
	t->loop.leaving = true;
	resume_at(worker_self, t, clock_ps);
}

void thread_catch_up(struct thread *t, ps_t clock_ps, ps_t until_ps)
{
	struct worker *w = worker_self;
	struct thread *caller = thread_self;
	uint64_t *caller_stack = w->cell.call_stack;
	struct fetch *caller_fetch = w->cell.fetch;
	int caller_errno = errno;

	if (caller)
		budget_settle(w, caller);
	unpark(&w->engine->wait[t->node], t);
	thread_unpost(w, t);
	t->state = THREAD_RUNNING;
	t->waiting.woken = true;
	t->clock_ps = clock_ps;
	budget_probe_soon(t);
	w->until_ps = until_ps;
	thread_self = t;
	errno = t->host_errno;
	budget_begin(w, t);
	w->switches++;
	w->cell.call_stack = t->call_stack;
	w->cell.fetch = t->fetch;
	hook_leave(w);
	fiber_switch(&w->caller_sp, t->sp);
	w->cell.call_stack = caller_stack;
	w->cell.fetch = caller_fetch;
	w->until_ps = w->horizon_ps = 0;
	thread_self = caller;
	hook_leave(w);
	errno = caller_errno;
	if (caller)
		budget_again(w, caller);
}

bool thread_is_catching_up(void)
{
	return worker_self->until_ps != 0;
}

static void thread_dead(struct worker *w, struct thread *t, ps_t at_ps)
{
	struct node_wait *nw = &w->engine->wait[t->node];

	core_share(w, t, false);
	if (w->engine->cfg.ended)
		w->engine->cfg.ended(w->engine->cfg.ctx, t);
	t->state = THREAD_DEAD;
	nw->live--;
	nw->siblings -= t->sibling;
	if (!w->untimed && !w->real)
		w->over_ps = ps_max(w->over_ps, at_ps + 1);
	/* The last thread ends the run: nothing observes later events. */
	if (atomic_fetch_sub(&w->engine->live, 1) == 1 && worker_is_alone(w))
		window_cut(w, w->over_ps);
}

void thread_exit(void)
{
	struct worker *w = worker_self;
	struct thread *t = thread_self;

	budget_settle(w, t);
	segment_end(w, &w->engine->wait[t->node], t);
	w->horizon_ps = 0;
	thread_dead(w, t, t->clock_ps);
	w->gone = t;
	thread_continue(w, t, w->idle);
	abort(); /* a dead thread is never resumed */
}

void thread_kill(struct thread *t)
{
	struct worker *w = worker_self;

	if (t->state == THREAD_PARKED)
		unpark(&w->engine->wait[t->node], t);
	thread_unpost(w, t);
	call_stack_free(t->call_stack);
	fetch_free(t->fetch);
	t->call_stack = NULL;
	t->fetch = NULL;
	t->clock_ps = ps_max(t->clock_ps, worker_now());
	thread_dead(w, t, worker_now());
}
