/* blocks.c - see blocks.h. */
#include "blocks.h"

static void enlarge(struct blocks *b, int d)
{
	unsigned by = b->shape.size[d] % 2 ? b->shape.size[d] : 2;

	b->size[d] = (uint8_t)(b->size[d] * by);
	b->shape.size[d] = (uint8_t)(b->shape.size[d] / by);
	b->nodes_each *= by;
	b->count /= by;
}

void blocks_make(struct blocks *b, const struct net_shape *machine, uint32_t most)
{
	*b = (struct blocks){ .shape = *machine, .count = net_shape_nodes(machine),
			      .nodes_each = 1 };
	for (int d = 0; d < NET_DIMS; d++)
		b->size[d] = 1;
	for (int d = NET_DIMS - 1; b->count > most; d = d ? d - 1 : NET_DIMS - 1)
		if (b->shape.size[d] > 1)
			enlarge(b, d);
}

uint32_t blocks_of(const struct blocks *b, const struct net_shape *machine, uint32_t node)
{
	uint8_t at[NET_DIMS];

	net_coord_of(machine, node, at);
	for (int d = 0; d < NET_DIMS; d++)
		at[d] = (uint8_t)(at[d] / b->size[d]);
	return net_node_of(&b->shape, at);
}

uint32_t blocks_node(const struct blocks *b, const struct net_shape *machine, uint32_t block,
		     uint32_t i)
{
	uint8_t at[NET_DIMS];

	net_coord_of(&b->shape, block, at);
	for (int d = NET_DIMS - 1; d >= 0; d--) {
		at[d] = (uint8_t)(at[d] * b->size[d] + i % b->size[d]);
		i /= b->size[d];
	}
	return net_node_of(machine, at);
}
