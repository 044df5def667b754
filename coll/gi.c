/*
 * gi.c - the barrier network: an OR over all nodes, up a tree to the root and
 * down again; see coll.h.
 *
 * The tree of class 0: a node's parent is its neighbour one link nearer to the
 * root in the last dimension in which they differ, so subtrees are lines,
 * planes, cubes.  A node sends its OR up whenever that changes, the root sends
 * what it sees down; links keep the order, so the last value to arrive is the
 * last one sent.  The tree never uses a link that closes a ring: it is the same
 * for torus and mesh, as the root is in the middle.
 */
#include "coll.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>

#include "../net/base/pool.h"
#include "../net/machine.h"

#define NO_PARENT NET_LINKS

/* Class 0 at a node; values are the three control bits. */
struct gi_node {
	uint8_t own;
	uint8_t up;                /* last sent to the parent: OR of own and children */
	uint8_t child[NET_LINKS];  /* last received, by link; 0 where no child is */
	uint8_t parent;            /* link, or NO_PARENT */
	uint16_t children;         /* mask of links */
};

struct coll {
	struct sim *sim;
	const struct net_machine *m;
	struct net_shape shape;
	uint32_t nodes;
	unsigned depth;
	const struct coll_ops *ops;
	void *ops_ctx;
	struct gi_node *node;
	struct pool *pool;
};

/* A barrier packet, or a step between network and message unit. */
struct gi_packet {
	struct event ev;
	uint8_t bits;
	uint8_t link; /* it arrives by */
};

static void gi_post(struct coll *c, event_fn *fn, uint32_t from, uint32_t to,
		    uint8_t link, uint8_t bits, ps_t at_ps)
{
	struct gi_packet *p = pool_get(c->pool, from);

	if (!p)
		abort(); /* a lost barrier packet is a silent hang */
	*p = (struct gi_packet){ { .fn = fn, .ctx = c }, bits, link };
	sim_post(c->sim, &p->ev, from, to, at_ps);
}

static struct gi_packet gi_take(struct event *ev)
{
	struct gi_packet p = *(struct gi_packet *)ev;
	struct coll *c = ev->ctx;

	pool_put(c->pool, ev->node, ev);
	return p;
}

/* ---- the tree */

static uint32_t neighbour(const struct net_shape *s, uint32_t node, unsigned link)
{
	uint8_t c[NET_DIMS];
	unsigned d = link / 2;

	net_coord_of(s, node, c);
	c[d] = (uint8_t)((c[d] + (link & 1 ? 1 : s->size[d] - 1)) % s->size[d]);
	return net_node_of(s, c);
}

static uint8_t parent_link(const struct net_shape *s, uint32_t node)
{
	uint8_t c[NET_DIMS];

	net_coord_of(s, node, c);
	for (int d = NET_DIMS - 1; d >= 0; d--) {
		int root = s->size[d] / 2, off = root - c[d];

		if (off != 0)
			return (uint8_t)(2 * d + (off > 0));
	}
	return NO_PARENT;
}

static void tree_build(struct coll *c)
{
	for (uint32_t n = 0; n < c->nodes; n++) {
		struct gi_node *g = &c->node[n];

		g->own = g->up = COLL_GI_INITIAL;
		g->parent = parent_link(&c->shape, n);
	}
	for (uint32_t n = 0; n < c->nodes; n++) {
		unsigned up = c->node[n].parent;

		if (up == NO_PARENT)
			continue;
		struct gi_node *g = &c->node[neighbour(&c->shape, n, up)];

		g->children |= (uint16_t)(1u << (up ^ 1u));
		g->child[up ^ 1u] = COLL_GI_INITIAL;
	}
	for (int d = 0; d < NET_DIMS; d++)
		c->depth += c->shape.size[d] / 2u;
}

/* From a node over one of its links: logic and wire. */
static ps_t hop_ps(const struct coll *c, uint32_t node, unsigned link)
{
	return c->m->gi_hop_ps + net_wire_ps(c->m, &c->shape, node, link);
}

/* ---- packets */

static void status_arrives(struct event *ev)
{
	struct coll *c = ev->ctx;
	struct gi_packet p = gi_take(ev);

	c->ops->gi_status(c->ops_ctx, p.ev.node, 0, p.bits, p.ev.time_ps);
}

static void down_arrives(struct event *ev);

static void send_down(struct coll *c, uint32_t node, uint8_t bits, ps_t now_ps)
{
	const struct gi_node *g = &c->node[node];

	for (unsigned link = 0; link < NET_LINKS; link++)
		if (g->children >> link & 1)
			gi_post(c, down_arrives, node, neighbour(&c->shape, node, link),
				(uint8_t)(link ^ 1u), bits, now_ps + hop_ps(c, node, link));
	gi_post(c, status_arrives, node, node, 0, bits, now_ps + c->m->gi_mu_ps);
}

static void down_arrives(struct event *ev)
{
	struct coll *c = ev->ctx;
	struct gi_packet p = gi_take(ev);

	send_down(c, p.ev.node, p.bits, p.ev.time_ps);
}

static void up_arrives(struct event *ev);

static void send_up(struct coll *c, uint32_t node, ps_t now_ps)
{
	struct gi_node *g = &c->node[node];
	uint8_t or = g->own;

	for (unsigned link = 0; link < NET_LINKS; link++)
		or |= g->child[link];
	if (or == g->up)
		return;
	g->up = or;
	if (g->parent == NO_PARENT)
		send_down(c, node, or, now_ps);
	else
		gi_post(c, up_arrives, node, neighbour(&c->shape, node, g->parent),
			(uint8_t)(g->parent ^ 1u), or, now_ps + hop_ps(c, node, g->parent));
}

static void up_arrives(struct event *ev)
{
	struct coll *c = ev->ctx;
	struct gi_packet p = gi_take(ev);

	c->node[p.ev.node].child[p.link] = p.bits;
	send_up(c, p.ev.node, p.ev.time_ps);
}

static void control_arrives(struct event *ev)
{
	struct coll *c = ev->ctx;
	struct gi_packet p = gi_take(ev);

	c->node[p.ev.node].own = p.bits;
	send_up(c, p.ev.node, p.ev.time_ps);
}

int coll_gi_control(struct coll *c, uint32_t node, unsigned gi, uint32_t bits,
		    ps_t now_ps)
{
	if (gi != 0)
		return -ENOSYS;
	gi_post(c, control_arrives, node, node, 0, (uint8_t)(bits & 7),
		now_ps + c->m->gi_mu_ps);
	return 0;
}

/* ---- set-up */

struct coll *coll_create(struct sim *sim, const struct net_machine *m,
			 const struct net_shape *s)
{
	struct coll *c = calloc(1, sizeof *c);

	if (!c)
		return NULL;
	c->sim = sim;
	c->m = m;
	c->shape = *s;
	c->nodes = net_shape_nodes(s);
	c->node = calloc(c->nodes, sizeof *c->node);
	c->pool = pool_create(sizeof(struct gi_packet), 1, NULL, c->nodes);
	if (!c->node || !c->pool) {
		coll_destroy(c);
		return NULL;
	}
	tree_build(c);
	return c;
}

void coll_destroy(struct coll *c)
{
	if (!c)
		return;
	pool_destroy(c->pool);
	free(c->node);
	free(c);
}

int coll_set_pools(struct coll *c, unsigned pools, const uint16_t *pool_of_node)
{
	struct pool *p = pool_create(sizeof(struct gi_packet), pools, pool_of_node, c->nodes);

	if (!p)
		return -ENOMEM;
	pool_destroy(c->pool);
	c->pool = p;
	return 0;
}

void coll_set_ops(struct coll *c, const struct coll_ops *ops, void *ctx)
{
	c->ops = ops;
	c->ops_ctx = ctx;
}

unsigned coll_gi_depth(const struct coll *c)
{
	return c->depth;
}
