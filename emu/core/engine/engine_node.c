/*
 * engine_node.c - what the layers above say and ask about a node's threads as a whole: what
 * it has received, what it holds back, which are parked.  For the node's own worker.
 * Must never run or order threads itself: engine_thread.c does.
 */
#include "engine_internal.h"
#include "pause.h"
#include "watch.h"

void node_hook(uint32_t node, bool on)
{
	struct engine *e = worker_self->engine;

	e->worker[e->worker_of[node]]->hooked += on ? 1 : UINT32_MAX;
}

struct thread *node_parked(uint32_t node)
{
	return worker_self->engine->wait[node].parked;
}

uint64_t node_deliveries(uint32_t node)
{
	return worker_self->engine->wait[node].deliveries;
}

bool node_is_single(uint32_t node)
{
	return worker_self->engine->wait[node].live == 1;
}

bool node_is_owed(uint32_t node)
{
	return worker_self->engine->wait[node].owing != 0;
}

bool node_is_watched(uint32_t node)
{
	return worker_self->engine->wait[node].watching != 0;
}

void node_blocked(uint32_t node, bool last, ps_t until_ps)
{
	struct node_wait *nw = &worker_self->engine->wait[node];

	nw->blocked_ps = nw->blocked++ ? ps_min(nw->blocked_ps, until_ps) : until_ps;
	nw->blocked_last += last;
}

void node_unblocked(uint32_t node, bool last)
{
	struct node_wait *nw = &worker_self->engine->wait[node];

	nw->blocked--;
	nw->blocked_last -= last;
}

void node_share_objects(uint32_t node, bool on)
{
	worker_self->engine->wait[node].objects = on;
}

bool thread_is_seen_by(const struct thread *t)
{
	return t->process == thread_self->process || t->loop.watches_shared ||
	       worker_self->engine->wait[t->node].shared;
}

bool thread_reaches(const struct thread *t)
{
	return t->process == thread_self->process || worker_self->engine->wait[t->node].reached;
}

void node_reach_memory(uint32_t node)
{
	worker_self->engine->wait[node].reached = true;
}

void node_share_memory(uint32_t node)
{
	worker_self->engine->wait[node].shared = true;
}

bool node_delivery(uint32_t node)
{
	struct node_wait *nw = &worker_self->engine->wait[node];

	nw->deliveries++;
	return nw->parked != NULL;
}

void node_wake(uint32_t node, ps_t at_ps)
{
	struct thread *t = node_parked(node), *next;

	for (; t; t = next) {
		next = t->next_parked;
		if (t->waiting.kind < WAIT_SPIN)
			thread_wake(t, at_ps);
	}
}

bool engine_node_waits(const struct engine *e, uint32_t node)
{
	const struct node_wait *nw = &e->wait[node];

	return nw->live == nw->idle && !nw->counting && !nw->owing;
}

void node_forward(uint32_t node, uint64_t deliveries)
{
	worker_self->engine->wait[node].deliveries += deliveries;
}

void node_delayed(uint32_t node)
{
	worker_self->engine->wait[node].kept = 0;
}
