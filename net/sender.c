/*
 * sender.c - the sending end of a link (output port): the packet that it is busy with, and
 * token (credit) flow control for the buffers at the other end.
 *
 * Tokens count units of the buffer: packets, or chunks, of which packets that are not dynamic
 * take as many as one of full size.  One on its way back is only recorded (net_returning)
 * with the time at which it comes, and counted when the sender is next used, so
 * that most tokens cost no event.  An event is posted only for a free link that has packets
 * waiting and is out of tokens (starving).
 */
#include "internal.h"

static void tokens_take(struct net *net, struct net_node *n, unsigned link, ps_t now_ps)
{
	struct net_sender *s = &n->send[link];

	for (unsigned i = s->returning; i-- > 0;) {
		uint64_t *token = net_returning(net, n, link, i);

		if (*token >> TOKEN_BITS > now_ps)
			continue;
		s->used[*token & 7] -= (uint8_t)token_units(*token);
		*token = *net_returning(net, n, link, --s->returning);
	}
}

bool net_sender_open(struct net *net, struct net_node *n, unsigned link,
		     ps_t now_ps)
{
	if (sender_busy(n, link, now_ps))
		return false;
	if (n->send[link].returning)
		tokens_take(net, n, link, now_ps);
	return true;
}

/* When a token's note arrives depends on workers, and with it whether there is a
 * LIGHT_TOKENS from an earlier wait, or two of them.  These must not draw random numbers:
 * a wait that began at this very time has seen all tokens that have come. */
bool net_sender_fed(struct net *net, struct net_node *n, unsigned link,
		    ps_t now_ps)
{
	struct net_sender *s = &n->send[link];

	if (!s->starving || s->starved_ps == now_ps)
		return false;
	tokens_take(net, n, link, now_ps);
	s->starving = false;
	return true;
}

/* Bubble rule: a packet that goes on along its ring needs room for itself, one that enters
 * the ring leaves room for another.  So there is always a bubble in it, and it keeps moving
 * (US patent 7,668,970). */
int net_sender_channel(const struct net *net, const struct net_node *n, unsigned link,
		       unsigned source, unsigned queue, unsigned ways)
{
	const struct net_sender *s = &n->send[link];

	if (ways >> link & 1)
		for (unsigned vc = 0; vc < router_dynamic_vcs(net); vc++)
			if (net_sender_has_room(net, s, vc))
				return (int)vc;
	if (ways_fixed(ways) != link)
		return -1;
	if (ROUTER_SOURCE_ROUTES && net->m->recovery_packets &&
	    s->used[BUFFERS - 1] >= net->m->recovery_packets)
		return -1;
	unsigned vc = vc_of_class(ways_class(ways));
	bool inside = source == (link ^ 1) && router_vc_of_queue(net, queue) == vc;
	unsigned room = (inside ? 1 : router_bubble(net)) * router_full_units(net);

	return s->used[vc] + room <= net->m->vc_packets[1 + ways_class(ways)] ? (int)vc : -1;
}

static inline bool of_collectives(unsigned vc)
{
	return ROUTER_COLLECTIVES && vc >= VCS;
}

/* Two of the collectives' channels are a class each.  Packets and chunks are added in one
 * word: the lower half carries into the upper one only where 2^32 packets of a class have
 * passed a link, when the chunks, at least one a packet, have wrapped round themselves. */
static void count_packet(struct net_sender *s, unsigned vc, unsigned chunks, ps_t length_ps)
{
	s->count.busy_ps += length_ps;
	s->count.sent[of_collectives(vc) ? (vc + VCS) / 2 : vc] += (uint64_t)chunks << 32 | 1;
}

_Static_assert(!ROUTER_COLLECTIVES ||
	       ((VCS + NET_COLL_WORLD_UP + VCS) / 2 == NET_SENT_WORLD &&
		(VCS + NET_COLL_SUB_UP + VCS) / 2 == NET_SENT_SUB), "two channels are a class");

/* The packet's head is on the link at head_ps; another one's can be a gap after its tail,
 * but that arbitration is part of the cycles of the collectives' logic. */
static void start(struct net *net, struct net_node *n, struct net_packet *p, unsigned link,
		  unsigned vc, ps_t head_ps)
{
	struct net_sender *s = &n->send[link];
	ps_t length_ps = packet_ps(net, p);

	if (s->from)
		net_source_retire(n, &s->from, s->queue);
	n->free_ps[link] = head_ps + length_ps + (of_collectives(vc) ? 0 : net->m->link_gap_ps);
	n->free_ps[link] += n->free_ps[link] == head_ps; /* without a clock, too, one at a time */
	s->used[vc] += (uint8_t)packet_units(net, p, vc);
	if (ROUTER_SOURCE_ROUTES && net->m->recovery_packets)
		s->used[BUFFERS - 1]++; /* a copy, just before it is on the wire */
	s->starving = false;
	count_packet(s, vc, packet_chunks(net, p), length_ps);
	route_of(p)->vc = (uint8_t)vc;
	if (__builtin_expect(net->watch != NULL, 0) && net->watch->sent)
		net->watch->sent(net->watch->ctx, number_of(net, n), link, p, head_ps,
				 head_ps + length_ps);
}

/* From here on the packet is the neighbour's, which by the host's clock may have it at once. */
static inline void cross(struct net *net, const struct net_node *n, struct net_packet *p,
			 unsigned link, ps_t head_ps)
{
	const struct net_wire *wire = &n->send[link].wire;

	route_of(p)->last = (struct net_wire){ number_of(net, n), wire->ps };
	light_post(net, LIGHT_HEAD, link ^ 1, wire->node, p,
		   head_ps + wire->ps + net->m->router_ps);
}

/* Functions of faults are apart from those of every hop, which else would save registers for
 * them. */
static __attribute__((noinline, cold)) void hand_over_guarded(struct net *net, struct net_node *n,
							      struct net_packet *p,
							      unsigned link, ps_t head_ps)
{
	if (!net_guard_send(net, n, p, link, head_ps))
		cross(net, n, p, link, head_ps);
}

static inline void hand_over(struct net *net, struct net_node *n, struct net_packet *p,
			     unsigned link, ps_t head_ps)
{
	if (__builtin_expect(net->guards != NULL, 0))
		hand_over_guarded(net, n, p, link, head_ps);
	else
		cross(net, n, p, link, head_ps);
}

void net_send(struct net *net, struct net_node *n, struct net_packet *p, unsigned link,
	      unsigned vc, ps_t now_ps)
{
	start(net, n, p, link, vc, now_ps);
	net_route_cross(p, link);
	hand_over(net, n, p, link, now_ps);
}

#if ROUTER_COLLECTIVES
void net_send_collective(struct net *net, struct net_node *n, struct net_packet *p,
			 struct net_coll_port by, ps_t head_ps)
{
	start(net, n, p, by.link, VCS + by.channel, head_ps);
	p->hops++;
	hand_over(net, n, p, by.link, head_ps);
}
#endif

static void wake_by_token(struct net *net, struct net_node *n, unsigned link)
{
	struct net_sender *s = &n->send[link];
	ps_t first_ps = PS_NEVER;

	for (unsigned i = 0; i < s->returning; i++) {
		ps_t token_ps = *net_returning(net, n, link, i) >> TOKEN_BITS;

		if (token_ps < first_ps)
			first_ps = token_ps;
	}
	if (first_ps == PS_NEVER || first_ps == s->wake_ps)
		return;
	s->wake_ps = first_ps;
	light_post(net, LIGHT_TOKENS, link, number_of(net, n), NULL, first_ps);
}

void net_sender_await(struct net *net, struct net_node *n, unsigned link,
		      ps_t now_ps)
{
	if (!sender_busy(n, link, now_ps)) {
		struct net_sender *s = &n->send[link];

		if (!s->starving)
			s->starved_ps = now_ps;
		s->starving = true;
		wake_by_token(net, n, link);
	} else if (!(n->posted >> link & 1)) {
		n->posted |= (uint16_t)(1u << link);
		light_post(net, LIGHT_FREE, link, number_of(net, n), NULL, n->free_ps[link]);
	}
}

static __attribute__((noinline, cold)) void note_guarded(struct net *net, uint32_t node,
							  struct event_entry e,
							  struct net_wire wire, unsigned link)
{
	e.time_ps = net_guard_token_ps(net, wire, link, e.time_ps);
	if (e.time_ps != PS_NEVER)
		net->sim->note(net->sim, node, &e);
}

/* The units go where an event has what it is about. */
void net_token_return(struct net *net, const struct net_node *n, unsigned receiver,
		      struct net_wire wire, unsigned token, ps_t tail_ps)
{
	struct event_entry e = {
		tail_ps + wire.ps + net->m->token_ps, event_place(wire.node, 0),
		(uint64_t)NOTE_TOKEN << EVENT_KIND_SHIFT | (receiver ^ 1) << 3 | (token & 7),
		TOKEN_BITS == 3 ? NULL : (void *)(uintptr_t)(token >> 3)
	};

	if (__builtin_expect(net->guards != NULL, 0))
		note_guarded(net, number_of(net, n), e, wire, receiver ^ 1);
	else
		net->sim->note(net->sim, number_of(net, n), &e);
}

void net_token_note(struct net *net, const struct event_entry *e)
{
	unsigned link = e->seq >> 3 & 0xf, vc = e->seq & 7;
	struct net_node *n = &net->node[entry_node(e)]; /* it is up: it has sent the packet */
	struct net_sender *s = &n->send[link];

	assert(s->returning < net->return_slots + TOKENS_NEAR);
	*net_returning(net, n, link, s->returning++) =
		e->time_ps << TOKEN_BITS | (TOKEN_BITS == 3 ? 0 : (uintptr_t)e->what << 3) | vc;
	if (s->starving)
		wake_by_token(net, n, link);
}
