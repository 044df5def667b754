/*
 * counters.c - the performance counters of links, and the watch of packets; see net.h.
 */
#include "internal.h"

void net_set_watch(struct net *net, const struct net_watch *watch)
{
	net->watch = watch;
}

ps_t net_packet_injected_ps(const struct net *net, const struct net_packet *p)
{
	return route_of_const(p)->ready_ps - net->m->router_ps;
}

void net_sender_count(const struct net *net, uint32_t node, unsigned link,
		      struct net_sender_counters *c)
{
	*c = net->node[node].send[link].count;
}

struct net_receiver_counters net_receiver_kept(const struct net_receiver *r)
{
	struct net_receiver_counters c = r->count;

	c.packets[NET_RECEIVED_USER] = r->users;
	c.waiting_ps[0] = r->users_waiting_ps;
	return c;
}

void net_receiver_keep(struct net_receiver *r, const struct net_receiver_counters *c)
{
	r->count = *c;
	r->users = c->packets[NET_RECEIVED_USER];
	r->users_waiting_ps = c->waiting_ps[0];
}

/* Each packet subtracts the time at which it came from the integral and adds the one at
 * which it leaves: for those that still wait, now_ps. */
void net_receiver_count(const struct net *net, uint32_t node, unsigned link, ps_t now_ps,
			struct net_receiver_counters *c)
{
	const struct net_receiver *r = &net->node[node].receive[link];

	*c = net_receiver_kept(r);
	c->waiting_ps[1] += r->collective * now_ps;
	for (unsigned q = 0; q < QUEUES; q++)
		c->waiting_ps[router_vc_of_queue(net, q) == VC_SYSTEM] += r->packets[q] * now_ps;
}
