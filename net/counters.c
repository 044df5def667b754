/*
 * counters.c - reading the performance counters of links; see net.h.
 */
#include "internal.h"

void net_sender_count(const struct net *net, uint32_t node, unsigned link,
		      struct net_sender_counters *c)
{
	*c = net->node[node].send[link].count;
}

/* While packets wait, the integral lacks their share: each has taken off the time at
 * which it came. */
void net_receiver_count(const struct net *net, uint32_t node, unsigned link, ps_t now_ps,
			struct net_receiver_counters *c)
{
	const struct net_receiver *r = &net->node[node].receive[link];

	*c = r->count;
	c->waiting_ps += r->collective * now_ps;
	for (unsigned q = 0; q < QUEUES; q++)
		c->waiting_ps += r->packets[q] * now_ps;
}
