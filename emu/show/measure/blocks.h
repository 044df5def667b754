/*
 * blocks.h - a machine in boxes of equal size, so that what is told of 100,000 nodes can be told
 * of a few thousand boxes: neighbours in the torus, and a shape of their own.
 */
#ifndef BGQ_EMU_BLOCKS_H
#define BGQ_EMU_BLOCKS_H

#include <stdint.h>

#include "net/machine/shape.h"

struct blocks {
	uint8_t size[NET_DIMS]; /* nodes of a box in each dimension */
	struct net_shape shape; /* of the boxes */
	uint32_t count, nodes_each;
};

/* At most so many boxes: dimensions are halved in turns, the last one first; one of odd length
 * becomes a single box's. */
void blocks_make(struct blocks *b, const struct net_shape *machine, uint32_t most);
/* The box that a node is in, by its place in the shape of the boxes. */
uint32_t blocks_of(const struct blocks *b, const struct net_shape *machine, uint32_t node);
/* Node number i of that box, from 0 to nodes_each - 1. */
uint32_t blocks_node(const struct blocks *b, const struct net_shape *machine, uint32_t block,
		     uint32_t i);

#endif
