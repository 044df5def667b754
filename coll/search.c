/*
 * search.c - walks the tree of a class route, and says what is wrong with it.
 * For deadlock reports: looks at the nodes of all workers.
 */
#include <stdio.h>

#include "search.h"

static const char *place(const struct search *s, uint32_t node, char *buf)
{
	return coll_place_text(s->c, node, search_route(s, node), buf);
}

static int64_t alone(const struct search *s, uint32_t node, unsigned up)
{
	char here[COLL_TEXT_BYTES];

	if (s->buf)
		snprintf(s->buf, s->len, "%s sends up by %s, where no node is",
			 place(s, node, here), coll_link_text(up));
	return NO_ROOT;
}

static int64_t refused(const struct search *s, uint32_t node, unsigned up, uint32_t parent)
{
	char here[COLL_TEXT_BYTES], there[COLL_TEXT_BYTES];

	if (s->buf)
		snprintf(s->buf, s->len, "%s sends up by %s, but %s has no input %s",
			 place(s, node, here), coll_link_text(up), place(s, parent, there),
			 coll_link_text(coll_link_other_end(up)));
	return NO_ROOT;
}

static int64_t circle(const struct search *s, uint32_t node)
{
	char here[COLL_TEXT_BYTES];

	if (s->buf)
		snprintf(s->buf, s->len, "%s sends up, round in a circle", place(s, node, here));
	return NO_ROOT;
}

int64_t search_root(const struct search *s, uint32_t node)
{
	struct coll_hop hop;

	for (uint32_t steps = 0; steps <= s->c->nodes; steps++, node = hop.node) {
		unsigned up = coll_classroute_output(search_route(s, node));

		if (up == COLL_LINK_NONE)
			return node;
		if (up == COLL_LINK_IO || !coll_link(s->c, node, up, &hop))
			return alone(s, node, up);
		if (!coll_classroute_takes(search_route(s, hop.node), coll_link_other_end(up)))
			return refused(s, node, up, hop.node);
	}
	return circle(s, node);
}

/* Whether an input of node, which is in the tree, has no sender; buf gets which. */
static bool waits_for_nobody(const struct search *s, uint32_t node)
{
	ClassRoute_t r = search_route(s, node);
	char here[COLL_TEXT_BYTES], there[COLL_TEXT_BYTES];
	struct coll_hop hop;

	for (unsigned link = 0; link < NET_LINKS; link++) {
		if (!coll_classroute_takes(r, link))
			continue;
		if (!coll_link(s->c, node, link, &hop))
			snprintf(s->buf, s->len, "%s has an input %s, where no node is",
				 place(s, node, here), coll_link_text(link));
		else if (coll_classroute_output(search_route(s, hop.node)) !=
			 coll_link_other_end(link))
			snprintf(s->buf, s->len, "%s has an input %s, but %s does not send up by %s",
				 place(s, node, here), coll_link_text(link),
				 place(s, hop.node, there),
				 coll_link_text(coll_link_other_end(link)));
		else
			continue;
		return true;
	}
	return false;
}

bool search_has(const struct search *s, int64_t root, uint32_t node)
{
	const struct search quiet = { s->c, s->net, s->cls, NULL, 0 };

	return !coll_classroute_is_free(search_route(s, node)) && search_root(&quiet, node) == root;
}

bool search_late(const struct search *s, int64_t root, const char *done,
		 bool (*late)(const struct search *s, uint32_t node, unsigned what),
		 unsigned what)
{
	uint32_t members = 0, count = 0, first = 0;
	char node[COLL_TEXT_BYTES];

	for (uint32_t n = 0; n < s->c->nodes; n++) {
		if (!search_has(s, root, n))
			continue;
		if (waits_for_nobody(s, n))
			return true;
		if (!coll_classroute_is_local(search_route(s, n)))
			continue;
		members++;
		if (late(s, n, what) && count++ == 0)
			first = n;
	}
	if (count == 0)
		return false;
	snprintf(s->buf, s->len, "%u of %u nodes have not %s, first %s", count, members, done,
		 coll_node_text(s->c, first, node));
	return true;
}
