/*
 * source.c - where packets wait: the queues of receivers' virtual channels, a form of
 * virtual output queueing (SC11 paper, II.B), and the network injection FIFOs.  A queue
 * gives one packet at a time; the next one is ready when the tail of that has left.
 *
 * A dynamic packet joins the shortest queue of its channel; deterministic ones that go
 * the same way share a queue, so the first to come is the first to go.
 *
 * Where there is a bypass (US 7,668,970), a packet that can leave at once does not wait behind
 * those in the queues, unless it has to keep its order with them.
 *
 * Never sends a packet: says which one became the first of its queue, and router.c acts.
 */
#include "internal.h"

static void wants_set(struct net_node *n, unsigned source, unsigned wants)
{
	for (unsigned other = n->wants[source] ^ wants; other; other &= other - 1)
		n->wanted[__builtin_ctz(other)] ^= 1u << source;
	n->wants[source] = (uint16_t)wants;
}

static unsigned receiver_wants(const struct net_receiver *c)
{
	unsigned wants = 0;

	for (unsigned ready = c->ready; ready; ready &= ready - 1)
		wants |= ways_mask(c->ways[__builtin_ctz(ready)]);
	return wants;
}

static struct net_injector *injector(struct net_node *n, unsigned source)
{
	return &n->inject[source - RECEIVERS];
}

/* ---- joining a queue */

static bool is_leaving(const struct net_node *n, unsigned leaving, ps_t now_ps)
{
	return leaving > ROUTER_LINKS || (leaving && sender_busy(n, leaving - 1, now_ps));
}

static unsigned shortest(const struct net *net, const struct net_node *n, unsigned r, unsigned vc,
			 ps_t now_ps)
{
	const struct net_receiver *c = &n->receive[r];
	unsigned first = router_queue_first(net, vc), end = first + router_queues(net, vc);
	unsigned best = first, best_length = UINT8_MAX;

	for (unsigned q = first; q < end; q++) {
		unsigned length = c->packets[q] + is_leaving(n, c->leaving[q], now_ps);

		if (length < best_length) {
			best_length = length;
			best = q;
		}
	}
	return best;
}

/* Where the queue of packets that keep their order is remembered; NULL for dynamic ones, and
 * where a channel has one queue. */
static uint8_t *order_of(const struct net *net, struct net_receiver *c,
			 const struct net_packet *p, unsigned ways)
{
	const struct net_route *r = route_of_const(p);

	if (r->dynamic || r->vc < VC_ESCAPE || router_queues(net, r->vc) == 1)
		return NULL;
	return &c->order[r->vc - VC_ESCAPE][r->deposit ? WAY_LOCAL : ways_fixed(ways)];
}

unsigned net_source_queue(const struct net *net, const struct net_node *n, unsigned r,
			  const struct net_packet *p, unsigned ways, ps_t now_ps)
{
	const struct net_receiver *c = &n->receive[r];
	const uint8_t *order = order_of(net, (struct net_receiver *)c, p, ways);
	unsigned vc = route_of_const(p)->vc;

	return order && *order ? router_queue_first(net, vc) + *order % ORDER_ONE
			       : shortest(net, n, r, vc, now_ps);
}

void net_source_append(struct net *net, struct net_node *n, struct net_choice at,
		       struct net_packet *p, unsigned ways, ps_t now_ps)
{
	struct net_receiver *c = &n->receive[at.source];
	unsigned queue = at.queue;
	uint8_t *order = order_of(net, c, p, ways);

	net_receiver_came(c, route_of(p)->vc, now_ps);
	if (router_fullness(net))
		c->fill[route_of(p)->vc] += (uint8_t)packet_units(net, p, route_of(p)->vc);
	if (order)
		*order = (uint8_t)((*order / ORDER_ONE + 1) * ORDER_ONE +
				   queue - router_queue_first(net, route_of(p)->vc));
	p->next = NULL;
	*(c->packets[queue]++ ? &c->queue[queue].last->next : &c->queue[queue].first) = p;
	c->queue[queue].last = p;
}

void net_source_passes(struct net_node *n, unsigned r, struct net_packet *p)
{
	net_receiver_passed(&n->receive[r], route_of(p)->vc);
}

unsigned net_source_leaving(struct net_node *n, unsigned r, unsigned queue, ps_t now_ps)
{
	net_source_retire_late(n, n->receive[r].leaving[queue], now_ps);
	return n->receive[r].leaving[queue];
}

/* ---- arbitration */

void net_source_ready(struct net_node *n, unsigned source, unsigned queue, unsigned ways)
{
	n->urgent += ways_class(ways) != CLASS_NORMAL;
	wants_set(n, source, n->wants[source] | ways_mask(ways));
	if (source < RECEIVERS) {
		n->receive[source].ways[queue] = (router_ways)ways;
		n->receive[source].ready |= (uint16_t)(1u << queue);
	} else {
		injector(n, source)->ways = (router_ways)ways;
	}
}

unsigned net_source_unready(struct net_node *n, unsigned source, unsigned queue)
{
	unsigned ways;

	if (source < RECEIVERS) {
		struct net_receiver *c = &n->receive[source];

		ways = c->ways[queue];
		c->ready &= (uint16_t)~(1u << queue);
		wants_set(n, source, receiver_wants(c));
	} else {
		ways = injector(n, source)->ways;
		wants_set(n, source, 0);
	}
	n->urgent -= ways_class(ways) != CLASS_NORMAL;
	return ways;
}

static void receiver_take(struct net *net, struct net_receiver *c, unsigned q, unsigned ways,
			  ps_t now_ps)
{
	struct net_packet *p = c->queue[q].first;
	uint8_t *order = order_of(net, c, p, ways);

	c->queue[q].first = p->next;
	c->packets[q]--;
	if (router_fullness(net))
		c->fill[route_of(p)->vc] -= (uint8_t)packet_units(net, p, route_of(p)->vc);
	net_receiver_left(c, router_vc_of_queue(net, q), now_ps);
	if (order)
		*order = *order >= 2 * ORDER_ONE ? (uint8_t)(*order - ORDER_ONE) : 0;
}

void net_source_take(struct net *net, struct net_node *n, struct net_choice at, unsigned ways,
		     ps_t now_ps)
{
	if (at.source < RECEIVERS)
		receiver_take(net, &n->receive[at.source], at.queue, ways, now_ps);
	else
		net_ring_take(&injector(n, at.source)->last);
}

void net_source_retire(struct net_node *n, uint8_t *from, unsigned queue)
{
	unsigned source = *from - 1u;

	*from = 0;
	if (source < RECEIVERS) {
		n->receive[source].leaving[queue] = 0;
	} else {
		injector(n, source)->leaving = 0;
		injector(n, source)->packets--;
	}
}

/* The packet that leaves goes through a sender or a reception FIFO. */
void net_source_leaves(struct net_node *n, unsigned source, unsigned queue, unsigned leaving)
{
	if (source < RECEIVERS)
		n->receive[source].leaving[queue] = (uint8_t)leaving;
	else
		injector(n, source)->leaving = (uint8_t)leaving;
}

struct net_packet *net_source_first(const struct net_node *n, unsigned source, unsigned queue)
{
	if (source < RECEIVERS)
		return n->receive[source].packets[queue] ? n->receive[source].queue[queue].first
							 : NULL;
	struct net_packet *last = n->inject[source - RECEIVERS].last;

	return last ? last->next : NULL;
}

void net_source_retire_late(struct net_node *n, unsigned leaving, ps_t now_ps)
{
	if (!leaving || is_leaving(n, leaving, now_ps))
		return;
	struct net_sender *s = &n->send[leaving - 1];

	net_source_retire(n, &s->from, s->queue);
}
