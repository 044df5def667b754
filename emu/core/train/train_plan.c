/* train_plan.c - how long a train may be, and what each node does in a period of it. */
#include <stdlib.h>
#include <string.h>

#include "train_internal.h"

/* Packets at the end of a message that are simulated: the last one is shorter, and the
 * next message begins behind it. */
#define PACKETS_LEFT 4
#define PERIODS_MIN 16
#define PERIODS_MAX 4096
#define RESULTS_MAX (UINT32_C(64) << 20) /* bytes */

/* ---- steps seen between the fingerprints */

static void step_take(struct train_node *n, enum mu_train_step step, ps_t after_ps)
{
	switch (step) {
	case MU_TRAIN_FETCH:
		n->fetches++;
		n->fetch_ps = after_ps;
		break;
	case MU_TRAIN_ACCEPT:
		n->accepts++;
		n->accept_ps = after_ps;
		break;
	case MU_TRAIN_STORE:
		n->stores++;
		n->store_ps = after_ps;
		/* The step recurs every period: light events, whose order is by kind, post both. */
		n->store_first = !n->fetches;
		break;
	default:
		n->counts++;
		break;
	}
}

static bool steps_take(struct train *tr)
{
	for (uint32_t n = 0; n < tr->p.nodes; n++)
		tr->node[n].fetches = tr->node[n].accepts = tr->node[n].stores =
			tr->node[n].counts = 0;
	for (unsigned i = 0; i < tr->p.workers; i++) {
		const struct train_worker *w = &tr->worker[i];

		if (w->failed)
			return false;
		for (uint32_t k = 0; k < w->seens; k++) {
			const struct mu_train_seen *s = &w->seen[k];

			if (!s->collective)
				return false;
			step_take(&tr->node[s->node], (enum mu_train_step)s->step,
				  s->at_ps - (tr->scan.now_ps - tr->period_ps));
		}
	}
	return true;
}

/* ---- one node */

static bool overlap(const uint8_t *a, uint64_t a_bytes, const uint8_t *b, uint64_t b_bytes)
{
	return a < b + b_bytes && b < a + a_bytes;
}

/* A packet on its way down the tree: those carry the addresses of all. */
static const struct coll_train_place *down_place(const struct train *tr, int32_t tree)
{
	const struct coll_train_tree *t = &tr->trees->tree[tree];
	struct coll_train_place *p;

	for (uint32_t i = 0; i < t->nodes; i++)
		for (unsigned s = COLL_TRAIN_SPREAD; s < COLL_TRAIN_STAGES; s++)
			if (coll_train_at(tr->trees, t->node[i], (enum coll_train_stage)s, &p))
				return p;
	return NULL;
}

/* Finds where the node's next packets go, and checks that the node reads none of that memory
 * earlier or later than if simulated packet by packet. */
static bool plan_target(struct train *tr, uint32_t node, const struct coll_train_place *sample)
{
	const struct coll_train_node *c = &tr->trees->node[node];
	struct train_node *n = &tr->node[node];
	struct net_packet first;
	uint64_t bytes = tr->periods * PAYLOAD, from_bytes = c->packets * PAYLOAD;

	memcpy(first.header, sample->packet->header, sizeof first.header);
	n->store = c->store;
	mu_train_packet_forward(&first, (uint64_t)(c->store - sample->number));
	if (!mu_train_target(tr->p.mu, node, &first, tr->periods, &n->target) ||
	    overlap((uint8_t *)n->target.counter, 8, n->target.to, bytes))
		return false;
	if (!n->sends)
		return true;
	bool in_place = c->from - n->target.to == (c->source - c->store) * PAYLOAD;

	return !overlap((uint8_t *)n->target.counter, 8, c->from, from_bytes) &&
	       (in_place || !overlap(n->target.to, bytes, c->from, from_bytes));
}

static bool plan_node(struct train *tr, uint32_t node, const struct coll_train_place *sample)
{
	const struct coll_train_node *c = &tr->trees->node[node];
	struct train_node *n = &tr->node[node];
	struct coll_train_place *p;
	struct mu_train_source s;
	bool inside = c->tree >= 0;

	n->sends = inside && c->local;
	n->receives = inside && c->receives;
	if (n->fetches != n->sends || n->accepts != n->receives || n->stores != n->receives ||
	    n->counts != n->receives)
		return false;
	if (n->receives && !plan_target(tr, node, sample))
		return false;
	mu_train_source(tr->p.mu, node, &s);
	n->pace = (struct mu_train_pace){
		.fetches = n->sends, .stores = n->receives, .store_first = n->store_first,
		.start_ps = tr->start_ps,
		.period_ps = tr->period_ps, .fetch_ps = n->fetch_ps, .store_ps = n->store_ps,
		.slack_ps = (n->accept_ps >= n->store_ps ? 0 : tr->period_ps) + n->accept_ps -
			    n->store_ps,
		.fetch_pa = s.pa + coll_train_at(tr->trees, node, COLL_TRAIN_FETCH, &p) * PAYLOAD,
		.store_pa = n->target.pa,
	};
	return mu_train_keeps_pace(tr->p.mu, &n->pace) && (!n->receives || train_waits(tr, node));
}

/* ---- results */

static bool results_room(struct train *tr)
{
	uint64_t span = 0;

	tr->most_up = tr->least_down = 0;
	for (uint32_t i = 0; i < tr->trees->trees; i++) {
		const struct coll_train_tree *t = &tr->trees->tree[i];

		if (t->most_up > tr->most_up)
			tr->most_up = t->most_up;
		if (t->least_down < tr->least_down)
			tr->least_down = t->least_down;
	}
	span = (uint64_t)(tr->most_up - tr->least_down) + 2 * CHUNK;
	for (tr->results = 1; tr->results < span; tr->results *= 2)
		;
	size_t room = (size_t)tr->trees->trees * tr->results * PAYLOAD;

	if (room > RESULTS_MAX)
		return false;
	if (room > tr->result_room) {
		free(tr->result);
		tr->result = aligned_alloc(64, room);
		tr->result_room = tr->result ? room : 0;
	}
	return tr->result != NULL;
}

/* Payloads in flight: those on the way down are results already. */
static bool copy_places(struct train *tr)
{
	if (tr->places > tr->copies_room) {
		free(tr->copies);
		tr->copies_room = tr->places + tr->places / 4;
		tr->copies = aligned_alloc(64, (size_t)tr->copies_room * PAYLOAD);
		if (!tr->copies)
			tr->copies_room = 0;
	}
	if (!tr->copies)
		return false;
	for (uint32_t i = 0; i < tr->places; i++) {
		struct coll_train_place *p = &tr->place[i];
		const uint8_t *from = p->packet->wire + NET_PACKET_HEADER_BYTES;

		p->copy = NULL;
		if (p->stage == COLL_TRAIN_FETCH)
			continue;
		p->copy = tr->copies + (size_t)i * PAYLOAD;
		memcpy(p->copy, from, PAYLOAD);
		if (p->stage >= COLL_TRAIN_SPREAD)
			memcpy(train_result(tr, (uint32_t)tr->trees->node[p->node].tree, p->number),
			       from, PAYLOAD);
	}
	return true;
}

/* ---- all */

static bool places_full(const struct train *tr)
{
	for (uint32_t i = 0; i < tr->places; i++)
		if (tr->place[i].packet->payload_bytes != PAYLOAD ||
		    tr->place[i].packet->user_bytes != PAYLOAD)
			return false;
	return true;
}

static void sources_find(struct train *tr)
{
	for (uint32_t n = 0; n < tr->p.nodes; n++) {
		struct mu_train_source s;

		mu_train_source(tr->p.mu, n, &s);
		tr->trees->node[n].from = s.from;
		tr->trees->node[n].packets = s.packets;
	}
}

/* Delayed events keep their order among themselves, but not relative to the other events:
 * none of these may be at the time of a delayed one. */
static uint64_t periods_before(const struct train *tr, ps_t other_ps)
{
	uint64_t periods = (other_ps - tr->scan.now_ps) / tr->period_ps;
	uint64_t under_way = (tr->scan.last_ps - tr->scan.now_ps) / tr->period_ps + 1;

	return periods > under_way ? periods - under_way : 0;
}

static uint64_t periods_most(const struct train *tr)
{
	uint64_t most = PERIODS_MAX;

	if (tr->scan.other_ps != PS_NEVER && periods_before(tr, tr->scan.other_ps) < most)
		most = periods_before(tr, tr->scan.other_ps);
	for (uint32_t n = 0; n < tr->p.nodes; n++) {
		uint64_t packets = tr->trees->node[n].packets;

		if (packets && packets < most + PACKETS_LEFT)
			most = packets > PACKETS_LEFT ? packets - PACKETS_LEFT : 0;
	}
	return most;
}

bool train_plan(struct train *tr)
{
	for (unsigned i = 0; i < tr->p.workers; i++)
		tr->worker[i].waiters = 0;
	sources_find(tr);
	tr->start_ps = tr->scan.now_ps;
	tr->periods = periods_most(tr);
	if (tr->periods < PERIODS_MIN || !places_full(tr) ||
	    !coll_train_lay(tr->trees, tr->place, tr->places) || !steps_take(tr))
		return false;
	for (uint32_t i = 0; i < tr->trees->trees; i++) {
		const struct coll_train_place *sample = down_place(tr, (int32_t)i);

		if (!sample)
			return false;
		for (uint32_t k = 0; k < tr->trees->tree[i].nodes; k++)
			if (!plan_node(tr, tr->trees->tree[i].node[k], sample))
				return false;
	}
	for (uint32_t n = 0; n < tr->p.nodes; n++)
		if (tr->trees->node[n].tree < 0 && !plan_node(tr, n, NULL))
			return false;
	return results_room(tr) && copy_places(tr);
}
