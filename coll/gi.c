/*
 * gi.c - the barrier (global interrupt) network: an OR over the nodes of a class route,
 * reduced up a tree to the root and broadcast down again; see coll.h.
 *
 * A link carries three bits of each class in each direction, and a packet goes out
 * when they change: by the output what the node and its inputs drive (up), by the
 * inputs what the root has seen (down).  A link that the class route does not name
 * carries zeros, so a class with a new route begins with what is driven now.  Links
 * keep the order, so the last value to arrive is the last one sent.
 *
 * The two ends of a link are compared when a packet arrives that a program caused by
 * entering a barrier.  Setting routes causes packets, too, and so does driving the pattern
 * that a class begins with (MUSPI_GIBarrierInitMU1), but the other end's route may come
 * later: only a program that enters must have waited until all are set.
 */
#include <stdio.h>
#include <stdlib.h>

#include "gi_packet.h"
#include "net/guard.h"

/* ---- state */

/* Links of a tree pass a change on at most once each on the way up, and once down. */
static uint32_t hops_most(const struct coll *c)
{
	return 2 * c->nodes;
}

void coll_gi_start(struct coll *c)
{
	for (uint32_t n = 0; n < c->nodes; n++) {
		ClassRoute_t r = coll_routes_get(c->routes, COLL_NET_BARRIER, n, 0);
		struct coll_gi_class *g = &c->world[n];

		g->route = r;
		g->own = g->up = g->result = g->shown = COLL_GI_INITIAL;
		for (unsigned link = 0; link < NET_LINKS; link++)
			if ((r.input | r.output) & coll_link_bit(link))
				g->in |= COLL_GI_INITIAL << 3 * link;
	}
}

const struct coll_gi_class *coll_gi_class_get(const struct coll *c, uint32_t node, unsigned cls)
{
	if (cls == 0)
		return &c->world[node];
	return c->more[node] ? &c->more[node][cls] : NULL;
}

static struct coll_gi_class *class_at(struct coll *c, uint32_t node, unsigned cls)
{
	if (cls == 0)
		return &c->world[node];
	if (c->more[node])
		return &c->more[node][cls];
	struct coll_gi_class *more = calloc(COLL_CLASSES, sizeof *more);

	if (!more)
		abort(); /* a lost barrier packet is a silent hang */
	for (unsigned i = 0; i < COLL_CLASSES; i++)
		more[i].route = coll_routes_get(c->routes, COLL_NET_BARRIER, node, i);
	c->more[node] = more;
	return &more[cls];
}

static uint8_t received(const struct coll_gi_class *g, unsigned link)
{
	return g->in >> 3 * link & 7;
}

static uint8_t or_upwards(const struct coll_gi_class *g, ClassRoute_t r)
{
	uint8_t or = coll_classroute_is_local(r) ? g->own : 0;

	for (unsigned links = r.input & COLL_TORUS_LINKS, link; links;
	     links ^= coll_link_bit(link)) {
		link = coll_link_first(links);
		or |= received(g, link);
	}
	return or;
}

/* Returns the root's OR, as far as it is known at this node. */
static uint8_t result_here(const struct coll_gi_class *g, ClassRoute_t r)
{
	unsigned out = coll_classroute_output(r);

	if (out == COLL_LINK_NONE)
		return g->up;
	return out < NET_LINKS ? received(g, out) : 0;
}

/* Returns the bits that a link carries away from this node. */
static uint8_t sent(const struct coll_gi_class *g, ClassRoute_t r, unsigned link)
{
	if (coll_classroute_output(r) == link)
		return g->up;
	return coll_classroute_takes(r, link) ? g->result : 0;
}

/* ---- packets */

static void gi_post(struct coll *c, const struct event_type *type,
		    const struct coll_gi_packet *like, uint32_t to, ps_t at_ps)
{
	struct coll_gi_packet *p = pool_get(c->pool, like->from);

	if (!p)
		abort();
	*p = *like;
	p->ev.type = type;
	p->ev.ctx = c;
	sim_post(c->sim, &p->ev, like->from, to, at_ps);
}

static struct coll_gi_packet gi_take(struct event *ev)
{
	struct coll_gi_packet p = *(struct coll_gi_packet *)ev;
	struct coll *c = ev->ctx;

	pool_put(c->pool, ev->node, ev);
	return p;
}

static void fault(struct coll *c, uint32_t node, unsigned cls, const char *text, ps_t now_ps)
{
	struct coll_gi_class *g = class_at(c, node, cls);
	struct coll_fault f = { node, COLL_NET_BARRIER, cls,
				coll_routes_get(c->routes, COLL_NET_BARRIER, node, cls), text };

	if (g->faulty)
		return;
	g->faulty = 1;
	c->ops->fault(c->ops_ctx, &f, now_ps);
}

static void status_arrives(struct event *ev)
{
	struct coll *c = ev->ctx;
	struct coll_gi_packet p = gi_take(ev);

	c->ops->gi_status(c->ops_ctx, p.ev.node, p.cls, p.bits, p.ev.time_ps);
}

static void status_prefetch(const struct event *ev)
{
	const struct coll *c = ev->ctx;

	if (c->ops->gi_prefetch)
		c->ops->gi_prefetch(c->ops_ctx, ev->node, ((const struct coll_gi_packet *)ev)->cls);
}

static const struct event_type status_arrival = { .run = status_arrives,
						  .prefetch = status_prefetch };

static const struct event_type packet_arrival;

/* The link is given up: what it was to carry never comes. */
static void link_dies(struct event *ev)
{
	struct coll *c = ev->ctx;
	struct coll_gi_packet p = gi_take(ev);

	net_link_gave_up(c->net, p.ev.node, p.link, p.ev.time_ps);
}

static const struct event_type link_death = { .run = link_dies };

/* Sends the packet by a link that exists; one that has stopped is given up after a time. */
static void cross(struct coll *c, struct coll_gi_packet *p, unsigned link,
		  const struct coll_hop *hop, ps_t now_ps)
{
	ps_t leaves_ps = c->net ? net_link_leaves_ps(c->net, p->from, link, now_ps) : now_ps;

	if (leaves_ps == PS_NEVER) {
		p->link = (uint8_t)link;
		gi_post(c, &link_death, p, p->from, now_ps + net_give_up_ps(c->net));
		return;
	}
	p->link = (uint8_t)coll_link_other_end(link);
	gi_post(c, &packet_arrival, p, hop->node, leaves_ps + c->m->gi_hop_ps + hop->wire_ps);
}

/* Sends the packet over link, and sets in it the link as its other end names it. */
static void send(struct coll *c, struct coll_gi_packet *p, unsigned link, ps_t now_ps)
{
	struct coll_hop hop;
	char text[128];

	if (link < NET_LINKS && coll_link(c, p->from, link, &hop)) {
		cross(c, p, link, &hop, now_ps);
	} else if (p->used) {
		snprintf(text, sizeof text, "no node is at the other end of %s",
			 coll_link_text(link));
		fault(c, p->from, p->cls, text, now_ps);
	}
}

/* ---- a node */

/* Something has changed at a node whose class route is r now, and was `before`: send
 * what links and status register do not carry yet. */
static void propagate(struct coll *c, uint32_t node, ClassRoute_t before, ClassRoute_t r,
		      const struct coll_gi_packet *cause, ps_t now_ps)
{
	struct coll_gi_class *g = class_at(c, node, cause->cls), old = *g;
	unsigned links = coll_classroute_links(before) | coll_classroute_links(r);
	struct coll_gi_packet p = { .from = node, .route = r, .cls = cause->cls,
				    .hops = cause->hops + 1, .used = cause->used };

	g->up = or_upwards(g, r);
	g->result = result_here(g, r);
	for (unsigned link; links; links ^= coll_link_bit(link)) {
		link = coll_link_first(links);
		p.bits = sent(g, r, link);
		p.up = (r.output | (before.output & ~r.input)) & coll_link_bit(link);
		if (p.bits != sent(&old, before, link))
			send(c, &p, link, now_ps);
	}
	if (!coll_classroute_is_local(r) || g->shown == g->result)
		return;
	p.bits = g->shown = g->result;
	gi_post(c, &status_arrival, &p, node, now_ps + c->m->gi_status_ps);
}

static void unexpected(struct coll *c, const struct coll_gi_packet *p)
{
	char place[COLL_TEXT_BYTES], text[192];

	snprintf(text, sizeof text, "%s sends %s to here, and %s is no %s here",
		 coll_place_text(c, p->from, p->route, place), p->up ? "up" : "down",
		 coll_link_text(p->link), p->up ? "input" : "output");
	fault(c, p->ev.node, p->cls, text, p->ev.time_ps);
}

static void packet_arrives(struct event *ev)
{
	struct coll *c = ev->ctx;
	struct coll_gi_packet p = gi_take(ev);
	struct coll_gi_class *g = class_at(c, p.ev.node, p.cls);
	ClassRoute_t r = g->route;

	if (p.hops > hops_most(c)) {
		fault(c, p.ev.node, p.cls, "the route has no root: it leads round in a circle",
		      p.ev.time_ps);
		return;
	}
	if (p.used && !coll_classroute_expects(r, p.link, p.up))
		unexpected(c, &p);
	g->in = (g->in & ~(7u << 3 * p.link)) | (uint32_t)p.bits << 3 * p.link;
	propagate(c, p.ev.node, r, r, &p, p.ev.time_ps);
}

static const struct event_type packet_arrival = { .run = packet_arrives };

static void control_arrives(struct event *ev)
{
	struct coll *c = ev->ctx;
	struct coll_gi_packet p = gi_take(ev);
	struct coll_gi_class *g = class_at(c, p.ev.node, p.cls);

	g->own = p.bits;
	propagate(c, p.ev.node, g->route, g->route, &p, p.ev.time_ps);
}

static const struct event_type control_arrival = { .run = control_arrives };

void coll_gi_control(struct coll *c, uint32_t node, unsigned cls, uint32_t bits, ps_t now_ps)
{
	struct coll_gi_packet p = { .from = node, .cls = (uint8_t)cls, .bits = bits & 7,
				    .used = (bits & 7) != COLL_GI_INITIAL };

	gi_post(c, &control_arrival, &p, node, now_ps + c->m->gi_control_ps);
}

static void route_arrives(struct event *ev)
{
	struct coll *c = ev->ctx;
	struct coll_gi_packet p = gi_take(ev);
	struct coll_gi_class *g = class_at(c, p.ev.node, p.cls);
	ClassRoute_t before = g->route;

	g->route = p.route;
	g->faulty = 0;
	propagate(c, p.ev.node, before, p.route, &p, p.ev.time_ps);
}

static const struct event_type route_arrival = { .run = route_arrives };

void coll_gi_rerouted(struct coll *c, uint32_t node, unsigned cls, ps_t now_ps)
{
	struct coll_gi_packet p = { .from = node, .cls = (uint8_t)cls };

	if (!coll_gi_class_get(c, node, cls)) /* nothing is driven, or came here, yet */
		return;
	p.route = coll_routes_get(c->routes, COLL_NET_BARRIER, node, cls);
	/* The kernel's stores to the network's registers take the same way as programs'. */
	gi_post(c, &route_arrival, &p, node, now_ps + c->m->gi_control_ps);
}
