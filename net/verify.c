/*
 * verify.c - see verify.h.  While packets are under way only bounds can be checked: those on a
 * wire are in events.
 */
#include <stdio.h>

#include "guard_internal.h"
#include "verify.h"

/* Returns a buffer's units that tokens on their way back over a link stand for. */
static unsigned coming_back(const struct net *net, uint32_t node, unsigned link, unsigned buffer)
{
	struct net_node *n = &net->node[node];
	unsigned sum = 0;

	for (unsigned i = 0; i < n->send[link].returning; i++) {
		uint64_t token = *net_returning(net, n, link, i);

		sum += (token & 7) == buffer ? token_units(token) : 0;
	}
	return sum;
}

static bool tokens_right(const struct net *net, uint32_t node, unsigned link, bool idle,
			 char why[NET_VERIFY_BYTES])
{
	const struct net_sender *s = &net->node[node].send[link];

	for (unsigned b = 0; b < BUFFERS; b++) {
		unsigned back = coming_back(net, node, link, b);

		if (s->used[b] == back || (!idle && s->used[b] > back))
			continue;
		snprintf(why, NET_VERIFY_BYTES, "node %u, link %u: %u units of buffer %u are "
			 "taken, and tokens for %u are coming back", node, link, s->used[b], b,
			 back);
		return false;
	}
	return true;
}

/* idle: all that were sent are there; else, no more. */
static bool counts_right(const struct net *net, uint32_t node, unsigned link, bool idle,
			 char why[NET_VERIFY_BYTES])
{
	const struct net_sender *s = &net->node[node].send[link];
	struct net_receiver_counters r =
		net_receiver_kept(&net->node[s->wire.node].receive[link ^ 1]);
	uint32_t sent = 0, received = net_received_packets(&r);

	for (unsigned i = 0; i < NET_SENT_CLASSES; i++)
		sent += net_sent_packets(&s->count, i);
	if (sent == received || (!idle && (int32_t)(sent - received) > 0)) /* they wrap round */
		return true;
	snprintf(why, NET_VERIFY_BYTES, "node %u, link %u: %u packets were sent, and node %u has "
		 "received %u", node, link, sent, s->wire.node, received);
	return false;
}

static bool crcs_right(const struct net *net, uint32_t node, unsigned link,
		       char why[NET_VERIFY_BYTES])
{
	struct net_link_counts c;

	if (!net_link_count(net, node, link, &c) || c.escaped ||
	    (c.sent == c.received && c.sent_crc == c.received_crc))
		return true;
	snprintf(why, NET_VERIFY_BYTES, "node %u, link %u: CRC %08x of %llu packets sent, %08x of "
		 "%llu received", node, link, c.sent_crc, (unsigned long long)c.sent,
		 c.received_crc, (unsigned long long)c.received);
	return false;
}

/* With no packet in the network nothing is wanted, urgent or held. */
static bool idle_right(const struct net *net, uint32_t node, char why[NET_VERIFY_BYTES])
{
	const struct net_node *n = &net->node[node];
	uint32_t wanted = 0;

	for (unsigned w = 0; w < WAYS; w++)
		wanted |= n->wanted[w];
	for (unsigned r = 0; r < RECEIVERS; r++)
		wanted |= n->receive[r].ready;
	for (unsigned f = 0; f < RECFIFOS; f++)
		wanted |= n->reception[f].held != NULL;
	if (!wanted && !n->urgent)
		return true;
	snprintf(why, NET_VERIFY_BYTES, "node %u: no packet is in the network, and one waits here",
		 node);
	return false;
}

bool net_verify(const struct net *net, char why[NET_VERIFY_BYTES])
{
	bool idle = net_packets_inside(net) == 0;

	for (uint32_t n = 0; n < net->nodes; n++) {
		if (!net->node[n].up)
			continue;
		if (idle && !idle_right(net, n, why))
			return false;
		for (unsigned link = 0; link < ROUTER_LINKS; link++)
			if (!tokens_right(net, n, link, idle, why) ||
			    !counts_right(net, n, link, idle, why) ||
			    (idle && !crcs_right(net, n, link, why)))
				return false;
	}
	return true;
}

bool net_verify_bounds(const struct net *net, char why[NET_VERIFY_BYTES])
{
	for (uint32_t n = 0; n < net->nodes; n++)
		for (unsigned link = 0; net->node[n].up && link < ROUTER_LINKS; link++)
			if (!tokens_right(net, n, link, false, why) ||
			    !counts_right(net, n, link, false, why))
				return false;
	return true;
}
