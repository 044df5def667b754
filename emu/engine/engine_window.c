/*
 * engine_window.c - conservative synchronization: windows of time with a barrier between
 * them, and channels for events between workers; see engine.h.
 */
#include <assert.h>
#include <stdlib.h>

#include "chain.h"
#include "engine_internal.h"

/* Sequential runs need no windows for order; this is how often output is written and a stop
 * is noticed: less often with a single thread, so that it costs little. */
#define SOLO_WINDOW_PS  (100 * PS_PER_US)
#define SOLO_WINDOWS    64

void engine_send(struct worker *w, unsigned to, const struct event_entry *entry)
{
	if (chan_push(&w->engine->worker[to]->inbox[w->index], entry) != 0)
		abort(); /* a lost event would be a wrong result */
}

void engine_post(struct sim *sim, const struct event_entry *entry)
{
	struct engine *e = (struct engine *)sim;
	struct worker *w = worker_self;
	unsigned to = e->worker_of[entry_node(entry)];

	if (to == w->index) {
		worker_queue(w, entry);
		if (entry->time_ps < w->horizon_ps)
			budget_cut(w, entry->time_ps);
		return;
	}
	assert(entry->time_ps >= w->window_end_ps);
	if (entry->time_ps < w->sent_min_ps)
		w->sent_min_ps = entry->time_ps;
	engine_send(w, to, entry);
}

void chain_post(struct sim *sim, const struct event_entry *entry)
{
	chain_crosses(((struct engine *)sim)->cfg.chain, entry_node(entry));
	engine_post(sim, entry);
}

void engine_note(struct sim *sim, uint32_t from, const struct event_entry *entry)
{
	struct engine *e = (struct engine *)sim;
	struct worker *w = worker_self;
	unsigned to = e->worker_of[entry_node(entry)];

	(void)from;
	if (to == w->index) {
		/* A thread's calls may take it far beyond the note's time. */
		if (thread_self || entry->time_ps <= w->now_ps || !sim->prefetch)
			sim->light(sim->light_ctx, entry);
		else
			notes_add(&w->notes, sim, entry);
		return;
	}
	struct event_entry note = *entry;

	assert(note.time_ps >= w->window_end_ps);
	if (note.time_ps < w->sent_min_ps)
		w->sent_min_ps = note.time_ps; /* it may cause an event at that time */
	note.place |= NOTE;
	engine_send(w, to, &note);
}

/* ---- windows */

static ps_t solo_window_ps(struct engine *e)
{
	if (e->cfg.solo_ps)
		return e->cfg.solo_ps;
	return atomic_load(&e->live) > 1 ? SOLO_WINDOW_PS : SOLO_WINDOWS * SOLO_WINDOW_PS;
}

/* The earliest request, but not before what has run; all are cleared if its time is not after
 * next_ps. */
static ps_t pause_wish(struct engine *e, ps_t next_ps)
{
	ps_t wish = PS_NEVER;

	for (unsigned i = 0; i < e->cfg.workers; i++)
		if (e->worker[i]->pause_ps < wish)
			wish = e->worker[i]->pause_ps;
	wish = ps_max(wish, e->ran_ps);
	for (unsigned i = 0; i < e->cfg.workers && wish <= next_ps; i++)
		e->worker[i]->pause_ps = PS_NEVER;
	return wish;
}

/* For a run in which no thread lives: events before this time are carried out. */
static ps_t end_of_run(const struct engine *e)
{
	if (e->cfg.drain)
		return PS_NEVER;
	return e->cfg.untimed || e->cfg.real ? 0 : engine_over(e);
}

/* Runs in one worker while all others wait. */
void window_open(void *arg)
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
	bool over = atomic_load(&e->live) == 0;
	ps_t over_ps = end_of_run(e);

	if (atomic_load(&e->stop)) {
		e->ended = true;
	} else if (e->cfg.end_ps) {
		e->ended = next >= e->cfg.end_ps;
	} else if (over && next >= over_ps) {
		e->ended = true;
	} else if (next == PS_NEVER) {
		e->ended = !e->cfg.quiescent || !e->cfg.quiescent(e->cfg.ctx, now);
		next = now;
	}
	worker_self = self;
	ps_t end = next + (e->cfg.workers > 1 ? e->window_ps : solo_window_ps(e));

	if (e->cfg.end_ps && end > e->cfg.end_ps)
		end = e->cfg.end_ps;
	if (over && next < over_ps && end > over_ps)
		end = over_ps;
	ps_t wish = e->cfg.pause && !e->ended ? pause_wish(e, next) : PS_NEVER;

	e->pausing = wish <= next && wish != PS_NEVER;
	if (e->pausing) { /* no event is before the last window's end */
		ps_t done_ps = e->worker[0]->window_end_ps;

		e->pause_ps = wish > done_ps ? wish : done_ps;
		end = 0;
	} else if (end > wish) {
		end = wish;
	}
	bool many = (e->cfg.workers > 1 || e->cfg.chain) && !e->cfg.untimed;
	ps_t ahead = many && wish == PS_NEVER ? e->cfg.arrival_ps : 0;

	for (unsigned i = 0; i < e->cfg.workers; i++) {
		e->worker[i]->window_end_ps = end;
		e->worker[i]->ahead_ps = ahead;
	}
	if (ahead)
		e->ran_ps = end + ahead;
}

static void take_over(struct worker *w, const struct event_entry *entry)
{
	struct sim *sim = &w->engine->sim;

	if ((uint32_t)entry->place == NOTE) {
		struct event_entry note = *entry;

		note.place &= ~(uint64_t)NOTE;
		sim->light(sim->light_ctx, &note);
	} else {
		worker_queue(w, entry);
	}
}

bool window_next(struct worker *w)
{
	struct engine *e = w->engine;
	ps_t next = worker_next_ps(w);

	if (w->real)
		return real_next(w);
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

void engine_window_cut(struct engine *e, ps_t at_ps)
{
	struct worker *w = worker_self;

	if ((e->cfg.workers > 1 && !e->cfg.untimed) || at_ps >= w->window_end_ps)
		return; /* pauses rely on windows that end together */
	w->window_end_ps = at_ps;
	if (w->horizon_ps > at_ps)
		budget_cut(w, at_ps);
}

void engine_meet(struct engine *e, void (*serial)(void *), void *arg)
{
	barrier_wait(&e->barrier, serial, arg);
}

struct evq *engine_queue(struct engine *e, unsigned worker)
{
	return &e->worker[worker]->q;
}

const struct evq *engine_threads(const struct engine *e, unsigned worker)
{
	return &e->worker[worker]->threads;
}
