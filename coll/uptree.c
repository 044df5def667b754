/*
 * uptree.c - the way up, a reduction: packets wait in the buffers they came to until all
 * inputs of their class route have one; then they go through the ALUs and out by the link
 * above, which has to be free with room behind it (SC11 paper, II.C).  At the root they turn.
 *
 * One packet at a time goes through the logic, of all virtual channels.  Of each input
 * the first packet of a class counts, so that classes do not wait for one another.  (The
 * paper does not say whether the machine looks behind a buffer's first packet.)  But what
 * overtakes another class in the node's own injection FIFO leaves the last place in the
 * buffer above to that.  So there is no deadlock if all nodes send in one order: a packet
 * of the oldest unfinished operation finds a place in each buffer on its way.
 */
#include <stdio.h>

#include "combine.h"
#include "train.h"

static const char *leads_nowhere(const struct coll *c, const struct coll_combination *m,
				 unsigned out)
{
	struct coll_hop hop;

	if (out == COLL_LINK_IO)
		return "the route leads to an I/O node, and there is none";
	if (m->route.input & BGQ_CLASS_LINK_IO)
		return "the route has an I/O node as input, and there is none";
	if (out < NET_LINKS && !coll_link(c, m->node, out, &hop))
		return "the route leads off the end of a mesh";
	return NULL;
}

static struct net_coll_port up_by(const struct coll_combination *m, unsigned link)
{
	return (struct net_coll_port){ link, TREE_UP(m->vc) };
}

static bool way_out(struct coll *c, const struct coll_tree_node *t,
		    const struct coll_combination *m, unsigned out, ps_t now_ps)
{
	if (out == COLL_LINK_NONE)
		return t->turned[m->vc] < TURNED_MAX;
	return net_coll_link_ready(c->net, m->node, up_by(m, out), m->early ? 2 : 1, now_ps);
}

/* The packets' places are free when their tails have gone through. */
static void leave_buffers(struct coll *c, struct coll_tree_node *t,
			  const struct coll_combination *m, ps_t tail_ps, ps_t now_ps)
{
	for (unsigned i = 0; i < m->count; i++) {
		unsigned input = m->input[i];

		net_ring_remove(&t->up_queue[m->vc][input], m->before[i], m->packet[i]);
		if (input >= NET_LINKS)
			t->leaving |= (uint8_t)(1u << (input - INPUT_USER));
		else
			net_coll_release(c->net, m->node, up_by(m, input), tail_ps, now_ps);
	}
}

static void turned(struct event *ev)
{
	struct coll *c = ev->ctx;
	struct coll_tree_node *t = coll_tree_node_of(c, ev->node);

	net_ring_append(&t->down_queue[coll_tree_vc(t->turning->header)][INPUT_TURNED],
			 t->turning);
	coll_tree_descend(c, ev->node, ev->time_ps);
}

static const struct event_type turning = { .run = turned, .network_only = true };

/* Whether the node that a reduction is for is on the way up to here. */
static bool receiver_met(const struct coll *c, const struct coll_combination *m)
{
	bool met = coll_tree_receiver(c, m->packet[0]->header) == (int64_t)m->node;

	for (unsigned i = 0; i < m->count; i++)
		met |= coll_tree_packet_of(m->packet[i])->met;
	return met;
}

/* A reduction to one node, at the root.  One of no bytes for no node at all is a barrier. */
static void check_receiver(struct coll *c, uint32_t node, struct net_packet *p, ps_t now_ps)
{
	int64_t to = coll_tree_receiver(c, p->header);
	char place[COLL_TEXT_BYTES], text[COLL_TEXT_BYTES + 80];

	if (coll_tree_packet_of(p)->met || (to < 0 && p->payload_bytes == 0))
		return;
	snprintf(text, sizeof text,
		 "a reduction for %s, which is not in the tree: no node receives it",
		 to < 0 ? "a node outside the machine" : coll_node_text(c, (uint32_t)to, place));
	coll_tree_fault(c, node, p, text, now_ps);
}

/* There is one at a time: its head comes out before the next one goes in. */
static void turn(struct coll *c, struct coll_tree_node *t, uint32_t node, struct net_packet *p,
		 ps_t at_ps)
{
	t->turned[coll_tree_vc(p->header)]++;
	t->turn_gap_ps = t->turned_ps ? at_ps - t->turned_ps : 0;
	t->turned_ps = at_ps;
	t->turning = p;
	t->turn.type = &turning;
	t->turn.ctx = c;
	sim_post(c->sim, &t->turn, node, node, at_ps);
}

static const struct event_type logic;

static void logic_ready(struct event *ev)
{
	struct coll *c = ev->ctx;
	struct coll_tree_node *t = coll_tree_node_of(c, ev->node);
	unsigned left = t->leaving;

	t->leaving = 0;
	for (unsigned f = 0; f < 2; f++) {
		if (!(left >> f & 1))
			continue;
		t->local[f]--;
		if (!(t->inject_wants >> f & 1))
			continue;
		t->inject_wants &= (uint8_t)~(1u << f);
		net_coll_inject_ready(c->net, ev->node, NET_INJ_COLL_USER + f, ev->time_ps);
	}
	coll_tree_climb(c, ev->node, ev->time_ps);
}

bool coll_train_event(const struct event *ev)
{
	return ev->type == &logic || ev->type == &turning;
}

static void logic_prefetch(const struct event *ev)
{
	const struct coll *c = ev->ctx;
	const struct coll_tree_node *t = c->tree[ev->node];

	for (unsigned f = 0; f < 2; f++)
		if (t->leaving & t->inject_wants & 1u << f)
			net_coll_inject_prefetch(c->net, ev->node, NET_INJ_COLL_USER + f);
}

static const struct event_type logic = { .run = logic_ready, .prefetch = logic_prefetch,
					 .network_only = true };

/* The node's own packet alone is not combined, so it takes no cycles. */
static ps_t logic_ps(const struct coll *c, const struct coll_combination *m)
{
	return m->count == 1 && m->input[0] >= NET_LINKS ? 0 : c->m->coll_up_ps;
}

static void go(struct coll *c, struct coll_tree_node *t, const struct coll_combination *m,
	       unsigned out, ps_t now_ps)
{
	struct net_packet *p = m->packet[0];

	if (net_header_coll_type(p->header) == NET_COLL_REDUCE)
		coll_tree_packet_of(p)->met = receiver_met(c, m);
	coll_combination_reduce(c, t, m, now_ps);
	ps_t head_ps = now_ps + logic_ps(c, m);
	ps_t tail_ps = head_ps + net_packet_ps(c->net, p);

	leave_buffers(c, t, m, tail_ps, now_ps);
	for (unsigned i = 1; i < m->count; i++)
		net_packet_free(c->net, m->node, m->packet[i]);
	coll_tree_packet_of(p)->route = m->route;
	coll_tree_packet_of(p)->hops++;
	if (out == COLL_LINK_NONE && net_header_coll_type(p->header) == NET_COLL_REDUCE)
		check_receiver(c, m->node, p, now_ps);
	if (out == COLL_LINK_NONE)
		turn(c, t, m->node, p, head_ps);
	else
		net_coll_send(c->net, m->node, up_by(m, out), p, head_ps, now_ps);
	t->ready.type = &logic;
	t->ready.ctx = c;
	sim_post(c->sim, &t->ready, m->node, m->node, tail_ps); /* after turn's, at one time */
}

/* The first packet of a class at an input. */
static bool try(struct coll *c, struct coll_tree_node *t, struct coll_combination *m,
		unsigned input, ps_t now_ps)
{
	if (!coll_combination_gather(t, m, input))
		return false;
	unsigned out = coll_classroute_output(m->route);
	const char *why = leads_nowhere(c, m, out);

	if (why) { /* it stays until the route is set again */
		coll_tree_fault(c, m->node, m->packet[0], why, now_ps);
		return false;
	}
	if (!way_out(c, t, m, out, now_ps))
		return false;
	go(c, t, m, out, now_ps);
	return true;
}

static bool try_input(struct coll *c, struct coll_tree_node *t, uint32_t node, enum coll_tree_vc vc,
		      unsigned input, ps_t now_ps)
{
	struct net_packet *last = t->up_queue[vc][input], *p = last;
	unsigned tried = 0;

	if (!last)
		return false;
	do {
		p = p->next;
		struct coll_combination m; /* not cleared: try() fills in what there is of it */

		m.node = node;
		m.vc = vc;
		m.cls = net_header_class(p->header);
		m.route = coll_tree_route(c, node, p);
		if (!(tried >> m.cls & 1) && try(c, t, &m, input, now_ps))
			return true;
		tried |= 1u << m.cls;
	} while (p != last);
	return false;
}

void coll_tree_climb(struct coll *c, uint32_t node, ps_t now_ps)
{
	struct coll_tree_node *t = coll_tree_node_of(c, node);

	if (event_queued(&t->ready))
		return;
	for (unsigned vc = 0; vc < TREE_VCS; vc++)
		for (unsigned i = UP_INPUTS; i-- > 0;)
			if (try_input(c, t, node, (enum coll_tree_vc)vc, i, now_ps))
				return;
}
