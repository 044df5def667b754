/*
 * engine.c - workers, windows and the scheduler; see engine.h.
 *
 * The scheduler has no loop of its own to return to: a thread that stops runs
 * schedule() on its own stack, carries out events there and switches straight
 * to the next thread that is due, so going from node to node is one switch.
 * Only what needs room (the end of a window, with its reports) or must not run
 * on a stack that goes away (the end of a thread) is left to the idle context.
 */
#include "engine.h"

#include <assert.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "barrier.h"
#include "fiber.h"
#include "topology.h"

__thread struct thread *thread_self;
__thread struct worker *worker_self;
__thread int32_t thread_hook_budget;

#define CACHE_LINE 64
/* Sequential runs need no windows for order; this is how often output goes out. */
#define SOLO_WINDOW_PS (100 * PS_PER_US)
/* In a channel, in place of an entry's origin: a note, not an event. */
#define NOTE UINT32_MAX
#define EVENTS_AHEAD 10
#define EVENTS_SOON 5
#define STACK_SOON_BYTES 512
#define SPIN_SOON_BYTES 512
#define REAP_STACK_BYTES (256 * 1024)

/* What a node has waiting; touched by its worker only. */
struct node_wait {
	struct thread *parked;
	uint64_t deliveries;
	uint32_t live, idle;  /* threads; those of them that are parked */
	uint32_t watching;    /* those of the parked that watch memory */
	uint32_t siblings;    /* threads beyond the first of each process */
	bool shared;          /* between its processes */
	struct event look;    /* when the next watching thread may look again */
};

struct worker {
	struct evq q;
	ps_t window_end_ps; /* events before it may be carried out */
	ps_t now_ps;
	ps_t sent_min_ps;   /* earliest event handed to others in this window */
	ps_t pause_ps;      /* a wish; PS_NEVER: none */
	struct engine *engine;
	unsigned index;
	bool untimed;          /* as in engine_config */
	uint32_t first, last;  /* nodes [first, last) */
	struct chan *inbox;    /* [workers]: from each other worker */
	void *home_sp;         /* worker_main's context while threads run */
	struct thread *idle;   /* what worker_main runs as */
	uint8_t *reap_stack;   /* for what a thread does after it was abandoned */
	struct thread *gone;   /* ended, and not yet reaped */
	uint64_t switches;
	_Alignas(CACHE_LINE) ps_t next_ps; /* published at the end of a window */
};

struct engine {
	struct sim sim; /* first: engine_post gets back here */
	struct engine_config cfg;
	struct worker **worker;
	uint16_t *worker_of; /* [node] */
	struct node_wait *wait; /* [node] */
	struct barrier barrier;
	atomic_long live; /* threads not yet dead */
	atomic_bool stop;
	bool ended;       /* decided between windows */
	bool pausing;     /* so are these */
	ps_t pause_ps;
};

struct sim *engine_sim(struct engine *e)
{
	return &e->sim;
}

unsigned engine_worker_of(const struct engine *e, uint32_t node)
{
	return e->worker_of[node];
}

void engine_stop(struct engine *e)
{
	atomic_store(&e->stop, true);
}

ps_t worker_now(void)
{
	struct worker *w = worker_self;

	return thread_self ? thread_self->clock_ps : w->now_ps;
}

void engine_act_for(struct engine *e, uint32_t node)
{
	worker_self = e->worker[e->worker_of[node]];
}

unsigned engine_workers(const struct engine *e)
{
	return e->cfg.workers;
}

ps_t engine_now(const struct engine *e)
{
	ps_t now_ps = 0;

	for (unsigned i = 0; i < e->cfg.workers; i++)
		if (e->worker[i]->now_ps > now_ps)
			now_ps = e->worker[i]->now_ps;
	return now_ps;
}

uint64_t engine_switches(const struct engine *e)
{
	uint64_t n = 0;

	for (unsigned i = 0; i < e->cfg.workers; i++)
		n += e->worker[i]->switches;
	return n;
}

static void engine_send(struct worker *w, unsigned to, const struct event_entry *entry)
{
	if (chan_push(&w->engine->worker[to]->inbox[w->index], entry) != 0)
		abort(); /* a lost event would be a wrong result */
}

static void engine_post(struct sim *sim, const struct event_entry *entry)
{
	struct engine *e = (struct engine *)sim;
	struct worker *w = worker_self;
	unsigned to = e->worker_of[entry_node(entry)];

	if (to == w->index) {
		evq_push(&w->q, entry);
		return;
	}
	assert(entry->time_ps >= w->window_end_ps);
	if (entry->time_ps < w->sent_min_ps)
		w->sent_min_ps = entry->time_ps;
	engine_send(w, to, entry);
}

static void engine_note(struct sim *sim, uint32_t from, const struct event_entry *entry)
{
	struct engine *e = (struct engine *)sim;
	struct worker *w = worker_self;
	unsigned to = e->worker_of[entry_node(entry)];

	(void)from;
	if (to == w->index) {
		sim->light(sim->light_ctx, entry);
		return;
	}
	struct event_entry note = *entry;

	assert(note.time_ps >= w->window_end_ps);
	if (note.time_ps < w->sent_min_ps)
		w->sent_min_ps = note.time_ps; /* it may make an event of that time */
	note.place |= NOTE;
	engine_send(w, to, &note);
}

/* ---- windows */

/* The earliest wish; none is left if it is for a time before next_ps. */
static ps_t pause_wish(struct engine *e, ps_t next_ps)
{
	ps_t wish = PS_NEVER;

	for (unsigned i = 0; i < e->cfg.workers; i++)
		if (e->worker[i]->pause_ps < wish)
			wish = e->worker[i]->pause_ps;
	for (unsigned i = 0; i < e->cfg.workers && wish <= next_ps; i++)
		e->worker[i]->pause_ps = PS_NEVER;
	return wish;
}

/* Runs in one worker while all others wait. */
static void window_open(void *arg)
{
	struct engine *e = arg;
	struct worker *self = worker_self;
	ps_t next = PS_NEVER, now = engine_now(e);

	for (unsigned i = 0; i < e->cfg.workers; i++) {
		struct worker *w = e->worker[i];

		if (w->next_ps < next)
			next = w->next_ps;
	}
	if (e->cfg.window)
		e->cfg.window(e->cfg.ctx, next);
	bool drained = !e->cfg.drain || next == PS_NEVER;

	if (atomic_load(&e->stop)) {
		e->ended = true;
	} else if (e->cfg.end_ps) {
		e->ended = next >= e->cfg.end_ps;
	} else if (atomic_load(&e->live) == 0 && drained) {
		e->ended = true;
	} else if (next == PS_NEVER) {
		e->ended = !e->cfg.quiescent || !e->cfg.quiescent(e->cfg.ctx, now);
		next = now;
	}
	worker_self = self;
	ps_t end = next + (e->cfg.workers > 1 ? e->cfg.lookahead_ps : SOLO_WINDOW_PS);

	if (e->cfg.end_ps && end > e->cfg.end_ps)
		end = e->cfg.end_ps;
	ps_t wish = e->cfg.pause && !e->ended ? pause_wish(e, next) : PS_NEVER;

	e->pausing = wish <= next && wish != PS_NEVER;
	if (e->pausing) { /* no event is before the last window's end */
		ps_t done_ps = e->worker[0]->window_end_ps;

		e->pause_ps = wish > done_ps ? wish : done_ps;
		end = 0;
	} else if (end > wish) {
		end = wish;
	}
	for (unsigned i = 0; i < e->cfg.workers; i++)
		e->worker[i]->window_end_ps = end;
}

static void take_over(struct worker *w, const struct event_entry *entry)
{
	struct sim *sim = &w->engine->sim;

	if ((uint32_t)entry->place == NOTE) {
		struct event_entry note = *entry;

		note.place &= ~(uint64_t)NOTE;
		sim->light(sim->light_ctx, &note);
	} else {
		evq_push(&w->q, entry);
	}
}

/* The end of the worker's window: meet the others, take over their events. */
static bool window_next(struct worker *w)
{
	struct engine *e = w->engine;
	ps_t next = evq_next_ps(&w->q);

	w->next_ps = next < w->sent_min_ps ? next : w->sent_min_ps;
	w->sent_min_ps = PS_NEVER;
	barrier_wait(&e->barrier, window_open, e);
	if (e->ended)
		return false;
	for (unsigned i = 0; i < e->cfg.workers; i++) {
		const struct event_entry *entry;

		if (i == w->index)
			continue;
		while ((entry = chan_pop(&w->inbox[i])) != NULL)
			take_over(w, entry);
	}
	if (e->pausing)
		e->cfg.pause(e->cfg.ctx, w->index, e->pause_ps);
	return true;
}

void engine_pause(struct engine *e, ps_t at_ps)
{
	struct worker *w = worker_self;

	if (at_ps < w->pause_ps)
		w->pause_ps = at_ps;
	if (e->cfg.workers == 1 && at_ps < w->window_end_ps)
		w->window_end_ps = at_ps;
}

void engine_meet(struct engine *e, void (*serial)(void *), void *arg)
{
	barrier_wait(&e->barrier, serial, arg);
}

struct evq *engine_queue(struct engine *e, unsigned worker)
{
	return &e->worker[worker]->q;
}

/* ---- threads */

static void resume_event(struct event *ev)
{
	(void)ev; /* recognised by schedule(), never called */
}

static inline struct thread *thread_of(struct event *ev)
{
	return (struct thread *)((char *)ev - offsetof(struct thread, resume));
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

/* ---- memory that threads watch
 *
 * A store makes no call, so whoever may have stored something (it ran) makes
 * those who watch dirty, and they look again in due time.  While somebody runs
 * there is always an event at which he stops so that they can.
 */

static void look_again(struct event *ev);

static bool watches(const struct node_wait *nw, const struct thread *t,
		    const struct thread *other)
{
	return other->watching && (nw->shared || other->process == t->process);
}

static void look_arm(struct worker *w, struct node_wait *nw, uint32_t node, ps_t now_ps)
{
	ps_t at_ps = PS_NEVER;

	if (!nw->watching || !(nw->shared || nw->siblings))
		return;
	for (struct thread *t = nw->parked; t; t = t->next_parked)
		if (t->watching && (t->dirty || nw->live > nw->idle) && t->look_ps < at_ps)
			at_ps = t->look_ps;
	if (at_ps == PS_NEVER)
		return;
	if (at_ps < now_ps)
		at_ps = now_ps;
	if (event_queued(&nw->look)) {
		if (nw->look.time_ps <= at_ps)
			return;
		evq_remove(&w->q, &nw->look);
	}
	nw->look.fn = look_again;
	nw->look.ctx = w;
	sim_post(&w->engine->sim, &nw->look, node, node, at_ps);
}

static void look_again(struct event *ev)
{
	struct worker *w = ev->ctx;
	struct node_wait *nw = &w->engine->wait[ev->node];
	struct thread *t = nw->parked, *next;
	ps_t now_ps = ev->time_ps;

	for (; t; t = next) {
		next = t->next_parked;
		if (t->watching && t->look_ps <= now_ps) {
			if (t->dirty)
				thread_wake(t, now_ps);
			else
				t->look_ps = now_ps + t->look_gap_ps;
		}
	}
	look_arm(w, nw, ev->node, now_ps);
}

/* t stops, and has run. */
static void make_dirty(struct worker *w, struct node_wait *nw, const struct thread *t)
{
	if (!nw->watching || !(nw->shared || nw->siblings))
		return;
	for (struct thread *other = nw->parked; other; other = other->next_parked)
		if (watches(nw, t, other))
			other->dirty = true;
	look_arm(w, nw, t->node, t->clock_ps);
}

void node_share_memory(uint32_t node)
{
	worker_self->engine->wait[node].shared = true;
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

/* Carry out events until self may go on, by way of other threads. */
static void schedule(struct worker *w, struct thread *self)
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
	make_dirty(w, &w->engine->wait[t->node], t);
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
	make_dirty(w, nw, t);
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
		make_dirty(w, nw, t);
	t->watching = true;
	t->dirty = false;
	t->look_gap_ps = gap_ps;
	t->look_ps = t->clock_ps + gap_ps;
	park_enter(w, nw, t, deadline_ps);
	look_arm(w, nw, t->node, t->clock_ps);
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
	look_arm(w, nw, t->node, at_ps);
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

	return (nw->watching <= 1 || !(nw->shared || nw->siblings)) && nw->live == nw->idle + ready;
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
	look_arm(w, &w->engine->wait[node], node, at_ps);
}

static void thread_dead(struct worker *w, struct thread *t)
{
	struct node_wait *nw = &w->engine->wait[t->node];

	t->state = THREAD_DEAD;
	make_dirty(w, nw, t);
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
	*sp = (uintptr_t)(w->reap_stack + REAP_STACK_BYTES - 8);
}

/* ---- set-up */

struct worker_start {
	struct engine *engine;
	unsigned index;
};

static void *worker_main(void *arg)
{
	struct worker *w = arg;
	struct engine *e = w->engine;

	topology_pin(w->index);
	worker_self = w;
	if (e->cfg.boot)
		e->cfg.boot(e->cfg.ctx, w->index, w->first, w->last);
	thread_self = NULL;
	for (bool more = window_next(w); more; more = !e->ended) {
		schedule(w, w->idle);
		if (w->gone && e->cfg.reap)
			e->cfg.reap(e->cfg.ctx, w->gone);
		w->gone = NULL;
	}
	if (e->cfg.end)
		e->cfg.end(e->cfg.ctx, w->index);
	worker_self = NULL;
	return NULL;
}

static struct worker *worker_create(struct engine *e, unsigned index)
{
	struct worker *w = aligned_alloc(CACHE_LINE, sizeof *w);

	if (!w)
		return NULL;
	memset(w, 0, sizeof *w);
	w->engine = e;
	w->index = index;
	w->untimed = e->cfg.untimed;
	w->first = (uint32_t)((uint64_t)e->cfg.nodes * index / e->cfg.workers);
	w->last = (uint32_t)((uint64_t)e->cfg.nodes * (index + 1) / e->cfg.workers);
	w->sent_min_ps = PS_NEVER;
	w->pause_ps = PS_NEVER;
	w->idle = calloc(1, sizeof *w->idle);
	w->reap_stack = aligned_alloc(CACHE_LINE, REAP_STACK_BYTES);
	w->inbox = calloc(e->cfg.workers, sizeof *w->inbox);
	bool ok = w->idle && w->reap_stack && w->inbox && evq_init(&w->q) == 0;

	for (unsigned i = 0; ok && i < e->cfg.workers; i++)
		ok = chan_init(&w->inbox[i]) == 0;
	for (uint32_t n = w->first; n < w->last; n++)
		e->worker_of[n] = (uint16_t)index;
	return ok ? w : NULL;
}

struct engine *engine_create(const struct engine_config *cfg)
{
	struct engine *e = calloc(1, sizeof *e);

	if (!e)
		return NULL;
	e->cfg = *cfg;
	e->sim.post = engine_post;
	e->sim.note = engine_note;
	sim_on_soon(&e->sim, resume_event, thread_soon);
	e->sim.lookahead_ps = cfg->lookahead_ps;
	e->sim.node_seq = calloc(cfg->nodes, sizeof *e->sim.node_seq);
	e->worker_of = calloc(cfg->nodes, sizeof *e->worker_of);
	e->sim.owner = e->worker_of;
	e->wait = calloc(cfg->nodes, sizeof *e->wait);
	e->worker = calloc(cfg->workers, sizeof *e->worker);
	if (!e->sim.node_seq || !e->worker_of || !e->wait || !e->worker)
		goto fail;
	for (unsigned i = 0; i < cfg->workers; i++)
		if (!(e->worker[i] = worker_create(e, i)))
			goto fail;
	barrier_init(&e->barrier, cfg->workers);
	return e;
fail:
	engine_destroy(e);
	errno = ENOMEM;
	return NULL;
}

void engine_destroy(struct engine *e)
{
	if (!e)
		return;
	for (unsigned i = 0; e->worker && i < e->cfg.workers; i++) {
		struct worker *w = e->worker[i];

		if (!w)
			continue;
		for (unsigned k = 0; w->inbox && k < e->cfg.workers; k++)
			chan_cleanup(&w->inbox[k]);
		evq_cleanup(&w->q);
		free(w->inbox);
		free(w->reap_stack);
		free(w->idle);
		free(w);
	}
	free(e->worker);
	free(e->wait);
	free(e->worker_of);
	free(e->sim.node_seq);
	free(e);
}

int engine_run(struct engine *e)
{
	unsigned n = e->cfg.workers, started = 1;
	pthread_t *tid = calloc(n, sizeof *tid);
	int rc = tid ? 0 : ENOMEM;

	for (; rc == 0 && started < n; started++)
		rc = pthread_create(&tid[started], NULL, worker_main, e->worker[started]);
	if (rc == 0)
		worker_main(e->worker[0]);
	for (unsigned i = 1; rc == 0 && i < n; i++)
		pthread_join(tid[i], NULL);
	free(tid);
	return -rc;
}
