/*
 * topology.h - the tree that the collective network of Blue Gene/L and /P lays over a partition:
 * who is above whom, by which port, and how long the link is.
 *
 * No document has the cabling.  Here boards are filled first, as trees in which each node has as
 * many links down as the machine's routers have; a board hangs where the board above would have
 * had its next node, and a midplane where the midplane above would have had its next board.  So
 * the tree is as flat as its links down allow, and few links leave a board or a midplane.
 *
 * Never: knows packets, classes or time.
 */
#ifndef BGQ_COLL_TREE_TOPOLOGY_H
#define BGQ_COLL_TREE_TOPOLOGY_H

#include <stdbool.h>
#include <stdint.h>

#include "net/machine/machine.h"

#define TREE_CHILDREN_MAX 4
#define TREE_UP           0u /* port; those below are 1 to children */
#define TREE_PORTS_MAX    (1u + TREE_CHILDREN_MAX)
#define TREE_NONE         UINT32_MAX
#define TREE_ROOT         0u

enum tree_wire { TREE_WIRE_BOARD, TREE_WIRE_MIDPLANE, TREE_WIRE_CABLE, TREE_WIRES };

struct tree_topology {
	uint32_t nodes;
	unsigned children; /* links down of a node, at most */
	unsigned depth;    /* links from the lowest node to the root */
	uint32_t *parent;  /* [node]; TREE_NONE of the root */
	uint8_t *port;     /* [node]: its parent's, */
	uint8_t *wire;     /* and enum tree_wire of the link between them */
	uint32_t *child;   /* [node * children + port - 1]; TREE_NONE */
};

/* False: no memory. */
bool tree_topology_create(struct tree_topology *t, const struct net_machine *m,
			  const struct net_shape *s);
void tree_topology_destroy(struct tree_topology *t);

/* The node at the other end of a port; TREE_NONE if there is none. */
static inline uint32_t tree_neighbour(const struct tree_topology *t, uint32_t node, unsigned port)
{
	return port == TREE_UP ? t->parent[node] : t->child[node * t->children + port - 1];
}

/* Returns the port of a link's other end. */
static inline unsigned tree_neighbour_port(const struct tree_topology *t, uint32_t node,
					   unsigned port)
{
	return port == TREE_UP ? t->port[node] : TREE_UP;
}

static inline enum tree_wire tree_wire_of(const struct tree_topology *t, uint32_t node,
					  unsigned port)
{
	return (enum tree_wire)t->wire[port == TREE_UP ? node : tree_neighbour(t, node, port)];
}

/* Ports below that lead to a node, as bits. */
unsigned tree_ports_below(const struct tree_topology *t, uint32_t node);

#endif
