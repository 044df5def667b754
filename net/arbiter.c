/*
 * arbiter.c - which packet gets a link, and which link a packet takes.
 *
 * Two phases as in US patent 7,668,970: each receiver picks one of its packets that can
 * go, the sender picks one of the receivers.  Both are random here, but for the share of
 * arbitrations (longest_of_256) that the fullest buffer wins.  Classes come in order:
 * system, high priority, normal; in each, packets from receivers come before those
 * from injection FIFOs, or by the ratio through_grants.  Of several open links a
 * packet takes the one with most room behind it, by quarters of the buffer.
 *
 * Decides only; what follows is router.c's.
 */
#include "internal.h"

bool net_choose_way(struct net *net, struct net_node *n, unsigned ways,
		    ps_t now_ps, struct net_choice *c)
{
	unsigned best = 0, most = 0, fixed = ways_fixed(ways);

	for (unsigned links = ways & WAYS_LINKS; links; links &= links - 1) {
		unsigned l = (unsigned)__builtin_ctz(links);
		unsigned used;

		if (!net_sender_open(net, n, l, now_ps))
			continue;
		used = n->send[l].used[VC_DYNAMIC];
		if (used >= net->m->vc_packets[VC_DYNAMIC])
			continue;
		unsigned range = 1u + net->range[used];

		if (range < most)
			continue;
		best = range > most ? 1u << l : best | 1u << l;
		most = range;
	}
	if (best) {
		c->way = (uint8_t)random_bit(n, best);
		c->vc = VC_DYNAMIC;
		return true;
	}
	c->way = (uint8_t)fixed;
	if (fixed >= WAY_RECEPTION)
		return net_reception_open(net, n, net_reception_fifo(c->source, ways));
	if (!net_sender_open(net, n, fixed, now_ps))
		return false;
	int vc = net_sender_channel(net, n, fixed, c->source, c->queue,
				    ways & ~WAYS_LINKS);

	c->vc = (uint8_t)vc;
	return vc >= 0;
}

/* Queues of receiver r with a packet of the class that can go over the link. */
static unsigned can_go(const struct net *net, const struct net_node *n, unsigned r,
		       unsigned link, unsigned class)
{
	const struct net_receiver *c = &n->receive[r];
	unsigned can = 0;

	for (unsigned ready = c->ready & CLASS_QUEUES(class); ready; ready &= ready - 1) {
		unsigned q = (unsigned)__builtin_ctz(ready);

		if ((ways_mask(c->ways[q]) >> link & 1) &&
		    net_sender_channel(net, n, link, r, q, c->ways[q]) >= 0)
			can |= 1u << q;
	}
	return can;
}

static unsigned packets_in(const struct net_receiver *c, unsigned vc)
{
	unsigned sum = 0;

	for (unsigned q = VC_FIRST(vc); q < VC_FIRST(vc) + VC_QUEUES(vc); q++)
		sum += c->packets[q];
	return sum;
}

/* The receiver's own choice. */
static unsigned pick_queue(struct net_node *n, unsigned r, unsigned can, bool longest)
{
	unsigned best = 0, most = 0;

	if (!longest)
		return random_bit(n, can);
	for (; can; can &= can - 1) {
		unsigned q = (unsigned)__builtin_ctz(can);
		unsigned length = packets_in(&n->receive[r], vc_of_queue(q));

		if (length < most)
			continue;
		best = length > most ? 1u << q : best | 1u << q;
		most = length;
	}
	return random_bit(n, best);
}

static bool choose_longest(const struct net *net, struct net_node *n, unsigned receivers,
			   unsigned class, struct net_choice *c)
{
	unsigned most = 0, link = c->way;

	for (; receivers; receivers &= receivers - 1) {
		unsigned r = (unsigned)__builtin_ctz(receivers);
		unsigned can = can_go(net, n, r, link, class);

		if (!can)
			continue;
		unsigned q = pick_queue(n, r, can, true);
		unsigned length = packets_in(&n->receive[r], vc_of_queue(q));

		if (length <= most)
			continue;
		most = length;
		c->source = (uint8_t)r;
		c->queue = (uint8_t)q;
	}
	return most > 0;
}

static bool choose_receiver(const struct net *net, struct net_node *n, unsigned receivers,
			    unsigned class, struct net_choice *c)
{
	unsigned longest = net->m->longest_of_256;

	if (longest && random_below(n, 256) < longest)
		return choose_longest(net, n, receivers, class, c);
	while (receivers) {
		unsigned r = random_bit(n, receivers);
		unsigned can = can_go(net, n, r, c->way, class);

		if (can) {
			c->source = (uint8_t)r;
			c->queue = (uint8_t)pick_queue(n, r, can, false);
			return true;
		}
		receivers &= ~(1u << r);
	}
	return false;
}

static bool choose_injector(const struct net *net, struct net_node *n, unsigned sources,
			    unsigned class, struct net_choice *c)
{
	while (sources) {
		unsigned i = random_bit(n, sources), ways = n->inject[i - RECEIVERS].ways;

		if (ways_class(ways) == class &&
		    net_sender_channel(net, n, c->way, i, 0, ways) >= 0) {
			c->source = (uint8_t)i;
			c->queue = 0;
			return true;
		}
		sources &= ~(1u << i);
	}
	return false;
}

static bool choose_of_class(const struct net *net, struct net_node *n, unsigned sources,
			    unsigned class, struct net_choice *c)
{
	const unsigned receivers = (1u << RECEIVERS) - 1;
	struct net_sender *s = &n->send[c->way];
	unsigned most = net->m->through_grants;

	if (most && s->through >= most &&
	    choose_injector(net, n, sources & ~receivers, class, c)) {
		s->through = 0;
		return true;
	}
	if (choose_receiver(net, n, sources & receivers, class, c)) {
		s->through += s->through < UINT8_MAX;
		return true;
	}
	s->through = 0;
	return choose_injector(net, n, sources & ~receivers, class, c);
}

bool net_choose_source(struct net *net, struct net_node *n, struct net_choice *c)
{
	unsigned sources = n->wanted[c->way];

	if (!sources)
		return false;
	for (int class = n->urgent ? CLASS_SYSTEM : CLASS_NORMAL; class >= 0; class--) {
		if (!choose_of_class(net, n, sources, (unsigned)class, c))
			continue;
		unsigned ways = c->source < RECEIVERS
				? n->receive[c->source].ways[c->queue]
				: n->inject[c->source - RECEIVERS].ways;

		c->vc = (uint8_t)net_sender_channel(net, n, c->way, c->source, c->queue,
						    ways);
		return true;
	}
	return false;
}
