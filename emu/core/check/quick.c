/* quick.c - the fast path of a check; see check.h.  Compiled without vector registers, which
 * are the program's here: calls nothing. */
#include "emu/core/engine/worker.h"
#include "emu/core/wait/words.h"

/* A budget that was shorter than the slice has been one up to a probe. */
static bool quick_untimed(struct worker *w, struct thread *t)
{
	bool probed = w->granted < w->slice;

	slice_count(w, t);
	if (probed) {
		t->probe_ps = 0;
		t->loop.found = false;
		return false;
	}
	if (t->clock_ps >= worker_next_ps(w) || t->clock_ps >= w->window_end_ps ||
	    t->clock_ps >= t->probe_ps || node_sees_stores(&w->engine->wait[t->node]))
		return false;
	slice_grant(w, t);
	return true;
}

/* By the host's clock: true if neither an event, a thread nor a probe is due by now. */
static bool quick_real(struct worker *w, const struct thread *t)
{
	const struct host_ticks *ticks = &w->engine->ticks;

	if (!ticks->counter || t->signalled || worker_is_called(w))
		return false;
	ps_t host_ps = host_ticks_ps(ticks);

	w->cell.left = w->granted = (int64_t)BUDGET_REAL * BUDGET_CYCLE - 1;
	return host_ps < t->probe_ps && host_ps < worker_next_ps(w);
}

/* False: certainly none has changed by what t has stored. */
static bool words_changed(const struct node_wait *nw, const struct thread *t)
{
	for (const struct thread *o = nw->parked; o; o = o->next_parked) {
		const struct wait *w = o->loop.wait;

		if (!o->loop.watching)
			continue;
		if (w->range || (w->held && !*w->held))
			return true; /* it is compared by the slow path */
		if (words_differ_from(w, o->process == t->process || nw->reached))
			return true;
	}
	return false;
}

static inline void lose(const struct worker *w, struct thread *t)
{
	if (t->share > 1)
		t->lost_ps += thread_loses_ps(t, w->granted - w->cell.left);
}

/* True with a new budget if the thread's limited budget has run out and nothing else is due. */
static bool quick_alone(struct worker *w, struct thread *t, ps_t clock_ps)
{
	if (clock_ps >= t->probe_ps)
		return false;
	lose(w, t);
	t->clock_ps = clock_ps;
	thread_segment_begin(t);
	w->granted = w->cell.left =
		budget_until(t, ps_min(t->probe_ps, ps_min(t->sample_ps, w->horizon_ps)));
	return true;
}

bool check_quick(void)
{
	struct worker *w = worker_self;
	struct thread *t = thread_self;

	if (!t)
		return false;
	if (w->untimed)
		return w->real ? quick_real(w, t) : quick_untimed(w, t);
	const struct node_wait *nw = &w->engine->wait[t->node];
	ps_t clock_ps = t->clock_ps + thread_more_ps(t, w->granted - w->cell.left);

	if (clock_ps >= w->horizon_ps || clock_ps >= t->sample_ps || t->signalled)
		return false;
	if (!node_sees_stores(nw))
		return quick_alone(w, t, clock_ps);
	if (clock_ps >= t->probe_ps || words_changed(nw, t))
		return false;
	lose(w, t);
	t->clock_ps = clock_ps;
	thread_segment_begin(t);
	w->granted = w->cell.left = -1;
	return true;
}
