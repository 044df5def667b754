/*
 * engine_window.c - conservative synchronization: windows of time, and channels for events
 * between workers; see engine.h.
 *
 * Workers agree at a barrier on where a stretch of some windows begins and ends.  In between each
 * one slides: its window ends a lookahead L after the lower bound on time stamps of what the others
 * have not done yet, which they publish all the time.  So one that has more to do in one window and
 * less in the next delays no other worker, as long as the others are no more than a window ahead.
 *
 *            done                    window_end, of a worker that is joined to one at done'
 *   ---------|=======================|-------------------------| stretch_end
 *                done' |----- L -----|
 *
 * Where all others have nothing to do for a while, as where one rank computes and the rest waits
 * for it, one worker runs alone: up to where the first of the others goes on, or could answer what
 * it sends.
 *
 * Never: an event carried out while an earlier one could still come from another worker.
 */
#include <assert.h>
#include <stdlib.h>

#include "chain.h"
#include "engine_internal.h"
#include "engine.h"
#include "pause.h"

/* Sequential runs need no windows for order; this is how often output is written and a stop
 * is noticed: less often with a single thread, so that it costs little. */
#define SOLO_WINDOW_PS  (100 * PS_PER_US)
#define SOLO_WINDOWS    64

/* Windows of a stretch.  What is done between stretches takes little time, and requests (for a
 * pause, say) end one early. */
#define STRETCH_WINDOWS 32
/* How often in a window a worker says how far it has come: each time takes a line of the host's
 * caches from the others. */
#define PUBLISH_PARTS 8
/* A worker that finds nothing to do in so many windows ends the stretch: at the barrier all skip
 * empty time at once. */
#define SPARSE_WINDOWS 2

void engine_send(struct worker *w, unsigned to, const struct event_entry *entry)
{
	if (chan_push(&w->engine->worker[to]->inbox[w->index], entry) != 0)
		abort(); /* a lost event would be a wrong result */
}

/* Returns the lower bound on time stamps of what w has not published yet: it has no effect on
 * others before. */
static inline ps_t reaches_ps(const struct worker *w)
{
	return atomic_load_explicit(&w->done_ps, memory_order_relaxed) + w->engine->cut.window_ps;
}

void window_cut(struct worker *w, ps_t end_ps)
{
	if (end_ps >= w->window_end_ps)
		return;
	w->window_end_ps = w->stretch_end_ps = end_ps;
	if (w->horizon_ps > end_ps)
		budget_cut(w, end_ps);
}

/* w has sent something for at_ps to another worker. */
static inline void window_sent(struct worker *w, ps_t at_ps)
{
	w->sent_min_ps = ps_min(w->sent_min_ps, at_ps);
	if (__builtin_expect(w->alone, false))
		window_cut(w, at_ps + w->engine->cut.window_ps);
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
	assert(entry->time_ps >= reaches_ps(w));
	engine_send(w, to, entry);
	window_sent(w, entry->time_ps);
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

	assert(note.time_ps >= reaches_ps(w));
	note.place |= NOTE;
	engine_send(w, to, &note);
	window_sent(w, note.time_ps); /* it may cause an event at that time */
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

/* The end of a stretch: returns the time up to which all events are done. */
static ps_t stretch_close(struct engine *e)
{
	ps_t done_ps = PS_NEVER;

	for (unsigned i = 0; i < e->cfg.workers; i++) {
		const struct worker *w = e->worker[i];

		done_ps = ps_min(done_ps, w->window_end_ps);
		e->ran_ps = ps_max(e->ran_ps, w->window_end_ps + w->ahead_ps);
	}
	for (unsigned i = 0; i < e->cfg.workers; i++)
		atomic_store_explicit(&e->worker[i]->done_ps, done_ps, memory_order_relaxed);
	return done_ps;
}

/* The earliest time at which there is something to do, at or after done_ps. */
static ps_t next_of_all(const struct engine *e, ps_t done_ps)
{
	ps_t next_ps = PS_NEVER;

	for (unsigned i = 0; i < e->cfg.workers; i++)
		next_ps = ps_min(next_ps, ps_min(e->worker[i]->next_ps, e->worker[i]->sent_ps));
	/* Events that have been sent may have been carried out already. */
	return e->slides ? ps_max(next_ps, done_ps) : next_ps;
}

/* The worker that may run alone from next_ps on for longer than what is sparse, or NULL.
 * *others_ps: when another one has something to do, if nothing comes that has not been sent yet. */
static struct worker *alone_from(const struct engine *e, ps_t next_ps, ps_t *others_ps)
{
	struct worker *first = NULL;
	ps_t first_ps = PS_NEVER;

	*others_ps = PS_NEVER;
	for (unsigned i = 0; i < e->cfg.workers; i++) {
		struct worker *w = e->worker[i];
		ps_t own_ps = worker_next_ps(w);

		*others_ps = ps_min(*others_ps, ps_min(w->sent_ps, ps_max(own_ps, first_ps)));
		if (own_ps < first_ps) {
			first = w;
			first_ps = own_ps;
		}
	}
	return *others_ps >= next_ps + SPARSE_WINDOWS * e->cut.window_ps ? first : NULL;
}

static void alone_start(struct worker *w, ps_t next_ps, ps_t others_ps, ps_t limit_ps)
{
	struct engine *e = w->engine;
	ps_t end_ps = next_ps + solo_window_ps(e);

	if (others_ps < end_ps)
		end_ps = ps_min(end_ps, others_ps + e->cut.window_ps);
	w->window_end_ps = w->stretch_end_ps = ps_min(end_ps, limit_ps);
	w->alone = true;
}

static void stretch_start(struct engine *e, ps_t next_ps, ps_t end_ps, ps_t stretch_end_ps,
			  ps_t ahead_ps)
{
	for (unsigned i = 0; i < e->cfg.workers; i++) {
		struct worker *w = e->worker[i];

		w->window_end_ps = end_ps;
		w->stretch_end_ps = stretch_end_ps;
		w->ahead_ps = ahead_ps;
		w->alone = false;
		if (e->slides)
			window_publish(w, e->pausing ? 0 : next_ps);
	}
	atomic_store_explicit(&e->stretch_over, false, memory_order_relaxed);
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

/* Runs in one worker while all others wait. */
void window_open(void *arg)
{
	struct engine *e = arg;
	struct worker *self = worker_self;
	ps_t now = engine_now(e), done_ps = stretch_close(e), next = next_of_all(e, done_ps);

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
	ps_t limit = ps_min(e->cfg.end_ps ? e->cfg.end_ps : PS_NEVER, hold(e, next));

	worker_self = self;
	ps_t end = next + (e->cfg.workers > 1 ? e->cut.window_ps : solo_window_ps(e)), stretch;
	stretch = e->slides ? next + ps_min(STRETCH_WINDOWS * e->cut.window_ps, e->cut.detour_ps)
			    : end;
	if (over && next < over_ps)
		limit = ps_min(limit, over_ps);
	ps_t wish = e->cfg.pause && !e->ended ? pause_wish(e, next) : PS_NEVER;

	e->pausing = wish <= next && wish != PS_NEVER;
	if (e->pausing) { /* no event is before it */
		e->pause_ps = ps_max(wish, done_ps);
		limit = 0;
	} else {
		limit = ps_min(limit, wish);
	}
	stretch = ps_min(stretch, limit);
	end = ps_min(end, limit);
	bool many = (e->cfg.workers > 1 || e->cfg.chain) && !e->cfg.untimed;
	ps_t others;
	struct worker *alone = e->slides && !e->pausing ? alone_from(e, next, &others) : NULL;

	stretch_start(e, next, end, alone ? end : stretch,
		      many && wish == PS_NEVER ? e->cfg.arrival_ps : 0);
	if (alone)
		alone_start(alone, next, others, limit);
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

/* Receives the events that others have sent, all of them for from_ps or later. */
static void receive(struct worker *w, ps_t from_ps)
{
	for (unsigned i = 0; i < w->engine->cfg.workers; i++) {
		const struct event_entry *entry;

		if (i == w->index)
			continue;
		while ((entry = chan_pop(&w->inbox[i])) != NULL) {
			assert(entry->time_ps >= from_ps);
			take_over(w, entry);
		}
	}
}

void window_publish(struct worker *w, ps_t done_ps)
{
	/* D0: what has been sent comes before it. */
	atomic_store_explicit(&w->done_ps, done_ps, memory_order_release);
	w->publish_ps = done_ps + w->engine->cut.window_ps / PUBLISH_PARTS;
}

static inline bool is_joined(const struct engine *e, unsigned from, unsigned to)
{
	return from != to && (!e->cut.joined || e->cut.joined[from * e->cfg.workers + to]);
}

/* Nothing that others have not sent yet reaches w before this. */
static ps_t others_reach_ps(const struct worker *w)
{
	const struct engine *e = w->engine;
	ps_t done_ps = PS_NEVER;

	for (unsigned i = 0; i < e->cfg.workers; i++)
		if (is_joined(e, i, w->index)) /* pairs with D0 */
			done_ps = ps_min(done_ps, atomic_load_explicit(&e->worker[i]->done_ps,
								       memory_order_acquire));
	return done_ps < PS_NEVER ? done_ps + e->cut.window_ps : PS_NEVER;
}

/* So much is empty that all had better agree on the next event. */
static bool is_sparse(const struct worker *w)
{
	return worker_next_ps(w) >= w->window_end_ps + SPARSE_WINDOWS * w->engine->cut.window_ps;
}

static inline bool is_over(const struct engine *e)
{
	return atomic_load_explicit(&e->stretch_over, memory_order_relaxed);
}

/* All come to the barrier as soon as they have no more to do in their windows. */
static inline void stretch_cut_short(struct engine *e)
{
	if (!is_over(e))
		atomic_store_explicit(&e->stretch_over, true, memory_order_relaxed);
}

bool window_slide(struct worker *w)
{
	struct engine *e = w->engine;
	ps_t end_ps;

	if (!e->slides)
		return false;
	window_publish(w, w->window_end_ps);
	if (w->window_end_ps >= w->stretch_end_ps)
		return false;
	for (int turn = 0; (end_ps = others_reach_ps(w)) <= w->window_end_ps; turn++)
		if (is_over(e) || is_sparse(w) || !barrier_spins(&e->barrier, turn)) {
			stretch_cut_short(e);
			return false;
		}
	if (is_over(e))
		return false;
	receive(w, w->window_end_ps);
	w->window_end_ps = ps_min(end_ps, w->stretch_end_ps);
	return true;
}

bool window_next(struct worker *w)
{
	struct engine *e = w->engine;
	ps_t next = worker_next_ps(w);

	if (w->real)
		return real_next(w);
	w->next_ps = next;
	w->sent_ps = w->sent_min_ps;
	w->sent_min_ps = PS_NEVER;
	barrier_wait(&e->barrier, window_open, e);
	if (e->ended)
		return false;
	receive(w, 0);
	if (e->pausing)
		e->cfg.pause(e->cfg.ctx, w->index, e->pause_ps);
	return true;
}

void engine_pause(struct engine *e, ps_t at_ps)
{
	struct worker *w = worker_self;

	if (at_ps < w->pause_ps)
		w->pause_ps = at_ps;
	if (worker_is_alone(w))
		window_cut(w, at_ps);
	else
		stretch_cut_short(e);
}

void engine_window_cut(struct engine *e, ps_t at_ps)
{
	struct worker *w = worker_self;

	/* Pauses rely on windows that end together. */
	if (!worker_is_alone(w) && !e->cfg.untimed)
		stretch_cut_short(e);
	else
		window_cut(w, at_ps);
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
