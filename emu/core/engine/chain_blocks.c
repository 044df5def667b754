/* chain_blocks.c - ways to share out the nodes of a torus; see chain.h. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "chain_internal.h"

/* Blocks of consecutive node numbers, as worker_create() makes them. */
static void leaves_by_number(struct chain *c, uint32_t nodes)
{
	uint64_t leaves = UINT64_C(1) << (c->levels - 1);

	for (uint64_t i = 0; i < leaves; i++)
		for (uint64_t n = nodes * i / leaves; n < nodes * (i + 1) / leaves; n++)
			c->way[CHAIN_BY_NUMBER].leaf[n] = (uint8_t)i;
}

/* Halves the longest side of the box that node is in, again and again. */
static uint8_t leaf_of(const struct chain *c, const struct net_shape *s, uint32_t node)
{
	uint8_t at[NET_DIMS_MAX], from[NET_DIMS_MAX] = { 0 }, to[NET_DIMS_MAX];
	unsigned leaf = 0;

	net_coord_of(s, node, at);
	memcpy(to, s->size, sizeof to);
	for (unsigned level = 1; level < c->levels; level++) {
		unsigned d = 0;

		for (unsigned i = 1; i < net_shape_dims(s); i++)
			if (to[i] - from[i] > to[d] - from[d])
				d = i;
		uint8_t half = (uint8_t)((from[d] + to[d]) / 2);
		bool upper = at[d] >= half;

		*(upper ? &from[d] : &to[d]) = half;
		leaf = leaf << 1 | upper;
	}
	return (uint8_t)leaf;
}

static void link_add(struct chain *c, unsigned a, unsigned b, ps_t ps)
{
	for (unsigned w = 0; w < CHAIN_WAYS; w++)
		for (unsigned l = c->levels - 1; l > 0; l--) {
			struct chain_level *level = &c->way[w].level[l];
			unsigned from = chain_block(c, c->way[w].leaf[a], l);
			unsigned to = chain_block(c, c->way[w].leaf[b], l);

			if (from == to)
				break; /* also at all levels with fewer blocks */
			level->cut_links++;
			level->neighbours[from][to / 64] |= UINT64_C(1) << to % 64;
			level->neighbours[to][from / 64] |= UINT64_C(1) << from % 64;
			if (ps < level->window_ps)
				level->window_ps = ps;
		}
}

int chain_share_out(struct chain *c, const struct net_machine *m, const struct net_shape *s)
{
	uint32_t nodes = net_shape_nodes(s);
	ps_t least_ps = net_lookahead_ps(m) - m->wire_board_ps;

	while (c->levels < CHAIN_LEVELS && (1u << c->levels) <= nodes)
		c->levels++;
	for (unsigned w = 0; w < CHAIN_WAYS; w++) {
		c->way[w].leaf = calloc(nodes, 1);
		if (!c->way[w].leaf)
			return -ENOMEM;
		for (unsigned l = 0; l < c->levels; l++)
			c->way[w].level[l].window_ps = PS_NEVER;
	}
	leaves_by_number(c, nodes);
	for (uint32_t n = 0; n < nodes; n++)
		c->way[CHAIN_BY_BLOCK].leaf[n] = leaf_of(c, s, n);
	for (uint32_t n = 0; n < nodes; n++)
		for (unsigned link = 0; link < 2 * net_shape_dims(s); link++) {
			struct net_neighbour other;

			if (net_neighbour(s, n, link, &other) && other.node != n)
				link_add(c, n, other.node, least_ps + net_wire_ps(m, s, n, link));
		}
	return 0;
}
