/*
 * route.c - which link next: minimal, one dimension after the other, so a pair
 * of nodes always uses the same links.  Hint bits of the header force a
 * direction; without them the cut-offs decide.
 */
#include "internal.h"

#define HINTS_ABCD 1 /* byte of the network header: A- A+ B- B+ C- C+ D- D+ */
#define HINTS_E    2 /* its two high bits: E- E+ */

/* Bit 2d+1: plus, bit 2d: minus, d = 0 for A. */
static unsigned hints_of(const struct net_packet *p)
{
	unsigned hints = 0;

	for (int d = 0; d < 4; d++) {
		hints |= (unsigned)(p->header[HINTS_ABCD] >> (7 - 2 * d) & 1) << (2 * d);
		hints |= (unsigned)(p->header[HINTS_ABCD] >> (6 - 2 * d) & 1) << (2 * d + 1);
	}
	hints |= (unsigned)(p->header[HINTS_E] >> 7 & 1) << 8;
	hints |= (unsigned)(p->header[HINTS_E] >> 6 & 1) << 9;
	return hints;
}

const char *net_route_check(const struct net *net, const struct net_packet *p)
{
	uint8_t from[NET_DIMS], to[NET_DIMS];
	unsigned hints = hints_of(p);

	if (p->dst >= net->nodes)
		return "destination outside the machine";
	net_coord_of(&net->shape, p->src, from);
	net_coord_of(&net->shape, p->dst, to);
	for (int d = 0; d < NET_DIMS; d++) {
		unsigned h = hints >> (2 * d) & 3;

		if (h == 3)
			return "both hint bits of a dimension are set";
		if (!h || net->shape.torus[d] || from[d] == to[d])
			continue;
		if ((h == 2) != (to[d] > from[d]))
			return "hint bit leads off the end of a mesh";
	}
	return NULL;
}

/* The source's cut-offs hold for the whole way: a half-way tie is decided once. */
static bool goes_plus(const struct net *net, const struct net_packet *p, int d, uint8_t to)
{
	unsigned h = hints_of(p) >> (2 * d) & 3;
	struct net_cutoff k[NET_DIMS];
	uint8_t from[NET_DIMS];

	if (h)
		return h == 2;
	net_cutoffs(&net->shape, p->src, k);
	net_coord_of(&net->shape, p->src, from);
	return to > from[d] ? to <= k[d].plus : to < k[d].minus;
}

ps_t net_wire_ps(const struct net_machine *m, const struct net_shape *s, uint32_t node,
		 unsigned link)
{
	uint8_t c[NET_DIMS];
	unsigned d = link / 2, size = s->size[d];

	net_coord_of(s, node, c);
	/* The upper end of the link; size for the one that closes the ring. */
	unsigned high = link & 1 ? c[d] + 1u : c[d] > 0 ? c[d] : size;

	if (high % m->midplane[d] == 0 && size > m->midplane[d])
		return m->wire_cable_ps;
	return high % m->board[d] == 0 && size > m->board[d] ? m->wire_midplane_ps
							      : m->wire_board_ps;
}

bool net_route_next(const struct net *net, uint32_t node, const struct net_packet *p,
		    struct net_hop *hop)
{
	const struct net_shape *s = &net->shape;
	uint8_t at[NET_DIMS], to[NET_DIMS];

	if (node == p->dst)
		return false;
	net_coord_of(s, node, at);
	net_coord_of(s, p->dst, to);
	int d = 0;

	while (at[d] == to[d])
		d++;
	bool plus = goes_plus(net, p, d, to[d]);
	uint8_t next = plus ? (uint8_t)((at[d] + 1) % s->size[d])
			    : (uint8_t)((at[d] + s->size[d] - 1) % s->size[d]);

	hop->link = (unsigned)(2 * d + plus);
	hop->wire_ps = net_wire_ps(net->m, s, node, hop->link);
	at[d] = next;
	hop->node = net_node_of(s, at);
	return true;
}
