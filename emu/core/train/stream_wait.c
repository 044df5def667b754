/* stream_wait.c - threads that wait while streams go in a train: until which period they are
 * sure to keep waiting. */
#include "stream.h"
#include "emu/core/wait/wait.h"
#include "emu/core/engine/watch.h"

/* The counter of node's streams that t's loop reads, and how many of them it counts; NULL: none.
 * False: the loop reads several counters, or what is stored. */
static bool counter_of(struct train *tr, const struct thread *t, uint64_t **counter,
		       uint64_t *streams)
{
	*counter = NULL;
	*streams = 0;
	for (struct stream *s = stream_first(tr->streams, t->node); s;
	     s = stream_next(tr->streams, s)) {
		if (wait_reads(t, s->target.to, tr->periods * PAYLOAD))
			return false;
		if (!wait_reads(t, s->target.counter, sizeof *s->target.counter))
			continue;
		if (*counter && *counter != s->target.counter)
			return false;
		*counter = s->target.counter;
		++*streams;
	}
	return true;
}

/* The first of so many values, each a packet lower, with which t stops waiting, from 0 on; or
 * how many there are. */
static uint64_t values_until(struct thread *t, const uint64_t *counter, uint64_t values)
{
	if (wait_stays_unless_zero(t, counter)) {
		uint64_t zero = *counter / PAYLOAD - 1;

		return *counter % PAYLOAD || zero > values ? values : zero;
	}
	for (uint64_t i = 0; i < values; i++)
		if (!wait_stays(t, counter, *counter - (i + 1) * PAYLOAD))
			return i;
	return values;
}

/* Like stream_waits(), for one thread t. (Callers of a runtime call may look at more than the call
 * waits for.) */
static int64_t thread_waits(struct train *tr, struct train_worker *w, struct thread *t)
{
	uint64_t *counter, streams;

	if (!wait_is_still(t) || !counter_of(tr, t, &counter, &streams) ||
	    !train_room(&w->waiter, w->waiters, &w->waiters_room, sizeof *w->waiter))
		return 0;
	w->waiter[w->waiters++] = (struct train_waiter){ .thread = t };
	if (!counter)
		return INT64_MAX;
	uint64_t values = streams * tr->periods, stays = values_until(t, counter, values);

	return stays < values ? (int64_t)(stays / streams) : INT64_MAX;
}

int64_t stream_waits(struct train *tr, struct train_worker *w, uint32_t node)
{
	int64_t least = INT64_MAX;

	for (struct thread *t = node_parked(node); t; t = t->next_parked) {
		int64_t period = t->waiting.kind < WAIT_SLEEP ? thread_waits(tr, w, t) : INT64_MAX;

		least = period < least ? period : least;
	}
	return least;
}
