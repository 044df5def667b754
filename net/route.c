/*
 * route.c - which link next: minimal, one dimension after the other, so a pair
 * of nodes always uses the same links.  Hint bits of the header force a
 * direction, also once over the looped link of a dimension with one node; without
 * them the source's cut-offs decide.  Reads the shape and the
 * header, never the state of links: a route does not depend on traffic.
 */
#include <assert.h>

#include "internal.h"

#define HINTS_ABCD 1 /* byte of the network header: A- A+ B- B+ C- C+ D- D+ */
#define HINTS_E    2 /* its two high bits: E- E+ */

enum { HINT_NONE, HINT_PLUS, HINT_MINUS, HINT_BOTH };

_Static_assert(sizeof(struct net_route) <= sizeof ((struct net_packet *)0)->net_private,
	       "a route fits into its packet");

static struct net_route *route_of(struct net_packet *p)
{
	return (struct net_route *)p->net_private;
}

static unsigned hint_of(const uint8_t *header, int d)
{
	return d < 4 ? header[HINTS_ABCD] >> (6 - 2 * d) & 3 : header[HINTS_E] >> 6;
}

/* The hint of dimension d for a packet from coordinate from to coordinate to. */
static const char *hint_wrong(const struct net_shape *s, int d, unsigned hint, uint8_t from,
			      uint8_t to)
{
	if (hint == HINT_BOTH)
		return "both hint bits of a dimension are set";
	if (hint != HINT_NONE && from != to && !s->torus[d] && (hint == HINT_PLUS) != (to > from))
		return "hint bit leads off the end of a mesh";
	return NULL;
}

const char *net_hints_wrong(const struct net_shape *s, uint32_t src, uint32_t dst,
			    const uint8_t *header)
{
	uint8_t from[NET_DIMS], to[NET_DIMS];
	const char *why = NULL;

	if (!header[HINTS_ABCD] && !(header[HINTS_E] >> 6))
		return NULL;
	net_coord_of(s, src, from);
	net_coord_of(s, dst, to);
	for (int d = 0; d < NET_DIMS && !why; d++)
		why = hint_wrong(s, d, hint_of(header, d), from[d], to[d]);
	return why;
}

static bool goes_plus(unsigned hint, struct net_cutoff k, uint8_t from, uint8_t to)
{
	if (hint != HINT_NONE)
		return hint == HINT_PLUS;
	return to > from ? to <= k.plus : to < k.minus;
}

const char *net_route_start(const struct net *net, struct net_packet *p)
{
	struct net_route *r = route_of(p);
	struct net_cutoff k[NET_DIMS];

	assert(p->src < net->nodes);
	if (p->dst >= net->nodes)
		return "destination outside the machine";
	net_coord_of(&net->shape, p->src, r->at);
	net_coord_of(&net->shape, p->dst, r->to);
	net_cutoffs(&net->shape, p->src, k);
	r->plus = r->loop = 0;
	for (int d = 0; d < NET_DIMS; d++) {
		unsigned hint = hint_of(p->header, d);
		const char *why = hint_wrong(&net->shape, d, hint, r->at[d], r->to[d]);

		if (why)
			return why;
		if (hint != HINT_NONE && net->shape.size[d] == 1 && net->shape.torus[d]) {
			r->plus |= (uint8_t)((hint == HINT_PLUS) << d);
			r->loop |= (uint8_t)(1u << d);
		}
		if (r->at[d] == r->to[d])
			continue;
		bool plus = goes_plus(hint, k[d], r->at[d], r->to[d]);

		r->plus |= (uint8_t)(plus << d);
	}
	return NULL;
}

/* high: the upper end of the link; 0 for the one that closes the ring, which has to
 * come back over all boards or midplanes. */
static ps_t wire_ps(const struct net_machine *m, const struct net_shape *s, int d,
		    unsigned high)
{
	if (high % m->midplane[d] == 0 && s->size[d] > m->midplane[d])
		return m->wire_cable_ps;
	if (high % m->board[d] == 0 && s->size[d] > m->board[d])
		return m->wire_midplane_ps;
	return m->wire_board_ps;
}

ps_t net_wire_ps(const struct net_machine *m, const struct net_shape *s, uint32_t node,
		 unsigned link)
{
	uint8_t c[NET_DIMS];
	int d = (int)link / 2;

	net_coord_of(s, node, c);
	return wire_ps(m, s, d, link & 1 ? (c[d] + 1u) % s->size[d] : c[d]);
}

bool net_route_is_local(const struct net_packet *p)
{
	return p->src == p->dst && !((const struct net_route *)p->net_private)->loop;
}

bool net_route_next(const struct net *net, uint32_t node, struct net_packet *p,
		    struct net_hop *hop)
{
	const struct net_shape *s = &net->shape;
	struct net_route *r = route_of(p);
	int d = 0;

	if (node == p->dst && !r->loop)
		return false;
	while (r->at[d] == r->to[d] && !(r->loop >> d & 1))
		d++;
	r->loop &= (uint8_t)~(1u << d);
	unsigned from = r->at[d], last = s->size[d] - 1u, plus = r->plus >> d & 1;
	unsigned to = plus ? (from < last ? from + 1 : 0) : (from > 0 ? from - 1 : last);

	hop->link = 2u * (unsigned)d + plus;
	hop->wire_ps = wire_ps(net->m, s, d, plus ? to : from);
	hop->node = node + to * net->stride[d] - from * net->stride[d];
	r->at[d] = (uint8_t)to;
	return true;
}
