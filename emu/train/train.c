/* train.c - when to look for a steady state to fast-forward; see train.h. */
#include "train.h"

#include <stdlib.h>

#include "train_internal.h"

/* From the first node's first packet to the first snapshot: about the time until the first
 * results come down a tree of some depth. */
#define FIRST_PS   (4 * PS_PER_US)
/* A snapshot costs as much as a few packets at each node.  Each interval to the next one is a
 * quarter longer, so a train is not found much later than it could be, and snapshots
 * while one node delays all others cost little. */
#define BACKOFF_PS (2 * PS_PER_US)
#define BACKOFF_PART 4

/* ---- steps reported by message units */

static void step(void *ctx, uint32_t node, enum mu_train_step step, ps_t now_ps)
{
	struct train *tr = ctx;
	struct train_worker *w = train_worker_of(tr, node);

	if (step == MU_TRAIN_MESSAGE) {
		if (tr->state == TRAIN_IDLE || tr->next_ps > now_ps + 2 * FIRST_PS)
			engine_pause(tr->p.engine, now_ps + FIRST_PS);
		return;
	}
	if (!train_room(&w->seen, w->seens, &w->seens_room, sizeof *w->seen)) {
		w->failed = true;
		return;
	}
	w->seen[w->seens++] = (struct train_seen){ node, step, now_ps };
}

/* ---- set-up */

struct train *train_create(const struct train_parts *parts)
{
	struct train *tr = calloc(1, sizeof *tr);

	if (!tr)
		return NULL;
	tr->p = *parts;
	tr->node = calloc(parts->nodes, sizeof *tr->node);
	tr->worker = aligned_alloc(_Alignof(struct train_worker),
				   parts->workers * sizeof *tr->worker);
	tr->trees = coll_train_create(parts->coll);
	bool ok = tr->node && tr->worker && tr->trees;

	for (unsigned i = 0; tr->worker && i < parts->workers; i++) {
		struct train_worker *w = &tr->worker[i];

		*w = (struct train_worker){ 0 };
		ok = coll_train_sweep_init(&w->sweep, parts->coll) == 0 && ok;
	}
	if (!ok) {
		train_destroy(tr);
		return NULL;
	}
	mu_train_attach(parts->mu, step, tr);
	return tr;
}

void train_destroy(struct train *tr)
{
	if (!tr)
		return;
	for (unsigned i = 0; tr->worker && i < tr->p.workers; i++) {
		struct train_worker *w = &tr->worker[i];

		coll_train_sweep_cleanup(&w->sweep);
		free(w->seen);
		free(w->waiter);
	}
	coll_train_destroy(tr->trees);
	free(tr->worker);
	free(tr->node);
	free(tr->place);
	free(tr->copies);
	free(tr->result);
	free(tr);
}

struct train_stats train_stats(const struct train *tr)
{
	return tr->stats;
}

/* ---- states */

static void go_on_at(struct train *tr, enum train_state state, ps_t at_ps)
{
	tr->state = state;
	tr->next_ps = at_ps;
	engine_pause(tr->p.engine, at_ps);
}

/* No train now: try again later, with a longer interval each time. */
static void wait(struct train *tr, ps_t from_ps)
{
	if (tr->backoff_ps < BACKOFF_PS)
		tr->backoff_ps = BACKOFF_PS;
	go_on_at(tr, TRAIN_WAITS, from_ps + tr->backoff_ps);
	tr->backoff_ps += tr->backoff_ps / BACKOFF_PART;
}

static bool somebody_sends(const struct train *tr)
{
	for (uint32_t n = 0; n < tr->p.nodes; n++) {
		struct mu_train_source s;

		mu_train_source(tr->p.mu, n, &s);
		if (s.packets >= MU_TRAIN_MIN)
			return true;
	}
	return false;
}

static void first_fingerprint(struct train *tr)
{
	tr->stats.looked++;
	tr->period_ps = coll_train_period(tr->p.coll);
	if (tr->period_ps < tr->p.lookahead_ps) {
		wait(tr, tr->at_ps);
		return;
	}
	train_scan(tr, tr->at_ps, 0);
	if (!tr->scan.steady) {
		wait(tr, tr->at_ps);
		return;
	}
	tr->before = tr->scan.hash;
	for (uint32_t n = 0; n < tr->p.nodes; n++)
		net_train_counts(tr->p.net, n, &tr->node[n].counts_then);
	for (unsigned i = 0; i < tr->p.workers; i++) {
		tr->worker[i].seens = 0;
		tr->worker[i].failed = false;
	}
	mu_train_watch(tr->p.mu, true);
	go_on_at(tr, TRAIN_WATCHES, tr->at_ps + tr->period_ps);
}

static void second_fingerprint(struct train *tr)
{
	mu_train_watch(tr->p.mu, false);
	train_scan(tr, tr->at_ps, PAYLOAD);
	tr->runs = tr->scan.steady && tr->scan.hash == tr->before && train_plan(tr);
	if (!tr->runs)
		wait(tr, tr->at_ps);
}

static void decide(void *ctx)
{
	struct train *tr = ctx;
	bool early = tr->state != TRAIN_IDLE && tr->at_ps < tr->next_ps; /* a message began */

	tr->runs = false;
	if (early && (tr->state == TRAIN_WATCHES || tr->next_ps - tr->at_ps <= FIRST_PS)) {
		go_on_at(tr, tr->state, tr->next_ps); /* soon enough for that one, too */
		return;
	}
	if (early)
		tr->backoff_ps = 0;
	if (tr->state == TRAIN_WATCHES && tr->at_ps == tr->next_ps)
		second_fingerprint(tr);
	else if (somebody_sends(tr))
		first_fingerprint(tr);
	else
		tr->state = TRAIN_IDLE;
}

static void finish(void *ctx)
{
	struct train *tr = ctx;
	uint64_t done = train_finish(tr);

	tr->stats.trains += done > 0;
	tr->stats.packets += done;
	if (done >= MU_TRAIN_MIN)
		tr->backoff_ps = 0;
	wait(tr, tr->start_ps + (done + 1) * tr->period_ps);
}

void train_pause(struct train *tr, unsigned worker, ps_t at_ps)
{
	if (worker == 0)
		tr->at_ps = at_ps;
	engine_meet(tr->p.engine, decide, tr);
	if (!tr->runs)
		return;
	train_run(tr, worker);
	engine_meet(tr->p.engine, finish, tr);
}
