/*
 * gi_describe.c - the nodes that a barrier waits for, for deadlock reports.  Looks at the
 * nodes of all workers.
 */
#include "tree_walk.h"

/* Whether node still drives one of bits. */
static bool is_late(const struct coll_tree_walk *w, uint32_t node, unsigned bits)
{
	const struct coll_gi_class *g = coll_gi_class_get(w->c, node, w->cls);

	return g && g->own & bits;
}

bool coll_gi_describe(const struct coll *c, uint32_t node, unsigned cls, char *buf, size_t len)
{
	const struct coll_gi_class *g = coll_gi_class_get(c, node, cls);
	struct coll_tree_walk w = { c, COLL_NET_BARRIER, cls, buf, len };

	if (!g)
		return false;
	int64_t root = coll_tree_walk_root(&w, node);

	return root == NO_ROOT ||
	       coll_tree_walk_late(&w, root, "entered", is_late, g->shown & ~g->own & 7u);
}

int64_t coll_gi_root(const struct coll *c, uint32_t node, unsigned cls)
{
	const struct coll_tree_walk w = { c, COLL_NET_BARRIER, cls, NULL, 0 };

	return coll_tree_walk_root(&w, node);
}

void coll_gi_late(const struct coll *c, uint32_t node, unsigned cls,
		  void (*fn)(void *ctx, uint32_t node), void *ctx)
{
	const struct coll_gi_class *g = coll_gi_class_get(c, node, cls);
	const struct coll_tree_walk w = { c, COLL_NET_BARRIER, cls, NULL, 0 };
	int64_t root = coll_tree_walk_root(&w, node);

	for (uint32_t n = 0; g && root != NO_ROOT && n < c->nodes; n++)
		if (coll_tree_walk_has(&w, root, n) &&
		    coll_classroute_is_local(coll_tree_walk_route(&w, n)) &&
		    is_late(&w, n, g->shown & ~g->own & 7u))
			fn(ctx, n);
}
