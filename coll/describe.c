/*
 * describe.c - what a barrier lacks, for reports when nothing moves any more.  Looks
 * at the nodes of all workers.
 */
#include <stdio.h>

#include "internal.h"

struct search {
	const struct coll *c;
	unsigned cls;
	char *buf; /* says what is wrong with the routes; NULL if nobody asks */
	size_t len;
};

#define NO_ROOT (-1)

static ClassRoute_t route_at(const struct search *s, uint32_t node)
{
	return coll_routes_get(s->c->routes, COLL_NET_BARRIER, node, s->cls);
}

static const char *place(const struct search *s, uint32_t node, char *buf)
{
	return coll_place_text(s->c, node, route_at(s, node), buf);
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

/* The root of node's tree, or NO_ROOT. */
static int64_t climb(const struct search *s, uint32_t node)
{
	struct coll_hop hop;

	for (uint32_t steps = 0; steps <= s->c->nodes; steps++, node = hop.node) {
		unsigned up = coll_classroute_output(route_at(s, node));

		if (up == COLL_LINK_NONE)
			return node;
		if (up == COLL_LINK_IO || !coll_link(s->c, node, up, &hop))
			return alone(s, node, up);
		if (!coll_classroute_takes(route_at(s, hop.node), coll_link_other_end(up)))
			return refused(s, node, up, hop.node);
	}
	return circle(s, node);
}

/* Does an input of node, which is in the tree, wait for nobody?  Then it says so. */
static bool waits_for_nobody(const struct search *s, uint32_t node)
{
	ClassRoute_t r = route_at(s, node);
	char here[COLL_TEXT_BYTES], there[COLL_TEXT_BYTES];
	struct coll_hop hop;

	for (unsigned link = 0; link < NET_LINKS; link++) {
		if (!coll_classroute_takes(r, link))
			continue;
		if (!coll_link(s->c, node, link, &hop))
			snprintf(s->buf, s->len, "%s has an input %s, where no node is",
				 place(s, node, here), coll_link_text(link));
		else if (coll_classroute_output(route_at(s, hop.node)) !=
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

/* Of those who contribute to the tree with this root, who still drives one of bits?
 * Or what is wrong on the way down; false if nobody and nothing. */
static bool missing(const struct search *s, int64_t root, uint32_t bits)
{
	const struct search quiet = { s->c, s->cls, NULL, 0 };
	uint32_t members = 0, late = 0, first = 0;
	char node[COLL_TEXT_BYTES];

	for (uint32_t n = 0; n < s->c->nodes; n++) {
		ClassRoute_t r = route_at(s, n);

		if (coll_classroute_is_free(r) || climb(&quiet, n) != root)
			continue;
		if (waits_for_nobody(s, n))
			return true;
		if (!coll_classroute_is_local(r))
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
	struct search s = { c, cls, buf, len };

	if (!g)
		return false;
	int64_t root = climb(&s, node);

	return root == NO_ROOT || missing(&s, root, g->shown & ~g->own & 7u);
}
