/* classroute.c - see classroute.h. */
#include "classroute.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct node_routes {
	ClassRoute_t route[COLL_NETS][COLL_CLASSES];
};

struct coll_routes {
	struct net_shape shape;
	uint32_t nodes;
	const struct coll_part *part; /* NULL: all nodes have ranks */
	const ClassRoute_t *tree; /* [node], instead of the machine's own; NULL: that */
	struct node_routes **node; /* NULL: as at the start of a job */
};

/* ---- the tree over the machine */

/* Where in the order E, D, C, B, A the machine begins: the number of dimensions before
 * the first one that is longer than 1 (mu/ClassrouteRect.h: a dimension, used as a
 * position in that order). */
static int world_begin(const struct net_shape *s)
{
	for (int d = 0; d < NET_DIMS; d++)
		if (s->size[d] > 1)
			return d;
	return 0;
}

static uint16_t link_bit(int d, bool plus)
{
	return coll_link_bit(2u * (unsigned)d + plus);
}

/* Towards the middle of the box; all its nodes contribute. */
static ClassRoute_t box_route(const struct coll_part *box, const uint8_t c[NET_DIMS])
{
	ClassRoute_t r = { BGQ_CLASS_INPUT_LINK_LOCAL, 0 };

	for (unsigned x = 0; x < NET_DIMS && !r.output; x++) {
		int d = box->order[(box->begin + x) % NET_DIMS], root = box->size[d] / 2;
		int at = c[d] - box->corner[d];

		if (at <= root && at > 0)
			r.input |= link_bit(d, false);
		if (at >= root && at < box->size[d] - 1)
			r.input |= link_bit(d, true);
		if (at != root)
			r.output = link_bit(d, at < root);
	}
	return r;
}

ClassRoute_t coll_classroute_world(const struct net_shape *s, uint32_t node)
{
	struct coll_part all = { .order = { 4, 3, 2, 1, 0 }, .begin = (uint8_t)world_begin(s) };
	uint8_t c[NET_DIMS];

	memcpy(all.size, s->size, sizeof all.size);
	net_coord_of(s, node, c);
	return box_route(&all, c);
}

static bool is_outside(const struct coll_part *part, const uint8_t c[NET_DIMS])
{
	for (unsigned d = 0; d < NET_DIMS; d++)
		if (c[d] < part->corner[d] || c[d] - part->corner[d] >= part->size[d])
			return true;
	return false;
}

/* Returns the route in the part without the links behind which all are idle. */
static ClassRoute_t part_route(const struct net_shape *s, const struct coll_part *part,
			       const uint8_t c[NET_DIMS])
{
	ClassRoute_t r = box_route(part, c);

	for (unsigned link = 0; link < NET_LINKS; link++) {
		uint8_t below[NET_DIMS];

		if (!coll_classroute_takes(r, link))
			continue;
		memcpy(below, c, sizeof below);
		below[link / 2] = (uint8_t)(below[link / 2] + (link & 1 ? 1 : -1));
		if (part->idle[net_node_of(s, below)] && part_route(s, part, below).input == 0)
			r.input &= (uint16_t)~coll_link_bit(link);
	}
	if (part->idle[net_node_of(s, c)])
		r.input &= (uint16_t)~BGQ_CLASS_INPUT_LINK_LOCAL;
	if (r.input == 0)
		r.output = 0;
	return r;
}

ClassRoute_t coll_classroute_part(const struct net_shape *s, const struct coll_part *part,
				  uint32_t node)
{
	uint8_t c[NET_DIMS];

	net_coord_of(s, node, c);
	return is_outside(part, c) ? (ClassRoute_t){ 0, 0 } : part_route(s, part, c);
}

unsigned coll_classroute_world_depth(const struct net_shape *s)
{
	unsigned depth = 0;

	for (int d = 0; d < NET_DIMS; d++)
		depth += s->size[d] / 2u;
	return depth;
}

/* ---- registers */

/* The kernel's own classes: one for loading the job on several nodes together, the
 * job's, the block's. */
bool coll_routes_is_system(const struct coll_routes *t, unsigned cls)
{
	return cls >= 14 || (cls == 13 && t->nodes > 1);
}

static ClassRoute_t at_start(const struct coll_routes *t, enum coll_net net, uint32_t node,
			     unsigned cls)
{
	ClassRoute_t r = { 0, 0 };

	if (cls != 0 && !coll_routes_is_system(t, cls))
		return r;
	if (t->tree)
		r = t->tree[node];
	else if (cls == 0 && t->part)
		r = coll_classroute_part(&t->shape, t->part, node);
	else
		r = coll_classroute_world(&t->shape, node);
	if (net == COLL_NET_COLLECTIVE && !coll_classroute_is_free(r))
		r.input |= cls == 0 ? BGQ_CLASS_INPUT_VC_SUBCOMM : BGQ_CLASS_INPUT_VC_SYSTEM;
	return r;
}

ClassRoute_t coll_routes_get(const struct coll_routes *t, enum coll_net net, uint32_t node,
			     unsigned cls)
{
	const struct node_routes *n = t->node[node];

	return n ? n->route[net][cls] : at_start(t, net, node, cls);
}

int coll_routes_set(struct coll_routes *t, enum coll_net net, uint32_t node, unsigned cls,
		    ClassRoute_t r)
{
	struct node_routes *n = t->node[node];

	if (!n) {
		n = malloc(sizeof *n);
		if (!n)
			return -ENOMEM;
		for (unsigned i = 0; i < COLL_NETS * COLL_CLASSES; i++)
			n->route[i / COLL_CLASSES][i % COLL_CLASSES] =
				at_start(t, i / COLL_CLASSES, node, i % COLL_CLASSES);
		t->node[node] = n;
	}
	r.input &= COLL_LINKS | BGQ_CLASS_INPUT_LINK_LOCAL |
		   (net == COLL_NET_COLLECTIVE ? BGQ_CLASS_INPUT_VC_MASK : 0);
	r.output &= COLL_LINKS;
	n->route[net][cls] = r;
	return 0;
}

struct coll_routes *coll_routes_create(const struct net_shape *s)
{
	struct coll_routes *t = calloc(1, sizeof *t);

	if (!t)
		return NULL;
	t->shape = *s;
	t->nodes = net_shape_nodes(s);
	t->node = calloc(t->nodes, sizeof *t->node);
	if (t->node)
		return t;
	free(t);
	return NULL;
}

void coll_routes_part(struct coll_routes *t, const struct coll_part *part)
{
	t->part = part;
}

void coll_routes_destroy(struct coll_routes *t)
{
	if (!t)
		return;
	for (uint32_t n = 0; n < t->nodes; n++)
		free(t->node[n]);
	free(t->node);
	free(t);
}

void coll_routes_tree(struct coll_routes *t, const ClassRoute_t *of_node)
{
	t->tree = of_node;
}
