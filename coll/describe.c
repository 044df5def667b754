/*
 * describe.c - the nodes that a barrier waits for, for deadlock reports.  Looks at the
 * nodes of all workers.
 */
#include "search.h"

/* Whether node still drives one of bits. */
static bool is_late(const struct search *s, uint32_t node, unsigned bits)
{
	const struct gi_class *g = gi_class_look(s->c, node, s->cls);

	return g && g->own & bits;
}

bool coll_gi_describe(const struct coll *c, uint32_t node, unsigned cls, char *buf, size_t len)
{
	const struct gi_class *g = gi_class_look(c, node, cls);
	struct search s = { c, COLL_NET_BARRIER, cls, buf, len };

	if (!g)
		return false;
	int64_t root = search_root(&s, node);

	return root == NO_ROOT ||
	       search_late(&s, root, "entered", is_late, g->shown & ~g->own & 7u);
}
