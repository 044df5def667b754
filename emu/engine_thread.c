/* engine_thread.c - threads of nodes, and which of them runs; see engine.c. */
#include <errno.h>
#include <stdlib.h>

#include "engine_internal.h"
#include "fiber.h"

#define EVENTS_AHEAD 10
#define EVENTS_SOON 5
#define STACK_SOON_BYTES 512
#define SPIN_SOON_BYTES 512

static void resume_event(struct event *ev)
{
	(void)ev; /* recognised by schedule(), never called */
}

static void thread_continue(struct worker *w, struct thread *from, struct thread *to)
{
	from->hook_budget = thread_hook_budget;
	from->host_errno = errno;
	thread_self = to == w->idle ? NULL : to;
	thread_hook_budget = to->hook_budget;
	errno = to->host_errno;
	if (from == to)
		return;
	w->switches++;
	fiber_switch(&from->sp, to->sp);
}

static void unpark(struct node_wait *nw, struct thread *t)
{
	struct thread **at = &nw->parked;

	while (*at != t)
		at = &(*at)->next_parked;
	*at = t->next_parked;
	t->next_parked = NULL;
	nw->idle--;
	nw->watching -= t->watching;
	t->watching = false;
}

/* ---- scheduling */

/* A thread that goes on: the top of its stack, and what it was last seen to do. */
static void thread_soon(const struct event *ev)
{
	const struct thread *t = thread_of((struct event *)ev);

	sim_prefetch(t->sp, STACK_SOON_BYTES);
	sim_prefetch(t->spin, SPIN_SOON_BYTES);
}

/* Ask for the memory that an event a few turns on will need. */
static inline void look_ahead(const struct worker *w)
{
	const struct event_entry *entry = evq_ahead(&w->q, EVENTS_AHEAD);
	const struct sim *sim = &w->engine->sim;

	if (!entry)
		return;
	if (!entry_is_light(entry))
		sim_prefetch(entry->what, 128);
	else if (sim->ahead)
		sim->ahead(sim->light_ctx, entry);
	entry = evq_ahead(&w->q, EVENTS_SOON);
	if (!entry_is_light(entry)) {
		if (entry->what) /* it was not removed */
			sim_soon(sim, entry->what);
	} else if (sim->soon) {
		sim->soon(sim->light_ctx, entry);
	}
}

void thread_schedule_attach(struct sim *sim)
{
	sim_on_soon(sim, resume_event, thread_soon);
}

void schedule(struct worker *w, struct thread *self)
{
	struct sim *sim = &w->engine->sim;

	thread_self = NULL; /* what is allocated from here on is not a program's */
	for (;;) {
		const struct event_entry *entry = evq_pop_before(&w->q, w->window_end_ps);

		if (!entry) {
			if (self == w->idle && window_next(w))
				continue;
			thread_continue(w, self, w->idle);
			return;
		}
		w->now_ps = entry->time_ps;
		look_ahead(w);
		if (entry_is_light(entry)) {
			sim->light(sim->light_ctx, entry);
			continue;
		}
		struct event *ev = entry->what;

		if (ev->fn != resume_event) {
			ev->fn(ev);
			continue;
		}
		struct thread *t = thread_of(ev);

		if (t->state == THREAD_PARKED) /* its deadline */
			unpark(&w->engine->wait[t->node], t);
		t->state = THREAD_RUNNING;
		if (t->clock_ps < ev->time_ps)
			t->clock_ps = ev->time_ps;
		thread_continue(w, self, t);
		return;
	}
}

static inline bool thread_is_due(const struct worker *w, const struct thread *t)
{
	return t->clock_ps >= w->window_end_ps || t->clock_ps >= evq_next_ps(&w->q);
}

static void thread_post_resume(struct worker *w, struct thread *t, ps_t at_ps)
{
	sim_post(&w->engine->sim, &t->resume, t->node, t->node, at_ps);
}

void thread_charge(ps_t cost_ps)
{
	struct worker *w = worker_self;
	struct thread *t = thread_self;

	t->clock_ps += cost_ps;
	if ((cost_ps == 0 && w->untimed) || !thread_is_due(w, t))
		return;
	t->state = THREAD_READY;
	watch_make_dirty(w, &w->engine->wait[t->node], t);
	thread_post_resume(w, t, t->clock_ps);
	schedule(w, t);
}

static void park_enter(struct worker *w, struct node_wait *nw, struct thread *t,
		       ps_t deadline_ps)
{
	t->state = THREAD_PARKED;
	t->wait_since_ps = t->clock_ps;
	t->woken = false;
	t->next_parked = nw->parked;
	nw->parked = t;
	nw->idle++;
	nw->watching += t->watching;
	if (deadline_ps != PS_NEVER)
		thread_post_resume(w, t, deadline_ps > t->clock_ps ? deadline_ps
								    : t->clock_ps);
}

static void park_leave(struct worker *w, struct thread *t)
{
	schedule(w, t);
	t->wait_kind = WAIT_NONE;
}

static void wait_for(struct thread *t, unsigned kind, const volatile void *what, uint64_t pc)
{
	t->wait_kind = (uint8_t)kind;
	t->wait_what = what;
	t->wait_pc = pc;
}

void thread_park(unsigned kind, const volatile void *what, uint64_t pc, ps_t deadline_ps)
{
	struct worker *w = worker_self;
	struct thread *t = thread_self;
	struct node_wait *nw = &w->engine->wait[t->node];

	wait_for(t, kind, what, pc);
	watch_make_dirty(w, nw, t);
	park_enter(w, nw, t, deadline_ps);
	park_leave(w, t);
}

void thread_watch(unsigned kind, const volatile void *what, uint64_t pc, ps_t deadline_ps,
		  ps_t gap_ps, bool idle)
{
	struct worker *w = worker_self;
	struct thread *t = thread_self;
	struct node_wait *nw = &w->engine->wait[t->node];

	wait_for(t, kind, what, pc);
	if (!idle)
		watch_make_dirty(w, nw, t);
	t->watching = true;
	t->dirty = false;
	t->look_gap_ps = gap_ps;
	t->look_ps = t->clock_ps + gap_ps;
	park_enter(w, nw, t, deadline_ps);
	watch_arm(w, nw, t->node, t->clock_ps);
	park_leave(w, t);
}

void thread_wake(struct thread *t, ps_t at_ps)
{
	struct worker *w = worker_self;
	struct node_wait *nw = &w->engine->wait[t->node];

	if (t->state != THREAD_PARKED)
		return;
	unpark(nw, t);
	if (event_queued(&t->resume))
		evq_remove(&w->q, &t->resume);
	t->state = THREAD_READY;
	t->woken = true;
	thread_post_resume(w, t, (at_ps > t->clock_ps ? at_ps : t->clock_ps) + t->wake_cost_ps);
	watch_arm(w, nw, t->node, at_ps);
}

struct thread *node_parked(uint32_t node)
{
	return worker_self->engine->wait[node].parked;
}

uint64_t node_deliveries(uint32_t node)
{
	return worker_self->engine->wait[node].deliveries;
}

void node_wake(uint32_t node, ps_t at_ps)
{
	struct node_wait *nw = &worker_self->engine->wait[node];
	struct thread *t = nw->parked, *next;

	nw->deliveries++;
	for (; t; t = next) {
		next = t->next_parked;
		if (t->wait_kind < WAIT_SLEEP)
			thread_wake(t, at_ps);
	}
}

struct thread *engine_thread_of(struct event *ev)
{
	return ev->fn == resume_event ? thread_of(ev) : NULL;
}

bool engine_node_waits(const struct engine *e, uint32_t node, unsigned ready)
{
	const struct node_wait *nw = &e->wait[node];

	return (nw->watching + ready <= 1 || !(nw->shared || nw->siblings)) &&
	       nw->live == nw->idle + ready;
}

void node_skip(uint32_t node, uint64_t deliveries, ps_t delay_ps)
{
	struct node_wait *nw = &worker_self->engine->wait[node];

	nw->deliveries += deliveries;
	for (struct thread *t = nw->parked; t; t = t->next_parked)
		if (t->wait_kind < WAIT_SLEEP) {
			t->clock_ps += delay_ps;
			t->wait_since_ps += delay_ps;
		}
}

void thread_start(struct thread *t, uint32_t node, void *stack_top,
		  void (*entry)(void *), void *arg, ps_t at_ps)
{
	struct worker *w = worker_self;

	t->node = node;
	t->clock_ps = at_ps;
	t->state = THREAD_READY;
	t->wait_kind = WAIT_NONE;
	t->resume.fn = resume_event;
	t->sp = fiber_prepare(stack_top, entry, arg);
	atomic_fetch_add(&w->engine->live, 1);
	w->engine->wait[node].live++;
	w->engine->wait[node].siblings += t->sibling;
	thread_post_resume(w, t, at_ps);
	watch_arm(w, &w->engine->wait[node], node, at_ps);
}

static void thread_dead(struct worker *w, struct thread *t)
{
	struct node_wait *nw = &w->engine->wait[t->node];

	t->state = THREAD_DEAD;
	watch_make_dirty(w, nw, t);
	nw->live--;
	nw->siblings -= t->sibling;
	/* The last one ends the run at once: what is still in the queues can
	 * no longer be seen by anybody. */
	if (atomic_fetch_sub(&w->engine->live, 1) == 1 && w->engine->cfg.workers == 1)
		w->window_end_ps = 0;
}

void thread_exit(void)
{
	struct worker *w = worker_self;
	struct thread *t = thread_self;

	thread_dead(w, t);
	w->gone = t;
	thread_continue(w, t, w->idle);
	abort(); /* nobody resumes a dead thread */
}

void thread_kill(struct thread *t)
{
	struct worker *w = worker_self;

	if (t->state == THREAD_PARKED)
		unpark(&w->engine->wait[t->node], t);
	if (event_queued(&t->resume))
		evq_remove(&w->q, &t->resume);
	if (t->clock_ps < worker_now())
		t->clock_ps = worker_now();
	thread_dead(w, t);
}

void thread_abandon(void (*last)(void), uint64_t *pc, uint64_t *sp)
{
	struct worker *w = worker_self;

	*pc = (uintptr_t)last;
	/* As after a call: the return address slot is 8 below alignment. */
	*sp = (uintptr_t)(w->reap_stack + WORKER_REAP_STACK_BYTES - 8);
}
