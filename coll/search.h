/* search.h - the tree of a class route as a whole, for describe.c; see search.c. */
#ifndef BGQ_COLL_SEARCH_H
#define BGQ_COLL_SEARCH_H

#include "internal.h"

struct search {
	const struct coll *c;
	enum coll_net net;
	unsigned cls;
	char *buf; /* says what is wrong with the routes; NULL if nobody asks */
	size_t len;
};

#define NO_ROOT (-1)

/* The root of node's tree, or NO_ROOT, and why. */
int64_t search_root(const struct search *s, uint32_t node);

/* Of those who contribute to the tree with this root: how many are late, as by late(),
 * or what is wrong with the tree.  False if nobody and nothing.  done: "entered". */
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
