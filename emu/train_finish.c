/* train_finish.c - the end of a train: the machine as it is so many periods later. */
#include <string.h>

#include "spin.h"
#include "train_internal.h"

/* ---- what is under way */

static void payload(struct coll_train_place *p, const uint8_t *from)
{
	memcpy(p->packet->wire + NET_PACKET_HEADER_BYTES, from, PAYLOAD);
}

/* Packets on their way up, of one number as it is now. */
static void up_payloads(struct train *tr, const struct coll_train_tree *tree, int64_t number,
			int64_t done)
{
	struct coll_train_sweep *s = &tr->worker[0].sweep;

	coll_train_sweep(tr->trees, tree, number, s);
	for (uint32_t i = 0; i < tree->nodes; i++)
		for (unsigned stage = COLL_TRAIN_UP_QUEUE; stage <= COLL_TRAIN_UP_LINK; stage++) {
			struct coll_train_place *p;
			uint32_t n = coll_train_at(tr->trees, tree->node[i],
						   (enum coll_train_stage)stage, &p);

			for (; n > 0; n--, p++) {
				uint32_t from = coll_train_neighbour(tr->trees, p->node, p->link);

				if (p->number + done == number)
					payload(p, s->value[from]);
			}
		}
}

static void payloads(struct train *tr, int64_t done)
{
	for (uint32_t i = 0; i < tr->trees->trees; i++)
		for (int64_t k = 0; k < tr->trees->tree[i].most_up; k++)
			up_payloads(tr, &tr->trees->tree[i], k + done, done);
	for (uint32_t i = 0; i < tr->places; i++) {
		struct coll_train_place *p = &tr->place[i];
		uint32_t tree = (uint32_t)tr->trees->node[p->node].tree;

		if (p->stage == COLL_TRAIN_FETCH)
			continue;
		mu_train_packet_skip(p->packet, (uint64_t)done);
		if (p->stage == COLL_TRAIN_BUILT || p->stage == COLL_TRAIN_LOCAL)
			payload(p, coll_train_own(tr->trees, p->node, p->number + done));
		else if (p->stage >= COLL_TRAIN_SPREAD)
			payload(p, train_result(tr, tree, p->number + done));
	}
}

/* ---- all */

static bool later(void *ctx, const struct event_entry *e)
{
	(void)ctx;
	return train_event(e);
}

uint64_t train_finish(struct train *tr)
{
	uint64_t done = tr->worker[0].done;
	ps_t delay_ps = done * tr->period_ps, now_ps = tr->start_ps;

	if (!done)
		return 0;
	payloads(tr, (int64_t)done);
	for (uint32_t n = 0; n < tr->p.nodes; n++) {
		mu_train_skip(tr->p.mu, n, done, delay_ps, now_ps);
		net_train_skip(tr->p.net, n, &tr->node[n].counts_then, done, delay_ps, now_ps);
		if (tr->node[n].receives) /* what is stored, and counted */
			node_skip(n, 2 * done, delay_ps);
	}
	for (unsigned i = 0; i < tr->p.workers; i++) {
		evq_delay(engine_queue(tr->p.engine, i), delay_ps, now_ps + delay_ps, later, tr);
		for (uint32_t k = 0; k < tr->worker[i].waiters; k++)
			spin_skip(tr->worker[i].waiter[k].thread, 2 * done);
	}
	return done;
}
