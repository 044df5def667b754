/*
 * traffic_route.h - ways of traffic.h's packets.  How many links a packet has to cross is worked
 * out here again, from coordinates and hint bits alone, or from its first word.
 */
#ifndef BGQ_TESTS_TRAFFIC_ROUTE_H
#define BGQ_TESTS_TRAFFIC_ROUTE_H

#include "net/header.h"

enum { TRAFFIC_HINT_NONE, TRAFFIC_HINT_PLUS, TRAFFIC_HINT_MINUS };

/* Links in dimension d with the hint, or 0 if the hint is not allowed. */
static inline unsigned traffic_links(const struct net_shape *s, int d, unsigned hint,
				     unsigned from, unsigned to)
{
	unsigned size = s->size[d], up = (to + size - from) % size;

	if (from == to)
		return hint != TRAFFIC_HINT_NONE && size == 1 && s->torus[d];
	if (!s->torus[d]) {
		unsigned way = to > from ? TRAFFIC_HINT_PLUS : TRAFFIC_HINT_MINUS;

		if (hint != TRAFFIC_HINT_NONE && hint != way)
			return 0;
		return to > from ? to - from : from - to;
	}
	if (hint == TRAFFIC_HINT_NONE)
		return up < size - up ? up : size - up;
	return hint == TRAFFIC_HINT_PLUS ? up : size - up;
}

static inline void traffic_set_hint(uint8_t *header, int d, unsigned hint)
{
	if (d < 4)
		header[1] |= (uint8_t)(hint << (6 - 2 * d));
	else
		header[2] |= (uint8_t)(hint << 6);
}

/* Hint bits and the number of links.  Packets that keep their order go one way: ways
 * has two bits for each dimension. */
static inline unsigned traffic_route(const struct traffic *t, uint32_t src, uint32_t dst,
				     unsigned ways, uint8_t *header)
{
	uint8_t from[NET_DIMS_MAX], to[NET_DIMS_MAX];
	unsigned links = 0;

	net_coord_of(&t->shape, src, from);
	net_coord_of(&t->shape, dst, to);
	for (int d = 0; d < t->cfg.machine.dims; d++) {
		unsigned hint = (ways >> 2 * d & 3) % 3;
		unsigned more = traffic_links(&t->shape, d, hint, from[d], to[d]);

		if (!more && from[d] != to[d]) {
			hint = TRAFFIC_HINT_NONE;
			more = traffic_links(&t->shape, d, hint, from[d], to[d]);
		}
		traffic_set_hint(header, d, hint);
		links += more;
	}
	return links;
}

/* ---- meshes whose packets know their way */

/* Routes, round so many failed links; a pattern that cuts nodes off is not taken. */
static inline void traffic_detour(struct traffic *t)
{
	struct traffic_node n = { .random = traffic_mix(t->cfg.seed, 17) | 1 };

	if (!net_detours_create(&t->detours, &t->shape))
		abort();
	do {
		net_detours_reset(&t->detours);
		for (unsigned i = 0; i < t->cfg.failures;)
			i += net_detours_fail(&t->detours, traffic_random(&n, t->nodes),
					      traffic_random(&n, NET_TURN_WAYS));
	} while (net_detours_settle(&t->detours));
#ifdef NET_ROUTER_MESH
	if (!t->cfg.clockwise)
		net_set_turns(t->net, &t->detours.turns);
#endif
}

/* X+ Y+, Y- X+, Y+ X-, X- Y-: each waits for the next corner's. */
static inline uint64_t traffic_clockwise(uint32_t node)
{
	static const uint8_t ways[4][2] = { { 1, 3 }, { 2, 1 }, { 3, 0 }, { 0, 2 } };

	return net_word_set(net_word_set(net_word_empty(), 0, ways[node][0], 1), 1,
			    ways[node][1], 1);
}

/* The word and the channel; returns the number of links. */
static inline uint8_t traffic_word(const struct traffic *t, uint32_t src, uint32_t dst,
				   unsigned channel, uint8_t *header)
{
	uint64_t word = 0;
	unsigned links = 0;

	if (t->cfg.clockwise)
		word = traffic_clockwise(src);
	else if (!net_detours_word(&t->detours, src, dst, &word))
		abort();
	for (unsigned i = 0; net_word_way_of(word, i) != NET_WORD_NO_WAY; i++)
		links += net_word_hops_of(word, i);
	header[NET_HEADER_CHANNEL] = (uint8_t)(channel << NET_CHANNEL_SHIFT);
	memcpy(&header[NET_HEADER_DESTINATION], &word, sizeof word);
	return (uint8_t)links;
}

#endif
