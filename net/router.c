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

static void grant_link(struct net *net, struct net_node *n,
		       const struct net_choice *c, ps_t now_ps)
{
	struct net_packet *p = net_source_take(n, c->source, c->queue, now_ps);
	struct net_sender *s = &n->send[c->way];
	unsigned vc = route_of(p)->vc;

	net_send(net, n, p, c->way, c->vc, now_ps);
	s->from = c->source + 1u;
	s->queue = c->queue;
	net_source_leaves(n, c->source, c->queue, c->way + 1u);
	if (c->source < RECEIVERS)
		net_token_return(net, n, c->source, vc,
				 n->free_ps[c->way] - net->m->link_gap_ps);
	if (net_source_first(n, c->source, c->queue) || net_sender_wanted(n, c->way) ||
	    (c->source >= RECEIVERS && (n->inject_wants >> (c->source - RECEIVERS) & 1)))
		net_sender_await(net, n, c->way, now_ps);
}

/* A copy of a packet on its way along a line; the packet itself goes on. */
static void leave_copy(struct net *net, struct net_node *n,
		       const struct net_choice *c, unsigned f, ps_t now_ps)
{
	struct net_packet *p = net_source_first(n, c->source, c->queue);
	struct net_packet *copy = net_packet_alloc(net, number_of(net, n));

	if (!copy)
		abort(); /* a node without its copy would wait for ever */
	memcpy(copy, p, offsetof(struct net_packet, wire) + NET_PACKET_HEADER_BYTES +
				(net->has_payload ? p->payload_bytes : 0));
	net_receive(net, n, copy, f, now_ps);
	route_of(p)->copied = true;
	net_source_unready(n, c->source, c->queue);
	net_router_next(net, n, c->source, c->queue, NO_LINK, now_ps);
}

static void grant_reception(struct net *net, struct net_node *n,
			    const struct net_choice *c, ps_t now_ps)
{
	struct net_packet *p = net_source_first(n, c->source, c->queue);
	unsigned ways = c->source < RECEIVERS ? n->receive[c->source].ways[c->queue]
					      : n->inject[c->source - RECEIVERS].ways;
	unsigned f = net_reception_fifo(c->source, ways), vc = route_of(p)->vc;

	if (route_of(p)->dims) {
		leave_copy(net, n, c, f, now_ps);
		return;
	}
	net_source_take(n, c->source, c->queue, now_ps);
	ps_t tail_ps = net_receive(net, n, p, f, now_ps);

	n->reception[f].from = c->source + 1u;
	n->reception[f].queue = c->queue;
	net_source_leaves(n, c->source, c->queue, LEAVING_RECEPTION);
	if (c->source < RECEIVERS)
		net_token_return(net, n, c->source, vc, tail_ps);
}

void net_grant(struct net *net, struct net_node *n,
	       const struct net_choice *c, ps_t now_ps)
{
	if (c->way < NET_LINKS)
		grant_link(net, n, c, now_ps);
	else
		grant_reception(net, n, c, now_ps);
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
	unsigned ways = net_route_ways(net, p), not = except < NET_LINKS ? 1u << except : 0;

	net_source_ready(n, source, queue, ways);
	if (net_choose_way(net, n, ways & ~not, now_ps, &c) && c.way != except) {
		net_grant(net, n, &c, now_ps);
		return;
	}
	for (unsigned m = ways_mask(ways) & WAYS_LINKS & ~not; m; m &= m - 1)
		net_sender_await(net, n, (unsigned)__builtin_ctz(m), now_ps);
}

/* ---- events */

static void arbitrate(struct net *net, struct net_node *n, unsigned link,
		      ps_t now_ps)
{
	struct net_choice c = { .way = (uint8_t)link };

	if (!net_sender_open(net, n, link, now_ps))
		return;
	if ((n->coll_wants >> link & 1) && net_coll_link_open(net, n, link, now_ps))
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
	if (s->from && n->free_ps[link] <= now_ps) {
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

static void head_arrives(struct net *net, struct net_node *n, unsigned r,
			 struct net_packet *p, ps_t now_ps)
{
	if (route_of(p)->vc >= VCS) {
		net_coll_arrive(net, n, r, p, now_ps);
		return;
	}
	unsigned queue = net_source_append(n, r, p, net_route_ways(net, p), now_ps);

	if (queue == QUEUES)
		return;
	unsigned leaving = net_source_leaving(n, r, queue, now_ps);

	if (!leaving)
		net_router_next(net, n, r, queue, NO_LINK, now_ps);
	else if (leaving <= NET_LINKS)
		net_sender_await(net, n, leaving - 1, now_ps);
}

void net_light(void *ctx, const struct event_entry *e)
{
	struct net *net = ctx;
	unsigned port = e->seq & 0xff;
	struct net_node *n;

	if (e->seq >> 8 == NOTE_TOKEN) {
		net_token_note(net, e);
		return;
	}
	n = node_of(net, entry_node(e));
	switch ((enum net_light)(e->seq >> 8)) {
	case LIGHT_TOKENS: tokens_come(net, n, port, e->time_ps); break;
	case LIGHT_FREE: link_free(net, n, port, e->time_ps); break;
	case LIGHT_HEAD: head_arrives(net, n, port, e->what, e->time_ps); break;
	case LIGHT_RECEIVED: net_received(net, n, port, e->what, e->time_ps); break;
	default: net_router_next(net, n, port, 0, NO_LINK, e->time_ps); break;
	}
}

static void state_prefetch(const struct net_node *n, const struct event_entry *e)
{
	unsigned port = e->seq & 0xff;

	__builtin_prefetch(n);
	__builtin_prefetch((const char *)n + NET_LINE);
	__builtin_prefetch((const char *)n + 2 * NET_LINE);
	switch ((enum net_light)(e->seq >> 8)) {
	case LIGHT_HEAD:
		__builtin_prefetch(&n->receive[port]);
		__builtin_prefetch(&n->receive[port].queue);
		__builtin_prefetch(&n->send[port]);
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

	if (source < RECEIVERS)
		__builtin_prefetch(n->receive[source].queue[s->queue].first);
	else if (source < SOURCES && n->inject_wants >> (source - RECEIVERS) & 1 &&
		 net->ops->inject_prefetch)
		net->ops->inject_prefetch(net->ops_ctx, number_of(net, n), source - RECEIVERS);
}

/* A token may go back at once for a packet that has come. */
static void head_prefetch(const struct net *net, const struct net_node *n, unsigned port)
{
	const struct net_node *back = &net->node[n->send[port].neighbour];

	__builtin_prefetch(back);
	__builtin_prefetch(&back->send[port ^ 1]);
}

void net_prefetch(void *ctx, const struct event_entry *e, unsigned step)
{
	const struct net *net = ctx;
	const struct net_node *n = &net->node[entry_node(e)];
	unsigned kind = e->seq >> 8 & 0xff, port = e->seq & 0xff;

	if (step == 0)
		state_prefetch(n, e);
	else if (kind == LIGHT_FREE)
		free_prefetch(net, n, &n->send[port]);
	else if (kind == LIGHT_HEAD)
		head_prefetch(net, n, port);
	else if (kind == LIGHT_RECEIVED && port < NET_REC_COLL_USER && net->ops->deliver_prefetch)
		net->ops->deliver_prefetch(net->ops_ctx, entry_node(e));
}
