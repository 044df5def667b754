/* around.c - see around.h. */
#include "around.h"

#include <stdlib.h>

#define ROOT    COLL_LINK_NONE
#define UNKNOWN 255

struct around {
	const struct net_shape *s;
	coll_dead_fn *dead;
	void *ctx;
	uint8_t *out;    /* [node]: the link towards the root; ROOT, UNKNOWN */
	uint32_t *queue; /* nodes that are in the tree, in the order in which they came */
	uint32_t joined;
};

static void join(struct around *a, uint32_t node, unsigned out)
{
	a->out[node] = (uint8_t)out;
	a->queue[a->joined++] = node;
}

/* The node behind a live link; UINT32_MAX. */
static uint32_t behind(const struct around *a, uint32_t node, unsigned link)
{
	struct net_neighbour n;

	if (!net_neighbour(a->s, node, link, &n) || a->dead(a->ctx, node, link))
		return UINT32_MAX;
	return n.node;
}

/* The machine's tree, as far as its links live. */
static void keep(struct around *a)
{
	for (uint32_t i = 0; i < a->joined; i++) {
		ClassRoute_t r = coll_classroute_world(a->s, a->queue[i]);

		for (unsigned link = 0; link < NET_LINKS; link++) {
			uint32_t below = coll_classroute_takes(r, link)
					 ? behind(a, a->queue[i], link) : UINT32_MAX;

			if (below != UINT32_MAX && a->out[below] == UNKNOWN)
				join(a, below, coll_link_other_end(link));
		}
	}
}

/* The others, the nearest first. */
static void attach(struct around *a)
{
	for (uint32_t i = 0; i < a->joined; i++)
		for (unsigned link = 0; link < NET_LINKS; link++) {
			uint32_t next = behind(a, a->queue[i], link);

			if (next != UINT32_MAX && a->out[next] == UNKNOWN)
				join(a, next, coll_link_other_end(link));
		}
}

static uint32_t root_of(const struct net_shape *s)
{
	uint32_t root = 0;

	while (coll_classroute_world(s, root).output)
		root++;
	return root;
}

/* Adds the node's output, and the input at its other end. */
static void lay(const struct around *a, uint32_t node, ClassRoute_t *route)
{
	unsigned out = a->out[node];
	struct net_neighbour n;

	if (out == UNKNOWN)
		return;
	route[node].input |= BGQ_CLASS_INPUT_LINK_LOCAL;
	if (out == ROOT)
		return;
	net_neighbour(a->s, node, out, &n);
	route[node].output = coll_link_bit(out);
	route[n.node].input |= coll_link_bit(coll_link_other_end(out));
}

static void lay_all(struct around *a, ClassRoute_t *route, uint32_t *moved, uint32_t *cut)
{
	uint32_t nodes = net_shape_nodes(a->s);

	*moved = *cut = 0;
	for (uint32_t n = 0; n < nodes; n++)
		a->out[n] = UNKNOWN;
	join(a, root_of(a->s), ROOT);
	keep(a);
	attach(a);
	for (uint32_t n = 0; n < nodes; n++) {
		ClassRoute_t before = coll_classroute_world(a->s, n);

		lay(a, n, route);
		*cut += a->out[n] == UNKNOWN;
		*moved += a->out[n] != UNKNOWN && a->out[n] != coll_classroute_output(before);
	}
}

ClassRoute_t *coll_tree_around(const struct net_shape *s, coll_dead_fn *dead, void *ctx,
			       uint32_t *moved, uint32_t *cut)
{
	uint32_t nodes = net_shape_nodes(s);
	ClassRoute_t *route = calloc(nodes, sizeof *route);
	struct around a = { .s = s, .dead = dead, .ctx = ctx, .out = malloc(nodes),
			    .queue = malloc(nodes * sizeof *a.queue) };

	if (route && a.out && a.queue) {
		lay_all(&a, route, moved, cut);
	} else {
		free(route);
		route = NULL;
	}
	free(a.out);
	free(a.queue);
	return route;
}
