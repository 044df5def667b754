/*
 * stuck.c - the packets that are in the network at a deadlock, for reports.
 * Reads only, and visits all nodes.
 */
#include "internal.h"

/* Packets that were sent and are not received yet. */
static uint32_t on_links(const struct net_node *n)
{
	uint32_t sent = 0, received = 0;

	for (unsigned l = 0; l < ROUTER_LINKS; l++) {
		const struct net_sender_counters *s = &n->send[l].count;
		struct net_receiver_counters r = net_receiver_kept(&n->receive[l]);

		for (unsigned i = 0; i < NET_SENT_CLASSES; i++)
			sent += net_sent_packets(s, i);
		received += net_received_packets(&r);
	}
	return sent - received;
}

/* A packet that is leaving is counted where it goes to. */
static uint32_t in_router(const struct net_node *n)
{
	uint32_t sum = 0;

	for (unsigned r = 0; r < RECEIVERS; r++) {
		sum += n->receive[r].collective;
		for (unsigned q = 0; q < QUEUES; q++)
			sum += n->receive[r].packets[q];
	}
	for (unsigned i = 0; i < INJECTORS; i++)
		sum += n->inject[i].packets - (n->inject[i].leaving != 0);
	for (unsigned f = 0; f < RECFIFOS; f++)
		sum += n->reception[f].packets;
	return sum;
}

uint64_t net_packets_inside(const struct net *net)
{
	uint64_t inside = 0;
	uint32_t links = 0; /* of one node it may be negative */

	for (uint32_t n = 0; n < net->nodes; n++) {
		inside += in_router(&net->node[n]);
		links += on_links(&net->node[n]);
	}
	return inside + links;
}

static void visit_receptions(const struct net *net, uint32_t node, net_stuck_fn *visit, void *ctx)
{
	for (unsigned f = 0; f < RECFIFOS; f++) {
		const struct net_reception *r = &net->node[node].reception[f];
		struct net_stuck s = { .node = node, .reception = true, .fifo = f };

		if (!r->held)
			continue;
		s.packets = r->packets - r->busy;
		s.first = r->held->next;
		visit(ctx, &s);
	}
}

static void visit_injections(const struct net *net, uint32_t node, net_stuck_fn *visit, void *ctx)
{
	const struct net_node *n = &net->node[node];

	for (unsigned f = 0; f < INJECTORS; f++) {
		struct net_stuck s = { .node = node, .fifo = f };

		if (!(n->inject_wants >> f & 1) || !n->inject[f].last)
			continue;
		s.packets = n->inject[f].packets;
		s.first = n->inject[f].last->next;
		visit(ctx, &s);
	}
}

void net_stuck(const struct net *net, net_stuck_fn *visit, void *ctx)
{
	for (uint32_t n = 0; n < net->nodes; n++)
		visit_receptions(net, n, visit, ctx);
	for (uint32_t n = 0; n < net->nodes; n++)
		visit_injections(net, n, visit, ctx);
}
