/* train_wait.c - threads that wait during a train: until which period they keep waiting. */
#include "train_internal.h"
#include "emu/core/wait/wait.h"
#include "emu/core/engine/watch.h"

/* Whether t waits in a loop of its program that reads nothing the train stores, except perhaps
 * the counter.  (Callers of a runtime call may look at more than the call waits for.) */
static bool waits(struct train *tr, struct thread *t)
{
	struct train_worker *w = train_worker_of(tr, t->node);
	const struct mu_train_target *to = &tr->node[t->node].target;

	if (!wait_is_still(t) || wait_reads(t, to->to, tr->periods * PAYLOAD) ||
	    !train_room(&w->waiter, w->waiters, &w->waiters_room, sizeof *w->waiter))
		return false;
	bool counts = wait_reads(t, to->counter, sizeof *to->counter);

	w->waiter[w->waiters++] = (struct train_waiter){
		.thread = t, .counts = counts,
		.until_zero = counts && wait_stays_unless_zero(t, to->counter),
	};
	return true;
}

bool train_waits(struct train *tr, uint32_t node)
{
	for (struct thread *t = node_parked(node); t; t = t->next_parked)
		if (t->waiting.kind < WAIT_SLEEP && !waits(tr, t))
			return false;
	return true;
}

void train_waits_until(struct train *tr, struct train_worker *w, uint64_t from, uint64_t to)
{
	for (uint32_t i = 0; i < w->waiters; i++) {
		struct train_waiter *a = &w->waiter[i];
		const uint64_t *counter = tr->node[a->thread->node].target.counter;
		uint64_t value = *counter - from * PAYLOAD;

		for (uint64_t k = from; a->counts && k < to; k++) {
			value -= PAYLOAD;
			if ((int64_t)k >= w->least)
				break;
			if (a->until_zero && value)
				continue;
			if (!wait_stays(a->thread, counter, value))
				w->least = (int64_t)k;
		}
	}
}
