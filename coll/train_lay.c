/*
 * train_lay.c - numbers the packets of trees in a steady state; see train.h.
 *
 * From the root outward: a child is as many numbers ahead of its parent on the way up
 * as packets are between them, and behind on the way down.
 */
#include <stdlib.h>
#include <string.h>

#include "train.h"
#include "tree.h"

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

/* The same, of those that came by a link. */
static uint32_t came_by(const struct coll_train *t, uint32_t node, enum coll_train_stage stage,
			unsigned link, struct coll_train_place **first)
{
	uint32_t n = coll_train_at(t, node, stage, first), count = 0;

	while (n > 0 && (*first)->link < link) {
		(*first)++;
		n--;
	}
	while (count < n && (*first)[count].link == link)
		count++;
	return count;
}

uint32_t coll_train_neighbour(const struct coll_train *t, uint32_t node, unsigned link)
{
	struct coll_hop hop = { .node = node };

	coll_link(t->c, node, link, &hop);
	return hop.node;
}

static int64_t number(struct coll_train_place *first, uint32_t count, int64_t from)
{
	for (uint32_t i = 0; i < count; i++)
		first[i].number = from + i;
	return from + count;
}

/* ---- trees */

static unsigned class_of(const uint8_t *header)
{
	return header[2] >> 4;
}

static enum tree_type type_of(const uint8_t *header)
{
	return (enum tree_type)(header[3] >> 3 & 3);
}

/* Header fields that all packets of a tree have in common: class, channel, type,
 * operation, destination. */
static bool alike(const uint8_t *h, const uint8_t *g)
{
	return h[1] == g[1] && h[2] == g[2] && h[3] == g[3] &&
	       (type_of(h) != TREE_REDUCE || memcmp(h + 4, g + 4, 4) == 0);
}

static ClassRoute_t route_at(const struct coll_train *t, uint32_t node, const uint8_t *header)
{
	return coll_routes_get(t->c->routes, COLL_NET_COLLECTIVE, node, class_of(header));
}

static bool receives(const struct coll *c, uint32_t node, const uint8_t *header, ClassRoute_t r)
{
	uint32_t to;

	if (type_of(header) != TREE_REDUCE)
		return coll_classroute_is_local(r);
	memcpy(&to, header + 4, sizeof to);
	return net_node_of_destination(&c->shape, to) == (int64_t)node;
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
	n->receives = receives(t->c, node, tree->header, r);
	n->local = type_of(tree->header) != TREE_BROADCAST && coll_classroute_is_local(r);
	n->inputs = type_of(tree->header) == TREE_BROADCAST ? 0 : r.input & COLL_TORUS_LINKS;
	return true;
}

/* Joins node's children, which are to be visited; false: the tree is none. */
static bool join_children(struct coll_train *t, struct coll_train_tree *tree, uint32_t node,
			  uint32_t *below)
{
	ClassRoute_t r = route_at(t, node, tree->header);
	struct coll_hop hop;

	for (unsigned links = r.input & COLL_TORUS_LINKS, link; links; links ^= coll_link_bit(link)) {
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

static bool tree_grow(struct coll_train *t, uint32_t root, const uint8_t *header)
{
	if (t->trees == t->trees_room) {
		uint32_t room = t->trees_room ? 2 * t->trees_room : 16;
		struct coll_train_tree *more = realloc(t->tree, room * sizeof *more);

		if (!more)
			return false;
		t->tree = more;
		t->trees_room = room;
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

			if (root < 0 || !tree_grow(t, (uint32_t)root, p->header))
				return false;
		}
		if (n->tree == NO_TREE || !alike(p->header, t->tree[n->tree].header))
			return false;
	}
	return true;
}

/* ---- numbers */

/* The way from who broadcasts to the root. */
static bool broadcast_way(struct coll_train *t, const struct coll_train_tree *tree)
{
	uint32_t from = UINT32_MAX;

	for (uint32_t i = 0; i < tree->nodes; i++) {
		if (!t->node[tree->node[i]].packets)
			continue;
		if (from != UINT32_MAX)
			return false;
		from = tree->node[i];
	}
	if (from == UINT32_MAX)
		return false;
	t->node[from].local = true;
	for (uint32_t n = from; t->node[n].parent != n; n = t->node[n].parent)
		t->node[t->node[n].parent].inputs = coll_link_bit(t->node[n].link);
	return true;
}

static void number_up(struct coll_train *t, uint32_t node)
{
	struct coll_train_node *n = &t->node[node];
	struct coll_train_place *p;
	uint32_t count;

	n->up = 0;
	if (n->parent != node) {
		count = came_by(t, n->parent, COLL_TRAIN_UP_QUEUE, n->link, &p);
		n->up = number(p, count, t->node[n->parent].up);
		count = came_by(t, n->parent, COLL_TRAIN_UP_LINK, n->link, &p);
		n->up = number(p, count, n->up);
	}
	count = coll_train_at(t, node, COLL_TRAIN_LOCAL, &p);
	n->source = number(p, count, n->up);
	count = coll_train_at(t, node, COLL_TRAIN_BUILT, &p);
	n->source = number(p, count, n->source);
}

/* The last packet that node has sent to its child over link. */
static int64_t sent_down(const struct coll_train *t, uint32_t node, unsigned link)
{
	struct coll_train_place *spread;
	bool sent = coll_train_at(t, node, COLL_TRAIN_SPREAD, &spread) &&
		    !(spread->links & coll_link_bit(link));

	return t->node[node].down - !sent;
}

static bool number_down(struct coll_train *t, uint32_t node)
{
	static const enum coll_train_stage stage[] = { COLL_TRAIN_SPREAD, COLL_TRAIN_DOWN_QUEUE,
						       COLL_TRAIN_TURNING, COLL_TRAIN_DOWN_LINK };
	struct coll_train_node *n = &t->node[node];
	struct coll_train_place *p[4];
	uint32_t count[4], all = 0;
	bool root = n->parent == node;

	for (unsigned i = 0; i < 4; i++)
		all += count[i] = coll_train_at(t, node, stage[i], &p[i]);
	if (count[0] > 1 || (root ? count[3] : count[2]))
		return false;
	n->down = (root ? 0 : sent_down(t, n->parent, n->link) + 1) - all;
	int64_t at = n->down;

	for (unsigned i = 0; i < 4; i++)
		at = number(p[i], count[i], at);
	return true;
}

static bool number_received(struct coll_train *t, uint32_t node)
{
	struct coll_train_node *n = &t->node[node];
	struct coll_train_place *received, *store, *count;
	uint32_t r = coll_train_at(t, node, COLL_TRAIN_RECEIVED, &received);
	uint32_t s = coll_train_at(t, node, COLL_TRAIN_STORE, &store);
	uint32_t k = coll_train_at(t, node, COLL_TRAIN_COUNT, &count);

	n->count = n->down - r - s - k;
	n->store = number(count, k, n->count);
	number(received, r, number(store, s, n->store));
	return n->receives || !(r + s + k);
}

static bool tree_number(struct coll_train *t, struct coll_train_tree *tree)
{
	if (type_of(tree->header) == TREE_BROADCAST && !broadcast_way(t, tree))
		return false;
	for (uint32_t i = 0; i < tree->nodes; i++) {
		struct coll_train_node *n = &t->node[tree->node[i]];

		number_up(t, tree->node[i]);
		if (!number_down(t, tree->node[i]) || !number_received(t, tree->node[i]))
			return false;
		if (n->local != (n->packets > 0))
			return false;
		if (n->up > tree->most_up)
			tree->most_up = n->up;
		if (n->count < tree->least_down)
			tree->least_down = n->count;
		if (n->local && n->source > tree->plain)
			tree->plain = n->source;
	}
	return true;
}

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
	for (uint32_t i = 0; i < t->trees; i++) {
		struct coll_train_tree *tree = &t->tree[i];

		if (!tree_number(t, tree))
			return false;
		if (tree->plain < tree->most_up)
			tree->plain = tree->most_up;
	}
	return t->trees > 0;
}
