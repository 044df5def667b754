/*
 * traffic_node.c - a node as source and sink of synthetic traffic: it makes packets at
 * random times (open loop), or as fast as its injection FIFOs accept them (closed loop),
 * and counts packets received.
 *
 * A packet that is due while all FIFOs are full is made when one has room; the backlog
 * is only a number, so an overloaded network takes no more memory.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "net/header.h"
#include "traffic_mesh.h"
#include "emu/core/engine/engine.h"

/* The time of birth, in bytes of the header that are not the network's. */
#define HEADER_BORN 16

static ps_t born_of(const struct net_packet *p)
{
	ps_t born_ps;

	memcpy(&born_ps, &p->header[HEADER_BORN], sizeof born_ps);
	return born_ps;
}

struct net_packet *traffic_packet(struct traffic *t, uint32_t node, struct traffic_node *n)
{
	struct net_packet *p = n->next ? n->next : t->router->packet_alloc(t->net, node);

	if (!p) {
		fprintf(stderr, "bgq-net: out of memory for packets\n");
		exit(1);
	}
	n->next = NULL;
	memset(p->header, 0, sizeof p->header);
	p->src = node;
	p->payload_bytes = (uint16_t)t->cfg->payload_bytes;
	return p;
}

static void address(struct traffic *t, struct net_packet *p, uint32_t dst, ps_t born_ps)
{
	const struct traffic_config *c = t->cfg;

	p->dst = dst;
	if (c->deterministic)
		net_header_set_deterministic(p->header);
	else
		net_header_set_dynamic(p->header, c->zone);
	memcpy(&p->header[HEADER_BORN], &born_ps, sizeof born_ps);
	if (traffic_forwards(c))
		traffic_forward_address(t, p);
	if (c->detours)
		traffic_mesh_address(t, p, false);
}

/* ---- open loop: packets at random times */

/* An exponentially distributed time, by von Neumann's comparisons of uniform numbers:
 * libraries differ in the last bits of a logarithm. */
static ps_t interval(struct traffic_node *n, uint64_t mean_ps)
{
	for (uint64_t whole = 0;; whole++) {
		uint64_t first = traffic_random(n), last = first, next;
		unsigned falls = 0;

		for (; (next = traffic_random(n)) < last; last = next)
			falls++;
		if (falls % 2 == 0)
			return whole * mean_ps + (first * (mean_ps >> 8) >> 24) + 1;
	}
}

/* An injection FIFO that may have room, by turns; they are not all full. */
static unsigned next_fifo(struct traffic_node *n)
{
	unsigned after = n->open & ~0u << n->turn;
	unsigned f = (unsigned)__builtin_ctz(after ? after : n->open);

	n->turn = (uint8_t)((f + 1) % TRAFFIC_INJFIFOS);
	return f;
}

/* Responses have a FIFO of their own: none waits for a request. */
static void send_responses(struct traffic *t, struct traffic_node *n, ps_t now_ps)
{
	const unsigned bit = 1u << TRAFFIC_RESPONSE_FIFO;

	if (n->forward && n->open & bit &&
	    !traffic_forward_send(t, n, TRAFFIC_RESPONSE_FIFO, now_ps))
		n->open &= (uint16_t)~bit;
}

/* Requests, where responses have a FIFO of their own. */
static void send_requests(struct traffic *t, uint32_t node, struct traffic_node *n, ps_t now_ps)
{
	send_responses(t, n, now_ps);
	while (n->due_ps <= now_ps && n->open & 1) {
		struct net_packet *p = n->next;

		if (!p) {
			p = traffic_packet(t, node, n);
			uint32_t dst = traffic_destination(t, node, n, p->header);

			address(t, p, dst, n->due_ps);
		}
		n->next = NULL;
		if (traffic_inject(t, p, 0, now_ps) != 0) {
			n->next = p;
			n->open &= (uint16_t)~1u;
			continue;
		}
		n->due_ps += interval(n, traffic_interval_ps(t, node, n->due_ps));
	}
	if (n->due_ps > now_ps && !event_queued(&n->ev))
		sim_post(engine_sim(t->engine), &n->ev, node, node, n->due_ps);
}

static void send_due(struct traffic *t, uint32_t node, struct traffic_node *n, ps_t now_ps)
{
	while ((n->due_ps <= now_ps || n->forward) && n->open) {
		struct net_packet *p = n->next;
		unsigned f = next_fifo(n);

		if (n->forward && !traffic_forward_send(t, n, f, now_ps)) {
			n->open &= (uint16_t)~(1u << f);
			continue;
		}
		if (n->due_ps > now_ps)
			break;

		if (!p) {
			p = traffic_packet(t, node, n);
			uint32_t dst = traffic_destination(t, node, n, p->header);

			address(t, p, dst, n->due_ps);
		}
		n->next = NULL;
		if (traffic_inject(t, p, f, now_ps) != 0) {
			n->next = p;
			n->open &= (uint16_t)~(1u << f);
			continue;
		}
		n->due_ps += interval(n, traffic_interval_ps(t, node, n->due_ps));
	}
	if (n->due_ps > now_ps && !event_queued(&n->ev))
		sim_post(engine_sim(t->engine), &n->ev, node, node, n->due_ps);
}

/* ---- closed loop: packets as fast as FIFOs accept them */

/* Fills FIFO f with packets of its message, then of the next; false if none are left. */
static bool fill(struct traffic *t, uint32_t node, struct traffic_node *n, unsigned f,
		 ps_t now_ps)
{
	for (;;) {
		if (!n->left[f]) {
			uint8_t header[NET_HEADER_BYTES] = { 0 };

			if (n->count == n->total)
				return false;
			n->dst[f] = traffic_destination(t, node, n, header);
			n->left[f] = (uint16_t)t->cfg->packets;
		}
		struct net_packet *p = traffic_packet(t, node, n);

		address(t, p, n->dst[f], now_ps);
		if (traffic_inject(t, p, f, now_ps) != 0) {
			n->next = p;
			return true;
		}
		n->left[f]--;
	}
}

static void send_all(struct traffic *t, uint32_t node, struct traffic_node *n, ps_t now_ps)
{
	struct traffic_tally *y = &t->tally[engine_worker_of(t->engine, node)];
	bool more = false;

	for (unsigned open = n->open; open; open &= open - 1) {
		unsigned f = (unsigned)__builtin_ctz(open);

		if ((n->forward && !traffic_forward_send(t, n, f, now_ps)) ||
		    fill(t, node, n, f, now_ps))
			n->open &= (uint16_t)~(1u << f);
	}
	for (unsigned f = 0; f < TRAFFIC_INJFIFOS; f++)
		more = more || n->left[f];
	if (!more && n->count == n->total && now_ps < y->done_ps)
		y->done_ps = now_ps;
}

/* Messages, in packets over all FIFOs by turns. */
static void send_flow(struct traffic *t, uint32_t node, struct traffic_node *n, ps_t now_ps)
{
	while (n->open) {
		struct net_packet *p = n->next;
		unsigned f = next_fifo(n);
		uint32_t dst = 0;

		n->next = NULL;
		if (!p) {
			p = traffic_flow_next(t, node, &dst);
			if (!p)
				return;
			address(t, p, dst, now_ps);
		}
		if (traffic_inject(t, p, f, now_ps) == 0)
			continue;
		n->next = p;
		n->open &= (uint16_t)~(1u << f);
	}
}

/* ---- */

static void go_on(struct traffic *t, uint32_t node, ps_t now_ps)
{
	struct traffic_node *n = &t->node[node];

	if (t->cfg->message_bytes)
		send_flow(t, node, n, now_ps);
	else if (t->cfg->detours && t->cfg->pattern == TRAFFIC_REQUEST)
		send_requests(t, node, n, now_ps);
	else if (!traffic_closed(t->cfg))
		send_due(t, node, n, now_ps);
	else
		send_all(t, node, n, now_ps);
}

static void due(struct event *ev)
{
	go_on(ev->ctx, ev->node, ev->time_ps);
}

static const struct event_type injection = { .run = due };

void traffic_node_start(struct traffic *t, uint32_t node)
{
	const struct traffic_config *c = t->cfg;
	struct traffic_node *n = &t->node[node];
	bool alone = c->pattern == TRAFFIC_ONE;
	uint8_t link[NET_LINKS_MAX];

	n->random = traffic_hash(c->net.seed ^ traffic_hash(node));
	n->open = (uint16_t)((1u << c->injfifos) - 1);
	if (c->detours && c->pattern == TRAFFIC_REQUEST)
		n->open |= 1u << TRAFFIC_RESPONSE_FIFO;
	n->ev.type = &injection;
	n->ev.ctx = t;
	if (t->nodes < 2 || (alone && node != c->from_node) ||
	    (c->pattern == TRAFFIC_NEIGHBOUR && !traffic_links(&c->shape, node, link)))
		return;
	if (c->message_bytes && traffic_receives(c, node))
		n->flow.receive = (uint32_t)c->message_bytes;
	if (traffic_has_partners(c) && traffic_partner(c, node) == node)
		return;
	if (traffic_mesh_dead(c, node))
		return;
	n->total = alone ? 1 : (uint32_t)((traffic_peers(c) - 1) * c->prefix + 0.5);
	if (c->message_bytes)
		traffic_flow_start(t, node);
	else if (!traffic_closed(c))
		n->due_ps = interval(n, traffic_interval_ps(t, node, n->due_ps));
	sim_post(engine_sim(t->engine), &n->ev, node, node, n->due_ps);
}

static int deliver(void *ctx, uint32_t node, struct net_packet *p, ps_t now_ps)
{
	struct traffic *t = ctx;

	if (traffic_forwards(t->cfg) && traffic_forward_received(t, node, p)) {
		go_on(t, node, now_ps);
		return 0;
	}
	now_ps += t->cfg->machine.engine_ps;
	tally_packet(&t->tally[engine_worker_of(t->engine, node)], now_ps, born_of(p),
		     traffic_forward_hops(p), t->cfg->warmup_ps);
	now_ps -= t->cfg->machine.engine_ps;
	bool more = t->cfg->message_bytes && traffic_flow_received(t, node, p, now_ps);

	t->router->packet_free(t->net, node, p);
	if (more)
		go_on(t, node, now_ps);
	return 0;
}

void traffic_node_ready(struct traffic *t, uint32_t node, unsigned f, ps_t now_ps)
{
	t->node[node].open |= (uint16_t)(1u << f);
	go_on(t, node, now_ps);
}

static void inject_ready(void *ctx, uint32_t node, unsigned injfifo, ps_t now_ps)
{
	traffic_node_ready(ctx, node, injfifo, now_ps);
}

/* The network refuses a packet: a bug, since patterns make valid ones only. */
static void refuse(void *ctx, uint32_t node, const struct net_packet *p, const char *text,
		   ps_t now_ps)
{
	(void)ctx, (void)now_ps;
	fprintf(stderr, "bgq-net: node %u: packet to %u: %s\n", node, p->dst, text);
	abort();
}

const struct net_ops traffic_ops = { .deliver = deliver, .inject_ready = inject_ready,
				     .refuse = refuse };
