/*
 * downtree.c - the way down, a broadcast: a packet is copied to all links below, to each
 * as soon as that has room, and then goes to the node itself (SC11 paper, II.C).
 *
 * The next packet of a virtual channel begins when this one has gone everywhere; the
 * other channel does not wait for it, or trees that cross could deadlock.
 *
 * Nodes that contribute to a class receive its results.  A reduction to one node is
 * broadcast like others, and received by its destination only: no node knows which link
 * below leads to it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tree.h"

static unsigned recfifo_of(const struct net_packet *p)
{
	return net_header_channel(p->header) == NET_CHANNEL_SYSTEM_COLLECTIVE ? NET_REC_COLL_SYSTEM
									       : NET_REC_COLL_USER;
}

/* ---- one packet */

static struct net_packet *copy_of(struct coll *c, uint32_t node, const struct net_packet *p)
{
	struct net_packet *copy = net_packet_alloc(c->net, node);

	if (!copy)
		abort(); /* a node without its copy would wait for ever */
	memcpy(copy, p, offsetof(struct net_packet, wire) + NET_PACKET_HEADER_BYTES +
				p->payload_bytes);
	return copy;
}

static void spread_links(struct coll *c, uint32_t node, unsigned vc, struct coll_tree_spread *s,
			 ps_t now_ps)
{
	for (unsigned links = s->links, link; links; links ^= coll_link_bit(link)) {
		link = coll_link_first(links);
		struct net_coll_port by = { link, TREE_DOWN(vc) };

		if (!net_coll_link_ready(c->net, node, by, 1, now_ps))
			continue;
		s->links &= (uint16_t)~coll_link_bit(link);
		net_coll_send(c->net, node, by, copy_of(c, node, s->packet),
			      now_ps + c->m->coll_down_ps, now_ps);
	}
}

/* The packet has gone everywhere, or its tail will have. */
static void finish(struct coll *c, struct coll_tree_node *t, uint32_t node, unsigned vc,
		   ps_t now_ps)
{
	struct coll_tree_spread *s = &t->down[vc];
	ps_t tail_ps = now_ps + c->m->coll_down_ps + net_packet_ps(c->net, s->packet);

	if (s->packet->recfifo == NET_RECFIFOS)
		net_packet_free(c->net, node, s->packet);
	s->packet = NULL;
	if (s->input < NET_LINKS) {
		struct net_coll_port by = { s->input, TREE_DOWN(vc) };

		net_coll_release(c->net, node, by, tail_ps, now_ps);
		return;
	}
	t->turned[vc]--;
	coll_tree_climb(c, node, now_ps);
}

static bool spread(struct coll *c, struct coll_tree_node *t, uint32_t node, unsigned vc,
		   ps_t now_ps)
{
	struct coll_tree_spread *s = &t->down[vc];

	spread_links(c, node, vc, s, now_ps);
	if (s->links)
		return false;
	if (s->local) {
		unsigned f = recfifo_of(s->packet);

		if (!net_coll_reception_ready(c->net, node, f))
			return false;
		t->exceptions.received[f - NET_REC_COLL_USER] |=
			coll_tree_packet_of(s->packet)->flags;
		net_coll_receive(c->net, node, f, s->packet, now_ps);
	} else {
		s->packet->recfifo = NET_RECFIFOS;
	}
	finish(c, t, node, vc, now_ps);
	return true;
}

/* ---- the next one */

/* Links below, without those that lead off a mesh: these are reported. */
static uint16_t links_below(struct coll *c, uint32_t node, const struct net_packet *p,
			    ClassRoute_t r, ps_t now_ps)
{
	uint16_t below = r.input & COLL_TORUS_LINKS;
	struct coll_hop hop;
	char text[64];

	for (unsigned links = below, link; links; links ^= coll_link_bit(link)) {
		link = coll_link_first(links);
		if (coll_link(c, node, link, &hop))
			continue;
		below &= (uint16_t)~coll_link_bit(link);
		snprintf(text, sizeof text, "the route has an input %s, where no node is",
			 coll_link_text(link));
		coll_tree_fault(c, node, p, text, now_ps);
	}
	return below;
}

static void take(struct coll *c, struct coll_tree_node *t, uint32_t node, unsigned vc,
		 unsigned input, ps_t now_ps)
{
	struct net_packet **last = &t->down_queue[vc][input], *p = (*last)->next;
	ClassRoute_t r = coll_tree_route(c, node, p);

	net_ring_remove(last, *last, p);
	coll_tree_packet_of(p)->route = r;
	t->down[vc] = (struct coll_tree_spread){
		.packet = p, .input = (uint8_t)input,
		.links = links_below(c, node, p, r, now_ps),
		.local = coll_tree_receives(c, node, p->header, r),
	};
}

static bool take_next(struct coll *c, struct coll_tree_node *t, uint32_t node, unsigned vc,
		      ps_t now_ps)
{
	for (unsigned i = 0; i < DOWN_INPUTS; i++)
		if (t->down_queue[vc][i]) {
			take(c, t, node, vc, i, now_ps);
			return true;
		}
	return false;
}

void coll_tree_descend(struct coll *c, uint32_t node, ps_t now_ps)
{
	struct coll_tree_node *t = coll_tree_node_of(c, node);

	for (unsigned vc = 0; vc < TREE_VCS; vc++)
		while ((t->down[vc].packet || take_next(c, t, node, vc, now_ps)) &&
		       spread(c, t, node, vc, now_ps))
			;
}
