/*
 * inject.c - network injection FIFOs: each holds a few packets and gives one at a time
 * to any link that the packet may take (SC11 paper, II.A, II.E).
 */
#include <errno.h>

#include "internal.h"

void net_inject_notify(struct net *net, struct net_node *n, unsigned f,
		     ps_t now_ps)
{
	if (!(n->inject_wants >> f & 1) || n->inject[f].packets >= net->m->injfifo_packets)
		return;
	n->inject_wants &= (uint16_t)~(1u << f);
	net->ops->inject_ready(net->ops_ctx, number_of(net, n), f, now_ps);
}

static int full(struct net *net, struct net_node *n, unsigned f, ps_t now_ps)
{
	unsigned leaving = n->inject[f].leaving;

	n->inject_wants |= (uint16_t)(1u << f);
	if (leaving && leaving <= ROUTER_LINKS)
		net_sender_await(net, n, leaving - 1, now_ps);
	return -EAGAIN;
}

ps_t net_inject_ready_ps(struct net *net, uint32_t node, unsigned injfifo, ps_t now_ps)
{
	if (ROUTER_COLLECTIVES && injfifo >= INJECTORS)
		return net->coll_ops->inject_ready_ps(net->coll_ctx, node, now_ps);
	const struct net_node *n = node_of(net, node);
	unsigned leaving = n->inject[injfifo].leaving;

	return leaving && leaving <= ROUTER_LINKS ? ps_max(now_ps, n->free_ps[leaving - 1])
						  : now_ps;
}

/* A packet that leaves gives back its place when its tail has gone, one that waits takes at
 * least as long as its tail needs. */
bool net_inject_waits(struct net *net, uint32_t node, unsigned injfifo, ps_t now_ps,
		      ps_t until_ps)
{
	if (injfifo >= INJECTORS)
		return net->coll_ops && net->coll_ops->inject_waits(net->coll_ctx, node, injfifo,
								    until_ps);
	struct net_node *n = node_of(net, node);
	const struct net_injector *i = &n->inject[injfifo];

	if (i->packets < net->m->injfifo_packets || i->leaving > ROUTER_LINKS)
		return false;
	ps_t gone_ps = i->leaving ? n->free_ps[i->leaving - 1]
				  : now_ps + packet_ps(net, i->last->next);

	if (gone_ps <= until_ps)
		return false;
	full(net, n, injfifo, now_ps);
	return true;
}

int net_inject(struct net *net, struct net_packet *p, unsigned injfifo, ps_t now_ps)
{
	assert(injfifo < (ROUTER_COLLECTIVES ? NET_INJFIFOS : INJECTORS) &&
	       p->payload_bytes <= NET_PACKET_PAYLOAD_BYTES);
	if (ROUTER_COLLECTIVES && injfifo >= INJECTORS && net->coll_ops)
		return net->coll_ops->inject(net->coll_ctx, p, injfifo, now_ps);
	if (ROUTER_COLLECTIVES && injfifo >= INJECTORS) {
		net->ops->refuse(net->ops_ctx, p->src, p, "nothing carries out collectives",
				 now_ps);
		return -EINVAL;
	}
	struct net_node *n = node_of(net, p->src);
	struct net_injector *i = &n->inject[injfifo];

	net_source_retire_late(n, i->leaving, now_ps);
	if (i->packets >= net->m->injfifo_packets)
		return full(net, n, injfifo, now_ps);
	const char *why = net_route_start(net, n, p);

	if (!why && __builtin_expect(net->guards != NULL, 0))
		why = net_reroute(net, p, now_ps);
	if (why) {
		net->ops->refuse(net->ops_ctx, p->src, p, why, now_ps);
		return -EINVAL;
	}
	p->injfifo = (uint8_t)injfifo;
	p->hops = 0;
	route_of(p)->ready_ps = now_ps + net->m->router_ps +
				(ROUTER_SOURCE_ROUTES ? net->m->engine_ps : 0);
	bool first = !i->last && !i->leaving;

	net_ring_append(&i->last, p);
	i->packets++;
	if (first)
		light_post(net, LIGHT_INJECTED, RECEIVERS + injfifo, p->src, NULL,
			   route_of(p)->ready_ps);
	else if (i->leaving && i->leaving <= ROUTER_LINKS && i->last == p && p->next == p)
		net_sender_await(net, n, i->leaving - 1u, now_ps);
	return 0;
}
