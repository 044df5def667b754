/*
 * shape.h - the size of a torus or mesh, node numbers and coordinates in it, and which links
 * join which nodes.
 */
#ifndef BGQ_NET_SHAPE_H
#define BGQ_NET_SHAPE_H

#include <stdbool.h>
#include <stdint.h>

/* Blue Gene/Q's; and the most that a machine description can have. */
#define NET_DIMS  5
#define NET_LINKS 10 /* A-, A+, B-, B+, ... E-, E+ */
#define NET_DIMS_MAX  6
#define NET_LINKS_MAX (2 * NET_DIMS_MAX)
#define NET_SIZE_MAX  64u /* nodes of a dimension: Blue Gene/Q's coordinates have 6 bits, */
#define NET_SIZE_MOST 128u /* those of other machines more */

struct net_shape {
	uint8_t size[NET_DIMS_MAX];  /* nodes in A, B, C, D, E; 0 behind the last dimension */
	uint8_t torus[NET_DIMS_MAX]; /* 1: the dimension's ends are connected */
};

/* Dimensions of the shape. */
static inline unsigned net_shape_dims(const struct net_shape *s)
{
	unsigned dims = 0;

	while (dims < NET_DIMS_MAX && s->size[dims])
		dims++;
	return dims;
}

/* Coordinates have as many elements as the shape has dimensions.  Node number =
 * ((((a*B+b)*C+c)*D+d)*E+e), as the machine's node index. */
/* The machine's own partition of so many nodes; -EINVAL if it has none. */
int net_shape_default(uint32_t nodes, struct net_shape *s);
/* Returns the size nearest to nodes of those that net_shape_default() knows. */
uint32_t net_shape_nearest(uint32_t nodes);
/* "4x4x4x4x2", all dimensions torus; -EINVAL. */
int net_shape_parse(const char *text, struct net_shape *s);
/* So many dimensions of up to most nodes each. */
int net_shape_parse_dims(const char *text, unsigned dims, unsigned most, struct net_shape *s);
/* More nodes than are counted here: 2^30. */
bool net_shape_too_large(const struct net_shape *s);
uint32_t net_shape_nodes(const struct net_shape *s);
uint32_t net_node_of(const struct net_shape *s, const uint8_t coord[NET_DIMS]);
void net_coord_of(const struct net_shape *s, uint32_t node, uint8_t coord[NET_DIMS]);
/* A node's number, or its coordinates with commas: returns what follows in text, NULL if it begins
 * with no node of the shape. */
const char *net_node_parse(const char *text, const struct net_shape *s, uint32_t *node);
/* "<0,0,1,0,1>", in buf. */
#define NET_COORD_TEXT_BYTES 28
const char *net_coord_text(const struct net_shape *s, uint32_t node, char *buf);
/* "A-", "A+", "B-" and so on. */
const char *net_link_name(unsigned link);
/* Destination word A<<24|B<<18|C<<12|D<<6|E to node; -1 if outside. */
int64_t net_node_of_destination(const struct net_shape *s, uint32_t word);
uint32_t net_destination_of(const struct net_shape *s, uint32_t node);
/* The coordinates up to which a packet from node goes the plus way (if its
 * destination is higher) or the minus way (if lower); beyond them the other way
 * round is shorter. */
struct net_cutoff {
	uint8_t plus, minus;
};
void net_cutoffs(const struct net_shape *s, uint32_t node, struct net_cutoff k[NET_DIMS]);
/* Returns the cutoffs of dimension d for a node at coordinate at there; odd: the sum of its
 * coordinates is. */
struct net_cutoff net_cutoff(const struct net_shape *s, int d, unsigned at, bool odd);
/* The other end of a node's link (2 * dimension, + 1: plus). */
struct net_neighbour {
	uint32_t node;
	uint8_t upper; /* coordinate of the upper end; 0: the link closes a ring */
};
/* False: no node is there, for it is the end of a mesh; n is then what a torus has. */
bool net_neighbour(const struct net_shape *s, uint32_t node, unsigned link,
		   struct net_neighbour *n);
/* Links between two nodes on the minimal route. */
unsigned net_distance(const struct net_shape *s, uint32_t from, uint32_t to);

#endif
