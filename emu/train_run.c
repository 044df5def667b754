/*
 * train_run.c - the periods of a train, by all workers: results, and then memory, some
 * periods at a time for each node.  How long the train may be is found on the way.
 */
#include <string.h>

#include "train_internal.h"

/* Of one tree: numbers [from, to), of which each worker has its share. */
static void results_of(struct train *tr, struct train_worker *w, uint32_t index, unsigned share,
		       int64_t from, int64_t to)
{
	const struct coll_train_tree *tree = &tr->trees->tree[index];

	for (int64_t k = from + share; k < to; k += tr->p.workers) {
		/* A flag is for the nodes to pass on: none of them may have had it. */
		if (coll_train_sweep(tr->trees, tree, k, &w->sweep) && k - tr->most_up < w->least)
			w->least = k - tr->most_up;
		memcpy(train_result(tr, index, k), w->sweep.value[tree->node[0]], PAYLOAD);
	}
}

/* What some node's logic takes in periods before `to`, and has not before `from`. */
static void results_until(struct train *tr, unsigned worker, uint64_t from, uint64_t to)
{
	int64_t first = from ? (int64_t)from + tr->most_up : 0;

	for (uint32_t i = 0; i < tr->trees->trees; i++)
		results_of(tr, &tr->worker[worker], i, worker, first, (int64_t)to + tr->most_up);
}

static void least_met(void *arg)
{
	struct train *tr = arg;

	for (unsigned i = 0; i < tr->p.workers; i++) {
		int64_t least = tr->worker[i].least;

		if (least < (int64_t)tr->periods)
			tr->periods = least > 0 ? (uint64_t)least : 0;
	}
}

/* As far as they lie side by side. */
static void store(const struct train *tr, uint32_t node, uint64_t from, uint64_t to)
{
	const struct train_node *n = &tr->node[node];
	uint32_t tree = (uint32_t)tr->trees->node[node].tree;

	while (from < to) {
		int64_t number = n->store + (int64_t)from;
		uint64_t count = tr->results - ((uint64_t)number & (tr->results - 1));

		if (count > to - from)
			count = to - from;
		memcpy(n->target.to + from * PAYLOAD, train_result(tr, tree, number), count * PAYLOAD);
		from += count;
	}
}

static void memory_until(struct train *tr, unsigned worker, uint64_t from, uint64_t to)
{
	for (uint32_t n = 0; n < tr->p.nodes; n++) {
		if (engine_worker_of(tr->p.engine, n) != worker)
			continue;
		if (tr->node[n].receives)
			store(tr, n, from, to);
		mu_train_memory(tr->p.mu, n, &tr->node[n].pace, from, to);
	}
}

static void count(const struct train *tr, unsigned worker)
{
	for (uint32_t n = 0; n < tr->p.nodes; n++) {
		uint64_t *counter = tr->node[n].target.counter;

		if (engine_worker_of(tr->p.engine, n) == worker && tr->node[n].receives)
			__atomic_store_n(counter, *counter - tr->periods * PAYLOAD, __ATOMIC_RELEASE);
	}
}

static void nothing(void *arg)
{
	(void)arg;
}

void train_run(struct train *tr, unsigned worker)
{
	struct train_worker *w = &tr->worker[worker];

	w->least = INT64_MAX;
	for (uint64_t from = 0, to; from < tr->periods; from = to) {
		to = from + CHUNK < tr->periods ? from + CHUNK : tr->periods;
		results_until(tr, worker, from, to);
		train_waits_until(tr, w, from, to);
		engine_meet(tr->p.engine, least_met, tr);
		memory_until(tr, worker, from, to < tr->periods ? to : tr->periods);
		engine_meet(tr->p.engine, nothing, NULL);
	}
	count(tr, worker);
	w->done = tr->periods;
}
