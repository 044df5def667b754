/*
 * engine_look.c - looks of a thread that waits in calls of the runtime, without a clock
 * (--clock=off): time only says whose turn it is, so a look that finds nothing passes the turn on.
 *
 * Never: with a clock, where a look costs what the machine takes for it.
 */
#include "engine_internal.h"

#define LOOK_QUEUED_MAX 8

/* The time of the next event, or thread of the node, if it has any but not too many to look at;
 * else of another node. */
static ps_t looked_for_ps(const struct worker *w, uint32_t node)
{
	const struct node_wait *nw = &w->engine->wait[node];
	ps_t next_ps = evq_next_ps(&w->q);

	if (!nw->queued || nw->queued_count > LOOK_QUEUED_MAX)
		return worker_next_ps(w);
	for (const struct thread *o = nw->queued; o; o = o->next_queued)
		next_ps = ps_min(next_ps, o->resume.time_ps);
	return next_ps;
}

void thread_look(ps_t cost_ps, bool first)
{
	struct worker *w = worker_self;
	struct thread *t = thread_self;

	if (cost_ps) /* a call that costs nothing carries out nothing */
		budget_settle(w, t);
	t->part = 0;
	segment_end(w, &w->engine->wait[t->node], t);
	t->clock_ps += cost_ps;
	ps_t next_ps = looked_for_ps(w, t->node);

	if (next_ps > t->clock_ps && next_ps < slice_end(t->clock_ps + (first ? SLICE_PS : 0)))
		t->clock_ps = next_ps + 1; /* else it may be its own turn again */
	if (thread_is_due(w, t))
		thread_yield(w, t);
	else
		budget_go_on(w, t);
}
