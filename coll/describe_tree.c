/*
 * describe_tree.c - what a collective waits for, for deadlock reports: packets wait in
 * its tree, for contributions of other nodes or for room.  Looks at the nodes of all
 * workers.
 */
#include <stdio.h>

#include "search.h"
#include "tree.h"

static const struct tree_node *state_of(const struct search *s, uint32_t node)
{
	return s->c->tree[node];
}

/* Is a packet of the class in the queue? */
static bool holds(const struct search *s, const struct net_packet *last)
{
	const struct net_packet *p = last;

	while (p) {
		if (tree_class(p->header) == s->cls)
			return true;
		p = p->next == last ? NULL : p->next;
	}
	return false;
}

static bool waits_up(const struct search *s, unsigned vc, uint32_t node)
{
	const struct tree_node *t = state_of(s, node);

	for (unsigned i = 0; t && i < UP_INPUTS; i++)
		if (holds(s, t->up_queue[vc][i]))
			return true;
	return false;
}

/* Whether no packet with its contribution waits, here or on the way to the root. */
static bool is_late(const struct search *s, uint32_t node, unsigned vc)
{
	const struct tree_node *t = state_of(s, node);
	struct coll_hop hop;
	unsigned up;

	if (t && (holds(s, t->up_queue[vc][INPUT_USER]) || holds(s, t->up_queue[vc][INPUT_SYSTEM])))
		return false;
	while ((up = coll_classroute_output(search_route(s, node))) != COLL_LINK_NONE) {
		coll_link(s->c, node, up, &hop);
		node = hop.node;
		t = state_of(s, node);
		if (t && holds(s, t->up_queue[vc][coll_link_other_end(up)]))
			return false;
	}
	return true;
}

/* Whether it has results that have not gone to all links below and itself. */
static bool stays_down(const struct search *s, unsigned vc, uint32_t node)
{
	const struct tree_node *t = state_of(s, node);
	const struct tree_spread *d = t ? &t->down[vc] : NULL;

	return d && d->packet && tree_class(d->packet->header) == s->cls;
}

static void where_results_stay(const struct search *s, unsigned vc, uint32_t node)
{
	unsigned links = state_of(s, node)->down[vc].links;
	char place[COLL_TEXT_BYTES];

	snprintf(s->buf, s->len, "results wait at %s for room%s%s",
		 coll_node_text(s->c, node, place), links ? " behind " : " in its memory",
		 links ? coll_link_text(coll_link_first(links)) : "");
}

/* Of the tree: false if no packet of the channel waits in it. */
static bool lacks(const struct search *s, int64_t root, unsigned vc)
{
	bool waits = false;

	for (uint32_t n = 0; n < s->c->nodes; n++) {
		if (stays_down(s, vc, n) && search_has(s, root, n)) {
			where_results_stay(s, vc, n);
			return true;
		}
		waits |= !waits && waits_up(s, vc, n) && search_has(s, root, n);
	}
	if (waits && !search_late(s, root, "contributed", is_late, vc))
		snprintf(s->buf, s->len, "all nodes have contributed, but buffers are full of "
					 "other classes' packets");
	return waits;
}

/* Whether packets wait on a path up that leads to no root. */
static bool waits_on_the_way(const struct search *s, unsigned vc, uint32_t node)
{
	struct coll_hop hop;

	for (uint32_t steps = 0; steps <= s->c->nodes; steps++, node = hop.node) {
		unsigned up = coll_classroute_output(search_route(s, node));

		if (waits_up(s, vc, node))
			return true;
		if (up >= NET_LINKS || !coll_link(s->c, node, up, &hop))
			return false;
	}
	return false;
}

static bool describe_class(const struct search *s, uint32_t node, unsigned vc)
{
	int64_t root = search_root(s, node);

	return root == NO_ROOT ? waits_on_the_way(s, vc, node) : lacks(s, root, vc);
}

int coll_describe(const struct coll *c, uint32_t node, char *buf, size_t len)
{
	static const char *const channel[TREE_VCS] = { "", ", sub-comm channel" };
	char why[256];
	int n = 0;

	if (len)
		buf[0] = '\0';
	for (unsigned cls = 0; cls < COLL_CLASSES; cls++) {
		const struct search s = { c, COLL_NET_COLLECTIVE, cls, why, sizeof why };
		bool world = false;

		if (coll_classroute_is_free(search_route(&s, node)))
			continue;
		for (unsigned vc = 0; vc < TREE_VCS && (size_t)n < len; vc++) {
			if (!describe_class(&s, node, vc))
				continue;
			n += snprintf(buf + n, len - (size_t)n, "%scollective class %u%s: %s",
				      n ? "; " : "", cls, world ? channel[vc] : "", why);
			world = vc == TREE_WORLD;
		}
	}
	return (size_t)n < len ? n : (int)len - 1;
}
