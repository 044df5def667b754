/*
 * train_run.c - the periods of a train, by all workers: results, and then memory, some
 * periods at a time for each node.  How long the train may be is found on the way.
 */
#include <string.h>

#include "train_internal.h"

/* Of one tree: count numbers from first on, not more than a buffer holds. */
static void results_of(struct train *tr, struct train_worker *w, uint32_t index, int64_t first,
		       uint32_t count)
{
	struct coll_train_run run = { &tr->trees->tree[index], first, count, tr->periods };
	int flags = coll_train_sweep(tr->trees, &run, &w->sweep, train_result(tr, index, first),
				     NULL, NULL);

	if (flags && count > 1) { /* whose? */
		for (uint32_t i = 0; i < count; i++)
			results_of(tr, w, index, first + i, 1);
		return;
	}
	/* A flag is for the nodes to pass on: none of them may have had it. */
	if (flags && first - tr->most_up < w->least)
		w->least = first - tr->most_up;
}

/* So many results that follow each other can be had at once. */
static uint32_t results_together(const struct train *tr, uint32_t index, int64_t first, int64_t end)
{
	uint64_t side_by_side = tr->results - ((uint64_t)first & (tr->results - 1)), count;

	if (first < tr->trees->tree[index].plain || first >= (int64_t)tr->periods)
		return 1; /* not from all nodes, or of none that the root comes to */
	if (end > (int64_t)tr->periods)
		end = (int64_t)tr->periods;
	count = (uint64_t)(end - first);
	count = count < side_by_side ? count : side_by_side;
	return count < COLL_TRAIN_RUN ? (uint32_t)count : COLL_TRAIN_RUN;
}

/* A worker's share of what some node's logic takes in periods before `to`, and has not
 * before `from`. */
static void results_until(struct train *tr, unsigned worker, uint64_t from, uint64_t to)
{
	int64_t first = from ? (int64_t)from + tr->most_up : 0, end = (int64_t)to + tr->most_up;
	int64_t share = (end - first + tr->p.workers - 1) / (int64_t)tr->p.workers;
	int64_t begin = first + share * worker;

	if (end > begin + share)
		end = begin + share;
	for (uint32_t i = 0; i < tr->trees->trees; i++)
		for (int64_t k = begin; k < end;) {
			uint32_t count = results_together(tr, i, k, end);

			results_of(tr, &tr->worker[worker], i, k, count);
			k += count;
		}
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
}
