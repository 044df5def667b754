/*
 * train_run.c - carries out the periods of a train, by all workers: results, and then
 * memory, some periods at a time for each node.  This also finds how long the train may be.
 */
#include <string.h>

#include "train_internal.h"
#include "emu/core/engine/engine.h"
#include "emu/core/engine/pause.h"

/* The results of one tree: count numbers from first on, not more than a buffer holds. */
static void results_of(struct train *tr, struct train_worker *w, uint32_t index, int64_t first,
		       uint32_t count)
{
	struct coll_train_run run = { &tr->trees->tree[index], first, count, tr->periods };
	int flags = coll_train_sweep(tr->trees, &run, &w->sweep, train_result(tr, index, first),
				     NULL, NULL);

	if (flags && count > 1) { /* of which number? */
		for (uint32_t i = 0; i < count; i++)
			results_of(tr, w, index, first + i, 1);
		return;
	}
	/* A flag has to be passed on by the nodes: none may have handled that packet. */
	if (flags && first - tr->most_up < w->least)
		w->least = first - tr->most_up;
}

/* The number of consecutive results that can be combined at once. */
static uint32_t results_together(const struct train *tr, uint32_t index, int64_t first, int64_t end)
{
	uint64_t side_by_side = tr->results - ((uint64_t)first & (tr->results - 1)), count;

	if (first < tr->trees->tree[index].plain || first >= (int64_t)tr->periods)
		return 1; /* not all nodes contribute, or the root does not get to it */
	if (end > (int64_t)tr->periods)
		end = (int64_t)tr->periods;
	count = (uint64_t)(end - first);
	count = count < side_by_side ? count : side_by_side;
	return count < COLL_TRAIN_RUN ? (uint32_t)count : COLL_TRAIN_RUN;
}

/* A worker's share of the results that some node's logic uses in periods [from, to). */
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

void train_least(void *arg)
{
	struct train *tr = arg;

	for (unsigned i = 0; i < tr->p.workers; i++) {
		int64_t least = tr->worker[i].least;

		if (least < (int64_t)tr->periods)
			tr->periods = least > 0 ? (uint64_t)least : 0;
	}
}

/* Stores the node's results, with one copy for those that are contiguous in their ring. */
static void store(const struct train *tr, uint32_t node, uint64_t from, uint64_t to)
{
	const struct train_node *n = &tr->node[node];
	uint32_t tree = (uint32_t)tr->trees->node[node].tree;

	mu_train_stores(tr->p.mu, node, &n->target, from, to - from);
	while (from < to) {
		int64_t number = n->store + (int64_t)from;
		uint64_t count = tr->results - ((uint64_t)number & (tr->results - 1));

		if (count > to - from)
			count = to - from;
		memcpy(n->target.to + from * PAYLOAD, train_result(tr, tree, number),
		       count * PAYLOAD);
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
	for (uint32_t n = 0; n < tr->p.nodes; n++)
		if (engine_worker_of(tr->p.engine, n) == worker && tr->node[n].receives)
			mu_train_counts(tr->p.mu, n, &tr->node[n].target, tr->periods);
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
		engine_meet(tr->p.engine, train_least, tr);
		memory_until(tr, worker, from, to < tr->periods ? to : tr->periods);
		engine_meet(tr->p.engine, nothing, NULL);
	}
	count(tr, worker);
}
