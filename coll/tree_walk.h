/* tree_walk.h - walks the tree of a class route, for deadlock reports; see tree_walk.c. */
#ifndef BGQ_COLL_TREE_WALK_H
#define BGQ_COLL_TREE_WALK_H

#include "internal.h"

struct coll_tree_walk {
	const struct coll *c;
	enum coll_net net;
	unsigned cls;
	char *buf; /* gets what is wrong with the routes; NULL: not wanted */
	size_t len;
};

#define NO_ROOT (-1)

/* The root of node's tree, or NO_ROOT, and why. */
int64_t coll_tree_walk_root(const struct coll_tree_walk *w, uint32_t node);

/* Writes into buf how many contributing nodes of the tree with this root are late, by
 * late(), or what is wrong with the tree.  False if no node is late and the tree is
 * valid.  done: the verb, such as "entered". */
bool coll_tree_walk_late(const struct coll_tree_walk *w, int64_t root, const char *done,
			 bool (*late)(const struct coll_tree_walk *w, uint32_t node, unsigned what),
			 unsigned what);

static inline ClassRoute_t coll_tree_walk_route(const struct coll_tree_walk *w, uint32_t node)
{
	return coll_routes_get(w->c->routes, w->net, node, w->cls);
}

/* Is it in the tree of that root? */
bool coll_tree_walk_has(const struct coll_tree_walk *w, int64_t root, uint32_t node);

#endif
