/*
 * collective.c - collective packets on links, in virtual channels of their own, and in
 * reception FIFOs; see collective.h.  Class routes, which say where they go, are coll/'s.
 */
#include "internal.h"

bool net_coll_link_open(struct net *net, struct net_node *n, unsigned link,
			ps_t now_ps)
{
	n->coll_wants &= (uint16_t)~(1u << link);
	net->coll_ops->link_open(net->coll_ctx, number_of(net, n), link, now_ps);
	return sender_busy(n, link, now_ps);
}

bool net_coll_link_ready(struct net *net, uint32_t node, struct net_coll_port by,
			 unsigned packets, ps_t now_ps)
{
	struct net_node *n = node_of(net, node);

	if (net_sender_open(net, n, by.link, now_ps) &&
	    n->send[by.link].used[VCS + by.channel] + packets <= net->m->coll_packets)
		return true;
	n->coll_wants |= (uint16_t)(1u << by.link);
	net_sender_await(net, n, by.link, now_ps);
	return false;
}

void net_coll_send(struct net *net, uint32_t node, struct net_coll_port by,
		   struct net_packet *p, ps_t head_ps, ps_t now_ps)
{
	struct net_node *n = node_of(net, node);

	net_send_collective(net, n, p, by, head_ps);
	if (net_sender_wanted(n, by.link))
		net_sender_await(net, n, by.link, now_ps);
}

void net_coll_arrive(struct net *net, struct net_node *n, unsigned r,
		     struct net_packet *p, ps_t now_ps)
{
	struct net_receiver *c = &n->receive[r];

	c->collective++;
	c->count.packets[NET_RECEIVED_COLLECTIVE]++;
	c->count.waiting_ps[1] -= now_ps;
	struct net_coll_port by = { r, route_of(p)->vc - VCS };

	net->coll_ops->arrive(net->coll_ctx, number_of(net, n), by, p, now_ps);
}

void net_coll_release(struct net *net, uint32_t node, struct net_coll_port by, ps_t tail_ps,
		      ps_t now_ps)
{
	struct net_node *n = node_of(net, node);
	struct net_receiver *c = &n->receive[by.link];

	c->collective--;
	c->count.waiting_ps[1] += now_ps;
	net_token_return(net, n, by.link, n->send[by.link].wire, VCS + by.channel, tail_ps);
}

bool net_coll_reception_ready(const struct net *net, uint32_t node, unsigned recfifo)
{
	return net_reception_open(net, &net->node[node], recfifo);
}

void net_coll_receive(struct net *net, uint32_t node, unsigned recfifo,
		      struct net_packet *p, ps_t now_ps)
{
	net_receive(net, node_of(net, node), p, recfifo, now_ps);
}

void net_coll_inject_ready(struct net *net, uint32_t node, unsigned injfifo, ps_t now_ps)
{
	net->ops->inject_ready(net->ops_ctx, node, injfifo, now_ps);
}

void net_coll_inject_prefetch(struct net *net, uint32_t node, unsigned injfifo)
{
	if (net->ops->inject_prefetch)
		net->ops->inject_prefetch(net->ops_ctx, node, injfifo);
}

ps_t net_packet_ps(const struct net *net, const struct net_packet *p)
{
	return packet_ps(net, p);
}
