/*
 * downtree.c - the way down: a packet is copied to all links below and to the node
 * itself, to each as soon as that has room (seed 004 II.C).
 *
 * Who contributes to a class receives its results.  A reduction to one node is spread
 * like others, and received by its destination only: no node knows which link below
 * leads to it.
 */
#include <stdlib.h>
#include <string.h>

#include "tree.h"

/* Byte 4 of the header on: the destination's coordinates. */
static bool receives(const struct coll *c, uint32_t node, const struct net_packet *p,
		     ClassRoute_t r)
{
	uint32_t to;

	memcpy(&to, p->header + 4, sizeof to);
	if (tree_type(p) == TREE_REDUCE)
		return net_node_of_destination(&c->shape, to) == (int64_t)node;
	return coll_classroute_is_local(r);
}

static unsigned recfifo_of(const struct net_packet *p)
{
	return p->header[3] >> 5 == 6 ? NET_REC_COLL_SYSTEM : NET_REC_COLL_USER;
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

static void spread_links(struct coll *c, uint32_t node, struct tree_spread *s, ps_t now_ps)
{
	for (unsigned links = s->links, link; links; links ^= coll_link_bit(link)) {
		link = coll_link_first(links);
		if (!net_coll_link_ready(c->net, node, link, TREE_DOWN(s->vc), now_ps))
			continue;
		s->links &= (uint16_t)~coll_link_bit(link);
		net_coll_send(c->net, node, link, TREE_DOWN(s->vc), copy_of(c, node, s->packet),
			      c->m->coll_down_ps, now_ps);
	}
}

/* The packet has gone everywhere, or its tail will have. */
static void finish(struct coll *c, struct tree_node *t, uint32_t node, ps_t now_ps)
{
	struct tree_spread *s = &t->down;
	ps_t tail_ps = now_ps + c->m->coll_down_ps + net_packet_ps(c->net, s->packet);

	if (s->packet->recfifo == NET_RECFIFOS)
		net_packet_free(c->net, node, s->packet);
	s->packet = NULL;
	if (s->input < NET_LINKS) {
		net_coll_release(c->net, node, s->input, TREE_DOWN(s->vc), tail_ps, now_ps);
		return;
	}
	t->turned[s->vc]--;
	tree_climb(c, node, now_ps);
}

static bool spread(struct coll *c, struct tree_node *t, uint32_t node, ps_t now_ps)
{
	struct tree_spread *s = &t->down;

	spread_links(c, node, s, now_ps);
	if (s->links)
		return false;
	if (s->local) {
		unsigned f = recfifo_of(s->packet);

		if (!net_coll_reception_ready(c->net, node, f))
			return false;
		s->local = false;
		net_coll_receive(c->net, node, f, s->packet, now_ps);
	} else {
		s->packet->recfifo = NET_RECFIFOS;
	}
	finish(c, t, node, now_ps);
	return true;
}

/* ---- the next one */

static bool take_next(struct coll *c, struct tree_node *t, uint32_t node)
{
	for (unsigned vc = 0; vc < TREE_VCS; vc++)
		for (unsigned i = 0; i < DOWN_INPUTS; i++) {
			struct net_packet **last = &t->down_queue[vc][i], *p;

			if (!*last)
				continue;
			p = (*last)->next;
			tree_take(last, *last, p);
			ClassRoute_t r = tree_route(c, node, p);

			tree_packet_of(p)->route = r;
			t->down = (struct tree_spread){ .packet = p, .links = r.input & COLL_TORUS_LINKS,
							.local = receives(c, node, p, r),
							.input = (uint8_t)i, .vc = (uint8_t)vc };
			return true;
		}
	return false;
}

void tree_descend(struct coll *c, uint32_t node, ps_t now_ps)
{
	struct tree_node *t = tree_node_of(c, node);

	while ((t->down.packet || take_next(c, t, node)) && spread(c, t, node, now_ps))
		;
}

void tree_turn(struct coll *c, uint32_t node, struct net_packet *p, ps_t now_ps)
{
	struct tree_node *t = tree_node_of(c, node);

	memset(p->net_private, 0, sizeof p->net_private);
	tree_append(&t->down_queue[tree_vc(p)][INPUT_TURNED], p);
	tree_descend(c, node, now_ps);
}
