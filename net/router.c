/*
 * router.c - what happens to packets at a router, event by event.
 *
 * Virtual cut-through: a packet leaves as soon as its head has been routed, a link is
 * free and there are tokens (credits) for the buffer behind it; the tail follows.  The
 * arbiter gives a link that becomes free to one of the packets that wait for it.
 */
#include <stdlib.h>
#include <string.h>

#include "internal.h"

/* p is in no queue any more, and leaves over a link. */
static void leave_by_link(struct net *net, struct net_node *n, struct net_packet *p,
			  const struct net_choice *c, ps_t now_ps)
{
	struct net_sender *s = &n->send[c->way];
	unsigned token = token_of(net, p, route_of(p)->vc);
	struct net_wire wire = route_of(p)->last;

	net_send(net, n, p, c->way, c->vc, now_ps);
	s->from = c->source + 1u;
	s->queue = c->queue;
	net_source_leaves(n, c->source, c->queue, c->way + 1u);
	if (c->source < RECEIVERS)
		net_token_return(net, n, c->source, wire, token,
				 n->free_ps[c->way] - net->m->link_gap_ps);
	if (net_source_first(n, c->source, c->queue) || net_sender_wanted(n, c->way) ||
	    (c->source >= RECEIVERS && (n->inject_wants >> (c->source - RECEIVERS) & 1)))
		net_sender_await(net, n, c->way, now_ps);
}

static void leave_by_reception(struct net *net, struct net_node *n, struct net_packet *p,
			       const struct net_choice *c, unsigned f, ps_t now_ps)
{
	unsigned token = token_of(net, p, route_of(p)->vc);
	ps_t tail_ps = net_receive(net, n, p, f, now_ps);

	n->reception[f].from = c->source + 1u;
	n->reception[f].queue = c->queue;
	net_source_leaves(n, c->source, c->queue, LEAVING_RECEPTION);
	if (c->source < RECEIVERS)
		net_token_return(net, n, c->source, route_of(p)->last, token, tail_ps);
#if ROUTER_SOURCE_ROUTES
	if (c->source < RECEIVERS && net->m->recovery_packets)
		net_recovery_ack(net, n, c->source, route_of(p), tail_ps);
#endif
}

static void leave(struct net *net, struct net_node *n, struct net_packet *p, unsigned ways,
		  const struct net_choice *c, ps_t now_ps)
{
	if (c->way < ROUTER_LINKS)
		leave_by_link(net, n, p, c, now_ps);
	else
		leave_by_reception(net, n, p, c, net_reception_fifo(c->source, ways), now_ps);
}

/* A copy of a packet on its way along a line; the packet itself goes on. */
static void leave_copy(struct net *net, struct net_node *n, struct net_packet *p, unsigned ways,
		       const struct net_choice *c, ps_t now_ps)
{
	struct net_packet *copy = net_packet_alloc(net, number_of(net, n));

	if (!copy)
		abort(); /* a node without its copy would wait for ever */
	memcpy(copy, p, offsetof(struct net_packet, wire) + NET_PACKET_HEADER_BYTES +
				(net->has_payload ? p->payload_bytes : 0));
	net_receive(net, n, copy, net_reception_fifo(c->source, ways), now_ps);
	route_of(p)->copied = true;
	net_router_next(net, n, c->source, c->queue, NO_LINK, now_ps);
}

/* p, the first of its queue and not ready, goes as chosen. */
static void go(struct net *net, struct net_node *n, struct net_packet *p, unsigned ways,
	       const struct net_choice *c, ps_t now_ps)
{
	if (c->way >= ROUTER_LINKS && route_of(p)->dims) {
		leave_copy(net, n, p, ways, c, now_ps);
		return;
	}
	net_source_take(net, n, *c, ways, now_ps);
	leave(net, n, p, ways, c, now_ps);
}

void net_grant(struct net *net, struct net_node *n, const struct net_choice *c, ps_t now_ps)
{
	unsigned ways = net_source_unready(n, c->source, c->queue);

	go(net, n, net_source_first(n, c->source, c->queue), ways, c, now_ps);
}

/* The first packet of a queue has to wait, for a link or a reception FIFO. */
static void wait_for_way(struct net *net, struct net_node *n, const struct net_choice *c,
			 unsigned ways, unsigned links, ps_t now_ps)
{
	net_source_ready(n, c->source, c->queue, ways);
	for (unsigned m = ways_mask(ways) & WAYS_LINKS & links; m; m &= m - 1)
		net_sender_await(net, n, (unsigned)__builtin_ctz(m), now_ps);
}

void net_router_next(struct net *net, struct net_node *n, unsigned source, unsigned queue,
		     unsigned except, ps_t now_ps)
{
	struct net_packet *p = net_source_first(n, source, queue);
	struct net_choice c = { .source = (uint8_t)source, .queue = (uint8_t)queue };

	if (!p)
		return;
	if (source >= RECEIVERS && route_of(p)->ready_ps > now_ps) {
		light_post(net, LIGHT_INJECTED, source, number_of(net, n), NULL,
			   route_of(p)->ready_ps);
		return;
	}
	unsigned ways = net_route_ways(net, p), not = except < ROUTER_LINKS ? 1u << except : 0;

	if (net_choose_way(net, n, ways & ~not, now_ps, &c) && c.way != except)
		go(net, n, p, ways, &c, now_ps);
	else
		wait_for_way(net, n, &c, ways, ~not, now_ps);
}

/* ---- events */

static void arbitrate(struct net *net, struct net_node *n, unsigned link,
		      ps_t now_ps)
{
	struct net_choice c = { .way = (uint8_t)link };

	if (!net_sender_open(net, n, link, now_ps))
		return;
	if (ROUTER_COLLECTIVES && (n->coll_wants >> link & 1) &&
	    net_coll_link_open(net, n, link, now_ps))
		return;
	if (net_choose_source(net, n, &c))
		net_grant(net, n, &c, now_ps);
	else if (net_sender_wanted(n, link))
		net_sender_await(net, n, link, now_ps);
}

/* The link is done with a packet: what stood behind it is ready now, and another
 * packet may use the link. */
static void link_free(struct net *net, struct net_node *n, unsigned link,
		      ps_t now_ps)
{
	struct net_sender *s = &n->send[link];
	unsigned source = SOURCES;

	n->posted &= (uint16_t)~(1u << link);
	if (n->free_ps[link] > now_ps) { /* packets are sent again, guard.c */
		net_sender_await(net, n, link, now_ps);
		return;
	}
	if (s->from) {
		unsigned queue = s->queue;

		source = s->from - 1u;
		net_source_retire(n, &s->from, queue);
		net_router_next(net, n, source, queue, link, now_ps);
	}
	arbitrate(net, n, link, now_ps);
	if (source >= RECEIVERS && source < SOURCES)
		net_inject_notify(net, n, source - RECEIVERS, now_ps);
}

static void tokens_come(struct net *net, struct net_node *n, unsigned link,
			ps_t now_ps)
{
	if (net_sender_fed(net, n, link, now_ps))
		arbitrate(net, n, link, now_ps);
}

/* Packets that keep their order do not pass others of their channel (US 7,668,970: such a
 * packet on the bypass is blocked while that channel's FIFO is not empty). */
static bool may_bypass(struct net_node *n, const struct net_choice *c, const struct net_packet *p,
		       ps_t now_ps)
{
	const struct net_route *r = route_of_const(p);

	if (r->deposit)
		return false;
	return r->dynamic || (!net_source_first(n, c->source, c->queue) &&
			      !net_source_leaving(n, c->source, c->queue, now_ps));
}

static void head_enters(struct net *net, struct net_node *n, unsigned r,
			 struct net_packet *p, ps_t now_ps)
{
	unsigned ways = net_route_ways(net, p);
	struct net_choice c = { .source = (uint8_t)r };

	c.queue = (uint8_t)net_source_queue(net, n, r, p, ways, now_ps);
	if (router_bypasses(net) && may_bypass(n, &c, p, now_ps) &&
	    net_choose_way(net, n, ways, now_ps, &c)) {
		c.queue = QUEUE_BYPASS;
		net_source_passes(n, r, p);
		leave(net, n, p, ways, &c, now_ps);
		return;
	}
	if (net_source_first(n, r, c.queue)) {
		net_source_append(net, n, c, p, ways, now_ps);
		return;
	}
	unsigned leaving = net_source_leaving(n, r, c.queue, now_ps);

	/* Virtual cut-through: it need not be put into the queue. */
	if (!router_bypasses(net) && !leaving && !route_of(p)->deposit &&
	    net_choose_way(net, n, ways, now_ps, &c)) {
		net_source_passes(n, r, p);
		leave(net, n, p, ways, &c, now_ps);
		return;
	}
	net_source_append(net, n, c, p, ways, now_ps);
	if (leaving && leaving <= ROUTER_LINKS)
		net_sender_await(net, n, leaving - 1, now_ps);
	else if (!leaving && route_of(p)->deposit)
		net_router_next(net, n, r, c.queue, NO_LINK, now_ps);
	else if (!leaving)
		wait_for_way(net, n, &c, ways, ~0u, now_ps);
}

static void head_arrives(struct net *net, struct net_node *n, unsigned r,
			 struct net_packet *p, ps_t now_ps)
{
	if (ROUTER_COLLECTIVES && route_of(p)->vc >= VCS) {
		net_coll_arrive(net, n, r, p, now_ps);
		return;
	}
#if ROUTER_SOURCE_ROUTES
	if (!net_turn_enter(net, n, r, p, now_ps))
		return;
#endif
	head_enters(net, n, r, p, now_ps);
}

void net_light(void *ctx, const struct event_entry *e)
{
	struct net *net = ctx;
	unsigned port = e->seq & 0xff;

	if (e->seq >> EVENT_KIND_SHIFT == NOTE_TOKEN) {
		net_token_note(net, e);
		return;
	}
	struct net_node *n = node_of(net, entry_node(e));
	void *what = e->what;

	switch ((enum net_light)(e->seq >> EVENT_KIND_SHIFT)) {
	case LIGHT_TOKENS: tokens_come(net, n, port, e->time_ps); break;
	case LIGHT_FREE: link_free(net, n, port, e->time_ps); break;
	case LIGHT_GUARDED:
		what = net_guard_receive(net, n, port, what);
		__attribute__((fallthrough));
	case LIGHT_HEAD: head_arrives(net, n, port, what, e->time_ps); break;
	case LIGHT_RESEND: net_guard_timeout(net, n, port, e->time_ps); break;
	case LIGHT_RECEIVED: net_received(net, n, port, e->what, e->time_ps); break;
#if ROUTER_SOURCE_ROUTES
	case LIGHT_LANED:
		head_enters(net, n, port & ((1u << LANE_SHIFT) - 1), e->what, e->time_ps);
		break;
	case LIGHT_RELAY: net_recovery_relay(net, n, port, e->time_ps); break;
#endif
	default: net_router_next(net, n, port, 0, NO_LINK, e->time_ps); break;
	}
}

static void state_prefetch(const struct net_node *n, const struct event_entry *e)
{
	unsigned port = e->seq & 0xff;

	if (e->seq >> EVENT_KIND_SHIFT == NOTE_TOKEN) {
		__builtin_prefetch(&n->send[e->seq >> 3 & 0xf], 1);
		return;
	}
	__builtin_prefetch(n);
	__builtin_prefetch((const char *)n + NET_LINE);
	__builtin_prefetch((const char *)n + 2 * NET_LINE);
	switch ((enum net_light)(e->seq >> EVENT_KIND_SHIFT)) {
	case LIGHT_HEAD:
		__builtin_prefetch(&n->receive[port]);
		__builtin_prefetch(&n->receive[port].queue);
		__builtin_prefetch(e->what);
		break;
	case LIGHT_TOKENS:
	case LIGHT_FREE:
		__builtin_prefetch(&n->send[port]);
		break;
	case LIGHT_RECEIVED:
		__builtin_prefetch(&n->reception[port]);
		sim_prefetch(e->what, EVENT_LINES_BYTES);
		break;
	default:
		break;
	}
}

/* The next packet of the queue that the link's last one has left is ready then; or its
 * injection FIFO has room, which the message unit may wait for. */
static void free_prefetch(const struct net *net, const struct net_node *n,
			  const struct net_sender *s)
{
	unsigned source = s->from - 1u;

	for (unsigned r = n->wanted[s - n->send] & ((1u << RECEIVERS) - 1); r; r &= r - 1) {
		const struct net_receiver *c = &n->receive[__builtin_ctz(r)];

		__builtin_prefetch(c);
		__builtin_prefetch(&c->queue);
	}
	if (source < RECEIVERS)
		__builtin_prefetch(&n->receive[source].queue[s->queue]);
	else if (source < SOURCES && n->inject_wants >> (source - RECEIVERS) & 1 &&
		 net->ops->inject_prefetch)
		net->ops->inject_prefetch(net->ops_ctx, number_of(net, n), source - RECEIVERS);
}

/* One of these gets the link. */
static void candidates_prefetch(const struct net *net, const struct net_node *n, unsigned link)
{
	const struct net_sender *s = &n->send[link];
	unsigned source = s->from - 1u;

	if (source < RECEIVERS)
		__builtin_prefetch(n->receive[source].queue[s->queue].first);
	else if (source < SOURCES && n->inject_wants >> (source - RECEIVERS) & 1 &&
		 net->ops->inject_prefetch_memory)
		net->ops->inject_prefetch_memory(net->ops_ctx, number_of(net, n),
						 source - RECEIVERS);
	for (unsigned r = n->wanted[link] & ((1u << RECEIVERS) - 1); r; r &= r - 1) {
		const struct net_receiver *c = &n->receive[__builtin_ctz(r)];

		for (unsigned ready = c->ready; ready; ready &= ready - 1) {
			unsigned q = (unsigned)__builtin_ctz(ready);

			if (ways_mask(c->ways[q]) >> link & 1)
				__builtin_prefetch(c->queue[q].first);
		}
	}
}

void net_prefetch(void *ctx, const struct event_entry *e, unsigned step)
{
	const struct net *net = ctx;
	const struct net_node *n = &net->node[entry_node(e)];
	unsigned kind = e->seq >> EVENT_KIND_SHIFT, port = e->seq & 0xff;

	if (step == 0)
		state_prefetch(n, e);
	else if (step == 2) {
		if (kind == LIGHT_FREE)
			candidates_prefetch(net, n, port);
	} else if (kind == LIGHT_FREE)
		free_prefetch(net, n, &n->send[port]);
	else if (kind == LIGHT_RECEIVED && port < REC_COLL_USER && net->ops->deliver_prefetch)
		net->ops->deliver_prefetch(net->ops_ctx, entry_node(e));
}
