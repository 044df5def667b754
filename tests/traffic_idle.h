/*
 * traffic_idle.h - what a network looks like inside when nothing is under way: no
 * packet in any queue, and every token at home or on its way there.  Knows
 * net/internal.h.
 */
#ifndef BGQ_TESTS_TRAFFIC_IDLE_H
#define BGQ_TESTS_TRAFFIC_IDLE_H

#include "net/internal.h"

static inline const char *traffic_sender_busy(const struct net *net, uint32_t node,
					      unsigned link)
{
	const struct net_sender *s = &net->node[node].send[link];
	unsigned used[BUFFERS] = { 0 };

	for (unsigned i = 0; i < s->returning; i++) {
		uint64_t token = *net_returning(net, &net->node[node], link, i);

		used[token & 7] += TOKEN_BITS == 3 ? 1 : token >> 3 & 0xff;
	}
	for (unsigned vc = 0; vc < BUFFERS; vc++)
		if (used[vc] != s->used[vc])
			return "a token is lost";
	return NULL;
}

static inline const char *traffic_receiver_busy(const struct net_receiver *r)
{
	const struct net_receiver none = { 0 };

	if (r->ready)
		return "a packet is ready";
	if (memcmp(r->packets, none.packets, sizeof none.packets))
		return "a queue's length is not 0";
	if (memcmp(r->order, none.order, sizeof none.order))
		return "an order is kept for no packet";
	if (memcmp(r->fill, none.fill, sizeof none.fill))
		return "units are counted in an empty buffer";
	for (unsigned q = 0; q < QUEUES; q++)
		if (r->queue[q].first)
			return "a queue is not empty";
	return NULL;
}

/* injector->packets may still count one that has left and was not retired yet. */
static inline const char *traffic_fifos_busy(const struct net_node *n)
{
	for (unsigned i = 0; i < INJECTORS; i++)
		if (n->inject[i].last || n->inject[i].packets != (n->inject[i].leaving != 0))
			return "an injection FIFO is not empty";
	for (unsigned i = 0; i < RECFIFOS; i++)
		if (n->reception[i].held || n->reception[i].packets || n->reception[i].busy)
			return "a reception FIFO is not empty";
	return NULL;
}

static inline const char *traffic_node_busy(const struct net *net, uint32_t node)
{
	const struct net_node *n = &net->node[node];
	const char *why = traffic_fifos_busy(n);

	for (unsigned l = 0; l < 2 * router_dims(net) && !why; l++)
		why = traffic_sender_busy(net, node, l);
	for (unsigned r = 0; r < RECEIVERS && !why; r++)
		why = traffic_receiver_busy(&n->receive[r]);
	for (unsigned i = 0; i < SOURCES && !why; i++)
		if (n->wants[i])
			why = "a source wants something";
	for (unsigned w = 0; w < WAYS && !why; w++)
		if (n->wanted[w])
			why = "a way is wanted";
	if (!why && (n->urgent || n->inject_wants || n->posted))
		why = "urgent, inject_wants or posted is not 0";
	return why;
}

static inline void traffic_check_idle(struct traffic *t)
{
	for (uint32_t n = 0; n < t->nodes; n++) {
		const char *why = traffic_node_busy(t->net, n);

		if (why)
			traffic_mistake(t, "node %u at the end: %s", n, why);
	}
}

#endif
