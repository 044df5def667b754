/* train.c - when to look for a steady state to fast-forward; see train.h. */
#include "train.h"

#include <stdlib.h>

#include "stream.h"
#include "emu/core/engine/pause.h"

/* Time from the first node's first packet to the first snapshot: about that until the first
 * results come down a tree of some depth. */
#define FIRST_PS   (4 * PS_PER_US)
/* A snapshot costs as much as a few packets at each node.  Each interval to the next one is a
 * quarter longer, so a train is not found much later than it could be, and snapshots
 * while one node delays all others cost little. */
#define BACKOFF_PS (2 * PS_PER_US)
#define BACKOFF_PART 4
/* Time from a stream's first packet until its packets follow each other in the same way all along,
 * on most ways: some six of them. */
#define SETTLE_PS (1200 * PS_PER_NS)
/* After so many failed searches, new streams are searched for no earlier than others. */
#define FAILURES 6

/* ---- steps reported by message units */

/* Whether there is nothing to be looked at soon anyway. */
static bool is_far(const struct train *tr, ps_t at_ps)
{
	return tr->state == TRAIN_IDLE || tr->next_ps > at_ps;
}

static void seen(void *ctx, const struct mu_train_seen *seen)
{
	struct train *tr = ctx;
	struct train_worker *w = train_worker_of(tr, seen->node);

	if (seen->step == MU_TRAIN_MESSAGE) {
		if (is_far(tr, seen->at_ps + 2 * FIRST_PS))
			engine_pause(tr->p.engine, seen->at_ps + FIRST_PS);
		return;
	}
	if (seen->step == MU_TRAIN_STREAM) {
		w->begun_ps = seen->at_ps;
		if (tr->p.streams && is_far(tr, seen->at_ps + SETTLE_PS) &&
		    (tr->state == TRAIN_IDLE || tr->failures < FAILURES))
			engine_pause(tr->p.engine, seen->at_ps + SETTLE_PS);
		return;
	}
	if (!train_room(&w->seen, w->seens, &w->seens_room, sizeof *w->seen)) {
		w->failed = true;
		return;
	}
	w->seen[w->seens++] = *seen;
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
	tr->streams = streams_create(parts);
	bool ok = tr->node && tr->worker && tr->trees && tr->streams;

	for (unsigned i = 0; tr->worker && i < parts->workers; i++) {
		struct train_worker *w = &tr->worker[i];

		*w = (struct train_worker){ .journal = mu_l2_journal_create() };
		ok = w->journal && ok;
		ok = coll_train_sweep_init(&w->sweep, parts->coll) == 0 && ok;
	}
	if (!ok) {
		train_destroy(tr);
		return NULL;
	}
	mu_train_attach(parts->mu, seen, tr);
	return tr;
}

void train_destroy(struct train *tr)
{
	if (!tr)
		return;
	for (unsigned i = 0; tr->worker && i < tr->p.workers; i++) {
		struct train_worker *w = &tr->worker[i];

		coll_train_sweep_cleanup(&w->sweep);
		mu_l2_journal_destroy(w->journal);
		free(w->seen);
		free(w->waiter);
	}
	coll_train_destroy(tr->trees);
	streams_destroy(tr->streams);
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

static bool any_long_send(const struct train *tr)
{
	for (uint32_t n = 0; n < tr->p.nodes; n++) {
		struct mu_train_source s;

		mu_train_source(tr->p.mu, n, &s);
		if (s.packets >= MU_TRAIN_MIN)
			return true;
	}
	return false;
}

static void watch(struct train *tr)
{
	tr->before = tr->scan.hash;
	for (unsigned i = 0; i < tr->p.workers; i++) {
		tr->worker[i].seens = 0;
		tr->worker[i].failed = false;
	}
	mu_train_watch(tr->p.mu, true);
	go_on_at(tr, TRAIN_WATCHES, tr->at_ps + tr->period_ps);
}

static void first_fingerprint(struct train *tr)
{
	tr->stats.looked++;
	tr->of_streams = false;
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
	for (uint32_t n = 0; n < tr->p.nodes; n++)
		net_train_counts(tr->p.net, n, &tr->node[n].counts_then);
	watch(tr);
}

/* All that is sent is long enough, and no thread runs: else a search cannot succeed. */
static bool streams_only(const struct train *tr)
{
	for (uint32_t n = 0; n < tr->p.nodes; n++)
		if (mu_stream_left(tr->p.mu, n) < STREAM_PERIODS_MIN ||
		    !engine_node_waits(tr->p.engine, n))
			return false;
	return true;
}

static void first_of_streams(struct train *tr)
{
	tr->stats.looked++;
	tr->of_streams = true;
	tr->period_ps = net_stream_period(tr->p.net);
	tr->scan.steady = false;
	if (streams_only(tr))
		stream_scan(tr, tr->at_ps, 0);
	if (!tr->scan.steady) {
		tr->failures++;
		wait(tr, tr->at_ps);
		return;
	}
	for (uint32_t n = 0; n < tr->p.nodes; n++) {
		net_train_counts(tr->p.net, n, &tr->streams->node[n].counts);
		net_stream_random_begin(tr->p.net, n, &tr->streams->node[n].random);
	}
	watch(tr);
}

static void second_fingerprint(struct train *tr)
{
	mu_train_watch(tr->p.mu, false);
	if (tr->of_streams)
		stream_scan(tr, tr->at_ps, PAYLOAD);
	else
		train_scan(tr, tr->at_ps, PAYLOAD);
	tr->runs = tr->scan.steady && tr->scan.hash == tr->before &&
		   (tr->of_streams ? stream_plan(tr) : train_plan(tr));
	tr->failures += tr->of_streams && !tr->runs;
	if (!tr->runs)
		wait(tr, tr->at_ps);
}

/* Returns the time from which on streams may be in a steady state. */
static ps_t settled_ps(const struct train *tr)
{
	ps_t last_ps = 0;

	for (unsigned i = 0; i < tr->p.workers; i++)
		last_ps = ps_max(last_ps, tr->worker[i].begun_ps);
	return last_ps ? last_ps + SETTLE_PS : 0;
}

static bool streams_go(const struct train *tr)
{
	for (uint32_t n = 0; n < tr->p.nodes; n++)
		if (mu_stream_left(tr->p.mu, n) != UINT64_MAX)
			return true;
	return false;
}

static void look(struct train *tr)
{
	if (any_long_send(tr)) {
		first_fingerprint(tr);
	} else if (!tr->p.streams || !streams_go(tr)) {
		tr->state = TRAIN_IDLE;
		tr->failures = 0;
	} else if (settled_ps(tr) > tr->at_ps) {
		go_on_at(tr, TRAIN_WAITS, settled_ps(tr));
	} else {
		first_of_streams(tr);
	}
}

static void decide(void *ctx)
{
	struct train *tr = ctx;
	bool early = tr->state != TRAIN_IDLE && tr->at_ps < tr->next_ps; /* a message began */
	bool soon = tr->next_ps - tr->at_ps <= FIRST_PS && settled_ps(tr) < tr->at_ps;

	tr->runs = false;
	if (early && (tr->state == TRAIN_WATCHES || soon)) {
		go_on_at(tr, tr->state, tr->next_ps); /* soon enough for that one, too */
		return;
	}
	if (early)
		tr->backoff_ps = 0;
	if (tr->state == TRAIN_WATCHES && tr->at_ps == tr->next_ps)
		second_fingerprint(tr);
	else
		look(tr);
}

static void finish(void *ctx)
{
	struct train *tr = ctx;
	uint64_t done = tr->of_streams ? tr->periods : train_finish(tr);

	tr->stats.trains += done > 0;
	tr->stats.packets += done;
	if (done)
		tr->failures = 0;
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
	if (tr->of_streams)
		stream_run(tr, worker);
	else
		train_run(tr, worker);
	engine_meet(tr->p.engine, finish, tr);
}
