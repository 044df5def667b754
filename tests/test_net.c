/*
 * test_net.c - packets through the torus: exact times, order, links in turn.  Not here:
 * ways through it (test_net_minimal.c), full FIFOs (test_net_fifos.c), many packets at
 * once (test_net_traffic.c), the arithmetic of shapes (test_coord.c).
 */
#include "net_rig.h"

/* ---- time */

static void one_hop_takes_logic_wire_and_the_packets_length(void **state)
{
	struct rig *r = rig_create("2x2x2x2x2", 1);
	struct net_packet *p = packet(r, 0, 1, 0);
	(void)state;

	send(r, p, NET_INJ_EP, 1000);
	assert_arrival(r, p, 1000 + HOP_BOARD_PS + PACKET_0_PS);
	assert_int_equal(p->hops, 1);
	assert_int_equal(p->injfifo, NET_INJ_EP);
	rig_destroy(r);
}

/* The ping-pong of Table 1: the pong node moves away in A, B, C, D, E order. */
static void table_1_hops_take_their_exact_time_and_are_near_the_paper(void **state)
{
	static const struct {
		uint8_t to[NET_DIMS];
		ps_t head_ps;
		unsigned paper_ns;
	} want[] = {
		{ { 1, 0, 0, 0, 0 }, 43500, 622 },   { { 2, 0, 0, 0, 0 }, 91750, 671 },
		{ { 3, 0, 0, 0, 0 }, 135250, 713 },  { { 3, 1, 0, 0, 0 }, 178750, 760 },
		{ { 3, 2, 0, 0, 0 }, 227000, 808 },  { { 3, 3, 0, 0, 0 }, 270500, 849 },
		{ { 3, 3, 1, 0, 0 }, 314000, 891 },  { { 3, 3, 2, 0, 0 }, 362250, 940 },
		{ { 3, 3, 3, 0, 0 }, 405750, 981 },  { { 3, 3, 3, 1, 0 }, 449250, 1022 },
		{ { 3, 3, 3, 2, 0 }, 497500, 1069 }, { { 3, 3, 3, 3, 0 }, 541000, 1118 },
		{ { 3, 3, 3, 3, 1 }, 584500, 1166 },
	};
	struct rig *r = rig_create("4x4x4x4x2", 0);
	(void)state;

	for (unsigned i = 0; i < 13; i++) {
		ps_t start_ps = (i + 1) * PS_PER_US;
		struct net_packet *p = packet(r, 0, net_node_of(&r->shape, want[i].to), 32);

		send(r, p, NET_INJ_AP, start_ps);
		assert_arrival(r, p, start_ps + want[i].head_ps + PACKET_32_PS);
		assert_int_equal(p->hops, i + 1);

		/* All that is no hop: 622 ns less one hop. */
		double ns = (double)want[i].head_ps / 1000 + (622 - 43.5);

		assert_true(ns > 0.99 * want[i].paper_ns && ns < 1.01 * want[i].paper_ns);
	}
	rig_destroy(r);
}

/* ---- whose a packet is */

static struct {
	void (*light)(void *ctx, const struct event_entry *e);
	struct net_packet posted;
	unsigned compared;
} whose;

static void post_copy(struct sim *sim, const struct event_entry *e)
{
	if (entry_is_light(e) && e->what)
		whose.posted = *(const struct net_packet *)e->what;
	fake_sim_post(sim, e);
}

static void light_compare(void *ctx, const struct event_entry *e)
{
	if (e->what) {
		assert_memory_equal(e->what, &whose.posted,
				    offsetof(struct net_packet, wire) + NET_PACKET_HEADER_BYTES);
		whose.compared++;
	}
	whose.light(ctx, e);
}

/* By the host's clock the neighbour has it before the sender's event is over. */
static void packet_is_not_touched_once_its_head_is_posted(void **state)
{
	struct rig *r = rig_create("4x4x1x1x2", 1);
	(void)state;

	whose.light = r->sim.sim.light;
	r->sim.sim.light = light_compare;
	r->sim.sim.post = post_copy;
	send(r, packet(r, 0, at(r, 2, 1, 0, 0, 1), 32), NET_INJ_AP, 0);
	fake_sim_run(&r->sim, PS_NEVER);
	assert_int_equal(r->deliveries, 1);
	assert_int_equal(whose.compared, 4 + 1); /* links, reception */
	rig_destroy(r);
}

static void ring_closes_with_a_wire_between_boards(void **state)
{
	struct rig *r = rig_create("4x4x4x4x2", 1);
	struct net_packet *p = packet(r, 0, 511, 32);
	(void)state;

	send(r, p, NET_INJ_AM, 0);
	assert_arrival(r, p, 4 * HOP_MIDPLANE_PS + HOP_BOARD_PS + PACKET_32_PS);
	assert_int_equal(p->hops, 5);
	rig_destroy(r);
}

static void midplanes_are_joined_by_cables(void **state)
{
	struct rig *r = rig_create("4x4x4x8x2", 1);
	struct net_packet *over = packet(r, at(r, 0, 0, 0, 3, 0), at(r, 0, 0, 0, 4, 0), 32);
	struct net_packet *round = packet(r, 0, at(r, 0, 0, 0, 7, 0), 32);
	(void)state;

	send(r, over, NET_INJ_DP, 0);
	assert_arrival(r, over, HOP_CABLE_PS + PACKET_32_PS);
	send(r, round, NET_INJ_DM, PS_PER_US);
	assert_arrival(r, round, PS_PER_US + HOP_CABLE_PS + PACKET_32_PS);
	rig_destroy(r);
}

/* Barrier and torus packets use the same wires. */
static void link_is_as_long_from_either_end(void **state)
{
	static const ps_t want_ps[6] = { 27500, 32250, 27500, 158750, 27500, 158750 };
	struct net_shape s = { { 6, 1, 1, 1, 3 }, { 1, 1, 1, 1, 1 } };
	const struct net_machine *m = net_machine_bgq();
	(void)state;

	for (uint8_t a = 0; a < 6; a++) {
		uint32_t low = a * 3u, high = (a + 1) % 6 * 3u;

		assert_int_equal(net_wire_ps(m, &s, low, 1), want_ps[a]);
		assert_int_equal(net_wire_ps(m, &s, high, 0), want_ps[a]);
	}
	struct rig *r = rig_create("6x1x1x1x1", 1);
	struct net_packet *up = packet(r, 5, 0, 32), *down = packet(r, 0, 5, 32);

	send(r, up, NET_INJ_AP, 0);
	assert_arrival(r, up, HOP_CABLE_PS + PACKET_32_PS);
	send(r, down, NET_INJ_AM, PS_PER_US);
	assert_arrival(r, down, PS_PER_US + HOP_CABLE_PS + PACKET_32_PS);
	rig_destroy(r);
}

/* II.A expects 2.6 us; 553.25 ns are spent in the message units. */
static void half_way_round_the_largest_machine_is_within_10_percent(void **state)
{
	struct rig *r = rig_create("16x16x16x12x2", 1);
	struct net_packet *p = packet(r, 0, at(r, 8, 8, 8, 6, 1), 32);
	ps_t head_ps = 16 * HOP_BOARD_PS + 8 * HOP_MIDPLANE_PS + 7 * HOP_CABLE_PS;
	(void)state;

	send(r, p, NET_INJ_AP, 0);
	assert_arrival(r, p, head_ps + PACKET_32_PS);
	assert_int_equal(p->hops, 31);
	assert_int_equal(head_ps + 553250, 2858500);
	assert_true(head_ps + 553250 < 2600000 * 11 / 10);
	rig_destroy(r);
}

static void lookahead_is_the_shortest_hop(void **state)
{
	(void)state;

	assert_int_equal(net_lookahead_ps(net_machine_bgq()), HOP_BOARD_PS);
	assert_int_equal(net_lookahead_ps(net_machine_untimed()), 1000);
}

/* A torus of 4x4, its rows owned by 0, 1, 2 and 3. */
static void a_cut_joins_the_owners_at_the_ends_of_its_links(void **state)
{
	static const bool ring[4][4] = { { 0, 1, 0, 1 }, { 1, 0, 1, 0 },
					 { 0, 1, 0, 1 }, { 1, 0, 1, 0 } };
	struct net_shape s = { .size = { 4, 4, 1, 1, 1 }, .torus = { 1, 1 } };
	bool joined[4][4] = { 0 };
	uint16_t owner[16];

	(void)state;
	for (uint32_t n = 0; n < 16; n++)
		owner[n] = (uint16_t)(n / 4);
	assert_int_equal(net_cut_ps(net_machine_bgq(), &s, owner, 4, &joined[0][0]),
			 HOP_BOARD_PS);
	assert_memory_equal(joined, ring, sizeof ring);
}

/* ---- links and order */

static void full_packets_follow_each_other_at_90_percent_of_the_link(void **state)
{
	struct rig *r = rig_create("1x1x1x1x2", 1);
	ps_t now_ps = 0;
	(void)state;

	for (unsigned i = 0; i < 100; i++) {
		struct net_packet *p = packet(r, 0, 1, 512);

		p->user_bytes = (uint16_t)i;
		if (net_inject(r->net, p, NET_INJ_EP, now_ps) == -EAGAIN) {
			unsigned calls = r->ready_calls;

			while (r->ready_calls == calls)
				fake_sim_run(&r->sim, r->sim.heap[0].time_ps + 1);
			now_ps = r->ready_ps;
			send(r, p, NET_INJ_EP, now_ps);
		}
	}
	fake_sim_run(&r->sim, PS_NEVER);
	assert_int_equal(r->deliveries, 100);
	for (unsigned i = 0; i < 100; i++) {
		assert_int_equal(r->got[i].p->user_bytes, i);
		assert_int_equal(r->got[i].at_ps, HOP_BOARD_PS + (i + 1) * PACKET_512_PS +
				  i * GAP_PS);
	}
	assert_true(512 * 1000.0 / PACKET_512_PS <= 1.8);
	assert_true(512 * 1000.0 / PACKET_512_PS > 1.79);
	rig_destroy(r);
}

static void packets_of_two_fifos_share_one_link_in_turn(void **state)
{
	struct rig *r = rig_create("1x1x1x1x2", 1);
	struct net_packet *first = packet(r, 0, 1, 512), *second = packet(r, 0, 1, 0);
	(void)state;

	send(r, first, NET_INJ_AP, 0);
	send(r, second, NET_INJ_BP, 0);
	fake_sim_run(&r->sim, PS_NEVER);
	assert_int_equal(r->deliveries, 2);
	assert_ptr_equal(r->got[0].p, first);
	assert_int_equal(r->got[0].at_ps, HOP_BOARD_PS + PACKET_512_PS);
	assert_int_equal(r->got[1].at_ps, HOP_BOARD_PS + PACKET_512_PS + GAP_PS + PACKET_0_PS);
	rig_destroy(r);
}

static void packets_over_different_links_do_not_wait_for_each_other(void **state)
{
	struct rig *r = rig_create("1x1x1x2x2", 1);
	(void)state;

	send(r, packet(r, 0, 1, 512), NET_INJ_EP, 0);
	send(r, packet(r, 0, 2, 512), NET_INJ_DP, 0);
	send(r, packet(r, 1, 0, 512), NET_INJ_EP, 0);
	fake_sim_run(&r->sim, PS_NEVER);
	assert_int_equal(r->deliveries, 3);
	for (unsigned i = 0; i < 3; i++)
		assert_int_equal(r->got[i].at_ps, HOP_BOARD_PS + PACKET_512_PS);
	rig_destroy(r);
}

static void link_is_taken_for_one_packet_only_as_its_head_passes(void **state)
{
	struct rig *r = rig_create("1x1x4x1x1", 0);
	struct net_packet *passing = packet(r, 0, 2, 512), *own = packet(r, 1, 2, 512);
	(void)state;

	/* own comes to the link 1 -> 2 while passing is on it. */
	send(r, passing, NET_INJ_CP, 0);
	fake_sim_run(&r->sim, HOP_BOARD_PS + 1);
	send(r, own, NET_INJ_CP, HOP_BOARD_PS + 1000);
	fake_sim_run(&r->sim, PS_NEVER);
	assert_int_equal(r->deliveries, 2);
	assert_ptr_equal(r->got[0].p, passing);
	assert_int_equal(r->got[0].at_ps, HOP_BOARD_PS + HOP_MIDPLANE_PS + PACKET_512_PS);
	assert_ptr_equal(r->got[1].p, own);
	assert_int_equal(r->got[1].at_ps, HOP_BOARD_PS + HOP_MIDPLANE_PS + 2 * PACKET_512_PS +
			  GAP_PS);
	rig_destroy(r);
}

/* Sizes that change make later packets want to overtake. */
static void packets_between_two_nodes_keep_their_order_under_cross_traffic(void **state)
{
	struct rig *r = rig_create("4x4x1x1x2", 1);
	uint32_t nodes = net_shape_nodes(&r->shape);
	unsigned last[32][32] = { { 0 } }, sent = 0;
	(void)state;

	for (unsigned round = 1; round <= 100; round++) {
		ps_t now_ps = round * 50 * PS_PER_NS;

		fake_sim_run(&r->sim, now_ps);
		for (uint32_t n = 0; n < nodes; n++) {
			uint32_t to = (n * 5 + 11 * (round % 3)) % nodes;
			uint16_t bytes = (uint16_t)(round * 7 % 17 * 32);
			struct net_packet *p = packet(r, n, to, bytes);

			p->user_bytes = (uint16_t)round;
			/* FIFOs are not in order among each other. */
			if (net_inject(r->net, p, (n + to) % 10, now_ps) == 0)
				sent++;
			else
				net_packet_free(r->net, n, p);
		}
	}
	fake_sim_run(&r->sim, PS_NEVER);
	assert_int_equal(r->deliveries, sent);
	assert_true(sent > 1000);
	for (unsigned i = 0; i < r->deliveries; i++) {
		const struct net_packet *p = r->got[i].p;

		assert_int_equal(r->got[i].node, p->dst);
		assert_true(p->user_bytes > last[p->src][p->dst]);
		last[p->src][p->dst] = p->user_bytes;
	}
	rig_destroy(r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_hop_takes_logic_wire_and_the_packets_length),
		cmocka_unit_test(table_1_hops_take_their_exact_time_and_are_near_the_paper),
		cmocka_unit_test(packet_is_not_touched_once_its_head_is_posted),
		cmocka_unit_test(ring_closes_with_a_wire_between_boards),
		cmocka_unit_test(midplanes_are_joined_by_cables),
		cmocka_unit_test(link_is_as_long_from_either_end),
		cmocka_unit_test(half_way_round_the_largest_machine_is_within_10_percent),
		cmocka_unit_test(lookahead_is_the_shortest_hop),
		cmocka_unit_test(a_cut_joins_the_owners_at_the_ends_of_its_links),
		cmocka_unit_test(full_packets_follow_each_other_at_90_percent_of_the_link),
		cmocka_unit_test(packets_of_two_fifos_share_one_link_in_turn),
		cmocka_unit_test(packets_over_different_links_do_not_wait_for_each_other),
		cmocka_unit_test(link_is_taken_for_one_packet_only_as_its_head_passes),
		cmocka_unit_test(packets_between_two_nodes_keep_their_order_under_cross_traffic),
	};

	return cmocka_run_group_tests_name("network", tests, NULL, NULL);
}
