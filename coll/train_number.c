/*
 * train_number.c - numbers the packets of a tree in a steady state; see train.h.
 *
 * From the root outward: a child is as many numbers ahead of its parent on the way up
 * as packets are between them, and behind on the way down.
 */
#include "train_number.h"

/* Like coll_train_at(), but only places of packets that came by one link. */
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

static int64_t number(struct coll_train_place *first, uint32_t count, int64_t from)
{
	for (uint32_t i = 0; i < count; i++)
		first[i].number = from + i;
	return from + count;
}

/* Marks the path from the node that broadcasts to the root. */
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

bool coll_train_number(struct coll_train *t, struct coll_train_tree *tree)
{
	if (net_header_coll_type(tree->header) == NET_COLL_BROADCAST && !broadcast_way(t, tree))
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
	if (tree->plain < tree->most_up)
		tree->plain = tree->most_up;
	return true;
}
