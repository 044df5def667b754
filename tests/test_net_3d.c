/*
 * test_net_3d.c - the router of three dimensions by the words of US 7,668,970 (Blue Gene/L) and
 * US 7,761,687 (Blue Gene/P): each test has the sentence that it checks.  States are set in the
 * router, for most of the sentences are about what it does next.
 * Not here: deadlocks, order, loss (test_net_traffic_3d.c); rates (test_claims.sh).
 */
#define NET_ROUTER_3D
#include "net_rig.h"
#include "net/internal.h"
#include "net/machine/machines.h"

enum { XM, XP, YM, YP, ZM, ZP };
#define D0 0u
#define D1 1u
#define PRIORITY_VC (VC_ESCAPE + CLASS_PRIORITY)
#define FULL 8u /* chunks of the largest packet */

static struct rig *start(const char *shape)
{
	return rig_create_of(net_machine_bgl(), shape, 1);
}

static uint32_t xyz(const struct rig *r, uint8_t x, uint8_t y, uint8_t z)
{
	return net_node_of(&r->shape, (uint8_t[NET_DIMS_MAX]){ x, y, z });
}

static struct net_packet *dynamic_packet(struct rig *r, uint32_t src, uint32_t dst,
					 uint16_t bytes)
{
	struct net_packet *p = packet(r, src, dst, bytes);

	net_header_set_dynamic(p->header, 1);
	return p;
}

static struct net_packet *fixed_packet(struct rig *r, uint32_t src, uint32_t dst, uint16_t bytes,
				       enum net_channel channel)
{
	struct net_packet *p = packet(r, src, dst, bytes);

	p->header[NET_HEADER_CHANNEL] = (uint8_t)channel;
	return p;
}

static struct net_node *node(struct rig *r, uint32_t n)
{
	return node_of(r->net, n);
}

static void run(struct rig *r)
{
	fake_sim_run(&r->sim, PS_NEVER);
}

static ps_t length_ps(const struct rig *r, unsigned chunks)
{
	const struct net_machine *m = r->net->m;

	return ((ps_t)chunks * 32 + m->link_overhead_bytes) * m->link_rate.ps /
	       m->link_rate.bytes;
}

/* "packets of data which in a preferred implementation may be from one to eight 32 byte sized
 * units called chunks" (l. 56) */
static void packets_take_one_to_eight_chunks(void **state)
{
	struct rig *r = start("4x1x1");
	uint32_t sent = 0;
	(void)state;

	for (unsigned chunks = 1; chunks <= 8; chunks++) {
		struct net_sender_counters before, after;

		net_sender_count(r->net, 0, XP, &before);
		send(r, dynamic_packet(r, 0, 1, (uint16_t)(32 * chunks - 16)), 0, r->sim.now_ps);
		run(r);
		net_sender_count(r->net, 0, XP, &after);
		sent += chunks;
		assert_int_equal(net_sent_chunks(&after, D0) + net_sent_chunks(&after, D1), sent);
		assert_true(after.busy_ps - before.busy_ps - length_ps(r, chunks) <= 1);
	}
	rig_destroy(r);
}

/* "A token unit counter that counts how many chunks i.e. tokens are available" (l. 62); "the
 * size of all packets entering or on these VC s is considered to be the maximum packet size"
 * (l. 76) */
static void tokens_are_chunks_and_of_fixed_channels_full_packets(void **state)
{
	struct rig *r = start("8x1x1");
	struct net_node *n = node(r, 0);
	(void)state;

	send(r, dynamic_packet(r, 0, 3, 80 /* three chunks */), 0, 0);
	fake_sim_run(&r->sim, 60 * PS_PER_NS);
	assert_int_equal(n->send[XP].used[D0] + n->send[XP].used[D1], 3);
	run(r);
	send(r, fixed_packet(r, 0, 3, 16, NET_CHANNEL_DETERMINISTIC), 0, r->sim.now_ps);
	fake_sim_run(&r->sim, r->sim.now_ps + 60 * PS_PER_NS);
	assert_int_equal(n->send[XP].used[VC_ESCAPE], FULL);
	run(r);
	send(r, fixed_packet(r, 0, 3, 16, NET_CHANNEL_PRIORITY), 0, r->sim.now_ps);
	fake_sim_run(&r->sim, r->sim.now_ps + 60 * PS_PER_NS);
	assert_int_equal(n->send[XP].used[PRIORITY_VC], FULL);
	rig_destroy(r);
}

/* The way that a packet from node 0 would take now: link and channel; -1, -1 if it has to wait. */
struct would {
	int way, vc;
};
static struct would would_go(struct rig *r, uint32_t dst, bool dynamic)
{
	struct net_packet *p = dynamic ? dynamic_packet(r, 0, dst, 16)
				       : fixed_packet(r, 0, dst, 16, NET_CHANNEL_DETERMINISTIC);
	struct net_choice c = { .source = RECEIVERS };
	struct net_node *n = node(r, 0);

	assert_null(net_route_start(r->net, n, p));
	bool goes = net_choose_way(r->net, n, net_route_ways(r->net, p), 0, &c);

	net_packet_free(r->net, 0, p);
	return goes ? (struct would){ c.way, c.vc } : (struct would){ -1, -1 };
}

static void assert_would(struct rig *r, uint32_t dst, int way, int vc)
{
	struct would w = would_go(r, dst, true);

	assert_int_equal(w.way, way);
	assert_int_equal(w.vc, vc);
}

/* "The left most bit indicates whether or not there are sufficient tokens downstream to store
 * the largest sized packet" (l. 74) */
static void small_packets_need_room_for_the_largest_in_a_dynamic_channel(void **state)
{
	struct rig *r = start("8x1x1");
	struct net_sender *s = &node(r, 0)->send[XP];
	(void)state;

	s->used[D0] = 32;
	s->used[D1] = 32 - FULL;
	assert_would(r, 2, XP, D1);
	s->used[D1]++;
	assert_would(r, 2, XP, VC_ESCAPE);
	rig_destroy(r);
}

/* "The available downstream tokens are broken up into 4 ranges" (l. 74); "the direction and
 * dynamic VC having the smallest right 2 bits in the output status bit vector" (l. 100) */
static void the_shortest_queue_is_joined_by_ranges(void **state)
{
	struct rig *r = start("8x8x1");
	struct net_node *n = node(r, 0);
	uint32_t dst = xyz(r, 2, 2, 0);
	unsigned seen[4] = { 0 };
	(void)state;

	/* Quarters of 32 tokens: 9 to 16 are left in Y, 17 to 24 in X. */
	for (unsigned vc = 0; vc < 2; vc++) {
		n->send[XP].used[vc] = 12;
		n->send[YP].used[vc] = 20;
	}
	n->send[XP].used[D1] = 20;
	for (unsigned i = 0; i < 20; i++)
		assert_would(r, dst, XP, D0);
	/* A token within a range changes nothing: all four are as good. */
	n->send[XP].used[D0] = 17;
	n->send[XP].used[D1] = 19;
	for (unsigned i = 0; i < 400; i++) {
		struct would w = would_go(r, dst, true);

		seen[(w.way == YP) * 2 + w.vc]++;
	}
	for (unsigned i = 0; i < 4; i++)
		assert_in_range(seen[i], 60, 140);
	rig_destroy(r);
}

/* "If no such link and dynamic VC exist it selects the direction and escape VC" (l. 102); "first
 * x then y ten z so the escape VC is in the x direction" (l. 82) */
static void the_escape_channel_comes_last_and_in_order_of_dimensions(void **state)
{
	struct rig *r = start("8x8x8");
	struct net_node *n = node(r, 0);
	uint32_t dst = xyz(r, 2, 2, 2);
	struct would fixed;
	(void)state;

	for (unsigned l = 0; l < ROUTER_LINKS; l++)
		n->send[l].used[D0] = n->send[l].used[D1] = 32;
	assert_would(r, dst, XP, VC_ESCAPE);
	n->send[ZP].used[D1] = 24;
	assert_would(r, dst, ZP, D1);
	fixed = would_go(r, dst, false);
	assert_int_equal(fixed.way, XP);
	assert_int_equal(fixed.vc, VC_ESCAPE);
	fixed = would_go(r, xyz(r, 0, 2, 2), false);
	assert_int_equal(fixed.way, YP);
	rig_destroy(r);
}

/* "this requires at least 2 full packet s worth of tokens"; "a packet already on the VC can
 * continue at least 1 fill packet s worth" (l. 76) */
static void bubble_rule_by_tokens(void **state)
{
	struct rig *r = start("8x1x1");
	struct net_node *n = node(r, 0);
	const unsigned ways = XP << FIXED_SHIFT, urgent = ways | CLASS_PRIORITY << CLASS_SHIFT;
	const unsigned escape_queue = router_queue_first(r->net, VC_ESCAPE);
	(void)state;

	for (unsigned used = 0; used <= 32; used++) {
		n->send[XP].used[VC_ESCAPE] = n->send[XP].used[PRIORITY_VC] = (uint8_t)used;
		bool enters = used <= 32 - 2 * FULL, goes_on = used <= 32 - FULL;

		assert_int_equal(net_sender_channel(r->net, n, XP, RECEIVERS, 0, ways) >= 0,
				 enters);
		assert_int_equal(net_sender_channel(r->net, n, XP, XM, D0, ways) >= 0, enters);
		assert_int_equal(net_sender_channel(r->net, n, XP, YM, escape_queue, ways) >= 0,
				 enters);
		assert_int_equal(net_sender_channel(r->net, n, XP, XM, escape_queue, ways) >= 0,
				 goes_on);
		assert_int_equal(net_sender_channel(r->net, n, XP, RECEIVERS, 0, urgent) >= 0,
				 enters);
		assert_int_equal(net_sender_channel(r->net, n, XP, XM, PRIORITY_VC, urgent) >= 0,
				 goes_on);
	}
	rig_destroy(r);
}

/* "in the x direction the link is free tokens are available at level 01 on VC no tokens are
 * available on VC the escape VC does not have space to insert a new packet but does have space to
 * forward a packet already in the bubble and the high priority VC can both" (l. 78) */
static void the_vector_of_the_example(void **state)
{
	struct rig *r = start("8x1x1");
	struct net_node *n = node(r, 0);
	struct net_sender *s = &n->send[XP];
	const unsigned ways = XP << FIXED_SHIFT, urgent = ways | CLASS_PRIORITY << CLASS_SHIFT;
	(void)state;

	s->used[D0] = 10;             /* 22 of 32: level 01, where 00 is the emptiest */
	s->used[D1] = 30;
	s->used[VC_ESCAPE] = 20;      /* 12: a packet and a half */
	s->used[PRIORITY_VC] = 8;
	assert_true(net_sender_open(r->net, n, XP, 0));
	assert_int_equal(3 - r->net->range[s->used[D0]], 1);
	assert_true(net_sender_has_room(r->net, s, D0));
	assert_false(net_sender_has_room(r->net, s, D1));
	assert_int_equal(net_sender_channel(r->net, n, XP, RECEIVERS, 0, ways), -1);
	assert_int_equal(net_sender_channel(r->net, n, XP, XM, VC_ESCAPE, ways), VC_ESCAPE);
	assert_int_equal(net_sender_channel(r->net, n, XP, RECEIVERS, 0, urgent), PRIORITY_VC);
	assert_int_equal(net_sender_channel(r->net, n, XP, XM, PRIORITY_VC, urgent), PRIORITY_VC);
	rig_destroy(r);
}

/* "Implementation of by pass path allows packets to be routed through the node without being
 * stored in a buffer" (l. 66); "latency not multiplied by packet time" (US 7,761,687, l. 66:
 * virtual cut-through) */
static void alone_a_packet_is_in_no_fifo_and_its_tail_comes_once(void **state)
{
	struct rig *r = start("16x1x1");
	const struct net_machine *m = r->net->m;
	ps_t first_ps = 0;
	(void)state;

	for (uint32_t hops = 1; hops <= 7; hops++) {
		ps_t from_ps = r->sim.now_ps;
		struct net_packet *p = dynamic_packet(r, 0, hops, 240);

		send(r, p, 0, from_ps);
		fake_sim_run(&r->sim, PS_NEVER);
		assert_int_equal(r->deliveries, 1);
		if (hops == 1)
			first_ps = r->got[0].at_ps - from_ps;
		ps_t more_ps = 0;

		for (uint32_t n = 1; n < hops; n++)
			more_ps += m->router_ps + net_wire_ps(m, &r->shape, n, XP);
		assert_int_equal(r->got[0].at_ps - from_ps, first_ps + more_ps);
		r->deliveries = 0;
		for (uint32_t n = 0; n < 16; n++) {
			struct net_receiver_counters c;

			net_receiver_count(r->net, n, XM, r->sim.now_ps, &c);
			assert_int_equal(c.waiting_ps[0], 0);
		}
	}
	rig_destroy(r);
}

/* "if a packet in the by pass path is blocked for any reason it is transferred into the
 * appropriate FIFO buffer i.e. the buffer corresponding to the VC" (l. 66); a dynamic one that is
 * not blocked passes it. */
static void blocked_packets_wait_and_others_pass_them(void **state)
{
	struct rig *r = start("8x8x1");
	struct net_node *n = node(r, xyz(r, 1, 0, 0));
	struct net_packet *last;
	ps_t stop_ps = 5 * PS_PER_US;
	(void)state;

	n->free_ps[XP] = stop_ps; /* the link to the next node in X is taken */
	send(r, dynamic_packet(r, 0, xyz(r, 3, 0, 0), 16), 0, 0);
	last = dynamic_packet(r, 0, xyz(r, 1, 2, 0), 16);
	/* Only X is left at node 1 for the first, only Y for the second; both pass node 1. */
	net_header_set_hint(last->header, 0, NET_HINT_PLUS);
	node(r, 0)->free_ps[YP] = stop_ps;
	send(r, last, 1, 0);
	fake_sim_run(&r->sim, stop_ps / 2);
	assert_int_equal(n->receive[XM].packets[D0] + n->receive[XM].packets[D1], 1);
	assert_int_equal(r->deliveries, 1);
	assert_ptr_equal(r->got[0].p, last);
	fake_sim_run(&r->sim, PS_NEVER);
	rig_destroy(r);
}

/* "a normal priority packet that is not dynamically routable is considered blocked if the
 * corresponding escape VC FIFO is non empty"; the same of priority packets (l. 66) */
static void packets_that_keep_their_order_wait_behind_others(void **state)
{
	static const enum net_channel channels[] = { NET_CHANNEL_DETERMINISTIC,
						     NET_CHANNEL_PRIORITY };
	(void)state;

	for (unsigned i = 0; i < 2; i++) {
		struct rig *r = start("8x8x1");
		struct net_node *n = node(r, xyz(r, 1, 0, 0));
		unsigned vc = VC_ESCAPE + i;

		n->free_ps[XP] = 5 * PS_PER_US;
		send(r, fixed_packet(r, 0, xyz(r, 3, 0, 0), 16, channels[i]), 0, 0);
		send(r, fixed_packet(r, 0, xyz(r, 1, 2, 0), 16, channels[i]), 0, 0);
		fake_sim_run(&r->sim, 2 * PS_PER_US);
		assert_int_equal(n->receive[XM].packets[vc], 2);
		assert_int_equal(r->deliveries, 0);
		run(r);
		assert_int_equal(r->deliveries, 2);
		rig_destroy(r);
	}
}

/* "the plurality of transfer paths enable a packet to be transferred even though one or more of
 * them are being used" (l. 68) */
static void two_fifos_of_a_receiver_send_at_once(void **state)
{
	struct rig *r = start("8x8x1");
	struct net_node *n = node(r, xyz(r, 1, 0, 0));
	ps_t stop_ps = 8 * PS_PER_US;
	(void)state;

	n->free_ps[XP] = n->free_ps[YP] = stop_ps;
	send(r, fixed_packet(r, 0, xyz(r, 3, 0, 0), 240, NET_CHANNEL_DETERMINISTIC), 0, 0);
	send(r, fixed_packet(r, 0, xyz(r, 1, 2, 0), 240, NET_CHANNEL_PRIORITY), 1, 0);
	fake_sim_run(&r->sim, stop_ps + 10);
	assert_int_equal(n->send[XP].from, XM + 1);
	assert_int_equal(n->send[YP].from, XM + 1);
	rig_destroy(r);
}

/* "A high priority winning packet" comes first at an output (l. 108), whatever share injection or
 * the longest queue have. */
static void high_priority_comes_before_all_others(void **state)
{
	static struct net_machine m;
	struct rig *r;
	struct net_packet *urgent;
	(void)state;

	m = *net_machine_bgl();
	m.inject_first_of_256 = m.longest_of_256 = 255;
	r = rig_create_of(&m, "8x1x1", 1);
	struct net_node *n = node(r, 1);

	n->free_ps[XP] = 20 * PS_PER_US;
	for (unsigned i = 0; i < 4; i++) {
		send(r, dynamic_packet(r, 0, 3, 240), i, 0);
		send(r, dynamic_packet(r, 1, 3, 240), i, 0);
	}
	urgent = fixed_packet(r, 0, 3, 240, NET_CHANNEL_PRIORITY);
	send(r, urgent, 4, 0);
	run(r);
	assert_int_equal(r->deliveries, 9);
	assert_ptr_equal(r->got[0].p, urgent);
	rig_destroy(r);
}

/* "On a longest queue cycle these candidate packets are assigned a priority equal to the right two
 * input status bits", on a random cycle a random one (l. 88) */
static void longest_queue_cycles_serve_the_fullest_region(void **state)
{
	static struct net_machine m;
	unsigned fuller[2] = { 0 };
	(void)state;

	for (unsigned longest = 0; longest < 2; longest++) {
		m = *net_machine_bgl();
		m.longest_of_256 = longest ? 255 : 0;
		struct rig *r = rig_create_of(&m, "8x8x1", 1);
		struct net_node *n = node(r, 1);
		const unsigned ways = 1u << XP | XP << FIXED_SHIFT;

		net_source_ready(n, XM, D0, ways);
		net_source_ready(n, XM, D1, ways);
		n->receive[XM].fill[D0] = 9;  /* the second quarter of 32 chunks */
		n->receive[XM].fill[D1] = 25; /* the last */
		for (unsigned i = 0; i < 400; i++) {
			struct net_choice c = { .way = XP };

			assert_true(net_choose_source(r->net, n, &c));
			assert_int_equal(c.source, XM);
			fuller[longest] += c.queue == D1;
		}
		/* Both are as good within a region. */
		n->receive[XM].fill[D0] = 30;
		unsigned d1 = 0;

		for (unsigned i = 0; i < 400; i++) {
			struct net_choice c = { .way = XP };

			net_choose_source(r->net, n, &c);
			d1 += c.queue == D1;
		}
		assert_in_range(d1, 150, 250);
		rig_destroy(r);
	}
	assert_in_range(fuller[0], 150, 250);
	assert_true(fuller[1] >= 390);
}

/* "a predefined output phase arbitration cycle criteria ... determines what fraction of cycles are
 * of each type": injection FIFOs have low or high priority (l. 106) */
static void the_share_of_injection_follows_its_parameter(void **state)
{
	static struct net_machine m;
	(void)state;

	for (unsigned share = 0; share <= 192; share += 64) {
		m = *net_machine_bgl();
		m.inject_first_of_256 = (uint8_t)share;
		struct rig *r = rig_create_of(&m, "8x1x1", 1);
		struct net_node *n = node(r, 1);
		const unsigned ways = 1u << XP | XP << FIXED_SHIFT;
		unsigned injected = 0;

		net_source_ready(n, XM, D0, ways);
		net_source_ready(n, RECEIVERS + 2, 0, ways);
		for (unsigned i = 0; i < 2000; i++) {
			struct net_choice c = { .way = XP };

			assert_true(net_choose_source(r->net, n, &c));
			injected += c.source >= RECEIVERS;
		}
		assert_in_range(injected, share * 2000 / 256 - (share ? 100 : 0),
				share * 2000 / 256 + (share ? 100 : 0));
		rig_destroy(r);
	}
}

static unsigned injected_of_2000(struct rig *r, struct net_node *n)
{
	unsigned injected = 0;

	for (unsigned i = 0; i < 2000; i++) {
		struct net_choice c = { .way = XP };

		assert_true(net_choose_source(r->net, n, &c));
		injected += c.source >= RECEIVERS;
	}
	return injected;
}

/* "A packet at the head of an injection queue is treated similarly to an incoming packet by the
 * router" (US 7,761,687, l. 350); "These packets also carry a 2 bit status vector either randomly
 * generated or" (US 7,668,970, l. 114): however many FIFOs there are, they are one receiver more,
 * on a longest queue cycle before an empty one in 7 of 8, before a full one in 1 of 8. */
static void an_injection_queue_is_treated_as_a_receiver(void **state)
{
	static const unsigned fills[] = { 60, 0 };
	static struct net_machine m;
	(void)state;

	for (unsigned longest = 0; longest < 2; longest++)
		for (unsigned i = 0; i < 2; i++) {
			m = *net_machine_bgp();
			m.longest_of_256 = longest ? 255 : 0;
			struct rig *r = rig_create_of(&m, "8x1x1", 1);
			struct net_node *n = node(r, 1);
			const unsigned ways = 1u << XP | XP << FIXED_SHIFT;
			unsigned share = !longest ? 1000 : fills[i] ? 250 : 1750;

			net_source_ready(n, XM, D0, ways);
			n->receive[XM].fill[D0] = (uint8_t)fills[i];
			for (unsigned f = 0; f < 6; f++) {
				net_source_ready(n, RECEIVERS + f, 0, ways);
				n->inject[f].packets = 4;
				assert_in_range(injected_of_2000(r, n), share - 100, share + 100);
			}
			for (unsigned f = 0; f < 6; f++)
				n->inject[f].packets = 0;
			rig_destroy(r);
		}
}

/* "a separate reception FIFO is assigned to each incoming direction" (l. 116): six packets that
 * come at once are received at once. */
static void six_directions_are_received_at_once(void **state)
{
	struct rig *r = start("8x8x8");
	static const uint8_t from[6][3] = { { 1, 0, 0 }, { 7, 0, 0 }, { 0, 1, 0 }, { 0, 7, 0 },
					    { 0, 0, 1 }, { 0, 0, 7 } };
	(void)state;

	for (unsigned i = 0; i < 6; i++)
		send(r, dynamic_packet(r, xyz(r, from[i][0], from[i][1], from[i][2]), 0, 240), 0,
		     0);
	run(r);
	assert_int_equal(r->deliveries, 6);
	/* Wires differ by the cable and the board only. */
	assert_true(r->got[5].at_ps - r->got[0].at_ps <= 50 * PS_PER_NS);
	rig_destroy(r);
}

/* "a single packet injected into the network can be deposited at multiple destinations" (US
 * 7,761,687, l. 68), "down a single dimension" (l. 188) */
static void a_line_broadcast_leaves_a_copy_at_each_node(void **state)
{
	struct rig *r = start("8x1x1");
	struct net_packet *p = fixed_packet(r, 0, 4, 240, NET_CHANNEL_DETERMINISTIC);
	unsigned got = 0;
	(void)state;

	p->header[NET_HEADER_ROUTING] |= NET_ROUTING_DEPOSIT;
	net_header_set_hint(p->header, 0, NET_HINT_PLUS);
	send(r, p, 0, 0);
	run(r);
	assert_int_equal(r->deliveries, 4);
	for (unsigned i = 0; i < 4; i++)
		got |= 1u << r->got[i].node;
	assert_int_equal(got, 0x1e);
	rig_destroy(r);
}

/* "a 64 32 32 node torus" (l. 84); "organized as a 72 32 32" (US 7,761,687, l. 82) */
static void the_largest_machines_are_accepted(void **state)
{
	static const char *const shapes[] = { "64x32x32", "72x32x32" };
	static const uint32_t nodes[] = { 65536, 73728 };
	(void)state;

	for (unsigned i = 0; i < 2; i++) {
		struct rig *r = start(shapes[i]);
		uint32_t far = xyz(r, 32, 16, 16);

		assert_int_equal(r->net->nodes, nodes[i]);
		send(r, dynamic_packet(r, 0, far, 16), 0, 0);
		run(r);
		assert_int_equal(r->deliveries, 1);
		assert_int_equal(r->got[0].p->hops, 64);
		rig_destroy(r);
	}
}

/* "a normal packet never uses the priority VC" (l. 82); the system's channel is not there. */
static void there_is_no_system_channel(void **state)
{
	struct rig *r = start("4x1x1");
	struct net_packet *p = fixed_packet(r, 0, 1, 16, NET_CHANNEL_SYSTEM);
	(void)state;

	assert_int_equal(net_inject(r->net, p, 0, 0), -EINVAL);
	assert_string_equal(r->refused, "the machine has no such channel");
	rig_destroy(r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(packets_take_one_to_eight_chunks),
		cmocka_unit_test(tokens_are_chunks_and_of_fixed_channels_full_packets),
		cmocka_unit_test(small_packets_need_room_for_the_largest_in_a_dynamic_channel),
		cmocka_unit_test(the_shortest_queue_is_joined_by_ranges),
		cmocka_unit_test(the_escape_channel_comes_last_and_in_order_of_dimensions),
		cmocka_unit_test(bubble_rule_by_tokens),
		cmocka_unit_test(the_vector_of_the_example),
		cmocka_unit_test(alone_a_packet_is_in_no_fifo_and_its_tail_comes_once),
		cmocka_unit_test(blocked_packets_wait_and_others_pass_them),
		cmocka_unit_test(packets_that_keep_their_order_wait_behind_others),
		cmocka_unit_test(two_fifos_of_a_receiver_send_at_once),
		cmocka_unit_test(high_priority_comes_before_all_others),
		cmocka_unit_test(longest_queue_cycles_serve_the_fullest_region),
		cmocka_unit_test(an_injection_queue_is_treated_as_a_receiver),
		cmocka_unit_test(the_share_of_injection_follows_its_parameter),
		cmocka_unit_test(six_directions_are_received_at_once),
		cmocka_unit_test(a_line_broadcast_leaves_a_copy_at_each_node),
		cmocka_unit_test(the_largest_machines_are_accepted),
		cmocka_unit_test(there_is_no_system_channel),
	};

	return cmocka_run_group_tests_name("router of three dimensions", tests, NULL, NULL);
}
