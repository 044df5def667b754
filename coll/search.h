/* search.h - walks the tree of a class route, for deadlock reports; see search.c. */
#ifndef BGQ_COLL_SEARCH_H
#define BGQ_COLL_SEARCH_H

#include "internal.h"

struct search {
	const struct coll *c;
	enum coll_net net;
	unsigned cls;
	char *buf; /* gets what is wrong with the routes; NULL: not wanted */
	size_t len;
};

#define NO_ROOT (-1)

/* The root of node's tree, or NO_ROOT, and why. */
int64_t search_root(const struct search *s, uint32_t node);

/* Writes into buf how many contributing nodes of the tree with this root are late, by
 * late(), or what is wrong with the tree.  False if no node is late and the tree is
 * valid.  done: the verb, such as "entered". */
bool search_late(const struct search *s, int64_t root, const char *done,
		 bool (*late)(const struct search *s, uint32_t node, unsigned what),
		 unsigned what);

static inline ClassRoute_t search_route(const struct search *s, uint32_t node)
{
	return coll_routes_get(s->c->routes, s->net, node, s->cls);
}

/* Is it in the tree of that root? */
bool search_has(const struct search *s, int64_t root, uint32_t node);

#endif
