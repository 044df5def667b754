/*
 * engine_stretch.c - what workers agree on at the barrier: where a stretch of windows begins and
 * ends, and whether the run does.
 *
 * Each worker leaves what it knows; the last one of each group of the barrier combines that, so
 * what the last one of all does between two stretches does not grow with the workers.  Each takes
 * over for itself what has been decided.
 *
 * Where all others have nothing to do for a while, as where one rank computes and the rest waits
 * for it, one worker runs alone: up to where the first of the others goes on, or could answer what
 * it sends.
 *
 * Never: another worker's queue, but where it has been acted for.
 */
#include <limits.h>

#include "chain.h"
#include "engine_internal.h"
#include "engine.h"

/* Sequential runs need no windows for order; this is how often output is written and a stop
 * is noticed: less often with a single thread, so that it costs little. */
#define SOLO_WINDOW_PS  (100 * PS_PER_US)
#define SOLO_WINDOWS    64

/* Windows of a stretch.  What is done between stretches takes little time, and requests (for a
 * pause, say) end one early. */
#define STRETCH_WINDOWS 32

/* ---- what each has said */

static void say(struct worker *w)
{
	ps_t next_ps = worker_next_ps(w);

	w->said = (struct tidings){
		.next_ps = next_ps, .second_ps = PS_NEVER, .first = w->index,
		.sent_ps = w->sent_min_ps, .done_ps = w->window_end_ps,
		.ran_ps = w->window_end_ps + w->ahead_ps, .now_ps = w->now_ps,
		.pause_ps = w->pause_ps,
	};
	w->sent_min_ps = PS_NEVER;
	/* For the turn to come: others may look before this one has come to it. */
	atomic_store_explicit(&w->done_ps[!w->engine->turn], 0, memory_order_relaxed);
}

/* A worker has something to do at next_ps. */
static void add_next(struct tidings *all, unsigned worker, ps_t next_ps)
{
	if (worker == all->first) {
		all->next_ps = ps_min(all->next_ps, next_ps);
	} else if (next_ps < all->next_ps) {
		all->second_ps = all->next_ps;
		all->next_ps = next_ps;
		all->first = worker;
	} else {
		all->second_ps = ps_min(all->second_ps, next_ps);
	}
}

static void add(struct tidings *all, const struct tidings *one)
{
	add_next(all, one->first, one->next_ps);
	all->second_ps = ps_min(all->second_ps, one->second_ps);
	all->sent_ps = ps_min(all->sent_ps, one->sent_ps);
	all->done_ps = ps_min(all->done_ps, one->done_ps);
	all->ran_ps = ps_max(all->ran_ps, one->ran_ps);
	all->now_ps = ps_max(all->now_ps, one->now_ps);
	all->pause_ps = ps_min(all->pause_ps, one->pause_ps);
}

static const struct tidings *said(const struct engine *e, const struct barrier_group *g, unsigned i)
{
	return g->of_parties ? &e->worker[g->first + i]->said : &e->said[g->first + i];
}

static void combine(void *arg, const struct barrier_group *g, unsigned group)
{
	struct engine *e = arg;
	struct tidings all = *said(e, g, 0);

	for (unsigned i = 1; i < g->members; i++)
		add(&all, said(e, g, i));
	e->said[group] = all;
}

static struct tidings *said_by_all(const struct engine *e)
{
	return &e->said[e->barrier.groups - 1];
}

void stretch_acted(struct engine *e, const struct worker *w)
{
	struct tidings *all = said_by_all(e);

	add_next(all, w->index, worker_next_ps(w));
	all->sent_ps = ps_min(all->sent_ps, w->sent_min_ps);
}

/* ---- what is decided, in one worker while all others wait */

static ps_t solo_window_ps(const struct engine *e)
{
	if (e->cfg.solo_ps)
		return e->cfg.solo_ps;
	return atomic_load(&e->live) > 1 ? SOLO_WINDOW_PS : SOLO_WINDOWS * SOLO_WINDOW_PS;
}

/* For a run in which no thread lives: events before this time are carried out. */
static ps_t end_of_run(const struct engine *e)
{
	if (e->cfg.drain)
		return PS_NEVER;
	return e->cfg.untimed || e->cfg.real ? 0 : engine_over(e);
}

ps_t engine_hold(struct engine *e, ps_t at_ps)
{
	e->hold_ps = ps_max(at_ps, e->ran_ps);
	return e->hold_ps;
}

ps_t engine_hold_ps(const struct engine *e)
{
	return e->hold_ps;
}

/* Calls held() if nothing is left to happen before its time.  Returns the time to stop at next. */
static ps_t hold(struct engine *e, ps_t next_ps)
{
	ps_t at_ps = e->hold_ps;

	if (e->ended || next_ps < at_ps || next_ps == PS_NEVER)
		return at_ps;
	e->hold_ps = PS_NEVER;
	e->cfg.held(e->cfg.ctx, at_ps);
	if (atomic_load(&e->stop))
		e->ended = true;
	return e->hold_ps;
}

/* Calls look() if its time has come.  Sets when there is something to do then. */
static void look(struct engine *e, ps_t *next_ps)
{
	if (e->ended || *next_ps == PS_NEVER || *next_ps < e->look_ps)
		return;
	e->look_ps = e->cfg.look(e->cfg.ctx, e->look_ps);
	stretch_acted(e, worker_self);
	*next_ps = ps_min(*next_ps, said_by_all(e)->next_ps);
}

/* The earliest request, but not before what has run. */
static ps_t pause_wish(const struct engine *e)
{
	return ps_max(said_by_all(e)->pause_ps, e->ran_ps);
}

/* Calls window(), and quiescent() if there is nothing to do from *next_ps on.  Sets whether the run
 * has ended. */
static void look_around(struct engine *e, ps_t *next_ps)
{
	if (e->cfg.window)
		e->cfg.window(e->cfg.ctx, *next_ps);
	if (atomic_load(&e->stop)) {
		e->ended = true;
	} else if (e->cfg.end_ps) {
		e->ended = *next_ps >= e->cfg.end_ps;
	} else if (atomic_load(&e->live) == 0 && *next_ps >= end_of_run(e)) {
		e->ended = true;
	} else if (*next_ps == PS_NEVER) {
		ps_t now_ps = said_by_all(e)->now_ps;

		e->ended = !e->cfg.quiescent || !e->cfg.quiescent(e->cfg.ctx, now_ps);
		*next_ps = now_ps;
	}
}

/* Returns a time at which the stretch from next_ps on has to end. */
static ps_t limit_of(struct engine *e, ps_t next_ps)
{
	ps_t limit_ps = ps_min(e->cfg.end_ps ? e->cfg.end_ps : PS_NEVER, hold(e, next_ps));

	limit_ps = ps_min(limit_ps, e->look_ps);

	if (atomic_load(&e->live) == 0 && next_ps < end_of_run(e))
		limit_ps = ps_min(limit_ps, end_of_run(e));
	return limit_ps;
}

/* The worker that has something to do from next_ps on runs alone, if that is for longer than what
 * is sparse. */
static void choose_alone(const struct engine *e, struct stretch_plan *s, ps_t limit_ps)
{
	const struct tidings *all = said_by_all(e);
	/* When another one has something to do, if nothing comes that has not been sent yet. */
	ps_t others_ps = ps_min(all->second_ps, all->sent_ps);
	ps_t end_ps = s->next_ps + solo_window_ps(e);

	if (!e->slides || e->pausing || all->next_ps == PS_NEVER ||
	    others_ps < s->next_ps + SPARSE_WINDOWS * e->cut.window_ps)
		return;
	if (others_ps < end_ps)
		end_ps = ps_min(end_ps, others_ps + e->cut.window_ps);
	s->alone = all->first;
	s->alone_end_ps = ps_min(end_ps, limit_ps);
	s->stretch_end_ps = s->end_ps;
}

static void decide(struct engine *e, ps_t next_ps, ps_t done_ps, ps_t limit_ps)
{
	ps_t wish = e->cfg.pause && !e->ended ? pause_wish(e) : PS_NEVER;
	bool many = (e->cfg.workers > 1 || e->cfg.chain) && !e->cfg.untimed;
	ps_t window_ps = e->cfg.workers > 1 ? e->cut.window_ps : solo_window_ps(e);
	ps_t stretch_ps = e->slides ? ps_min(STRETCH_WINDOWS * e->cut.window_ps, e->cut.detour_ps)
				    : window_ps;

	e->pausing = wish <= next_ps && wish != PS_NEVER;
	if (e->pausing) { /* no event is before it */
		e->pause_ps = ps_max(wish, done_ps);
		limit_ps = 0;
	} else {
		limit_ps = ps_min(limit_ps, wish);
	}
	e->stretch = (struct stretch_plan){
		.next_ps = next_ps, .done_ps = done_ps,
		.end_ps = ps_min(next_ps + window_ps, limit_ps),
		.stretch_end_ps = ps_min(next_ps + stretch_ps, limit_ps),
		.ahead_ps = many && wish == PS_NEVER ? e->cfg.arrival_ps : 0,
		.alone = UINT_MAX,
	};
	choose_alone(e, &e->stretch, limit_ps);
}

static void open_stretch(void *arg)
{
	struct engine *e = arg;
	struct worker *self = worker_self;
	const struct tidings *all = said_by_all(e);
	ps_t done_ps = all->done_ps, next_ps = ps_min(all->next_ps, all->sent_ps);

	/* Events that have been sent may have been carried out already. */
	if (e->slides)
		next_ps = ps_max(next_ps, done_ps);
	e->ran_ps = ps_max(e->ran_ps, all->ran_ps);
	e->stretch.done_ps = done_ps; /* for engine_act_for() */
	look_around(e, &next_ps);
	look(e, &next_ps);

	ps_t limit_ps = limit_of(e, next_ps);

	stretch_acted(e, worker_self);
	worker_self = self;
	decide(e, next_ps, done_ps, limit_ps);
	e->turn = !e->turn;
	atomic_store_explicit(&e->stretch_over, false, memory_order_relaxed);
	if (e->cfg.real)
		real_opened(e);
}

/* ---- each for itself */

static void begin(struct worker *w)
{
	const struct engine *e = w->engine;
	const struct stretch_plan *s = &e->stretch;

	w->alone = s->alone == w->index;
	w->window_end_ps = w->alone ? s->alone_end_ps : s->end_ps;
	w->stretch_end_ps = w->alone ? s->alone_end_ps : s->stretch_end_ps;
	w->ahead_ps = s->ahead_ps;
	if (e->pausing)
		w->pause_ps = PS_NEVER;
	if (e->slides)
		window_publish(w, e->pausing ? 0 : s->next_ps);
	else
		atomic_store_explicit(worker_done(w), s->done_ps, memory_order_relaxed);
}

void stretch_agree(struct worker *w)
{
	static const struct barrier_ops ops = { combine, open_stretch };
	struct engine *e = w->engine;

	say(w);
	barrier_wait(&e->barrier, w->index, &ops, e);
	begin(w);
}
