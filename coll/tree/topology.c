/* topology.c - see topology.h. */
#include "topology.h"

#include <stdlib.h>

/* A node by its midplane, its board in that and its place on that. */
struct tree_place {
	uint32_t midplane, board, node;
};

/* Boxes of nodes: how many midplanes, boards in each and nodes on each. */
struct packaging {
	const struct net_shape *shape;
	unsigned dims;
	uint8_t midplane[NET_DIMS_MAX], board[NET_DIMS_MAX];
	uint32_t boards, nodes;
	unsigned children;
};

/* One that does not fit is all of what is around it. */
static uint8_t side(uint8_t box, uint8_t around)
{
	return box && box < around && around % box == 0 ? box : around;
}

static struct packaging packaging_of(const struct net_machine *m, const struct net_shape *s)
{
	struct packaging p = { .shape = s, .dims = net_shape_dims(s), .boards = 1, .nodes = 1,
			       .children = m->tree_children };

	for (unsigned d = 0; d < p.dims; d++) {
		p.midplane[d] = side(m->midplane[d], s->size[d]);
		p.board[d] = side(m->board[d], p.midplane[d]);
		p.boards *= p.midplane[d] / p.board[d];
		p.nodes *= p.board[d];
	}
	return p;
}

static struct tree_place place_of(const struct packaging *p, uint32_t node)
{
	struct tree_place at = { 0, 0, 0 };
	uint8_t c[NET_DIMS_MAX];

	net_coord_of(p->shape, node, c);
	for (unsigned d = 0; d < p->dims; d++) {
		unsigned in = c[d] % p->midplane[d];

		at.midplane = at.midplane * (p->shape->size[d] / p->midplane[d]) +
			      c[d] / p->midplane[d];
		at.board = at.board * (p->midplane[d] / p->board[d]) + in / p->board[d];
		at.node = at.node * p->board[d] + in % p->board[d];
	}
	return at;
}

static uint32_t node_at(const struct packaging *p, struct tree_place at)
{
	uint8_t c[NET_DIMS_MAX];

	for (unsigned d = p->dims; d-- > 0;) {
		unsigned planes = p->shape->size[d] / p->midplane[d];
		unsigned boards = p->midplane[d] / p->board[d];

		c[d] = (uint8_t)(at.midplane % planes * p->midplane[d] +
				 at.board % boards * p->board[d] + at.node % p->board[d]);
		at.midplane /= planes;
		at.board /= boards;
		at.node /= p->board[d];
	}
	return net_node_of(p->shape, c);
}

/* Returns the index of a node's parent in a heap of so many children each; port: the parent's. */
static uint32_t above(uint32_t index, uint32_t children, uint32_t *port)
{
	*port = (index - 1) % children;
	return (index - 1) / children;
}

/* Goes to the place above, by one of its ports.  False: it is the root. */
static bool go_up(const struct packaging *p, struct tree_place *at, uint32_t *port)
{
	/* Links down that lead out of a board, out of a midplane. */
	uint32_t of_board = p->nodes * (p->children - 1) + 1;
	uint32_t of_midplane = p->boards * (of_board - 1) + 1;
	uint32_t free = 0;

	if (!at->midplane && !at->board && !at->node)
		return false;
	if (!at->node) {
		if (!at->board) {
			at->midplane = above(at->midplane, of_midplane, &free);
			at->board = p->boards + free;
		}
		at->board = above(at->board, of_board, &free);
		at->node = p->nodes + free;
	}
	at->node = above(at->node, p->children, port);
	return true;
}

static enum tree_wire wire_between(struct tree_place a, struct tree_place b)
{
	return a.midplane != b.midplane ? TREE_WIRE_CABLE
	       : a.board != b.board	? TREE_WIRE_MIDPLANE
					: TREE_WIRE_BOARD;
}

static void lay(struct tree_topology *t, const struct packaging *p, uint32_t node)
{
	struct tree_place at = place_of(p, node), up = at;
	uint32_t port = 0;

	t->parent[node] = TREE_NONE;
	if (!go_up(p, &up, &port))
		return;
	t->parent[node] = node_at(p, up);
	t->port[node] = (uint8_t)(port + 1);
	t->wire[node] = (uint8_t)wire_between(at, up);
	t->child[t->parent[node] * t->children + port] = node;
}

static unsigned depth_of(const struct tree_topology *t, uint32_t node)
{
	unsigned depth = 0;

	for (; t->parent[node] != TREE_NONE; node = t->parent[node])
		depth++;
	return depth;
}

bool tree_topology_create(struct tree_topology *t, const struct net_machine *m,
			  const struct net_shape *s)
{
	struct packaging p = packaging_of(m, s);
	uint32_t nodes = net_shape_nodes(s);

	*t = (struct tree_topology){ .nodes = nodes, .children = p.children,
				     .parent = calloc(nodes, sizeof *t->parent),
				     .port = calloc(nodes, 1), .wire = calloc(nodes, 1),
				     .child = calloc((size_t)nodes * p.children,
						     sizeof *t->child) };
	if (!t->parent || !t->port || !t->wire || !t->child) {
		tree_topology_destroy(t);
		return false;
	}
	for (size_t i = 0; i < (size_t)nodes * p.children; i++)
		t->child[i] = TREE_NONE;
	for (uint32_t n = 0; n < nodes; n++)
		lay(t, &p, n);
	for (uint32_t n = 0; n < nodes; n++)
		if (depth_of(t, n) > t->depth)
			t->depth = depth_of(t, n);
	return true;
}

void tree_topology_destroy(struct tree_topology *t)
{
	free(t->parent);
	free(t->port);
	free(t->wire);
	free(t->child);
}

unsigned tree_ports_below(const struct tree_topology *t, uint32_t node)
{
	unsigned ports = 0;

	for (unsigned port = 1; port <= t->children; port++)
		if (tree_neighbour(t, node, port) != TREE_NONE)
			ports |= 1u << port;
	return ports;
}
