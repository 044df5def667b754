/*
 * train_stream.c - fast-forward of messages from node to node, the network's part; see train.h.
 *
 * What a router does next depends on its queues, its senders and the packets in them,
 * and on random numbers where several packets or ways are as good.  Numbers are drawn
 * even if there is nothing to choose, so they differ after each period; one that has
 * decided something is marked (net_node.chose).
 */
#include "train.h"

#include <string.h>

#include "internal.h"

/* Draws of a router in a period of a packet: with more its state is taken as not steady. */
#define DRAWS_MAX 64

ps_t net_stream_period(const struct net *net)
{
	const struct net_packet full = { .payload_bytes = NET_PACKET_PAYLOAD_BYTES };

	return packet_ps(net, &full) + net->m->link_gap_ps;
}

/* ---- fingerprint */

static void receiver_fingerprint(const struct net_receiver *r, struct fingerprint *fp)
{
	uint64_t word[3] = { 0 };

	fingerprint_word(fp, (uint64_t)r->collective << 16 | r->ready);
	for (unsigned ready = r->ready; ready; ready &= ready - 1)
		fingerprint_word(fp, r->ways[__builtin_ctz(ready)]);
	_Static_assert(sizeof r->packets + sizeof r->leaving == sizeof word, "whole words");
	memcpy(word, r->packets, sizeof r->packets);
	memcpy((uint8_t *)word + sizeof r->packets, r->leaving, sizeof r->leaving);
	for (unsigned i = 0; i < 3; i++)
		fingerprint_word(fp, word[i]);
	for (unsigned i = 0; i < sizeof r->order; i++)
		if (((const uint8_t *)r->order)[i])
			fingerprint_word(fp, (uint64_t)i << 8 | ((const uint8_t *)r->order)[i]);
}

static bool reception_fingerprint(const struct net_reception *r, struct fingerprint *fp)
{
	fingerprint_word(fp, (uint64_t)r->packets << 24 | (uint64_t)r->busy << 16 |
				  (uint64_t)r->from << 8 | r->queue);
	return !r->held;
}

static void injector_fingerprint(const struct net_injector *i, bool wants, struct fingerprint *fp)
{
	fingerprint_word(fp, (uint64_t)(wants ? i->ways : 0) << 24 | (uint64_t)i->packets << 16 |
				  (uint64_t)i->leaving << 8 | (i->last != NULL));
}

bool net_stream_fingerprint(const struct net *net, uint32_t node, struct fingerprint *fp)
{
	struct net_node *n = &net->node[node];
	bool steady = true;

	fingerprint_word(fp, n->up);
	if (!n->up)
		return true;
	net_train_links_fingerprint(net, n, fp);
	fingerprint_word(fp, n->urgent);
	for (unsigned s = 0; s < SOURCES; s++)
		fingerprint_word(fp, n->wants[s]);
	for (unsigned r = 0; r < RECEIVERS; r++)
		receiver_fingerprint(&n->receive[r], fp);
	for (unsigned i = 0; i < INJECTORS; i++)
		injector_fingerprint(&n->inject[i], n->wants[RECEIVERS + i], fp);
	for (unsigned f = 0; f < NET_RECFIFOS; f++)
		steady = reception_fingerprint(&n->reception[f], fp) && steady;
	return steady;
}

/* ---- packets */

void net_stream_packets(const struct net *net, uint32_t node, net_stream_visit *visit, void *ctx)
{
	const struct net_node *n = &net->node[node];

	for (unsigned r = 0; n->up && r < RECEIVERS; r++)
		for (unsigned q = 0; q < QUEUES; q++) {
			struct net_packet *p = n->receive[r].queue[q].first;

			for (uint64_t order = 0; p; p = p->next, order++)
				visit(ctx, node, order << 16 | q << 8 | r, p);
		}
	for (unsigned i = 0; n->up && i < INJECTORS; i++) {
		struct net_packet *last = n->inject[i].last, *p = last;
		uint64_t order = 0;

		while (last) {
			p = p->next;
			visit(ctx, node, order++ << 16 | (RECEIVERS + i), p);
			if (p == last)
				break;
		}
	}
}

bool net_stream_packet_fingerprint(struct net_packet *p, struct fingerprint *fp)
{
	const struct net_route *r = route_of(p);
	uint64_t left = 0;

	memcpy(&left, r->left, sizeof r->left);
	fingerprint_word(fp, r->ready_ps - fp->now_ps);
	fingerprint_word(fp, left << 16 | (uint64_t)r->plus << 8 | r->dims);
	fingerprint_word(fp, (uint64_t)r->either << 32 | (uint64_t)p->hops << 24 |
				  (uint64_t)r->vc << 16 | (uint64_t)r->zone << 8 |
				  (uint64_t)r->dynamic << 1 | r->stay);
	return !r->deposit;
}

void net_stream_packet_forward(struct net_packet *p, ps_t delay_ps)
{
	route_of(p)->ready_ps += delay_ps;
}

/* ---- random numbers */

void net_stream_random_begin(struct net *net, uint32_t node, struct net_stream_random *r)
{
	net->node[node].chose = false;
	r->then = net->node[node].random;
}

bool net_stream_random_end(const struct net *net, uint32_t node, struct net_stream_random *r)
{
	uint32_t x = r->then;

	for (r->draws = 0; x != net->node[node].random; r->draws++) {
		if (r->draws == DRAWS_MAX)
			return false;
		x = random_next(x);
	}
	return !net->node[node].chose;
}

void net_stream_random_forward(struct net *net, uint32_t node, const struct net_stream_random *r,
			       uint64_t periods)
{
	uint32_t *x = &net->node[node].random;

	for (uint64_t i = r->draws * periods; i > 0; i--)
		*x = random_next(*x);
}
