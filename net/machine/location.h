/*
 * location.h - where a node of Blue Gene/Q stands: its midplane, node board and compute card,
 * as in "R00-M0-N08-J04", and its coordinates within the midplane.
 *
 * Never: knows blocks, ranks or programs.
 */
#ifndef BGQ_NET_LOCATION_H
#define BGQ_NET_LOCATION_H

#include <stdbool.h>
#include <stdint.h>

#include "shape.h"

#define NET_LOCATION_MIDPLANES 1024u /* two in each of 512 racks */
#define NET_LOCATION_BYTES     24    /* of its text */

struct net_location {
	uint16_t midplane; /* two a rack: R01-M1 is 3 */
	uint8_t board;     /* N00 to N15 */
	uint8_t card;      /* J00 to J31 */
};

/* Board and card of the node at c, whose midplane is not looked at; l->midplane stays. */
void net_location_in_midplane(struct net_location *l, const uint8_t c[NET_DIMS]);
/* The coordinates of a node within its midplane: 0 to 3, and 0 or 1 in E. */
void net_location_coord(const struct net_location *l, uint8_t c[NET_DIMS]);
/* The node at c of a block, node <0,0,0,0,0> of which is at origin, and which has so many nodes
 * in each dimension.  Further midplanes follow the origin's in the order of coordinates. */
struct net_location net_location_of(const struct net_location *origin,
				    const struct net_shape *block, const uint8_t c[NET_DIMS]);
/* "R00-M0-N08-J04" at the beginning of text, up to *end; false: no location of a node. */
bool net_location_parse(const char *text, struct net_location *l, const char **end);
const char *net_location_text(const struct net_location *l, char buf[NET_LOCATION_BYTES]);

#endif
