/*
 * combine.c - which packets a node combines on the way up: of each input of the class
 * route the first packet of the class (see uptree.c), reduced to one by the ALUs (SC11
 * paper, II.C).
 *
 * Packets that are not of one operation are reported, and combined as far as they go:
 * the operation ends everywhere, and a flag tells all nodes that its result is wrong.
 */
#include <stdio.h>
#include <string.h>

#include "combine.h"

/* ---- which packets are combined */

/* The first packet of the class at an input; false if there is none. */
static bool join(const struct coll_tree_node *t, struct coll_combination *m, unsigned input)
{
	struct net_packet *last = t->up_queue[m->vc][input], *before = last, *p;

	if (!last)
		return false;
	for (p = before->next; net_header_class(p->header) != m->cls; p = p->next) {
		if (p == last)
			return false;
		before = p;
	}
	m->early |= input >= NET_LINKS && before != last;
	m->input[m->count] = (uint8_t)input;
	m->packet[m->count] = p;
	m->before[m->count++] = before;
	return true;
}

/* Joins input's next packet as a contribution; a broadcast ahead of it has to leave first. */
static bool join_reduction(const struct coll_tree_node *t, struct coll_combination *m,
			   unsigned input)
{
	if (!join(t, m, input))
		return false;
	if (net_header_coll_type(m->packet[m->count - 1]->header) != NET_COLL_BROADCAST)
		return true;
	m->count--;
	return false;
}

static bool join_local(const struct coll_tree_node *t, struct coll_combination *m)
{
	return join_reduction(t, m, INPUT_SYSTEM) || join_reduction(t, m, INPUT_USER);
}

/* A packet from each input that the route names; of a broadcast, its one packet. */
bool coll_combination_gather(const struct coll_tree_node *t, struct coll_combination *m,
			     unsigned first)
{
	m->count = 0;
	m->early = false;
	join(t, m, first);
	if (net_header_coll_type(m->packet[0]->header) == NET_COLL_BROADCAST)
		return true;
	m->count = 0;
	m->early = false;
	for (unsigned links = m->route.input & COLL_TORUS_LINKS, link; links;
	     links ^= coll_link_bit(link)) {
		link = coll_link_first(links);
		if (!join_reduction(t, m, link))
			return false;
	}
	if (coll_classroute_is_local(m->route) && !join_local(t, m))
		return false;
	return m->count > 0; /* a route that is not set any more names no input */
}

/* ---- what they make */

static const char *unlike(const struct net_packet *p, const struct net_packet *q)
{
	if (p->payload_bytes != q->payload_bytes)
		return "of different lengths";
	if (net_header_operation(p->header) != net_header_operation(q->header))
		return "for different operations";
	if (net_header_coll_type(p->header) != net_header_coll_type(q->header))
		return "of different types";
	if (net_header_coll_type(p->header) == NET_COLL_REDUCE &&
	    net_header_destination(p->header) != net_header_destination(q->header))
		return "for different destinations";
	return NULL;
}

/* False if they are not of one operation: that is reported. */
static bool check_alike(struct coll *c, const struct coll_combination *m, ps_t now_ps)
{
	const struct net_packet *p = m->packet[0];
	bool alike = true;
	char text[160];

	for (unsigned i = 1; i < m->count; i++) {
		const struct net_packet *q = m->packet[i];
		const char *what = unlike(p, q);

		if (!what)
			continue;
		snprintf(text, sizeof text,
			 "packets %s meet: %u bytes, opcode 0x%02x; %u bytes, opcode 0x%02x", what,
			 p->payload_bytes, net_header_operation(p->header), q->payload_bytes,
			 net_header_operation(q->header));
		coll_tree_fault(c, m->node, p, text, now_ps);
		alike = false;
	}
	return alike;
}

/* Into the first packet.  Returns COLL_ flags. */
static unsigned arithmetic(const struct coll_combination *m)
{
	struct net_packet *p = m->packet[0];
	unsigned bytes = p->payload_bytes, word_bytes = coll_tree_word_bytes(p->header);
	const void *in[COLL_INPUTS];

	if (m->count == 1 && coll_tree_leaves_single(p->header))
		return 0;
	for (unsigned i = 0; i < m->count; i++) {
		in[i] = m->packet[i]->wire + NET_PACKET_HEADER_BYTES;
		if (m->packet[i]->payload_bytes < bytes)
			bytes = m->packet[i]->payload_bytes;
	}
	return coll_combine(net_header_opcode(p->header), word_bytes, m->count, in,
			    p->wire + NET_PACKET_HEADER_BYTES, bytes - bytes % word_bytes);
}

void coll_combination_reduce(struct coll *c, struct coll_tree_node *t,
			     const struct coll_combination *m, ps_t now_ps)
{
	unsigned flags = check_alike(c, m, now_ps) ? 0 : COLL_MISMATCH;

	flags |= arithmetic(m);
	t->exceptions.made |= (uint8_t)flags;
	for (unsigned i = 0; i < m->count; i++)
		flags |= coll_tree_packet_of(m->packet[i])->flags;
	t->exceptions.passed |= (uint8_t)flags;
	coll_tree_packet_of(m->packet[0])->flags = (uint8_t)flags;
}
