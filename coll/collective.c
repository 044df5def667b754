/*
 * collective.c - collective packets between network and reduction tree: where they enter
 * it, and checks of what is wrong with them.
 *
 * A packet's header names a class route; uptree.c and downtree.c move it on from node
 * to node by the routes that are set there.  One that no route expects is reported and
 * dropped, never passed on.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tree.h"

struct coll_tree_node *coll_tree_node_of(struct coll *c, uint32_t node)
{
	if (!c->tree[node])
		c->tree[node] = calloc(1, sizeof *c->tree[node]);
	if (!c->tree[node])
		abort(); /* a lost packet is a silent hang */
	return c->tree[node];
}

void coll_tree_fault(struct coll *c, uint32_t node, const struct net_packet *p, const char *text,
		     ps_t now_ps)
{
	struct coll_tree_node *t = coll_tree_node_of(c, node);
	unsigned cls = net_header_class(p->header);
	struct coll_fault f = { node, COLL_NET_COLLECTIVE, cls, coll_tree_route(c, node, p), text };

	if (t->faulty >> cls & 1)
		return;
	t->faulty |= (uint16_t)(1u << cls);
	c->ops->fault(c->ops_ctx, &f, now_ps);
}

static void rerouted(struct event *ev)
{
	coll_tree_climb(ev->ctx, ev->node, ev->time_ps);
}

static const struct event_type rerouting = { .run = rerouted };

/* A program's thread, which sets routes, may be ahead of the packets. */
void coll_tree_rerouted(struct coll *c, uint32_t node, unsigned cls, ps_t now_ps)
{
	struct coll_tree_node *t = c->tree[node];

	if (!t)
		return;
	t->faulty &= (uint16_t)~(1u << cls);
	t->known &= (uint16_t)~(1u << cls);
	if (event_queued(&t->rerouted))
		return;
	t->rerouted.type = &rerouting;
	t->rerouted.ctx = c;
	sim_post(c->sim, &t->rerouted, node, node, now_ps);
}

/* ---- from the message unit */

static const char *inject_wrong(const struct coll *c, const struct net_packet *p)
{
	ClassRoute_t r = coll_tree_route(c, p->src, p);

	if (coll_classroute_is_free(r))
		return "no route of that number is set on the node, which sends a packet";
	if (!coll_classroute_is_local(r) && net_header_coll_type(p->header) != NET_COLL_BROADCAST)
		return "the node sends a contribution, and its route takes none from it";
	return NULL;
}

static int inject(void *ctx, struct net_packet *p, unsigned injfifo, ps_t now_ps)
{
	struct coll *c = ctx;
	uint32_t node = p->src;
	struct coll_tree_node *t = coll_tree_node_of(c, node);
	unsigned f = injfifo - NET_INJ_COLL_USER;

	if (t->local[f] >= c->m->injfifo_packets) {
		t->inject_wants |= (uint8_t)(1u << f);
		return -EAGAIN;
	}
	const char *why = inject_wrong(c, p);

	if (why) {
		coll_tree_fault(c, node, p, why, now_ps);
		return -EINVAL;
	}
	t->local[f]++;
	p->injfifo = (uint8_t)injfifo;
	p->hops = 0;
	memset(p->net_private, 0, sizeof p->net_private);
	net_ring_append(&t->up_queue[coll_tree_vc(p->header)][INPUT_USER + f], p);
	coll_tree_climb(c, node, now_ps);
	return 0;
}

/* A place in the node's own buffers becomes free when the logic does. */
static ps_t inject_ready_ps(void *ctx, uint32_t node, ps_t now_ps)
{
	const struct coll_tree_node *t = coll_tree_node_of(ctx, node);

	return event_queued(&t->ready) ? ps_max(now_ps, t->ready.time_ps) : now_ps;
}

/* A packet that the logic reads has its place until it has been read. */
static bool inject_waits(void *ctx, uint32_t node, unsigned injfifo, ps_t until_ps)
{
	struct coll *c = ctx;
	struct coll_tree_node *t = coll_tree_node_of(c, node);
	unsigned f = injfifo - NET_INJ_COLL_USER;

	if (t->local[f] < c->m->injfifo_packets || !(t->leaving >> f & 1) ||
	    t->ready.time_ps <= until_ps)
		return false;
	t->inject_wants |= (uint8_t)(1u << f);
	return true;
}

/* ---- from the network */

static bool goes_up(struct net_coll_port by)
{
	return by.channel & 1;
}

static const char *arrival_wrong(const struct coll *c, uint32_t node, struct net_coll_port by,
				 struct net_packet *p, char *text, size_t len)
{
	const struct coll_tree_packet *t = coll_tree_packet_of(p);
	bool up = goes_up(by);
	ClassRoute_t r = coll_tree_route(c, node, p);
	char place[COLL_TEXT_BYTES];
	struct coll_hop hop;

	if (coll_classroute_expects(r, by.link, up)) {
		if (up && t->hops > c->nodes)
			return "the route has no root: it leads round in a circle";
		return NULL;
	}
	coll_link(c, node, by.link, &hop);
	snprintf(text, len, "%s sends %s to here, and %s is no %s here",
		 coll_place_text(c, hop.node, t->route, place), up ? "up" : "down",
		 coll_link_text(by.link), up ? "input" : "output");
	return text;
}

static void arrive(void *ctx, uint32_t node, struct net_coll_port by, struct net_packet *p,
		   ps_t now_ps)
{
	struct coll *c = ctx;
	struct coll_tree_node *t = coll_tree_node_of(c, node);
	char text[192];
	const char *why = arrival_wrong(c, node, by, p, text, sizeof text);

	if (why) {
		coll_tree_fault(c, node, p, why, now_ps);
		net_coll_release(c->net, node, by, now_ps + net_packet_ps(c->net, p), now_ps);
		net_packet_free(c->net, node, p);
		return;
	}
	if (goes_up(by)) {
		net_ring_append(&t->up_queue[by.channel / 2][by.link], p);
		coll_tree_climb(c, node, now_ps);
	} else {
		t->exceptions.passed |= coll_tree_packet_of(p)->flags;
		net_ring_append(&t->down_queue[by.channel / 2][by.link], p);
		coll_tree_descend(c, node, now_ps);
	}
}

/* Broadcasts down the tree come first (SC11 paper, II.E). */
static void link_open(void *ctx, uint32_t node, unsigned link, ps_t now_ps)
{
	(void)link;
	coll_tree_descend(ctx, node, now_ps);
	coll_tree_climb(ctx, node, now_ps);
}

static void reception_open(void *ctx, uint32_t node, unsigned recfifo, ps_t now_ps)
{
	(void)recfifo;
	coll_tree_descend(ctx, node, now_ps);
}

static const struct net_coll_ops tree_ops = {
	.inject = inject, .inject_ready_ps = inject_ready_ps,
	.inject_waits = inject_waits, .arrive = arrive,
	.link_open = link_open, .reception_open = reception_open,
};

void coll_attach(struct coll *c, struct net *net)
{
	c->net = net;
	net_set_coll(net, &tree_ops, c);
}

struct coll_exceptions coll_exceptions(const struct coll *c, uint32_t node)
{
	return c->tree[node] ? c->tree[node]->exceptions : (struct coll_exceptions){ 0 };
}
