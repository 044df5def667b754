/*
 * describe.c - what a barrier lacks, for reports when nothing moves any more.  Looks
 * at the nodes of all workers.
 */
#include <stdio.h>

#include "search.h"

/* Of those who contribute to the tree with this root, who still drives one of bits?
 * Or what is wrong on the way down; false if nobody and nothing. */
static bool missing(const struct search *s, int64_t root, uint32_t bits)
{
	uint32_t members = 0, late = 0, first = 0;
	char node[COLL_TEXT_BYTES];

	for (uint32_t n = 0; n < s->c->nodes; n++) {
		if (!search_has(s, root, n))
			continue;
		if (search_waits_for_nobody(s, n))
			return true;
		if (!coll_classroute_is_local(search_route(s, n)))
			continue;
		const struct gi_class *g = gi_class_look(s->c, n, s->cls);

		members++;
		if (g && g->own & bits && late++ == 0)
			first = n;
	}
	if (late == 0)
		return false;
	snprintf(s->buf, s->len, "%u of %u nodes have not entered, first %s", late, members,
		 coll_node_text(s->c, first, node));
	return true;
}

bool coll_gi_describe(const struct coll *c, uint32_t node, unsigned cls, char *buf, size_t len)
{
	const struct gi_class *g = gi_class_look(c, node, cls);
	struct search s = { c, COLL_NET_BARRIER, cls, buf, len };

	if (!g)
		return false;
	int64_t root = search_root(&s, node);

	return root == NO_ROOT || missing(&s, root, g->shown & ~g->own & 7u);
}
