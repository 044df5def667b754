/*
 * engine_look.c - without a clock: looks in loops that may wait.  A thread that polls, or reads the
 * time base, gives way to what it may wait for, so that it takes no more turns than that does.
 *
 * Never: a look that goes beyond the next slice.
 */
#include "engine_internal.h"

/* With more threads queued on its node one gives way to those of all nodes alike. */
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

	thread_segment_end();
	t->clock_ps += cost_ps;
	ps_t next_ps = looked_for_ps(w, t->node);

	if (next_ps > t->clock_ps && next_ps < slice_end(t->clock_ps + (first ? SLICE_PS : 0)))
		t->clock_ps = next_ps + 1; /* else it may be its own turn again */
	if (t->clock_ps >= w->window_end_ps || t->clock_ps >= worker_next_ps(w))
		thread_yield(w, t);
	else
		budget_go_on(w, t);
}
