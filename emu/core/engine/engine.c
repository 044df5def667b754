/*
 * engine.c - workers and their set-up; see engine.h.
 *
 * The scheduler (engine_thread.c) has no loop of its own to return to: a thread that
 * stops runs engine_schedule() on its stack for calls, carries out events there and switches
 * straight to the next thread that is due, so going from node to node is one switch.
 * Only what needs stack space (the end of a window, with its reports) or must not
 * run on a stack that is freed (the end of a thread) is left to the idle context.
 */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "net/base/pages.h"
#include "engine_internal.h"
#include "inbox.h"
#include "topology.h"
#include "engine.h"

__thread struct thread *thread_self;
__thread struct worker *worker_self;

struct sim *engine_sim(struct engine *e)
{
	return &e->sim;
}

void engine_cut(struct engine *e, const struct engine_cut *cut)
{
	e->cut = *cut;
	for (unsigned i = 0; i < e->cfg.workers; i++)
		inbox_cut(e->worker[i]);
}

unsigned engine_worker_of(const struct engine *e, uint32_t node)
{
	return e->worker_of[node];
}

void engine_stop(struct engine *e)
{
	atomic_store(&e->stop, true);
}

bool engine_is_booted(const struct engine *e)
{
	for (unsigned i = 0; i < e->cfg.workers; i++)
		if (!atomic_load(&e->worker[i]->booted))
			return false;
	return true;
}

bool engine_stopped(const struct engine *e)
{
	return atomic_load(&e->stop);
}

void engine_signal(struct engine *e, int sig)
{
	for (unsigned i = 0; i < e->cfg.workers; i++)
		if (atomic_load(&e->worker[i]->begun))
			pthread_kill(e->worker[i]->host, sig);
}

ps_t worker_now(void)
{
	struct worker *w = worker_self;

	return thread_self ? thread_clock() : w->now_ps;
}

void engine_act_for(struct engine *e, uint32_t node)
{
	stretch_acted(e, worker_self);
	worker_self = e->worker[e->worker_of[node]];
	/* The worker may send from then on, whatever it has published. */
	atomic_store_explicit(worker_done(worker_self), e->stretch.done_ps, memory_order_relaxed);
}

unsigned engine_workers(const struct engine *e)
{
	return e->cfg.workers;
}

ps_t engine_now(const struct engine *e)
{
	ps_t now_ps = 0;

	for (unsigned i = 0; i < e->cfg.workers; i++)
		now_ps = ps_max(now_ps, e->worker[i]->now_ps);
	return now_ps;
}

ps_t engine_last_event(const struct engine *e)
{
	ps_t at_ps = 0;

	for (unsigned i = 0; i < e->cfg.workers; i++)
		at_ps = ps_max(at_ps, e->worker[i]->event_ps);
	return at_ps;
}

ps_t engine_over(const struct engine *e)
{
	ps_t over_ps = 0;

	if (atomic_load(&e->live) || e->cfg.untimed || e->cfg.real)
		return PS_NEVER;
	for (unsigned i = 0; i < e->cfg.workers; i++)
		over_ps = ps_max(over_ps, e->worker[i]->over_ps);
	return over_ps;
}

uint64_t engine_switches(const struct engine *e)
{
	uint64_t n = 0;

	for (unsigned i = 0; i < e->cfg.workers; i++)
		n += e->worker[i]->switches;
	return n;
}

uint64_t engine_queue_bytes(const struct engine *e)
{
	uint64_t bytes = 0;

	for (unsigned i = 0; i < e->cfg.workers; i++)
		bytes += evq_bytes(&e->worker[i]->q) + evq_bytes(&e->worker[i]->threads);
	return bytes;
}

void thread_abandon(void (*last)(void), uint64_t *pc, uint64_t *sp)
{
	struct worker *w = worker_self;
	struct thread *t = thread_self;

	/* The thread may have been about to park. */
	t->loop.watching = t->loop.counting = t->loop.has_deferred_stores = false;
	*pc = (uintptr_t)last;
	/* The stack is as after a call: the return address slot is 8 below alignment. */
	*sp = (uintptr_t)(w->reap_stack + WORKER_REAP_STACK_BYTES - 8);
}

/* ---- set-up */

struct worker_start {
	struct engine *engine;
	unsigned index;
};

/* t, which has ended, may not be there any more afterwards. */
static void reap(struct worker *w)
{
	const struct engine_config *cfg = &w->engine->cfg;
	struct thread *t = w->gone;

	w->gone = NULL;
	call_stack_free(t->call_stack);
	fetch_free(t->fetch);
	t->call_stack = NULL;
	t->fetch = NULL;
	if (cfg->reap)
		cfg->reap(cfg->ctx, t);
}

/* Workers wait for each other, so each needs a core. */
static bool is_pinned(const struct engine *e)
{
	return e->cfg.workers > 1 && !e->cfg.unpinned;
}

static void *worker_main(void *arg)
{
	struct worker *w = arg;
	struct engine *e = w->engine;

	if (is_pinned(e))
		topology_pin(w->index);
	worker_self = w;
	w->host = pthread_self();
	atomic_store(&w->begun, true);
	budget_base(&w->cell);
	w->cell.call_stack = w->idle->call_stack = call_stack_take();
	w->cell.fetch = w->idle->fetch = fetch_create(0);
	if (e->cfg.boot)
		e->cfg.boot(e->cfg.ctx, w->index, w->first, w->last);
	atomic_store(&w->booted, true);
	thread_self = NULL;
	for (bool more = window_next(w); more; more = !e->ended) {
		engine_schedule(w, w->idle);
		if (w->gone)
			reap(w);
	}
	if (e->cfg.end)
		e->cfg.end(e->cfg.ctx, w->index);
	atomic_store(&w->begun, false);
	worker_self = NULL;
	return NULL;
}

static struct worker *worker_create(struct engine *e, unsigned index)
{
	struct worker *w = e->cfg.worker_room ? e->cfg.worker_room(sizeof *w)
					      : pages_alloc(sizeof *w);

	if (!w)
		return NULL;
	w->engine = e;
	w->index = index;
	w->untimed = e->cfg.untimed;
	w->hooked = e->cfg.hooked;
	w->chain = e->cfg.chain;
	w->first = (uint32_t)((uint64_t)e->cfg.nodes * index / e->cfg.workers);
	w->last = (uint32_t)((uint64_t)e->cfg.nodes * (index + 1) / e->cfg.workers);
	w->has_many_nodes = w->last - w->first > CACHED_NODES;
	w->sent_min_ps = PS_NEVER;
	w->pause_ps = PS_NEVER;
	w->publish_ps = PS_NEVER;
	w->idle = calloc(1, sizeof *w->idle);
	w->reap_stack = aligned_alloc(CACHE_LINE, WORKER_REAP_STACK_BYTES);
	bool ok = w->idle && w->reap_stack && inbox_init(w) == 0 &&
		  (!e->cfg.real || real_init(w) == 0) && evq_init(&w->q) == 0 &&
		  evq_init(&w->threads) == 0;

	for (uint32_t n = w->first; n < w->last; n++)
		e->worker_of[n] = (uint16_t)index;
	return ok ? w : NULL;
}

/* So that each worker's memory is near its core. */
static void create_near(void *arg)
{
	struct worker_start *s = arg;

	s->engine->worker[s->index] = worker_create(s->engine, s->index);
}

static bool create_workers(struct engine *e)
{
	if (is_pinned(e))
		topology_take(e->cfg.workers);
	for (unsigned i = 0; i < e->cfg.workers; i++) {
		struct worker_start s = { e, i };

		if (is_pinned(e))
			topology_call(i, create_near, &s);
		else
			create_near(&s);
		if (!e->worker[i])
			return false;
	}
	return true;
}

/* How many workers can run at a time. */
static unsigned running_at_once(const struct engine_config *cfg)
{
	if (cfg->workers < 2)
		return 1;
	unsigned cores = topology_cores(), processors = cfg->processors ? cfg->processors() : 0;

	return processors && processors < cores ? processors : cores;
}

struct engine *engine_create(const struct engine_config *cfg)
{
	struct engine *e = aligned_alloc(CACHE_LINE, sizeof *e);

	if (!e)
		return NULL;
	memset(e, 0, sizeof *e);
	e->cfg = *cfg;
	e->hold_ps = PS_NEVER;
	e->look_ps = cfg->look && !cfg->real ? cfg->look_ps : PS_NEVER;
	if (cfg->real)
		host_ticks_init(&e->ticks, cfg->real);
	e->sim.post = cfg->real ? real_post : cfg->chain ? chain_post : engine_post;
	e->sim.note = cfg->real ? real_note : engine_note;
	e->sim.lookahead_ps = cfg->lookahead_ps;
	e->cut = (struct engine_cut){ .window_ps = cfg->lookahead_ps, .detour_ps = PS_NEVER };
	e->sim.node_seq = calloc(cfg->nodes, sizeof *e->sim.node_seq);
	e->worker_of = calloc(cfg->nodes, sizeof *e->worker_of);
	e->sim.owner = e->worker_of;
	e->wait = pages_alloc_full(cfg->nodes * sizeof *e->wait);
	e->worker = calloc(cfg->workers, sizeof *e->worker);
	if (!e->sim.node_seq || !e->worker_of || !e->wait || !e->worker ||
	    barrier_init(&e->barrier, cfg->workers, running_at_once(cfg)) != 0 ||
	    !(e->said = aligned_alloc(CACHE_LINE, e->barrier.groups * sizeof *e->said)) ||
	    !create_workers(e))
		goto fail;
	e->slides = cfg->workers > 1 && !cfg->real;
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
		inbox_cleanup(w);
		evq_cleanup(&w->q);
		evq_cleanup(&w->threads);
		real_cleanup(w);
		free(w->reap_stack);
		free(w->idle);
		if (!e->cfg.worker_room)
			pages_free(w, sizeof *w);
	}
	free(e->worker);
	free(e->said);
	barrier_cleanup(&e->barrier);
	free(e->cut.joined);
	for (uint32_t n = 0; e->wait && e->cfg.core_quantum_ps && n < e->cfg.nodes; n++)
		free(e->wait[n].cores);
	pages_free(e->wait, e->cfg.nodes * sizeof *e->wait);
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
