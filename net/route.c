/*
 * route.c - routing: which links a packet may take.  Minimal, at most one of each
 * dimension, chosen at injection by the hint bits of its header, the source's cut-offs or,
 * for dynamic packets that go half way round, by chance (the machine's random hints, which
 * its personality turns on) or by the source's coordinate; both of two nodes' dimension.  Of
 * those, the ones that its zone (adaptive routing) or the deterministic order (dimension-order
 * routing) allow.  Reads the shape and the header, never the state of links.
 */
#include <stdlib.h>

#include "hint.h"
#include "internal.h"

#if !ROUTER_SOURCE_ROUTES

static bool half_way_round(const struct net_shape *s, int d, uint8_t from, uint8_t to)
{
	return s->torus[d] && 2 * abs(to - from) == s->size[d];
}

/* Returns the way that a dynamic packet takes round a ring from there to its far side. */
static bool tie_goes_plus(const struct net *net, unsigned chance, int d, uint8_t from)
{
	return router_ties_by_coordinate(net) ? !(from & 1) : chance >> d & 1;
}

static bool goes_plus(unsigned hint, struct net_cutoff k, uint8_t from, uint8_t to)
{
	if (hint != NET_HINT_NONE)
		return hint == NET_HINT_PLUS;
	return to > from ? to <= k.plus : to < k.minus;
}

/* The header's channel and routing; a packet of the dynamic channel that is to be
 * routed deterministically uses the channel that keeps order. */
static void read_channel(struct net_route *r, const uint8_t *header)
{
	unsigned channel = net_header_channel(header);

	r->zone = (uint8_t)net_header_zone(header);
	r->dynamic = channel <= NET_CHANNEL_DETERMINISTIC && net_header_dynamic(header);
	r->stay = net_header_stays_on_bubble(header);
	r->deposit = net_header_deposits(header);
	r->copied = false;
	if (r->dynamic)
		r->vc = VC_DYNAMIC;
	else if (channel < NET_CHANNEL_PRIORITY)
		r->vc = VC_ESCAPE;
	else
		r->vc = (uint8_t)(VC_ESCAPE - 1 + (channel >> NET_CHANNEL_SHIFT));
}

/* net_coord_of() without divisions: exact, as nodes times sizes are far below 2^32.  Returns
 * whether the sum of the coordinates is odd. */
static bool coord_of(const struct net *net, uint32_t node, uint8_t coord[ROUTER_DIMS])
{
	unsigned sum = 0;

	for (int d = (int)router_dims(net) - 1; d >= 0; d--) {
		uint32_t above = (uint32_t)(node * net->reciprocal[d] >> 32);

		coord[d] = (uint8_t)(node - above * net->shape.size[d]);
		sum ^= coord[d];
		node = above;
	}
	return sum & 1;
}

void net_route_set_up(struct net *net)
{
	for (unsigned d = 0; d < router_dims(net); d++)
		net->reciprocal[d] = (UINT64_C(1) << 32) / net->shape.size[d] + 1;
}

/* The links of a dimension, if it has to cross any. */
static void dimension_start(struct net_route *r, int d, bool plus, int from, int to, int size)
{
	int way = plus ? to - from : from - to;

	r->left[d] = (uint8_t)(way > 0 ? way : way + size);
	r->plus |= (uint8_t)(plus << d);
	r->dims |= (uint8_t)(1u << d);
}

const char *net_route_start(const struct net *net, struct net_node *n, struct net_packet *p)
{
	const struct net_shape *s = &net->shape;
	struct net_route *r = route_of(p);
	uint8_t at[ROUTER_DIMS], to[ROUTER_DIMS];

	assert(p->src < net->nodes);
	if (p->dst >= net->nodes)
		return "destination outside the machine";
	bool odd = coord_of(net, p->src, at);

	coord_of(net, p->dst, to);
	*r = (struct net_route){ 0 };
	read_channel(r, p->header);
	if (!ROUTER_COLLECTIVES && r->vc > VC_ESCAPE &&
	    (r->vc >= VCS || !net->m->vc_packets[1 + r->vc - VC_ESCAPE]))
		return "the machine has no such channel";
	unsigned chance = r->dynamic ? random_below(n, 1u << router_dims(net)) : 0;

	for (int d = 0; d < (int)router_dims(net); d++) {
		unsigned hint = net_header_hint(p->header, (unsigned)d);
		const char *why = net_hint_wrong(s, d, hint, at[d], to[d]);

		if (why)
			return why;
		bool looped = hint != NET_HINT_NONE && s->size[d] == 1 && s->torus[d];

		if (at[d] == to[d] && !looped)
			continue;
		bool either = r->dynamic && hint == NET_HINT_NONE &&
			      half_way_round(s, d, at[d], to[d]);

		n->chose |= either;
		r->either |= (uint8_t)((either && s->size[d] == 2) << d); /* see net_route_ways() */
		dimension_start(r, d, either ? tie_goes_plus(net, chance, d, at[d])
					     : goes_plus(hint, net_cutoff(s, d, at[d], odd),
							 at[d], to[d]),
				at[d], to[d], s->size[d]);
	}
	if (r->deposit && (r->dims & (r->dims - 1)))
		return "a packet that leaves copies on its way has to keep to one line";
	return NULL;
}

/* Moves bit d to bit 2 * d. */
static unsigned spread(unsigned dims)
{
	return (dims & 1) | (dims & 2) << 1 | (dims & 4) << 2 | (dims & 8) << 3 |
	       (dims & 16) << 4 | (ROUTER_DIMS > 5 ? (dims & 32) << 5 : 0);
}

/* Two nodes in a dimension are neighbours by two links: a dynamic packet takes the one with room,
 * as among dimensions.  Measured: both carry 3.6 GB/s to a neighbour along E (Kerbyson et al.,
 * ICPADS 2012), where one drawn by chance leaves the other idle when two packets want it. */
unsigned net_route_ways(const struct net *net, const struct net_packet *p)
{
	const struct net_route *r = route_of_const(p);
	unsigned class = class_of_vc(r->vc);
	unsigned fixed, links = 0;

	if (!r->dims) {
		fixed = p->hops ? WAY_RECEPTION : WAY_LOCAL;
	} else if (r->deposit && p->hops && !r->copied) {
		fixed = WAY_RECEPTION;
	} else {
		unsigned d = net->order[r->dims];

		fixed = 2 * d + (r->plus >> d & 1);
		if (r->dynamic && !(r->stay && r->vc == VC_ESCAPE)) {
			unsigned now = net->zone[r->zone][r->dims];

			links = spread(now & (~r->plus | r->either)) |
				spread(now & (r->plus | r->either)) << 1;
		}
	}
	return links | class << CLASS_SHIFT | fixed << FIXED_SHIFT;
}

void net_route_cross(struct net_packet *p, unsigned link)
{
	struct net_route *r = route_of(p);
	unsigned d = link / 2;

	if (r->either >> d & 1) {
		r->either &= (uint8_t)~(1u << d);
		r->plus = (uint8_t)((r->plus & ~(1u << d)) | (link & 1) << d);
	}
	if (--r->left[d] == 0)
		r->dims &= (uint8_t)~(1u << d);
	r->copied = false;
	p->hops++;
}

#endif
