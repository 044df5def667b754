/*
 * guard.c - the link protocol, see guard.h.
 *
 * What becomes of a packet on the wire is known when it is put there (net/fault/link.h), so
 * that acknowledgements need no events: a packet that gets through is the receiver's at once.
 * One that does not is kept, with all that follow, until its time-out; then they are sent again,
 * in order, before anything else.  A receiver that finds wrong bits drops the packet; copies
 * that its router has sent on already, marked as bad, are not modelled.
 */
#include <errno.h>
#include <stdlib.h>

#include "guard_internal.h"
#include "net/base/pages.h"
#include "net/fault/crc.h"

static struct net_guard none; /* a link without faults */

static size_t guards_bytes(const struct net *net)
{
	return sizeof(struct net_guards) +
	       (size_t)net->nodes * ROUTER_LINKS * sizeof(struct net_guard *);
}

int net_set_faults(struct net *net, const struct net_faults *plan, net_fault_event_fn *tell,
		   void *ctx)
{
	net->guards = pages_alloc(guards_bytes(net));
	if (!net->guards)
		return -ENOMEM;
	net->guards->plan = plan;
	net->guards->tell = tell;
	net->guards->ctx = ctx;
	if (!plan->reroute)
		return 0;
	net->guards->rerouted = calloc(net->nodes, sizeof *net->guards->rerouted);
	bool made = net_around_init(&net->guards->around, plan, net->order_masks);

	return made && net->guards->rerouted ? 0 : -ENOMEM;
}

static void guard_free(struct net_guard *g)
{
	if (!g || g == &none)
		return;
	net_link_faults_cleanup(&g->faults);
	free(g);
}

void net_guards_free(struct net *net)
{
	if (!net->guards)
		return;
	for (size_t i = 0; i < (size_t)net->nodes * ROUTER_LINKS; i++)
		guard_free(net->guards->of[i]);
	net_around_cleanup(&net->guards->around);
	free(net->guards->rerouted);
	pages_free(net->guards, guards_bytes(net));
}

/* ---- set-up of a link, when something is sent over it for the first time */

static ps_t full_packet_ps(const struct net *net)
{
	return net->length_ps[(net->m->payload_bytes + net->m->header_bytes +
			       ROUTER_CHUNK_BYTES(net) - 1) / ROUTER_CHUNK_BYTES(net)];
}

/* The acknowledgement waits behind a packet the other way, at most. */
static ps_t round_trip_ps(const struct net *net, const struct net_wire *wire)
{
	return 2 * (wire->ps + net->m->router_ps) + full_packet_ps(net);
}

static struct net_guard *guard_make(struct net *net, uint32_t node, unsigned link)
{
	const struct net_faults *plan = net->guards->plan;
	struct net_link_faults faults;
	struct net_guard *g = &none;
	int has = net_link_faults_init(&faults, plan, node, link);

	if (has) {
		g = aligned_alloc(NET_LINE, sizeof *g);
		if (!g || has < 0)
			abort(); /* without them the link would be whole */
		*g = (struct net_guard){ .faults = faults };
		g->timeout_ps = plan->protocol.timeout_ps ? plan->protocol.timeout_ps
				: round_trip_ps(net, &net->node[node].send[link].wire);
	}
	return net->guards->of[(size_t)node * ROUTER_LINKS + link] = g;
}

/* NULL: the link has no faults. */
static struct net_guard *guard_of(struct net *net, uint32_t node, unsigned link)
{
	struct net_guard *g = net->guards->of[(size_t)node * ROUTER_LINKS + link];

	if (!g)
		g = guard_make(net, node, link);
	return g == &none ? NULL : g;
}

static void tell(const struct net *net, const struct net_fault_event *e)
{
	if (net->guards->tell)
		net->guards->tell(net->guards->ctx, e);
}

/* ---- running CRCs */

/* Header and payload, or the header alone. */
static unsigned bytes_of(const struct net *net, const struct net_packet *p)
{
	return NET_PACKET_HEADER_BYTES + (net->has_payload ? p->payload_bytes : 0u);
}

static uint32_t crc_of(const struct net *net, uint32_t crc, const struct net_packet *p)
{
	return net_crc(crc, p->wire, bytes_of(net, p));
}

/* The last bit of what there is of the packet is wrong. */
static void escape(const struct net *net, struct net_packet *p)
{
	if (net->has_payload && p->payload_bytes)
		p->wire[NET_PACKET_HEADER_BYTES + p->payload_bytes - 1u] ^= 1;
	else
		p->header[NET_PACKET_HEADER_BYTES - 1] ^= 1;
}

/* ---- the sending end */

static unsigned bits_of(const struct net *net, const struct net_packet *p)
{
	return 8 * (packet_chunks(net, p) * ROUTER_CHUNK_BYTES(net) + net->m->link_overhead_bytes);
}

/* More than other links take for the packet; its head waits until its tail can follow. */
static ps_t extra_ps(const struct net *net, const struct net_guard *g, const struct net_packet *p,
		     ps_t head_ps)
{
	return (net_link_factor(&g->faults, head_ps) - 1) * packet_ps(net, p);
}

static void timer(struct net *net, struct net_node *n, unsigned link, ps_t at_ps)
{
	light_post(net, LIGHT_RESEND, link, number_of(net, n), NULL, at_ps);
}

/* An acknowledgement that gets through is one for all before. */
static void acknowledge(struct net *net, struct net_node *n, struct net_guard *g, unsigned link,
			const struct net_packet *p, ps_t tail_ps)
{
	bool lost = net_link_loses_ack(&g->faults, tail_ps);

	g->sent.acks += lost;
	if (lost && !g->again_ps) {
		g->again_ps = tail_ps + g->timeout_ps;
		g->again_length_ps = g->again = 0;
		timer(net, n, link, g->again_ps);
	}
	if (!g->again_ps)
		return;
	g->again++;
	g->again_length_ps += packet_ps(net, p) + net->m->link_gap_ps;
	if (!lost && tail_ps + round_trip_ps(net, &n->send[link].wire) <= g->again_ps)
		g->again_ps = 0;
}

/* The packet has got through: the receiver's from here on. */
static void pass_on(struct net *net, struct net_node *n, struct net_guard *g,
		    struct net_packet *p, unsigned link, ps_t head_ps)
{
	const struct net_wire *wire = &n->send[link].wire;
	bool wrong = g->escapes;

	g->sent.sent++;
	g->sent.sent_crc = crc_of(net, g->sent.sent_crc, p);
	g->sent.escaped += wrong;
	route_of(p)->last = (struct net_wire){ number_of(net, n), wire->ps };
	light_post(net, LIGHT_GUARDED, link ^ 1, wire->node, (char *)p + wrong,
		   head_ps + wire->ps + net->m->router_ps);
}

/* A packet takes longer than usual: an event, if it is the first that takes so long. */
static void slowed(const struct net *net, const struct net_node *n, struct net_guard *g,
		   unsigned link, const struct net_packet *p, ps_t head_ps)
{
	unsigned factor = net_link_factor(&g->faults, head_ps);

	g->sent.slowed++;
	if (factor == g->factor)
		return;
	g->factor = factor;
	tell(net, &(struct net_fault_event){ .kind = NET_EVENT_SLOW, .node = number_of(net, n),
		.link = link, .packet = p, .factor = factor, .time_ps = head_ps });
}

/* Puts the packet on the wire; false: it has not got through. */
static bool transmit(struct net *net, struct net_node *n, struct net_guard *g,
		     struct net_packet *p, unsigned link, ps_t head_ps)
{
	ps_t extra = extra_ps(net, g, p, head_ps), tail_ps = head_ps + packet_ps(net, p) + extra;
	struct net_link_hit hit = net_link_pass(&g->faults, packet_chunks(net, p),
						bits_of(net, p), head_ps, tail_ps);

	g->sent.corrected += hit.corrected;
	if (extra)
		slowed(net, n, g, link, p, head_ps);
	if (hit.outcome == NET_LINK_GOOD || hit.outcome == NET_LINK_ESCAPED) {
		acknowledge(net, n, g, link, p, tail_ps);
		g->escapes = hit.outcome == NET_LINK_ESCAPED;
		pass_on(net, n, g, p, link, head_ps + extra);
		return true;
	}
	g->resend_ps = tail_ps + g->timeout_ps;
	if (hit.outcome == NET_LINK_LOST) {
		g->sent.lost++;
		return false;
	}
	g->sent.bad++;
	tell(net, &(struct net_fault_event){ .kind = NET_EVENT_RESENT, .node = number_of(net, n),
		.link = link, .packet = p, .bits = hit.bits, .first_bit = hit.first_bit,
		.bytes = bytes_of(net, p), .time_ps = tail_ps });
	return false;
}

/* Keeps a packet that is to be sent again. */
static void keep(struct net_guard *g, struct net_packet *p)
{
	p->next = NULL;
	if (g->first)
		g->last->next = p;
	else
		g->first = p;
	g->last = p;
	g->copies++;
}

/* The first packet that does not get through: it, and all behind it, wait for its time-out. */
static void go_back(struct net *net, struct net_node *n, struct net_guard *g, unsigned link,
		    ps_t first_ps)
{
	g->first_ps = first_ps;
	g->tries = 1;
	timer(net, n, link, g->resend_ps);
}

bool net_guard_send(struct net *net, struct net_node *n, struct net_packet *p, unsigned link,
		    ps_t head_ps)
{
	struct net_guard *g = guard_of(net, number_of(net, n), link);

	if (!g)
		return false;
	ps_t extra = extra_ps(net, g, p, head_ps);

	n->free_ps[link] += extra;
	n->send[link].count.busy_ps += extra;
	if (g->first) {
		keep(g, p);
		g->sent.discarded++;
	} else if (!transmit(net, n, g, p, link, head_ps)) {
		keep(g, p);
		go_back(net, n, g, link, head_ps);
	}
	if (g->copies >= net->guards->plan->protocol.copies && !g->sent.dead)
		n->free_ps[link] = ps_max(n->free_ps[link], g->resend_ps);
	return true;
}

/* ---- time-outs */

/* Nothing gets through any more: what is to go by the link waits for ever. */
static void give_up(const struct net *net, const struct net_node *n, struct net_guard *g,
		    unsigned link, ps_t now_ps)
{
	g->sent.dead = true;
	tell(net, &(struct net_fault_event){ .kind = NET_EVENT_DEAD, .node = number_of(net, n),
		.link = link, .packet = g->first, .tries = g->tries, .time_ps = now_ps });
}

/* The link is taken for what is sent again, from start_ps to *end_ps. */
static void occupy(struct net_node *n, unsigned link, ps_t length_ps, ps_t gap_ps, ps_t *end_ps)
{
	n->send[link].count.busy_ps += length_ps;
	*end_ps += length_ps + gap_ps;
}

/* Sends all again, one after the other, whether or not one in between gets through. */
static void resend_all(struct net *net, struct net_node *n, struct net_guard *g, unsigned link,
		       ps_t *end_ps)
{
	struct net_packet *p = g->first, *next;
	bool through = true;

	g->first = NULL;
	g->copies = 0;
	for (; p; p = next) {
		ps_t head_ps = *end_ps;

		next = p->next;
		occupy(n, link, packet_ps(net, p) + extra_ps(net, g, p, head_ps),
		       net->m->link_gap_ps, end_ps);
		g->sent.resent++;
		if (through && transmit(net, n, g, p, link, head_ps)) {
			g->tries = 0;
			g->first_ps = head_ps;
			continue;
		}
		g->sent.discarded += !through;
		through = false;
		keep(g, p);
	}
	if (g->first) {
		g->tries++;
		timer(net, n, link, g->resend_ps);
	}
}

/* An acknowledgement was lost, and none has come after it: the receiver drops what it has, and
 * acknowledges again. */
static void resend_again(struct net *net, struct net_node *n, struct net_guard *g, unsigned link,
			 ps_t *end_ps)
{
	g->sent.again += g->again;
	g->sent.resent += g->again;
	occupy(n, link, g->again_length_ps, 0, end_ps);
	g->again_ps = 0;
	if (g->first || !net_link_loses_ack(&g->faults, *end_ps))
		return; /* what is sent after these has acknowledgements of its own */
	g->sent.acks++;
	g->again_ps = *end_ps + g->timeout_ps;
	timer(net, n, link, g->again_ps);
}

void net_guard_timeout(struct net *net, struct net_node *n, unsigned link, ps_t now_ps)
{
	struct net_guard *g = guard_of(net, number_of(net, n), link);
	struct net_sender *s = &n->send[link];
	bool back = g->first && g->resend_ps == now_ps, again = g->again_ps == now_ps;
	ps_t end_ps = ps_max(now_ps, n->free_ps[link]);

	if ((!back && !again) || g->sent.dead)
		return; /* what it was for has been acknowledged since */
	g->sent.timeouts++;
	if (back && now_ps - g->first_ps >= net->guards->plan->protocol.give_up_ps) {
		give_up(net, n, g, link, now_ps);
		return;
	}
	if (s->from && n->free_ps[link] <= now_ps)
		net_source_retire(n, &s->from, s->queue);
	if (again)
		resend_again(net, n, g, link, &end_ps);
	if (back)
		resend_all(net, n, g, link, &end_ps);
	n->free_ps[link] = end_ps;
	s->starving = false;
	if (s->from || net_sender_wanted(n, link))
		net_sender_await(net, n, link, now_ps);
}

/* ---- the receiving end */

struct net_packet *net_guard_receive(struct net *net, const struct net_node *n, unsigned r,
				     void *what)
{
	uintptr_t wrong = (uintptr_t)what & 1;
	struct net_packet *p = (struct net_packet *)((char *)what - wrong);
	struct net_guard *g = guard_of(net, n->send[r].wire.node, r ^ 1);

	if (wrong)
		escape(net, p);
	g->received.received++;
	g->received.received_crc = crc_of(net, g->received.received_crc, p);
	return p;
}

ps_t net_guard_token_ps(struct net *net, struct net_wire wire, unsigned link, ps_t at_ps)
{
	struct net_guard *g = guard_of(net, wire.node, link);
	ps_t each_ps = net->guards->plan->protocol.token_ps;

	if (!g)
		return at_ps;
	unsigned times = net_link_loses_token(&g->faults, at_ps);

	g->received.tokens += times;
	at_ps += times * (each_ps ? each_ps : g->timeout_ps);
	return net_link_up_ps(&g->faults, at_ps);
}

/* ---- barriers: levels that links carry, not packets with copies; wrong bits are not modelled */

ps_t net_give_up_ps(const struct net *net)
{
	return net->guards->plan->protocol.give_up_ps;
}

ps_t net_link_leaves_ps(struct net *net, uint32_t node, unsigned link, ps_t at_ps)
{
	struct net_guard *g = net->guards ? guard_of(net, node, link) : NULL;

	if (!g)
		return at_ps;
	ps_t up_ps = g->sent.dead ? PS_NEVER : net_link_up_ps(&g->faults, at_ps);

	return up_ps - at_ps < net_give_up_ps(net) ? up_ps : PS_NEVER;
}

void net_link_gave_up(struct net *net, uint32_t node, unsigned link, ps_t now_ps)
{
	struct net_guard *g = guard_of(net, node, link);

	if (!g->sent.dead)
		give_up(net, node_of(net, node), g, link, now_ps);
}

bool net_link_is_dead(const struct net *net, uint32_t node, unsigned link, ps_t at_ps)
{
	struct net_way w = { .plus = (uint8_t)((link & 1) << link / 2) };

	w.left[link / 2] = 1;
	return net->guards && net_around_meets(&net->guards->around, node, &w, at_ps);
}

/* ---- reports */

uint64_t net_rerouted(const struct net *net)
{
	uint64_t all = 0;

	for (uint32_t n = 0; net->guards && net->guards->rerouted && n < net->nodes; n++)
		all += net->guards->rerouted[n];
	return all;
}

bool net_link_count(const struct net *net, uint32_t node, unsigned link,
		    struct net_link_counts *c)
{
	const struct net_guard *g = net->guards
		? net->guards->of[(size_t)node * ROUTER_LINKS + link] : NULL;

	if (!g || g == &none)
		return false;
	*c = g->sent;
	c->received = g->received.received;
	c->received_crc = g->received.received_crc;
	c->tokens = g->received.tokens;
	return true;
}
