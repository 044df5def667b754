/*
 * tree_walk.c - walks the tree of a class route, and says what is wrong with it.
 * For deadlock reports: looks at the nodes of all workers.
 */
#include <stdio.h>

#include "tree_walk.h"

static const char *place(const struct coll_tree_walk *w, uint32_t node, char *buf)
{
	return coll_place_text(w->c, node, coll_tree_walk_route(w, node), buf);
}

static int64_t alone(const struct coll_tree_walk *w, uint32_t node, unsigned up)
{
	char here[COLL_TEXT_BYTES];

	if (w->buf)
		snprintf(w->buf, w->len, "%s sends up by %s, where no node is",
			 place(w, node, here), coll_link_text(up));
	return NO_ROOT;
}

static int64_t refused(const struct coll_tree_walk *w, uint32_t node, unsigned up, uint32_t parent)
{
	char here[COLL_TEXT_BYTES], there[COLL_TEXT_BYTES];

	if (w->buf)
		snprintf(w->buf, w->len, "%s sends up by %s, but %s has no input %s",
			 place(w, node, here), coll_link_text(up), place(w, parent, there),
			 coll_link_text(coll_link_other_end(up)));
	return NO_ROOT;
}

static int64_t circle(const struct coll_tree_walk *w, uint32_t node)
{
	char here[COLL_TEXT_BYTES];

	if (w->buf)
		snprintf(w->buf, w->len, "%s sends up, round in a circle", place(w, node, here));
	return NO_ROOT;
}

int64_t coll_tree_walk_root(const struct coll_tree_walk *w, uint32_t node)
{
	struct coll_hop hop;

	for (uint32_t steps = 0; steps <= w->c->nodes; steps++, node = hop.node) {
		unsigned up = coll_classroute_output(coll_tree_walk_route(w, node));

		if (up == COLL_LINK_NONE)
			return node;
		if (up == COLL_LINK_IO || !coll_link(w->c, node, up, &hop))
			return alone(w, node, up);
		if (!coll_classroute_takes(coll_tree_walk_route(w, hop.node),
					   coll_link_other_end(up)))
			return refused(w, node, up, hop.node);
	}
	return circle(w, node);
}

/* Whether an input of node, which is in the tree, has no sender; buf gets which. */
static bool lacks_sender(const struct coll_tree_walk *w, uint32_t node)
{
	ClassRoute_t r = coll_tree_walk_route(w, node);
	char here[COLL_TEXT_BYTES], there[COLL_TEXT_BYTES];
	struct coll_hop hop;

	for (unsigned link = 0; link < NET_LINKS; link++) {
		if (!coll_classroute_takes(r, link))
			continue;
		if (!coll_link(w->c, node, link, &hop))
			snprintf(w->buf, w->len, "%s has an input %s, where no node is",
				 place(w, node, here), coll_link_text(link));
		else if (coll_classroute_output(coll_tree_walk_route(w, hop.node)) !=
			 coll_link_other_end(link))
			snprintf(w->buf, w->len,
				 "%s has an input %s, but %s does not send up by %s",
				 place(w, node, here), coll_link_text(link),
				 place(w, hop.node, there),
				 coll_link_text(coll_link_other_end(link)));
		else
			continue;
		return true;
	}
	return false;
}

bool coll_tree_walk_has(const struct coll_tree_walk *w, int64_t root, uint32_t node)
{
	const struct coll_tree_walk quiet = { w->c, w->net, w->cls, NULL, 0 };

	return !coll_classroute_is_free(coll_tree_walk_route(w, node)) &&
	       coll_tree_walk_root(&quiet, node) == root;
}

bool coll_tree_walk_late(const struct coll_tree_walk *w, int64_t root, const char *done,
			 bool (*late)(const struct coll_tree_walk *w, uint32_t node, unsigned what),
			 unsigned what)
{
	uint32_t members = 0, count = 0, first = 0;
	char node[COLL_TEXT_BYTES];

	for (uint32_t n = 0; n < w->c->nodes; n++) {
		if (!coll_tree_walk_has(w, root, n))
			continue;
		if (lacks_sender(w, n))
			return true;
		if (!coll_classroute_is_local(coll_tree_walk_route(w, n)))
			continue;
		members++;
		if (late(w, n, what) && count++ == 0)
			first = n;
	}
	if (count == 0)
		return false;
	snprintf(w->buf, w->len, "%u of %u nodes have not %s, first %s", count, members, done,
		 coll_node_text(w->c, first, node));
	return true;
}
