/* train_finish.c - the end of a train: moves the machine's state forward by its periods. */
#include <stdlib.h>
#include <string.h>

#include "train_internal.h"
#include "emu/core/wait/wait.h"
#include "emu/core/engine/pause.h"

/* ---- packets in flight */

static void payload(struct coll_train_place *p, const uint8_t *from)
{
	memcpy(p->packet->wire + NET_PACKET_HEADER_BYTES, from, PAYLOAD);
}

struct number {
	struct train *tr;
	int64_t number, done; /* number of the packet now; periods */
};

/* Node has sent it: it is on its way to the parent. */
static void sent(void *ctx, uint32_t node, const uint8_t *value)
{
	const struct number *k = ctx;
	const struct coll_train_node *n = &k->tr->trees->node[node];
	struct coll_train_place *p;

	if (n->parent == node) /* the root sends nothing up */
		return;
	for (unsigned stage = COLL_TRAIN_UP_QUEUE; stage <= COLL_TRAIN_UP_LINK; stage++)
		for (uint32_t i = coll_train_at(k->tr->trees, n->parent,
						(enum coll_train_stage)stage, &p); i > 0; i--, p++)
			if (p->link == n->link && p->number + k->done == k->number)
				payload(p, value);
}

/* Packets on their way up. */
static void up_payloads(struct train *tr, const struct coll_train_tree *tree, int64_t done)
{
	uint8_t unused[NET_PACKET_PAYLOAD_BYTES];
	struct number k = { tr, done, done };

	for (; k.number < tree->most_up + done; k.number++) {
		struct coll_train_run run = { tree, k.number, 1, (uint64_t)done };

		if (coll_train_sweep(tr->trees, &run, &tr->worker[0].sweep, unused, sent, &k) < 0)
			abort(); /* a wrong payload would be a wrong result */
	}
}

static void payloads(struct train *tr, int64_t done)
{
	for (uint32_t i = 0; i < tr->trees->trees; i++)
		up_payloads(tr, &tr->trees->tree[i], done);
	for (uint32_t i = 0; i < tr->places; i++) {
		struct coll_train_place *p = &tr->place[i];
		uint32_t tree = (uint32_t)tr->trees->node[p->node].tree;

		if (p->stage == COLL_TRAIN_FETCH)
			continue;
		mu_train_packet_forward(p->packet, (uint64_t)done);
		if (p->stage == COLL_TRAIN_BUILT || p->stage == COLL_TRAIN_LOCAL)
			payload(p, coll_train_own(tr->trees, p->node, p->number + done));
		else if (p->stage >= COLL_TRAIN_SPREAD)
			payload(p, train_result(tr, tree, p->number + done));
	}
}

/* ---- all */

uint64_t train_finish(struct train *tr)
{
	uint64_t done = tr->periods;
	ps_t delay_ps = done * tr->period_ps, now_ps = tr->start_ps;

	if (!done)
		return 0;
	payloads(tr, (int64_t)done);
	for (uint32_t n = 0; n < tr->p.nodes; n++) {
		mu_train_forward(tr->p.mu, n, done, delay_ps, now_ps);
		net_train_forward(tr->p.net, n, &tr->node[n].counts_then, done, delay_ps, now_ps);
		node_delayed(n);
		if (tr->node[n].receives) { /* what is stored, and counted */
			node_forward(n, 2 * done);
			mu_train_received(tr->p.mu, n, done);
		}
	}
	for (unsigned i = 0; i < tr->p.workers; i++) {
		evq_delay(engine_queue(tr->p.engine, i), delay_ps, now_ps + delay_ps, train_event,
			  NULL);
		for (uint32_t k = 0; k < tr->worker[i].waiters; k++)
			wait_renew(tr->worker[i].waiter[k].thread);
	}
	return done;
}
