/*
 * router.c - packets from router to router: one event a hop.
 *
 * Virtual cut-through: the head leaves for the next router as soon as the
 * output link is free, the tail follows a packet time behind.  A link is busy
 * for the packet's length on the wire.  Buffers are not limited yet, so packets
 * wait only for links; packets between two nodes take one route over links
 * that serve first come first, and so keep their order.
 */
#include <assert.h>
#include <errno.h>
#include <stdlib.h>

#include "internal.h"

static struct net_node *node_of(struct net *net, uint32_t node)
{
	return &net->node[node];
}

/* Time of the packet on a wire. */
static ps_t packet_ps(const struct net *net, const struct net_packet *p)
{
	const struct net_machine *m = net->m;

	return (ps_t)(NET_PACKET_HEADER_BYTES + p->payload_bytes + m->link_overhead_bytes) *
	       m->link_ps_per_byte;
}

/* The head is at node's router at now_ps and wants an output.  Returns when it
 * leaves through it. */
static ps_t output_take(struct net *net, uint32_t node, unsigned output,
			const struct net_packet *p, ps_t now_ps)
{
	ps_t *free_ps = &node_of(net, node)->free_ps[output];
	ps_t leave_ps = now_ps + net->m->router_ps;

	if (leave_ps < *free_ps)
		leave_ps = *free_ps;
	*free_ps = leave_ps + packet_ps(net, p) + net->m->link_gap_ps;
	return leave_ps;
}

static void packet_post(struct net *net, struct net_packet *p, event_fn *fn,
			uint32_t from, uint32_t to, ps_t at_ps)
{
	p->ev.fn = fn;
	p->ev.ctx = net;
	sim_post(net->sim, &p->ev, from, to, at_ps);
}

/* ---- reception */

static void held_append(struct net_packet **last, struct net_packet *p)
{
	if (*last) {
		p->next = (*last)->next;
		(*last)->next = p;
	} else {
		p->next = p;
	}
	*last = p;
}

static void reception_offer(struct net *net, uint32_t node, struct net_packet *p,
			    ps_t now_ps)
{
	struct net_packet **last = &node_of(net, node)->held[p->recfifo];

	p->next = NULL;
	if (*last || net->ops->deliver(net->ops_ctx, node, p, now_ps) != 0)
		held_append(last, p);
}

void net_reception_resume(struct net *net, uint32_t node, unsigned recfifo, ps_t now_ps)
{
	struct net_packet **last = &node_of(net, node)->held[recfifo];

	while (*last) {
		struct net_packet *p = (*last)->next, *second = p->next;

		p->next = NULL;
		if (net->ops->deliver(net->ops_ctx, node, p, now_ps) != 0) {
			p->next = second;
			return;
		}
		if (p == *last)
			*last = NULL;
		else
			(*last)->next = second;
	}
}

static void tail_received(struct event *ev)
{
	struct net *net = ev->ctx;

	reception_offer(net, ev->node, (struct net_packet *)ev, ev->time_ps);
}

/* ---- hops */

static void head_arrives(struct event *ev);

/* The head is at node's router: send it on, or take it out of the network.
 * Returns when it leaves. */
static ps_t router_step(struct net *net, uint32_t node, struct net_packet *p, ps_t now_ps)
{
	struct net_hop hop;

	if (!net_route_next(net, node, p, &hop)) {
		packet_post(net, p, tail_received, node, node, now_ps + packet_ps(net, p));
		return now_ps;
	}
	ps_t leave_ps = output_take(net, node, hop.link, p, now_ps);

	p->hops++;
	p->recfifo = (uint8_t)(hop.link ^ 1u); /* sent to A+, received from A- */
	packet_post(net, p, head_arrives, node, hop.node, leave_ps + hop.wire_ps);
	return leave_ps;
}

static void head_arrives(struct event *ev)
{
	router_step(ev->ctx, ev->node, (struct net_packet *)ev, ev->time_ps);
}

/* ---- injection */

/* Through the router, over no link. */
static ps_t loopback(struct net *net, struct net_packet *p, ps_t now_ps)
{
	p->recfifo = p->injfifo == NET_INJ_LOCAL1 ? NET_REC_LOCAL1 : NET_REC_LOCAL0;
	ps_t leave_ps = output_take(net, p->src, p->recfifo, p, now_ps);

	packet_post(net, p, tail_received, p->src, p->src, leave_ps + packet_ps(net, p));
	return leave_ps;
}

/* Tells mu that a FIFO it found full has room. */
struct net_ready {
	struct event ev;
	unsigned injfifo;
};

static void inject_ready(struct event *ev)
{
	struct net *net = ev->ctx;
	struct net_ready r = *(struct net_ready *)ev;

	node_of(net, r.ev.node)->ready_posted &= (uint16_t)~(1u << r.injfifo);
	pool_put(net->pool, r.ev.node, ev);
	net->ops->inject_ready(net->ops_ctx, r.ev.node, r.injfifo, r.ev.time_ps);
}

/* -EAGAIN, with one event under way that says when to try again. */
static int inject_full(struct net *net, uint32_t node, unsigned injfifo, ps_t ready_ps)
{
	struct net_node *n = node_of(net, node);

	if (n->ready_posted >> injfifo & 1)
		return -EAGAIN;
	struct net_ready *r = pool_get(net->pool, node);

	if (!r)
		abort(); /* without its event the FIFO would stay full for ever */
	n->ready_posted |= (uint16_t)(1u << injfifo);
	*r = (struct net_ready){ { .fn = inject_ready, .ctx = net }, injfifo };
	sim_post(net->sim, &r->ev, node, node, ready_ps);
	return -EAGAIN;
}

int net_inject(struct net *net, struct net_packet *p, unsigned injfifo, ps_t now_ps)
{
	struct net_node *n = node_of(net, p->src);

	assert(injfifo < NET_INJFIFOS && p->payload_bytes <= NET_PACKET_PAYLOAD_BYTES);
	if (now_ps < n->inj_free_ps[injfifo])
		return inject_full(net, p->src, injfifo, n->inj_free_ps[injfifo]);
	const char *why = net_route_start(net, p);

	if (why) {
		net->ops->refuse(net->ops_ctx, p->src, p, why);
		return -EINVAL;
	}
	p->injfifo = (uint8_t)injfifo;
	p->hops = 0;
	n->inj_free_ps[injfifo] = net_route_is_local(p) ? loopback(net, p, now_ps)
							: router_step(net, p->src, p, now_ps);
	return 0;
}
