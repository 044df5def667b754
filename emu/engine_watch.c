/*
 * engine_watch.c - memory that threads watch; see engine.h.
 *
 * A store makes no call, so whoever may have stored something (it ran) makes
 * those who watch dirty, and they look again in due time.  While somebody runs
 * there is always an event at which he stops so that they can.
 */
#include "engine_internal.h"

static void look_again(struct event *ev);

static bool watches(const struct node_wait *nw, const struct thread *t,
		    const struct thread *other)
{
	return other->watching && (nw->shared || other->process == t->process);
}

void watch_arm(struct worker *w, struct node_wait *nw, uint32_t node, ps_t now_ps)
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
	watch_arm(w, nw, ev->node, now_ps);
}

void watch_make_dirty(struct worker *w, struct node_wait *nw, const struct thread *t)
{
	if (!nw->watching || !(nw->shared || nw->siblings))
		return;
	for (struct thread *other = nw->parked; other; other = other->next_parked)
		if (watches(nw, t, other))
			other->dirty = true;
	watch_arm(w, nw, t->node, t->clock_ps);
}

void node_share_memory(uint32_t node)
{
	worker_self->engine->wait[node].shared = true;
}
