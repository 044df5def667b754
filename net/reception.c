/*
 * reception.c - network reception FIFOs: where packets leave the network, at the rate
 * of a link.  Back pressure: a full one keeps packets in the receivers' buffers, and so
 * blocks the links behind them.
 */
#include <string.h>

#include "internal.h"

unsigned net_reception_fifo(unsigned source, unsigned ways)
{
	if (ways_fixed(ways) == WAY_LOCAL)
		return source == RECEIVERS + NET_INJ_LOCAL1 ? REC_LOCAL1 : REC_LOCAL0;
	switch (ways_class(ways)) {
	case CLASS_PRIORITY: return REC_PRIORITY;
	case CLASS_SYSTEM: return REC_SYSTEM;
	default: return source;
	}
}

bool net_reception_open(const struct net *net, const struct net_node *n, unsigned f)
{
	const struct net_reception *r = &n->reception[f];

	return !r->busy && r->packets < net->m->recfifo_packets;
}

ps_t net_receive(struct net *net, struct net_node *n, struct net_packet *p,
		 unsigned f, ps_t now_ps)
{
	struct net_reception *r = &n->reception[f];
	/* The head's event came after router_ps, which a packet that leaves does not need. */
	ps_t saved_ps = p->hops ? net->m->router_ps : 0;
	ps_t tail_ps = now_ps + packet_ps(net, p);

	tail_ps = tail_ps > now_ps + saved_ps ? tail_ps - saved_ps : now_ps;
	r->busy = true;
	r->packets++;
	p->recfifo = (uint8_t)f;
	light_post(net, LIGHT_RECEIVED, f, number_of(net, n), p, tail_ps);
	return tail_ps;
}

/* Picks a source with a ready packet for FIFO f. */
static bool choose(struct net_node *n, unsigned f, struct net_choice *c)
{
	unsigned sources = n->wanted[WAY_RECEPTION] | n->wanted[WAY_LOCAL];

	if (f < RECEIVERS)
		sources &= 1u << f;
	for (; sources; sources &= ~(1u << c->source)) {
		c->source = (uint8_t)random_bit(n, sources);
		c->queue = 0;
		if (c->source >= RECEIVERS) {
			unsigned ways = n->inject[c->source - RECEIVERS].ways;

			c->way = (uint8_t)ways_fixed(ways);
			if (net_reception_fifo(c->source, ways) == f)
				return true;
			continue;
		}
		const struct net_receiver *r = &n->receive[c->source];
		unsigned can = 0;

		for (unsigned q = 0; q < QUEUES; q++)
			if ((r->ready >> q & 1) && ways_fixed(r->ways[q]) == WAY_RECEPTION &&
			    net_reception_fifo(c->source, r->ways[q]) == f)
				can |= 1u << q;
		if (can) {
			c->queue = (uint8_t)random_bit(n, can);
			c->way = WAY_RECEPTION;
			return true;
		}
	}
	return false;
}

static void serve(struct net *net, struct net_node *n, unsigned f, ps_t now_ps)
{
	struct net_choice c;

	if (ROUTER_COLLECTIVES && f >= REC_COLL_USER) {
		net->coll_ops->reception_open(net->coll_ctx, number_of(net, n), f, now_ps);
		return;
	}
	while (net_reception_open(net, n, f) && choose(n, f, &c))
		net_grant(net, n, &c, now_ps);
}

void net_received(struct net *net, struct net_node *n, unsigned f, struct net_packet *p,
		  ps_t now_ps)
{
	uint32_t node = number_of(net, n);
	struct net_reception *r = &n->reception[f];

	r->busy = false;
	if (r->from) {
		unsigned source = r->from - 1u, queue = r->queue;

		net_source_retire(n, &r->from, queue);
		net_router_next(net, n, source, queue, NO_LINK, now_ps);
		if (source >= RECEIVERS)
			net_inject_notify(net, n, source - RECEIVERS, now_ps);
	}
	if (__builtin_expect(net->watch != NULL, 0) && net->watch->received &&
	    f < REC_COLL_USER)
		net->watch->received(net->watch->ctx, node, p,
				     net_packet_injected_ps(net, p), now_ps);
	p->next = NULL;
	memset(&p->ev, 0, sizeof p->ev);
	if (r->held || net->ops->deliver(net->ops_ctx, node, p, now_ps) != 0)
		net_ring_append(&r->held, p);
	else
		r->packets--;
	serve(net, n, f, now_ps);
}

void net_reception_resume(struct net *net, uint32_t node, unsigned recfifo, ps_t now_ps)
{
	struct net_node *n = node_of(net, node);
	struct net_reception *r = &n->reception[recfifo];

	while (r->held) {
		struct net_packet *p = r->held->next, *second = p->next;

		p->next = NULL;
		if (net->ops->deliver(net->ops_ctx, node, p, now_ps) != 0) {
			p->next = second;
			break;
		}
		r->packets--;
		if (p == r->held)
			r->held = NULL;
		else
			r->held->next = second;
	}
	serve(net, n, recfifo, now_ps);
}
