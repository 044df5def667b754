/*
 * corner.h - where the block stands in the machine, and the part of it that the job uses: what
 * runjob's --corner and --shape are to bgq-run.
 *
 * Never: changes what nodes do; only how they are called, and which ones have ranks.
 */
#ifndef BGQ_EMU_CORNER_H
#define BGQ_EMU_CORNER_H

#include <stdbool.h>
#include <stdint.h>

#include "net/machine/location.h"
#include "net/machine/shape.h"

/* Nodes of a block, in each dimension so many from corner on. */
struct part_box {
	uint8_t corner[NET_DIMS], size[NET_DIMS];
};

/* The whole of a block. */
struct part_box part_whole(const struct net_shape *block);
bool part_is_whole(const struct part_box *part, const struct net_shape *block);
uint32_t part_nodes(const struct part_box *part);
/* Does it end within the block? */
bool part_fits(const struct part_box *part, const struct net_shape *block);

/* "1x2x2x2x2+1,0,0,0,0", or a shape alone.  NULL, or what is wrong. */
const char *part_parse(const char *text, struct part_box *part);
/* "R00-M0-N08-J04".  NULL, or what is wrong. */
const char *location_parse(const char *text, struct net_location *l);

#endif
