/*
 * tree_describe.c - what a collective waits for, for deadlock reports: packets wait in
 * its tree, for contributions of other nodes or for room.  Looks at the nodes of all
 * workers.
 */
#include <stdio.h>

#include "tree_walk.h"
#include "tree.h"

static const struct coll_tree_node *state_of(const struct coll_tree_walk *w, uint32_t node)
{
	return w->c->tree[node];
}

/* Is a packet of the class in the queue? */
static bool holds(const struct coll_tree_walk *w, const struct net_packet *last)
{
	const struct net_packet *p = last;

	while (p) {
		if (net_header_class(p->header) == w->cls)
			return true;
		p = p->next == last ? NULL : p->next;
	}
	return false;
}

static bool waits_up(const struct coll_tree_walk *w, unsigned vc, uint32_t node)
{
	const struct coll_tree_node *t = state_of(w, node);

	for (unsigned i = 0; t && i < UP_INPUTS; i++)
		if (holds(w, t->up_queue[vc][i]))
			return true;
	return false;
}

/* Whether no packet with its contribution waits, here or on the way to the root. */
static bool is_late(const struct coll_tree_walk *w, uint32_t node, unsigned vc)
{
	const struct coll_tree_node *t = state_of(w, node);
	struct coll_hop hop;
	unsigned up;

	if (t && (holds(w, t->up_queue[vc][INPUT_USER]) || holds(w, t->up_queue[vc][INPUT_SYSTEM])))
		return false;
	while ((up = coll_classroute_output(coll_tree_walk_route(w, node))) != COLL_LINK_NONE) {
		coll_link(w->c, node, up, &hop);
		node = hop.node;
		t = state_of(w, node);
		if (t && holds(w, t->up_queue[vc][coll_link_other_end(up)]))
			return false;
	}
	return true;
}

bool coll_tree_awaits(const struct coll *c, uint32_t node, unsigned cls, struct coll_awaited *a)
{
	const struct coll_tree_walk w = { c, COLL_NET_COLLECTIVE, cls, NULL, 0 };

	if (coll_classroute_is_free(coll_tree_walk_route(&w, node)) ||
	    !coll_classroute_is_local(coll_tree_walk_route(&w, node)))
		return false;
	*a = (struct coll_awaited){ coll_tree_walk_root(&w, node), cls, 0 };
	for (; a->root != NO_ROOT && a->channel < TREE_VCS; a->channel++)
		if (!is_late(&w, node, a->channel))
			return true;
	return false;
}

void coll_tree_late(const struct coll *c, const struct coll_awaited *a,
		    void (*fn)(void *ctx, uint32_t node), void *ctx)
{
	const struct coll_tree_walk w = { c, COLL_NET_COLLECTIVE, a->cls, NULL, 0 };

	for (uint32_t n = 0; n < c->nodes; n++)
		if (coll_tree_walk_has(&w, a->root, n) &&
		    coll_classroute_is_local(coll_tree_walk_route(&w, n)) &&
		    is_late(&w, n, a->channel))
			fn(ctx, n);
}

/* Whether it has results that have not gone to all links below and itself. */
static bool stays_down(const struct coll_tree_walk *w, unsigned vc, uint32_t node)
{
	const struct coll_tree_node *t = state_of(w, node);
	const struct coll_tree_spread *d = t ? &t->down[vc] : NULL;

	return d && d->packet && net_header_class(d->packet->header) == w->cls;
}

static void where_results_stay(const struct coll_tree_walk *w, unsigned vc, uint32_t node)
{
	unsigned links = state_of(w, node)->down[vc].links;
	char place[COLL_TEXT_BYTES];

	snprintf(w->buf, w->len, "results wait at %s for room%s%s",
		 coll_node_text(w->c, node, place), links ? " behind " : " in its memory",
		 links ? coll_link_text(coll_link_first(links)) : "");
}

/* Describes what the channel's packets in a root's tree lack; false if none waits there. */
static bool lacks(const struct coll_tree_walk *w, int64_t root, unsigned vc)
{
	bool waits = false;

	for (uint32_t n = 0; n < w->c->nodes; n++) {
		if (stays_down(w, vc, n) && coll_tree_walk_has(w, root, n)) {
			where_results_stay(w, vc, n);
			return true;
		}
		waits |= !waits && waits_up(w, vc, n) && coll_tree_walk_has(w, root, n);
	}
	if (waits && !coll_tree_walk_late(w, root, "contributed", is_late, vc))
		snprintf(w->buf, w->len, "all nodes have contributed, but buffers are full of "
					 "other classes' packets");
	return waits;
}

/* Whether packets wait on a path up that leads to no root. */
static bool waits_on_the_way(const struct coll_tree_walk *w, unsigned vc, uint32_t node)
{
	struct coll_hop hop;

	for (uint32_t steps = 0; steps <= w->c->nodes; steps++, node = hop.node) {
		unsigned up = coll_classroute_output(coll_tree_walk_route(w, node));

		if (waits_up(w, vc, node))
			return true;
		if (up >= NET_LINKS || !coll_link(w->c, node, up, &hop))
			return false;
	}
	return false;
}

static bool describe_class(const struct coll_tree_walk *w, uint32_t node, unsigned vc)
{
	int64_t root = coll_tree_walk_root(w, node);

	return root == NO_ROOT ? waits_on_the_way(w, vc, node) : lacks(w, root, vc);
}

int coll_describe(const struct coll *c, uint32_t node, char *buf, size_t len)
{
	static const char *const channel[TREE_VCS] = { "", ", sub-comm channel" };
	char why[256];
	int n = 0;

	if (len)
		buf[0] = '\0';
	for (unsigned cls = 0; cls < COLL_CLASSES; cls++) {
		const struct coll_tree_walk w = { c, COLL_NET_COLLECTIVE, cls, why, sizeof why };
		bool world = false;

		if (coll_classroute_is_free(coll_tree_walk_route(&w, node)))
			continue;
		for (unsigned vc = 0; vc < TREE_VCS && (size_t)n < len; vc++) {
			if (!describe_class(&w, node, vc))
				continue;
			n += snprintf(buf + n, len - (size_t)n, "%scollective class %u%s: %s",
				      n ? "; " : "", cls, world ? channel[vc] : "", why);
			world = vc == TREE_WORLD;
		}
	}
	return (size_t)n < len ? n : (int)len - 1;
}
