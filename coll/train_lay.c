/* train_lay.c - the trees that packets in a steady state belong to; see train.h. */
#include <stdlib.h>
#include <string.h>

#include "train_number.h"

#define NO_TREE (-1)

struct coll_train *coll_train_create(const struct coll *c)
{
	struct coll_train *t = calloc(1, sizeof *t);

	if (!t)
		return NULL;
	t->c = c;
	t->node = calloc(c->nodes, sizeof *t->node);
	t->order = calloc(c->nodes, sizeof *t->order);
	t->below = calloc(c->nodes, sizeof *t->below);
	if (t->node && t->order && t->below)
		return t;
	coll_train_destroy(t);
	return NULL;
}

void coll_train_destroy(struct coll_train *t)
{
	if (!t)
		return;
	free(t->node);
	free(t->order);
	free(t->below);
	free(t->tree);
	free(t);
}

/* ---- places */

static int place_order(const void *a, const void *b)
{
	const struct coll_train_place *p = a, *q = b;

	if (p->node != q->node)
		return p->node < q->node ? -1 : 1;
	if (p->stage != q->stage)
		return p->stage < q->stage ? -1 : 1;
	if (p->link != q->link)
		return p->link < q->link ? -1 : 1;
	if (p->order != q->order)
		return p->order < q->order ? -1 : 1;
	return p->time_ps < q->time_ps ? -1 : p->time_ps > q->time_ps;
}

uint32_t coll_train_at(const struct coll_train *t, uint32_t node, enum coll_train_stage stage,
		       struct coll_train_place **first)
{
	const struct coll_train_node *n = &t->node[node];
	struct coll_train_place *p = t->place + n->first, *end = p + n->places;
	uint32_t count = 0;

	while (p < end && p->stage < stage)
		p++;
	*first = p;
	for (; p < end && p->stage == stage; p++)
		count++;
	return count;
}

uint32_t coll_train_neighbour(const struct coll_train *t, uint32_t node, unsigned link)
{
	struct coll_hop hop = { .node = node };

	coll_link(t->c, node, link, &hop);
	return hop.node;
}

/* ---- trees */

/* Header fields that all packets of a tree have in common: class, channel, type,
 * operation, destination. */
static bool alike(const uint8_t *h, const uint8_t *g)
{
	return h[NET_HEADER_OPERATION] == g[NET_HEADER_OPERATION] &&
	       h[NET_HEADER_CLASS] == g[NET_HEADER_CLASS] &&
	       h[NET_HEADER_CHANNEL] == g[NET_HEADER_CHANNEL] &&
	       (net_header_coll_type(h) != NET_COLL_REDUCE ||
		net_header_destination(h) == net_header_destination(g));
}

static ClassRoute_t route_at(const struct coll_train *t, uint32_t node, const uint8_t *header)
{
	return coll_routes_get(t->c->routes, COLL_NET_COLLECTIVE, node, net_header_class(header));
}

/* The root above node; -1: there is none. */
static int64_t root_of(const struct coll_train *t, uint32_t node, const uint8_t *header)
{
	struct coll_hop hop;

	for (uint32_t i = 0; i <= t->c->nodes; i++) {
		unsigned out = coll_classroute_output(route_at(t, node, header));

		if (out == COLL_LINK_NONE)
			return node;
		if (out >= NET_LINKS || !coll_link(t->c, node, out, &hop))
			return -1;
		node = hop.node;
	}
	return -1;
}

static bool join(struct coll_train *t, struct coll_train_tree *tree, uint32_t node,
		 uint32_t parent, unsigned link)
{
	struct coll_train_node *n = &t->node[node];
	ClassRoute_t r = route_at(t, node, tree->header);

	if (n->tree != NO_TREE)
		return false;
	n->tree = (int32_t)(tree - t->tree);
	n->parent = parent;
	n->link = (uint8_t)link;
	n->receives = coll_tree_receives(t->c, node, tree->header, r);
	if (net_header_coll_type(tree->header) != NET_COLL_BROADCAST) {
		n->local = coll_classroute_is_local(r);
		n->inputs = r.input & COLL_TORUS_LINKS;
	} else {
		n->local = false;
		n->inputs = 0;
	}
	return true;
}

/* Joins node's children, which are to be visited; false: this is not a tree. */
static bool join_children(struct coll_train *t, struct coll_train_tree *tree, uint32_t node,
			  uint32_t *below)
{
	ClassRoute_t r = route_at(t, node, tree->header);
	struct coll_hop hop;

	for (unsigned links = r.input & COLL_TORUS_LINKS, link; links;
	     links ^= coll_link_bit(link)) {
		link = coll_link_first(links);
		if (!coll_link(t->c, node, link, &hop))
			return false;
		if (coll_classroute_output(route_at(t, hop.node, tree->header)) !=
			    coll_link_other_end(link) ||
		    !join(t, tree, hop.node, node, link))
			return false;
		t->below[(*below)++] = hop.node;
	}
	return true;
}

static bool grow_tree(struct coll_train *t, uint32_t root, const uint8_t *header)
{
	if (t->trees == t->trees_capacity) {
		uint32_t capacity = t->trees_capacity ? 2 * t->trees_capacity : 16;
		struct coll_train_tree *more = realloc(t->tree, capacity * sizeof *more);

		if (!more)
			return false;
		t->tree = more;
		t->trees_capacity = capacity;
	}
	struct coll_train_tree *tree = &t->tree[t->trees++];

	*tree = (struct coll_train_tree){ .node = t->order + t->ordered };
	memcpy(tree->header, header, sizeof tree->header);
	if (!join(t, tree, root, root, 0))
		return false;
	uint32_t below = 0;

	t->below[below++] = root;
	while (below > 0) {
		uint32_t node = t->below[--below];

		tree->node[tree->nodes++] = node;
		if (!join_children(t, tree, node, &below))
			return false;
	}
	t->ordered += tree->nodes;
	return true;
}

/* Every node with a packet belongs to the tree of that packet. */
static bool trees_find(struct coll_train *t)
{
	t->trees = t->ordered = 0;
	for (uint32_t i = 0; i < t->places; i++) {
		const struct coll_train_place *p = &t->place[i];
		struct coll_train_node *n = &t->node[p->node];

		if (n->tree == NO_TREE) {
			int64_t root = root_of(t, p->node, p->header);

			if (root < 0 || !grow_tree(t, (uint32_t)root, p->header))
				return false;
		}
		if (n->tree == NO_TREE || !alike(p->header, t->tree[n->tree].header))
			return false;
	}
	return true;
}

/* ---- all */

bool coll_train_lay(struct coll_train *t, struct coll_train_place *place, uint32_t places)
{
	t->place = place;
	t->places = places;
	qsort(place, places, sizeof *place, place_order);
	for (uint32_t n = 0; n < t->c->nodes; n++) {
		t->node[n].tree = NO_TREE;
		t->node[n].places = 0;
	}
	for (uint32_t i = 0; i < places; i++) {
		struct coll_train_node *n = &t->node[place[i].node];

		if (!n->places++)
			n->first = i;
	}
	if (!trees_find(t))
		return false;
	for (uint32_t i = 0; i < t->trees; i++)
		if (!coll_train_number(t, &t->tree[i]))
			return false;
	return t->trees > 0;
}
