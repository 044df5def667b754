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
 * What they agree on: engine_stretch.c.
 *
 * Never: an event carried out while an earlier one could still come from another worker.
 */
#include <assert.h>
#include <stdlib.h>

#include "chain.h"
#include "engine_internal.h"
#include "inbox.h"
#include "engine.h"
#include "pause.h"

/* How often in a window a worker says how far it has come: each time takes a line of the host's
 * caches from the others. */
#define PUBLISH_PARTS 8

/* Returns the lower bound on time stamps of what w has not published yet: it has no effect on
 * others before. */
static inline ps_t reaches_ps(struct worker *w)
{
	return atomic_load_explicit(worker_done(w), memory_order_relaxed) +
	       w->engine->cut.window_ps;
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
	inbox_send(w, to, entry);
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
	inbox_send(w, to, &note);
	window_sent(w, note.time_ps); /* it may cause an event at that time */
}

/* ---- windows */

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
static void receive_from(struct worker *w, struct chan *c, ps_t from_ps)
{
	const struct event_entry *entry;

	while ((entry = chan_pop(c)) != NULL) {
		assert(entry->time_ps >= from_ps);
		take_over(w, entry);
	}
}

static void receive(struct worker *w, ps_t from_ps)
{
	inbox_receive(w, receive_from, from_ps);
}

void window_publish(struct worker *w, ps_t done_ps)
{
	/* D0: what has been sent comes before it. */
	atomic_store_explicit(worker_done(w), done_ps, memory_order_release);
	w->publish_ps = done_ps + w->engine->cut.window_ps / PUBLISH_PARTS;
}

/* Nothing that others have not sent yet reaches w before this. */
static ps_t others_reach_ps(const struct worker *w)
{
	const struct engine *e = w->engine;
	ps_t done_ps = PS_NEVER;

	for (unsigned i = 0; i < w->near_count; i++) /* pairs with D0 */
		done_ps = ps_min(done_ps,
				 atomic_load_explicit(worker_done(e->worker[w->near[i]]),
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

	if (w->real)
		return real_next(w);
	stretch_agree(w);
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
	if (!worker_is_alone(w) && e->slides)
		stretch_cut_short(e);
	else
		window_cut(w, at_ps);
}

void engine_stop_in_signal(struct engine *e)
{
	struct worker *w = worker_self;

	if (atomic_load(&e->stop) && (worker_is_alone(w) || !e->slides))
		w->window_end_ps = w->stretch_end_ps = ps_min(w->window_end_ps, w->now_ps);
}

void engine_meet(struct engine *e, void (*serial)(void *), void *arg)
{
	const struct barrier_ops ops = { .serial = serial };

	barrier_wait(&e->barrier, worker_self->index, &ops, arg);
}

struct evq *engine_queue(struct engine *e, unsigned worker)
{
	return &e->worker[worker]->q;
}

const struct evq *engine_threads(const struct engine *e, unsigned worker)
{
	return &e->worker[worker]->threads;
}
