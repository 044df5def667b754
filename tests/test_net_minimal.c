/*
 * test_net_minimal.c - which way a packet goes: minimal, by its hints, over links that
 * lead back to their node; and what has no route.  Not here: contention.
 */
#include "net_rig.h"

/* ---- routes */

static void all_pairs_meet_in_the_least_number_of_hops(void **state)
{
	static const char *const shapes[] = { "4x3x1x2x2", "5x2x2x1x2" };
	(void)state;

	for (int torus = 0; torus < 2; torus++)
		for (unsigned i = 0; i < 2; i++) {
			struct rig *r = rig_create(shapes[i], torus);
			uint32_t nodes = net_shape_nodes(&r->shape);

			for (uint32_t n = 0; n < nodes * nodes; n++) {
				struct net_packet *p = packet(r, n / nodes, n % nodes, 0);

				send(r, p, NET_INJ_AP, n * PS_PER_US);
				fake_sim_run(&r->sim, PS_NEVER);
				assert_int_equal(r->deliveries, 1);
				assert_int_equal(r->got[0].node, p->dst);
				assert_int_equal(p->hops,
						 net_distance(&r->shape, p->src, p->dst));
				r->deliveries = 0;
				net_packet_free(r->net, p->dst, p);
			}
			rig_destroy(r);
		}
}

static void dimensions_are_crossed_from_a_to_e(void **state)
{
	struct rig *r = rig_create("4x4x4x4x2", 1);
	struct net_packet *p = packet(r, 0, at(r, 1, 0, 3, 0, 0), 32);
	(void)state;

	send(r, p, NET_INJ_AP, 0);
	assert_arrival(r, p, HOP_BOARD_PS + HOP_MIDPLANE_PS + PACKET_32_PS);
	assert_int_equal(p->recfifo, NET_REC_CP); /* went C minus last */
	p = packet(r, at(r, 1, 0, 3, 0, 0), 0, 32);
	send(r, p, NET_INJ_AP, PS_PER_US);
	fake_sim_run(&r->sim, PS_NEVER);
	assert_int_equal(p->recfifo, NET_REC_CM);
	rig_destroy(r);
}

static void packet_sent_plus_is_received_from_minus(void **state)
{
	static const struct {
		uint8_t abcd, e, to[NET_DIMS];
		enum net_recfifo recfifo;
	} want[] = {
		{ 0x40, 0, { 1, 0, 0, 0, 0 }, NET_REC_AM },
		{ 0x80, 0, { 3, 0, 0, 0, 0 }, NET_REC_AP },
		{ 0x10, 0, { 0, 1, 0, 0, 0 }, NET_REC_BM },
		{ 0x20, 0, { 0, 3, 0, 0, 0 }, NET_REC_BP },
		{ 0x04, 0, { 0, 0, 1, 0, 0 }, NET_REC_CM },
		{ 0x08, 0, { 0, 0, 3, 0, 0 }, NET_REC_CP },
		{ 0x01, 0, { 0, 0, 0, 1, 0 }, NET_REC_DM },
		{ 0x02, 0, { 0, 0, 0, 3, 0 }, NET_REC_DP },
		{ 0, 0x40, { 0, 0, 0, 0, 1 }, NET_REC_EM },
		{ 0, 0x80, { 0, 0, 0, 0, 1 }, NET_REC_EP },
		{ 0, 0x00, { 0, 0, 0, 0, 1 }, NET_REC_EM }, /* two nodes: plus unless told */
	};
	struct rig *r = rig_create("4x4x4x4x2", 1);
	(void)state;

	for (unsigned i = 0; i < sizeof want / sizeof *want; i++) {
		uint32_t to = net_node_of(&r->shape, want[i].to);
		struct net_packet *p = hinted(r, 0, to, want[i].abcd, want[i].e);

		send(r, p, NET_INJ_LOCAL0, i * PS_PER_US); /* any FIFO reaches any node */
		fake_sim_run(&r->sim, PS_NEVER);
		assert_int_equal(p->hops, 1);
		assert_int_equal(p->recfifo, want[i].recfifo);
	}
	rig_destroy(r);
}

static void hint_bit_forces_the_long_way_round(void **state)
{
	struct rig *r = rig_create("4x1x1x1x1", 1);
	struct net_packet *p = hinted(r, 0, 1, 0x80, 0);
	(void)state;

	send(r, p, NET_INJ_AP, 0);
	assert_arrival(r, p, 2 * HOP_MIDPLANE_PS + HOP_BOARD_PS + PACKET_32_PS);
	assert_int_equal(p->hops, 3);
	rig_destroy(r);
}

/* The other bits of byte 2 (here: dynamic, deposit) are no hints. */
static void hint_of_a_dimension_without_distance_is_ignored(void **state)
{
	struct rig *r = rig_create("4x4x4x4x2", 0);
	struct net_packet *p = hinted(r, 0, at(r, 0, 1, 0, 0, 0), 0x80 | 0x08, 0x06);
	(void)state;

	send(r, p, NET_INJ_AP, 0);
	assert_arrival(r, p, HOP_BOARD_PS + PACKET_32_PS);
	rig_destroy(r);
}

static void assert_refused(struct rig *r, struct net_packet *p, const char *text)
{
	r->refused = NULL;
	assert_int_equal(net_inject(r->net, p, NET_INJ_AP, 0), -EINVAL);
	assert_string_equal(r->refused, text);
	assert_int_equal(r->sim.events, 0);
	net_packet_free(r->net, p->src, p);
}

static void packet_without_a_route_is_refused_and_leaves_the_fifo_free(void **state)
{
	struct rig *r = rig_create("4x4x4x4x2", 0);
	struct net_packet *good = packet(r, 0, 1, 32);
	(void)state;

	assert_refused(r, packet(r, 0, 512, 32), "destination outside the machine");
	assert_refused(r, packet(r, 0, UINT32_MAX, 32), "destination outside the machine");
	assert_refused(r, hinted(r, 0, 1, 0xc0, 0), "both hint bits of a dimension are set");
	assert_refused(r, hinted(r, 0, 1, 0, 0xc0), "both hint bits of a dimension are set");
	assert_refused(r, hinted(r, 0, 1, 0, 0x80), "hint bit leads off the end of a mesh");
	assert_refused(r, hinted(r, 511, 0, 0x40, 0), "hint bit leads off the end of a mesh");
	send(r, good, NET_INJ_AP, 0);
	assert_arrival(r, good, HOP_BOARD_PS + PACKET_32_PS);
	rig_destroy(r);
}

/* ---- loopback */

static void packet_to_its_own_node_uses_a_local_fifo_and_no_link(void **state)
{
	struct rig *r = rig_create("1x1x1x1x2", 1);
	struct net_packet *local0 = packet(r, 0, 0, 512), *local1 = packet(r, 0, 0, 512);
	struct net_packet *away = packet(r, 0, 1, 512);
	(void)state;

	send(r, local0, NET_INJ_LOCAL0, 0);
	send(r, local1, NET_INJ_LOCAL1, 0);
	send(r, away, NET_INJ_EP, 0);
	fake_sim_run(&r->sim, PS_NEVER);
	assert_int_equal(r->deliveries, 3);
	for (unsigned i = 0; i < 2; i++) {
		assert_int_equal(r->got[i].at_ps, 16000 + PACKET_512_PS);
		assert_int_equal(r->got[i].node, 0);
		assert_int_equal(r->got[i].p->hops, 0);
	}
	assert_int_equal(local0->recfifo, NET_REC_LOCAL0);
	assert_int_equal(local1->recfifo, NET_REC_LOCAL1);
	assert_int_equal(r->got[2].at_ps, HOP_BOARD_PS + PACKET_512_PS);
	rig_destroy(r);
}

static void local_packets_follow_each_other_whatever_fifo_they_come_from(void **state)
{
	struct rig *r = rig_create("1x1x1x1x1", 1);
	struct net_packet *first = packet(r, 0, 0, 512), *second = packet(r, 0, 0, 0);
	struct net_packet *torus = packet(r, 0, 0, 32);
	(void)state;

	send(r, first, NET_INJ_LOCAL0, 0);
	send(r, second, NET_INJ_LOCAL0, 0);
	fake_sim_run(&r->sim, 16000 + PACKET_512_PS + 1);
	send(r, torus, NET_INJ_EP, r->sim.now_ps);
	fake_sim_run(&r->sim, PS_NEVER);
	assert_int_equal(r->deliveries, 3);
	assert_ptr_equal(r->got[0].p, first);
	assert_int_equal(r->got[0].at_ps, 16000 + PACKET_512_PS);
	assert_ptr_equal(r->got[1].p, second);
	assert_int_equal(r->got[1].at_ps, 16000 + PACKET_512_PS + PACKET_0_PS);
	assert_ptr_equal(r->got[2].p, torus);
	assert_int_equal(r->got[2].at_ps, 16000 + PACKET_512_PS + PACKET_0_PS + PACKET_32_PS);
	assert_int_equal(torus->recfifo, NET_REC_LOCAL0);
	rig_destroy(r);
}

/* A hint sends a packet over the link of a dimension that has one node, back to
 * where it came from. */
static void hint_crosses_the_looped_link_once(void **state)
{
	struct rig *r = rig_create("1x1x1x1x1", 1);
	struct net_packet *p[2] = { packet(r, 0, 0, 512), packet(r, 0, 0, 512) };
	(void)state;

	p[0]->header[1] = 0x40; /* A+ */
	p[1]->header[2] = 0x80; /* E- */
	send(r, p[0], NET_INJ_AP, 0);
	send(r, p[1], NET_INJ_EM, 0);
	fake_sim_run(&r->sim, PS_NEVER);
	assert_int_equal(r->deliveries, 2);
	for (unsigned i = 0; i < 2; i++) {
		assert_int_equal(r->got[i].at_ps, HOP_BOARD_PS + PACKET_512_PS);
		assert_int_equal(p[i]->hops, 1);
	}
	assert_int_equal(p[0]->recfifo, NET_REC_AM);
	assert_int_equal(p[1]->recfifo, NET_REC_EP);
	rig_destroy(r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_pairs_meet_in_the_least_number_of_hops),
		cmocka_unit_test(dimensions_are_crossed_from_a_to_e),
		cmocka_unit_test(packet_sent_plus_is_received_from_minus),
		cmocka_unit_test(hint_bit_forces_the_long_way_round),
		cmocka_unit_test(hint_of_a_dimension_without_distance_is_ignored),
		cmocka_unit_test(packet_without_a_route_is_refused_and_leaves_the_fifo_free),
		cmocka_unit_test(packet_to_its_own_node_uses_a_local_fifo_and_no_link),
		cmocka_unit_test(local_packets_follow_each_other_whatever_fifo_they_come_from),
		cmocka_unit_test(hint_crosses_the_looped_link_once),
	};

	return cmocka_run_group_tests_name("network, minimal routes", tests, NULL, NULL);
}
