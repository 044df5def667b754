/* train.c - the fingerprint of a node's collective logic, and the packets in it; see train.h. */
#include "train.h"

#include "tree.h"

/* ---- fingerprint */

bool coll_train_fingerprint(const struct coll *c, uint32_t node, struct fingerprint *fp)
{
	const struct coll_tree_node *t = c->tree[node];

	fingerprint_word(fp, t != NULL);
	if (!t)
		return true;
	if (event_queued(&t->rerouted))
		return false;
	fingerprint_word(fp, (uint64_t)event_queued(&t->ready) << 1 | event_queued(&t->turn));
	fingerprint_word(fp, (uint64_t)t->local[0] << 40 | (uint64_t)t->local[1] << 32 |
				  (uint64_t)t->turned[0] << 24 | (uint64_t)t->turned[1] << 16 |
				  (uint64_t)t->leaving << 8 | t->inject_wants);
	for (unsigned vc = 0; vc < TREE_VCS; vc++) {
		const struct coll_tree_spread *s = &t->down[vc];

		fingerprint_word(fp, !s->packet ? 0 : (uint64_t)s->links << 16 | s->input << 2 |
						   s->local << 1 | 1);
	}
	return true;
}

bool coll_train_packet_fingerprint(const struct net_packet *p, struct fingerprint *fp)
{
	const struct coll_tree_packet *t = coll_tree_packet_of((struct net_packet *)p);

	fingerprint_word(fp, (uint64_t)t->route.input << 16 | t->route.output);
	fingerprint_word(fp, (uint64_t)t->hops << 1 | t->met);
	return !t->flags;
}

/* ---- packets */

static void queue_visit(uint32_t node, enum coll_train_stage stage, unsigned link,
			struct net_packet *last, coll_train_visit *visit, void *ctx)
{
	struct coll_train_place place = { .node = node, .stage = (uint8_t)stage,
					  .link = (uint8_t)link };
	struct net_packet *p = last;

	if (!last)
		return;
	do {
		p = p->next;
		place.packet = p;
		place.header = p->header;
		visit(ctx, &place);
		place.order++;
	} while (p != last);
}

void coll_train_packets(const struct coll *c, uint32_t node, coll_train_visit *visit, void *ctx)
{
	const struct coll_tree_node *t = c->tree[node];

	if (!t)
		return;
	for (unsigned vc = 0; vc < TREE_VCS; vc++) {
		const struct coll_tree_spread *s = &t->down[vc];
		struct coll_train_place spread = { .packet = s->packet, .node = node,
						   .stage = COLL_TRAIN_SPREAD, .links = s->links,
						   .link = s->input };

		for (unsigned i = 0; i < UP_INPUTS; i++)
			queue_visit(node, i < NET_LINKS ? COLL_TRAIN_UP_QUEUE : COLL_TRAIN_LOCAL, i,
				    t->up_queue[vc][i], visit, ctx);
		if (s->packet) {
			spread.header = s->packet->header;
			visit(ctx, &spread);
		}
		for (unsigned i = 0; i < DOWN_INPUTS; i++)
			queue_visit(node, COLL_TRAIN_DOWN_QUEUE, i, t->down_queue[vc][i], visit,
				    ctx);
	}
	if (event_queued(&t->turn)) {
		struct coll_train_place turning = { .packet = t->turning, .node = node,
						    .stage = COLL_TRAIN_TURNING,
						    .header = t->turning->header,
						    .time_ps = t->turn.time_ps };

		visit(ctx, &turning);
	}
}

ps_t coll_train_period(const struct coll *c)
{
	ps_t last_ps = 0, gap_ps = 0;

	for (uint32_t n = 0; n < c->nodes; n++)
		if (c->tree[n] && c->tree[n]->turned_ps > last_ps) {
			last_ps = c->tree[n]->turned_ps;
			gap_ps = c->tree[n]->turn_gap_ps;
		}
	return gap_ps;
}
