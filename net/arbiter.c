/*
 * arbiter.c - which packet gets a link, and which link a packet takes.
 *
 * Two phases as in US patent 7,668,970: each receiver picks one of its packets that can
 * go (input phase), the sender picks one of the receivers (output phase).  Both are random
 * here, but for the share of arbitrations (longest_of_256) that the fullest buffer wins: by its
 * packets, or by ranges of it (fullness_bits).  Classes come in order: system, high priority,
 * normal; in each, packets from receivers come before those from injection FIFOs, or by the ratio
 * through_grants, or but for the share inject_first_of_256, or the injection FIFOs are one receiver
 * more (injection_alike).  Of several open links and dynamic channels a packet takes the one with
 * most room behind it, by ranges of the buffer (jsq_bits): join the shortest queue, quantised.
 *
 * An arbitration begins when a link has become free or tokens have come for it: what could go
 * by other links has gone before, so only this link's candidates have to be compared.
 *
 * Decides only; what follows is router.c's.
 */
#include "internal.h"

/* The dynamic channels behind open links that have most room, by ranges of the buffer: bit
 * link * ROUTER_DYNAMIC_VCS + channel. */
struct shortest {
	unsigned best, most;
};

static inline void join_shortest(const struct net *net, const struct net_node *n, unsigned link,
				 struct shortest *s)
{
	for (unsigned vc = 0; vc < router_dynamic_vcs(net); vc++) {
		if (!net_sender_has_room(net, &n->send[link], vc))
			continue;
		unsigned bit = 1u << (link * ROUTER_DYNAMIC_VCS + vc);
		unsigned range = 1u + net->range[n->send[link].used[vc]];

		if (range < s->most)
			continue;
		s->best = range > s->most ? bit : s->best | bit;
		s->most = range;
	}
}

bool net_choose_way(struct net *net, struct net_node *n, unsigned ways,
		    ps_t now_ps, struct net_choice *c)
{
	struct shortest s = { 0 };
	unsigned fixed = ways_fixed(ways);

	for (unsigned links = ways & WAYS_LINKS; links; links &= links - 1) {
		unsigned l = (unsigned)__builtin_ctz(links);

		if (net_sender_open(net, n, l, now_ps))
			join_shortest(net, n, l, &s);
	}
	if (s.best) {
		unsigned best = random_bit(n, s.best);

		c->way = (uint8_t)(best / ROUTER_DYNAMIC_VCS);
		c->vc = (uint8_t)(best % ROUTER_DYNAMIC_VCS);
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
	unsigned can = 0, ready = c->ready & router_class_queues(net, class);

	for (; ready; ready &= ready - 1) {
		unsigned q = (unsigned)__builtin_ctz(ready);

		if ((ways_mask(c->ways[q]) >> link & 1) &&
		    net_sender_channel(net, n, link, r, q, c->ways[q]) >= 0)
			can |= 1u << q;
	}
	return can;
}

/* How full a channel's buffer is: packets in it, or ranges of it. */
static unsigned fullness(const struct net *net, const struct net_receiver *c, unsigned vc)
{
	unsigned sum = 0, first = router_queue_first(net, vc);

	if (router_fullness(net)) {
		unsigned most = (1u << net->m->fullness_bits) - 1;
		unsigned room = net->m->vc_packets[vc < VC_ESCAPE ? 0 : vc - VC_ESCAPE + 1];
		unsigned range = (c->fill[vc] << net->m->fullness_bits) / room;

		return range < most ? range : most;
	}
	for (unsigned q = first; q < first + router_queues(net, vc); q++)
		sum += c->packets[q];
	return sum;
}

/* The receiver's own choice. */
static unsigned pick_queue(const struct net *net, struct net_node *n, unsigned r, unsigned can,
			   bool longest)
{
	unsigned best = 0, most = 0;

	if (!longest)
		return random_bit(n, can);
	for (; can; can &= can - 1) {
		unsigned q = (unsigned)__builtin_ctz(can);
		unsigned length = fullness(net, &n->receive[r], router_vc_of_queue(net, q));

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
	unsigned best = 0, most = 0, link = c->way;
	uint8_t queue[RECEIVERS];

	for (; receivers; receivers &= receivers - 1) {
		unsigned r = (unsigned)__builtin_ctz(receivers);
		unsigned can = can_go(net, n, r, link, class);

		if (!can)
			continue;
		unsigned q = pick_queue(net, n, r, can, true);
		unsigned length = fullness(net, &n->receive[r], router_vc_of_queue(net, q));

		if (length < most)
			continue;
		best = length > most ? 1u << r : best | 1u << r;
		most = length;
		queue[r] = (uint8_t)q;
	}
	if (!best)
		return false;
	c->source = (uint8_t)(router_fullness(net) ? random_bit(n, best)
						   : (unsigned)__builtin_ctz(best));
	c->queue = queue[c->source];
	return true;
}

static bool choose_receiver(const struct net *net, struct net_node *n, unsigned receivers,
			    unsigned class, struct net_choice *c)
{
	unsigned longest = net->m->longest_of_256;

	n->chose |= longest && receivers;
	if (longest && random_below(n, 256) < longest)
		return choose_longest(net, n, receivers, class, c);
	while (receivers) {
		unsigned r = random_bit(n, receivers);
		unsigned can = can_go(net, n, r, c->way, class);

		if (can) {
			c->source = (uint8_t)r;
			c->queue = (uint8_t)pick_queue(net, n, r, can, false);
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

/* In a share of arbitrations normal packets from injection FIFOs come before those from
 * receivers. */
static bool injection_first(const struct net *net, struct net_node *n, unsigned sources,
			    unsigned class)
{
	unsigned share = router_inject_first(net);

	return share && class == CLASS_NORMAL && sources >> RECEIVERS &&
	       random_below(n, 256) < share;
}

/* The two bits that an injection FIFO's packet carries: "either randomly generated or using the 2
 * bits to indicate the length of the injection FIFO" (US 7,668,970, l. 114); at random here, for a
 * FIFO that is refilled at once would come before all receivers. */
static unsigned injector_fullness(const struct net *net, struct net_node *n,
				  const struct net_injector *i)
{
	return router_fullness(net) ? random_below(n, 1u << net->m->fullness_bits) : i->packets;
}

/* How full the buffer is of the source's candidate for the link, whose queue is c's then; -1: it
 * has none. */
static int candidate(const struct net *net, struct net_node *n, unsigned class, bool longest,
		     struct net_choice *c)
{
	c->queue = 0;
	if (c->source >= RECEIVERS) {
		const struct net_injector *i = &n->inject[c->source - RECEIVERS];
		bool can = ways_class(i->ways) == class &&
			   net_sender_channel(net, n, c->way, c->source, 0, i->ways) >= 0;

		return can ? (int)injector_fullness(net, n, i) : -1;
	}
	unsigned can = can_go(net, n, c->source, c->way, class);

	if (!can)
		return -1;
	c->queue = (uint8_t)pick_queue(net, n, c->source, can, longest);
	return (int)fullness(net, &n->receive[c->source], router_vc_of_queue(net, c->queue));
}

/* The injection FIFOs' candidate for the link, one of them by chance, as a receiver's winner is one
 * of its channels'; none: 0. */
static unsigned one_injector(const struct net *net, struct net_node *n, unsigned sources,
			     unsigned class, const struct net_choice *c)
{
	unsigned can = 0;

	for (unsigned left = sources >> RECEIVERS << RECEIVERS; left; left &= left - 1) {
		unsigned source = (unsigned)__builtin_ctz(left);
		unsigned ways = n->inject[source - RECEIVERS].ways;

		if (ways_class(ways) == class &&
		    net_sender_channel(net, n, c->way, source, 0, ways) >= 0)
			can |= 1u << source;
	}
	return can ? 1u << random_bit(n, can) : 0;
}

/* The head of an injection queue stands beside those of receivers (US 7,761,687, l. 350). */
static bool choose_alike(const struct net *net, struct net_node *n, unsigned sources,
			 unsigned class, struct net_choice *c)
{
	bool longest = net->m->longest_of_256 && random_below(n, 256) < net->m->longest_of_256;
	unsigned best = 0;
	int most = 0;
	uint8_t queue[SOURCES];

	n->chose = true;
	sources = (sources & ((1u << RECEIVERS) - 1)) | one_injector(net, n, sources, class, c);
	for (; sources; sources &= sources - 1) {
		c->source = (uint8_t)__builtin_ctz(sources);
		int length = candidate(net, n, class, longest, c);

		if (length < 0 || (longest && length < most))
			continue;
		best = longest && length > most ? 1u << c->source : best | 1u << c->source;
		most = longest ? length : 0;
		queue[c->source] = c->queue;
	}
	if (!best)
		return false;
	c->source = (uint8_t)random_bit(n, best);
	c->queue = queue[c->source];
	return true;
}

static bool choose_of_class(const struct net *net, struct net_node *n, unsigned sources,
			    unsigned class, struct net_choice *c)
{
	const unsigned receivers = (1u << RECEIVERS) - 1;
	struct net_sender *s = &n->send[c->way];
	unsigned most = net->m->through_grants;

	if (router_injection_alike(net))
		return choose_alike(net, n, sources, class, c);
	if (((most && s->through >= most) || injection_first(net, n, sources, class)) &&
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

/* The channel by which the packet chosen goes; there is one. */
static unsigned channel_of(const struct net *net, struct net_node *n, const struct net_choice *c,
			   unsigned ways)
{
	struct shortest s = { 0 };

	if (ROUTER_DYNAMIC_VCS > 1 && (ways >> c->way & 1))
		join_shortest(net, n, c->way, &s);
	if (s.best)
		return random_bit(n, s.best) % ROUTER_DYNAMIC_VCS;
	return (unsigned)net_sender_channel(net, n, c->way, c->source, c->queue, ways);
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

		c->vc = (uint8_t)channel_of(net, n, c, ways);
		return true;
	}
	return false;
}
