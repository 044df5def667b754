/*
 * route_source.c - routing where packets know their way: the next segment of the first word (
 * mesh/word.h), which the router sets one hop on; and what a router does before it looks at an
 * output: packets that ask for a turn or a link that is not in its table are dropped, those that
 * turn take one of its lanes (SAND2003-2954, Routing to Deadlock Avoidance).
 *
 * Copies: a link's packets stay in its recovery memory until they are safe, in a router two hops
 * on (ack2), or at their destination (ack).  Here that is a buffer with tokens like others: one
 * comes back from the neighbour, or through it from the one behind it.
 *
 * Never: a way that depends on the state of links.
 */
#include "internal.h"

#if ROUTER_SOURCE_ROUTES

void net_route_set_up(struct net *net)
{
	(void)net;
}

const char *net_route_start(const struct net *net, struct net_node *n, struct net_packet *p)
{
	struct net_route *r = route_of(p);
	uint64_t word;

	(void)n;
	if (p->dst >= net->nodes)
		return "destination outside the machine";
	memcpy(&word, &p->header[NET_HEADER_DESTINATION], sizeof word);
	*r = (struct net_route){ .word = word };
	r->vc = net_header_channel(p->header) == NET_CHANNEL_PRIORITY ? VC_ESCAPE + 1 : VC_ESCAPE;
	unsigned way = net_word_way(word);

	if (!net_word_intact(word))
		return "the first word's state is not what its complement says";
	if (way != NET_WORD_NO_WAY && net->turns && !net_turns_link(net->turns, p->src, way))
		return "the first word begins with a link that does not work";
	return NULL;
}

unsigned net_route_ways(const struct net *net, const struct net_packet *p)
{
	const struct net_route *r = route_of_const(p);
	unsigned way = net_word_way(r->word), fixed = way;

	(void)net;
	if (way == NET_WORD_NO_WAY)
		fixed = p->hops ? WAY_RECEPTION : WAY_LOCAL;
	return class_of_vc(r->vc) << CLASS_SHIFT | fixed << FIXED_SHIFT;
}

void net_route_cross(struct net_packet *p, unsigned link)
{
	struct net_route *r = route_of(p);

	(void)link;
	r->word = net_word_step(r->word);
	p->hops++;
}

/* ---- acknowledgements */

/* The copy of a packet that came by receiver r can go: of its last link, at tail_ps. */
void net_recovery_ack(struct net *net, const struct net_node *n, unsigned r,
		      const struct net_route *route, ps_t tail_ps)
{
	net_token_return(net, n, r, route->last, 1u << 3 | VC_RECOVERY, tail_ps);
}

/* The packet is here now: tells the router two hops back, which still has a copy, by way of the
 * router between. */
static void ack2(struct net *net, unsigned r, struct net_route *route, ps_t tail_ps)
{
	if (route->before)
		light_post(net, LIGHT_RELAY, route->before - 1u, route->last.node, NULL,
			   tail_ps + route->last.ps + net->m->token_ps);
	route->before = (uint8_t)((r ^ 1) + 1);
}

/* Relays an acknowledgement, as the router between: over its link that leads back. */
void net_recovery_relay(struct net *net, struct net_node *n, unsigned link, ps_t now_ps)
{
	struct net_wire back = n->send[link ^ 1].wire;

	net_token_return(net, n, link ^ 1, back, 1u << 3 | VC_RECOVERY, now_ps);
}

/* ---- turns */

static bool legal(const struct net *net, const struct net_node *n, unsigned r, unsigned way)
{
	uint32_t node = number_of(net, n);

	if (way == NET_WORD_NO_WAY || !net->turns)
		return true;
	return way < ROUTER_LINKS && net_turns_link(net->turns, node, way) &&
	       net_turns_allow(net->turns, node, r ^ 1, way);
}

/* The packet gets the lane that is free first, for its length, and turns.  Two events of a receiver
 * at one time differ by their lanes, of which the packet that came first has the lower. */
static void take_lane(struct net *net, struct net_node *n, unsigned r, struct net_packet *p,
		      ps_t now_ps)
{
	unsigned best = 0;

	for (unsigned i = 1; i < net->m->lanes; i++)
		if (n->lane_ps[i] < n->lane_ps[best])
			best = i;
	ps_t start_ps = n->lane_ps[best] > now_ps ? n->lane_ps[best] : now_ps;

	n->lane_ps[best] = start_ps + packet_ps(net, p);
	light_post(net, LIGHT_LANED, r | best << LANE_SHIFT, number_of(net, n), p,
		   start_ps + net->m->turn_ps);
}

static void drop(struct net *net, struct net_node *n, unsigned r, struct net_packet *p,
		 ps_t tail_ps)
{
	net_source_passes(n, r, p);
	net_token_return(net, n, r, route_of(p)->last, token_of(net, p, route_of(p)->vc), tail_ps);
	if (net->m->recovery_packets)
		net_recovery_ack(net, n, r, route_of(p), tail_ps);
	n->dropped++;
	net_packet_free(net, number_of(net, n), p);
}

bool net_turn_enter(struct net *net, struct net_node *n, unsigned r, struct net_packet *p,
		    ps_t now_ps)
{
	struct net_route *route = route_of(p);
	unsigned way = net_word_way(route->word);
	ps_t length_ps = packet_ps(net, p);
	ps_t tail_ps = now_ps + (length_ps > net->m->router_ps ? length_ps - net->m->router_ps : 0);

	if (net->m->recovery_packets)
		ack2(net, r, route, tail_ps);
	if (!legal(net, n, r, way)) {
		drop(net, n, r, p, tail_ps);
		return false;
	}
	if (way == NET_WORD_NO_WAY || way == (r ^ 1) || !net->m->lanes)
		return true;
	take_lane(net, n, r, p, now_ps);
	return false;
}

#endif
