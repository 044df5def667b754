/*
 * traffic_pattern.c - destinations of packets.  Reads the shape and the node's own random
 * numbers; uses neither time nor the network's state.
 */
#include "net/header.h"
#include "traffic_mesh.h"

/* A random permutation of 0 .. n-1 without a table: a Feistel cipher on enough bits for n,
 * repeated until the result is below n (cycle walking). */
static uint32_t permute(uint32_t i, uint32_t n, uint64_t key)
{
	unsigned half = 1;

	while (half < 16 && n > UINT32_C(1) << 2 * half)
		half++;
	const uint32_t mask = (UINT32_C(1) << half) - 1;

	do {
		uint32_t left = i >> half, right = i & mask;

		for (unsigned round = 0; round < 4; round++) {
			uint64_t hash = traffic_hash(key + round + ((uint64_t)right << 8));
			uint32_t mixed = left ^ (hash & mask);

			left = right;
			right = mixed;
		}
		i = left << half | right;
	} while (i >= n);
	return i;
}

static uint32_t except(uint32_t i, uint32_t node)
{
	return i + (i >= node);
}

/* Nodes as a matrix: rows are the leading dimensions, as many that their number of nodes is
 * nearest to that of the columns, and not greater. */
static uint32_t transposed(const struct net_shape *s, uint32_t node)
{
	uint32_t nodes = net_shape_nodes(s), rows = 1, columns;

	for (unsigned d = 0;
	     d < net_shape_dims(s) && (uint64_t)rows * s->size[d] * rows * s->size[d] <= nodes; d++)
		rows *= s->size[d];
	columns = nodes / rows;
	return node % columns * rows + node / columns;
}

/* The node at the displacement times sign, 1 or -1. */
static uint32_t shifted(const struct traffic_config *c, uint32_t node, int sign)
{
	const struct net_shape *s = &c->shape;
	uint8_t at[NET_DIMS_MAX];

	net_coord_of(s, node, at);
	for (unsigned d = 0; d < net_shape_dims(s); d++) {
		int to = at[d] + sign * (c->shift[d] % s->size[d]);

		if (!s->torus[d] && (to < 0 || to >= s->size[d]))
			return node; /* off the end of a mesh: it does not send */
		at[d] = (uint8_t)((to + s->size[d]) % s->size[d]);
	}
	return net_node_of(s, at);
}

static bool sends(const struct traffic_config *c, uint32_t node)
{
	uint8_t at[NET_DIMS_MAX];

	net_coord_of(&c->shape, node, at);
	for (unsigned d = 0; d < net_shape_dims(&c->shape); d++)
		if (c->senders[d] && at[d] % c->senders[d])
			return false;
	return true;
}

bool traffic_receives(const struct traffic_config *c, uint32_t node)
{
	uint32_t from = c->get ? traffic_partner(c, node) : shifted(c, node, -1);

	return from != node && (c->get || sends(c, from));
}

uint32_t traffic_partner(const struct traffic_config *c, uint32_t node)
{
	switch (c->pattern) {
	case TRAFFIC_TRANSPOSE: return transposed(&c->shape, node);
	case TRAFFIC_SHIFT: return sends(c, node) ? shifted(c, node, 1) : node;
	case TRAFFIC_COMPLEMENT: return net_shape_nodes(&c->shape) - 1 - node;
	default: return node == c->from_node ? c->hot_node : node;
	}
}

unsigned traffic_links(const struct net_shape *s, uint32_t node, uint8_t link[NET_LINKS_MAX])
{
	uint8_t at[NET_DIMS_MAX];
	unsigned n = 0;

	net_coord_of(s, node, at);
	for (unsigned l = 0; l < 2 * net_shape_dims(s); l++) {
		unsigned d = l / 2, end = l & 1 ? s->size[d] - 1u : 0;

		if (s->size[d] > 1 && (s->torus[d] || at[d] != end))
			link[n++] = (uint8_t)l;
	}
	return n;
}

/* The neighbour behind a link, and the hint bits to go that way. */
static uint32_t behind(const struct net_shape *s, uint32_t node, unsigned link, uint8_t *header)
{
	struct net_neighbour at;

	net_neighbour(s, node, link, &at);
	net_header_set_hint(header, link / 2, link & 1 ? NET_HINT_PLUS : NET_HINT_MINUS);
	return at.node;
}

uint32_t traffic_peers(const struct traffic_config *c)
{
	uint32_t peers = 1;

	for (unsigned d = 0; d < net_shape_dims(&c->shape); d++)
		if (traffic_within(c, d))
			peers *= c->shape.size[d];
	return peers;
}

/* The turn-th of the others in a node's group, which is a box of some dimensions. */
static uint32_t peer(const struct traffic_config *c, uint32_t node, uint32_t turn, uint64_t key)
{
	uint32_t peers = traffic_peers(c), own = 0, i;
	uint8_t at[NET_DIMS_MAX];

	net_coord_of(&c->shape, node, at);
	for (unsigned d = 0; d < net_shape_dims(&c->shape); d++)
		if (traffic_within(c, d))
			own = own * c->shape.size[d] + at[d];
	i = except(permute(turn, peers - 1, key), own);
	for (unsigned d = net_shape_dims(&c->shape); d-- > 0;)
		if (traffic_within(c, d)) {
			at[d] = (uint8_t)(i % c->shape.size[d]);
			i /= c->shape.size[d];
		}
	return net_node_of(&c->shape, at);
}

uint32_t traffic_destination(const struct traffic *t, uint32_t node, struct traffic_node *n,
			     uint8_t *header)
{
	const struct traffic_config *c = t->cfg;
	uint32_t turn = n->count++;
	uint8_t link[NET_LINKS_MAX];
	unsigned links;

	switch (c->pattern) {
	case TRAFFIC_HOTSPOT:
		if (node != c->hot_node && traffic_random(n) < t->hot_below)
			return c->hot_node;
		return except(traffic_below(n, t->nodes - 1), node);
	case TRAFFIC_UNIFORM:
	case TRAFFIC_REQUEST:
		for (;;) {
			uint32_t to = t->nodes > 1 ? except(traffic_below(n, t->nodes - 1), node)
						   : node;

			if (!traffic_mesh_dead(c, to))
				return to;
		}
	case TRAFFIC_ALLTOALL:
		return peer(c, node, turn, n->random);
	case TRAFFIC_NEIGHBOUR:
		links = traffic_links(&c->shape, node, link);
		return links ? behind(&c->shape, node, link[turn % links], header) : node;
	default:
		return traffic_partner(c, node);
	}
}
