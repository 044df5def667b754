/*
 * test_net.c - packets through the torus: exact times, routes, order, links in
 * turn, full FIFOs at both ends, refusals, pools.  Not here: the arithmetic of
 * shapes (test_coord.c), many packets at once (test_net_traffic.c), the message unit.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "../net/machine.h"
#include "../net/net.h"
#include "fake_sim.h"

#define HOP_BOARD_PS    43500
#define HOP_MIDPLANE_PS 48250
#define HOP_CABLE_PS    133250
#define PACKET_0_PS     28500  /* on the wire without payload: 57 B at 2 GB/s */
#define PACKET_32_PS    44500
#define PACKET_512_PS   284500
#define GAP_PS 4000 /* between packets on a link */
#define DELIVERIES_MOST 4096

struct delivery {
	struct net_packet *p;
	uint32_t node;
	ps_t at_ps;
};

struct rig {
	struct fake_sim sim;
	struct net *net;
	struct net_shape shape;
	struct delivery got[DELIVERIES_MOST];
	unsigned deliveries;
	unsigned room[NET_RECFIFOS]; /* packets that are still taken; UINT_MAX: all */
	unsigned offers;
	unsigned ready_calls, ready_fifo;
	uint32_t ready_node;
	ps_t ready_ps;
	const char *refused;
};

static int deliver(void *ctx, uint32_t node, struct net_packet *p, ps_t now_ps)
{
	struct rig *r = ctx;

	r->offers++;
	assert_int_equal(now_ps, r->sim.now_ps);
	if (r->room[p->recfifo] == 0)
		return -EAGAIN;
	if (r->room[p->recfifo] != UINT32_MAX)
		r->room[p->recfifo]--;
	assert_true(r->deliveries < DELIVERIES_MOST);
	r->got[r->deliveries++] = (struct delivery){ p, node, now_ps };
	return 0;
}

static void inject_ready(void *ctx, uint32_t node, unsigned injfifo, ps_t now_ps)
{
	struct rig *r = ctx;

	r->ready_calls++;
	r->ready_node = node;
	r->ready_fifo = injfifo;
	r->ready_ps = now_ps;
}

static void refuse(void *ctx, uint32_t node, const struct net_packet *p, const char *text)
{
	assert_int_equal(node, p->src);
	((struct rig *)ctx)->refused = text;
}

static const struct net_ops ops = { deliver, inject_ready, refuse };

static struct rig *rig_create(const char *text, int torus)
{
	const struct net_machine *m = net_machine_bgq();
	struct rig *r = calloc(1, sizeof *r);

	assert_non_null(r);
	assert_int_equal(net_shape_parse(text, &r->shape), 0);
	memset(r->shape.torus, torus, sizeof r->shape.torus);
	memset(r->room, 0xff, sizeof r->room);
	fake_sim_init(&r->sim, net_shape_nodes(&r->shape), net_lookahead_ps(m));
	r->net = net_create(m, &r->shape, &r->sim.sim);
	assert_non_null(r->net);
	net_set_ops(r->net, &ops, r);
	return r;
}

/* Packets that were not freed go with their pool. */
static void rig_destroy(struct rig *r)
{
	net_destroy(r->net);
	fake_sim_cleanup(&r->sim);
	free(r);
}

static uint32_t at(const struct rig *r, uint8_t a, uint8_t b, uint8_t c, uint8_t d,
		   uint8_t e)
{
	return net_node_of(&r->shape, (uint8_t[NET_DIMS]){ a, b, c, d, e });
}

static struct net_packet *packet(struct rig *r, uint32_t src, uint32_t dst,
				 uint16_t bytes)
{
	struct net_packet *p = net_packet_alloc(r->net, src);

	assert_non_null(p);
	memset(p->header, 0, sizeof p->header);
	p->src = src;
	p->dst = dst;
	p->payload_bytes = bytes;
	return p;
}

static struct net_packet *hinted(struct rig *r, uint32_t src, uint32_t dst, uint8_t abcd,
				 uint8_t e)
{
	struct net_packet *p = packet(r, src, dst, 32);

	p->header[1] = abcd;
	p->header[2] = e;
	return p;
}

static void send(struct rig *r, struct net_packet *p, unsigned injfifo, ps_t now_ps)
{
	assert_int_equal(net_inject(r->net, p, injfifo, now_ps), 0);
}

/* Carries all out; exactly one packet came, p, to its destination at at_ps. */
static void assert_arrival(struct rig *r, const struct net_packet *p, ps_t at_ps)
{
	fake_sim_run(&r->sim, PS_NEVER);
	assert_int_equal(r->deliveries, 1);
	assert_ptr_equal(r->got[0].p, p);
	assert_int_equal(r->got[0].node, p->dst);
	assert_int_equal(r->got[0].at_ps, at_ps);
	r->deliveries = 0;
}

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
	static const ps_t want_ps[6] = { 27500, 32250, 27500, 117250, 27500, 117250 };
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

/* II.A expects 2.6 us; 578.5 ns of that are in the message units. */
static void half_way_round_the_largest_machine_takes_2_6_us(void **state)
{
	struct rig *r = rig_create("16x16x16x12x2", 1);
	struct net_packet *p = packet(r, 0, at(r, 8, 8, 8, 6, 1), 32);
	ps_t head_ps = 16 * HOP_BOARD_PS + 8 * HOP_MIDPLANE_PS + 7 * HOP_CABLE_PS;
	(void)state;

	send(r, p, NET_INJ_AP, 0);
	assert_arrival(r, p, head_ps + PACKET_32_PS);
	assert_int_equal(p->hops, 31);
	assert_int_equal(head_ps + 578500, 2593250);
	rig_destroy(r);
}

static void lookahead_is_the_shortest_hop(void **state)
{
	(void)state;

	assert_int_equal(net_lookahead_ps(net_machine_bgq()), HOP_BOARD_PS);
	assert_int_equal(net_lookahead_ps(net_machine_untimed()), 1000);
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
		assert_int_equal(r->got[i].at_ps, HOP_BOARD_PS + (i + 1) * PACKET_512_PS + i * GAP_PS);
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
	assert_int_equal(r->got[1].at_ps, HOP_BOARD_PS + HOP_MIDPLANE_PS + 2 * PACKET_512_PS + GAP_PS);
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

static void shape_without_nodes_or_beyond_six_bits_makes_no_network(void **state)
{
	struct net_shape none = { { 4, 0, 4, 4, 2 }, { 0 } };
	struct net_shape large = { { 4, 65, 1, 1, 1 }, { 0 } };
	struct sim sim = { 0 };
	(void)state;

	errno = 0;
	assert_null(net_create(net_machine_bgq(), &none, &sim));
	assert_int_equal(errno, EINVAL);
	errno = 0;
	assert_null(net_create(net_machine_bgq(), &large, &sim));
	assert_int_equal(errno, EINVAL);
}

static void assert_wrong(const struct net_machine *m, const char *why)
{
	struct net_shape s = { { 2, 1, 1, 1, 1 }, { 0 } };
	struct sim sim = { 0 };

	assert_string_equal(net_machine_wrong(m), why);
	errno = 0;
	assert_null(net_create(m, &s, &sim));
	assert_int_equal(errno, EINVAL);
}

#define ASSERT_WRONG_WITH(field, value, why)                 \
	do {                                                 \
		struct net_machine changed = *net_machine_bgq(); \
								 \
		changed.field = (value);                     \
		assert_wrong(&changed, why);                 \
	} while (0)

static void machine_that_no_router_works_with_makes_no_network(void **state)
{
	const char *small = "a virtual channel needs room for two packets: one, and a bubble";
	const char *large = "a virtual channel holds 63 packets at most";
	const char *fifo = "network FIFOs and channels of collectives need room for a packet";
	const char *dims = "boards and midplanes have at least one node in each dimension";
	const char *wire = "no wire is shorter than those on a board";
	(void)state;

	assert_null(net_machine_wrong(net_machine_bgq()));
	assert_null(net_machine_wrong(net_machine_untimed()));
	for (unsigned vc = 0; vc < 4; vc++) {
		struct net_machine m = *net_machine_bgq();

		m.vc_packets[vc] = 1;
		assert_wrong(&m, small);
		m.vc_packets[vc] = 64;
		assert_wrong(&m, large);
		m.vc_packets[vc] = 63;
		assert_null(net_machine_wrong(&m));
		m.vc_packets[vc] = 2;
		assert_null(net_machine_wrong(&m));
	}
	ASSERT_WRONG_WITH(injfifo_packets, 0, fifo);
	ASSERT_WRONG_WITH(recfifo_packets, 0, fifo);
	ASSERT_WRONG_WITH(coll_packets, 0, fifo);
	ASSERT_WRONG_WITH(board[4], 0, dims);
	ASSERT_WRONG_WITH(midplane[0], 0, dims);
	ASSERT_WRONG_WITH(token_ps, 15999, "a token needs no less time than a packet's head");
	ASSERT_WRONG_WITH(wire_midplane_ps, 27499, wire);
	ASSERT_WRONG_WITH(wire_cable_ps, 27499, wire);
	struct net_machine m = *net_machine_untimed();

	m.router_ps = m.wire_board_ps = 0;
	assert_wrong(&m, "a hop has to take time");
}

/* ---- full FIFOs */

static void injection_fifo_is_full_until_its_first_packet_has_left(void **state)
{
	struct rig *r = rig_create("1x1x1x1x2", 1);
	struct net_packet *p[4] = { packet(r, 0, 1, 512), packet(r, 0, 1, 512),
				    packet(r, 0, 1, 512), packet(r, 0, 1, 512) };
	const ps_t first_ps = 16000 + PACKET_512_PS + GAP_PS;
	(void)state;

	/* It has room for two; a packet takes its place until its tail is out. */
	send(r, p[0], NET_INJ_EP, 0);
	send(r, p[1], NET_INJ_EP, 0);
	assert_int_equal(net_inject(r->net, p[2], NET_INJ_EP, 0), -EAGAIN);
	assert_int_equal(net_inject(r->net, p[2], NET_INJ_EP, 15999), -EAGAIN);
	fake_sim_run(&r->sim, first_ps + 1);
	assert_int_equal(r->ready_calls, 1); /* one for both */
	assert_int_equal(r->ready_node, 0);
	assert_int_equal(r->ready_fifo, NET_INJ_EP);
	assert_int_equal(r->ready_ps, first_ps);
	send(r, p[2], NET_INJ_EP, first_ps);
	assert_int_equal(net_inject(r->net, p[3], NET_INJ_EP, first_ps), -EAGAIN);
	fake_sim_run(&r->sim, PS_NEVER);
	assert_int_equal(r->ready_calls, 2);
	assert_int_equal(r->ready_ps, first_ps + PACKET_512_PS + GAP_PS);
	assert_int_equal(r->deliveries, 3);
	for (unsigned i = 0; i < 3; i++)
		assert_int_equal(r->got[i].at_ps, HOP_BOARD_PS + PACKET_512_PS +
							  i * (PACKET_512_PS + GAP_PS));
	/* Nobody asked: it has room again without an event that says so. */
	r->deliveries = 0;
	send(r, p[3], NET_INJ_EP, PS_PER_S);
	assert_arrival(r, p[3], PS_PER_S + HOP_BOARD_PS + PACKET_512_PS);
	rig_destroy(r);
}

static void full_injection_fifo_does_not_close_the_others(void **state)
{
	struct rig *r = rig_create("1x1x1x2x2", 1);
	(void)state;

	send(r, packet(r, 0, 1, 32), NET_INJ_EP, 0);
	send(r, packet(r, 0, 1, 32), NET_INJ_EP, 0);
	assert_int_equal(net_inject(r->net, packet(r, 0, 1, 32), NET_INJ_EP, 0), -EAGAIN);
	send(r, packet(r, 0, 2, 32), NET_INJ_DP, 0);
	fake_sim_run(&r->sim, PS_NEVER);
	assert_int_equal(r->deliveries, 3);
	rig_destroy(r);
}

static void reception_fifo_holds_packets_in_order_until_resumed(void **state)
{
	struct rig *r = rig_create("1x1x1x1x2", 1);
	struct net_packet *p[5];
	(void)state;

	r->room[NET_REC_EM] = 1;
	for (unsigned i = 0; i < 5; i++) {
		p[i] = packet(r, 0, 1, 32);
		send(r, p[i], NET_INJ_AM, i * PS_PER_US);
		fake_sim_run(&r->sim, i * PS_PER_US + 1);
	}
	fake_sim_run(&r->sim, PS_NEVER);
	assert_int_equal(r->deliveries, 1);
	assert_int_equal(r->offers, 2); /* those behind the held one are not offered */

	r->room[NET_REC_EM] = 2;
	net_reception_resume(r->net, 1, NET_REC_EM, r->sim.now_ps);
	assert_int_equal(r->deliveries, 3);
	assert_int_equal(r->offers, 5);
	net_reception_resume(r->net, 1, NET_REC_EM, r->sim.now_ps);
	assert_int_equal(r->deliveries, 3);

	/* One that arrives now stands behind those held. */
	struct net_packet *late = packet(r, 0, 1, 0);

	send(r, late, NET_INJ_AM, r->sim.now_ps);
	fake_sim_run(&r->sim, PS_NEVER);
	assert_int_equal(r->deliveries, 3);
	r->room[NET_REC_EM] = UINT32_MAX;
	net_reception_resume(r->net, 1, NET_REC_EM, r->sim.now_ps);
	assert_int_equal(r->deliveries, 6);
	for (unsigned i = 0; i < 5; i++)
		assert_ptr_equal(r->got[i].p, p[i]);
	assert_ptr_equal(r->got[5].p, late);

	/* Empty again: the next is delivered as it comes. */
	r->deliveries = 0;
	send(r, late, NET_INJ_AM, 10 * PS_PER_US);
	assert_arrival(r, late, 10 * PS_PER_US + HOP_BOARD_PS + PACKET_0_PS);
	assert_int_equal(late->hops, 1); /* of this journey */
	rig_destroy(r);
}

static uint64_t waiting(struct rig *r, uint32_t node, unsigned link)
{
	struct net_receiver_counters c;

	net_receiver_count(r->net, node, link, r->sim.now_ps, &c);
	return c.waiting_ps;
}

static void reception_fifo_takes_in_a_packet_for_each_that_it_could_deliver(void **state)
{
	struct rig *r = rig_create("1x1x1x1x2", 1);
	(void)state;

	r->room[NET_REC_EM] = 0;
	for (unsigned i = 0; i < 6; i++) {
		send(r, packet(r, 0, 1, 32), NET_INJ_EP, i * PS_PER_US);
		fake_sim_run(&r->sim, (i + 1) * PS_PER_US);
	}
	/* Four have room; two wait at the link's end. */
	r->sim.now_ps = 10 * PS_PER_US;
	uint64_t before = waiting(r, 1, NET_REC_EM);

	r->sim.now_ps++;
	assert_int_equal(waiting(r, 1, NET_REC_EM), before + 2);
	r->room[NET_REC_EM] = 1;
	net_reception_resume(r->net, 1, NET_REC_EM, r->sim.now_ps);
	assert_int_equal(r->deliveries, 1);
	r->sim.now_ps++;
	assert_int_equal(waiting(r, 1, NET_REC_EM), before + 3);
	rig_destroy(r);
}

static struct net_stuck stuck[4];
static unsigned stuck_count;

static void note_stuck(void *ctx, const struct net_stuck *s)
{
	assert_ptr_equal(ctx, stuck);
	assert_true(stuck_count < 4);
	stuck[stuck_count++] = *s;
}

static void what_stands_in_the_network_is_told(void **state)
{
	struct rig *r = rig_create("1x1x1x1x2", 1);
	struct net_packet *p[10], *local;
	(void)state;

	/* Deterministic: four in the reception FIFO, four in the channel less a bubble,
	 * two in the injection FIFO. */
	r->room[NET_REC_EM] = 0;
	r->room[NET_REC_LOCAL1] = 0;
	for (unsigned i = 0; i < 9; i++) {
		p[i] = packet(r, 0, 1, 32);
		send(r, p[i], NET_INJ_EP, i * PS_PER_US);
		fake_sim_run(&r->sim, (i + 1) * PS_PER_US);
	}
	net_stuck(r->net, note_stuck, stuck);
	assert_int_equal(stuck_count, 1); /* nobody was told that the other is full */
	assert_int_equal(net_packets_inside(r->net), 9);
	p[9] = packet(r, 0, 1, 32);
	assert_int_equal(net_inject(r->net, p[9], NET_INJ_EP, 20 * PS_PER_US), -EAGAIN);
	local = packet(r, 1, 1, 32);
	send(r, local, NET_INJ_LOCAL1, 20 * PS_PER_US);
	fake_sim_run(&r->sim, PS_NEVER);

	stuck_count = 0;
	net_stuck(r->net, note_stuck, stuck);
	assert_int_equal(stuck_count, 3);
	assert_true(stuck[0].reception && stuck[1].reception && !stuck[2].reception);
	assert_int_equal(stuck[0].node, 1);
	assert_int_equal(stuck[0].fifo, NET_REC_EM);
	assert_int_equal(stuck[0].packets, 4);
	assert_ptr_equal(stuck[0].first, p[0]);
	assert_int_equal(stuck[1].node, 1);
	assert_int_equal(stuck[1].fifo, NET_REC_LOCAL1);
	assert_int_equal(stuck[1].packets, 1);
	assert_ptr_equal(stuck[1].first, local);
	assert_int_equal(stuck[2].node, 0);
	assert_int_equal(stuck[2].fifo, NET_INJ_EP);
	assert_int_equal(stuck[2].packets, 2);
	assert_ptr_equal(stuck[2].first, p[7]);
	assert_int_equal(net_packets_inside(r->net), 10);
	rig_destroy(r);
}

static void held_reception_fifo_does_not_close_the_others(void **state)
{
	struct rig *r = rig_create("1x1x1x2x2", 1);
	(void)state;

	r->room[NET_REC_EM] = 0;
	send(r, packet(r, 1, 0, 32), NET_INJ_EP, 0);
	send(r, packet(r, 2, 0, 32), NET_INJ_DP, 0);
	fake_sim_run(&r->sim, PS_NEVER);
	assert_int_equal(r->deliveries, 1);
	assert_int_equal(r->got[0].p->src, 2);
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

/* ---- pools */

static void packet_freed_elsewhere_goes_back_to_its_own_pool(void **state)
{
	static const uint16_t pool_of_node[4] = { 0, 0, 1, 1 };
	struct rig *r = rig_create("1x1x1x2x2", 1);
	(void)state;

	assert_int_equal(net_set_pools(r->net, 2, pool_of_node), 0);
	struct net_packet *p = net_packet_alloc(r->net, 0);

	p->hops = 9;
	p->ev.slot = 9;
	net_packet_free(r->net, 3, p);
	assert_ptr_not_equal(net_packet_alloc(r->net, 2), p);
	/* The rest of the first slab comes first. */
	for (int i = 1; i < 64; i++)
		assert_ptr_not_equal(net_packet_alloc(r->net, 1), p);
	assert_ptr_equal(net_packet_alloc(r->net, 1), p);
	assert_int_equal(p->hops, 0);
	assert_int_equal(p->ev.slot, 0);
	rig_destroy(r);
}

static void more_packets_than_a_slab_are_all_different(void **state)
{
	struct rig *r = rig_create("1x1x1x1x1", 1);
	struct net_packet *p[300];
	(void)state;

	for (unsigned i = 0; i < 300; i++) {
		p[i] = net_packet_alloc(r->net, 0);
		assert_int_equal((uintptr_t)p[i]->wire % 32, 0);
		p[i]->src = i;
		memset(p[i]->wire, (int)i, sizeof p[i]->wire);
	}
	for (unsigned i = 0; i < 300; i++) {
		assert_int_equal(p[i]->src, i);
		assert_int_equal(p[i]->wire[0], i & 0xff);
		assert_int_equal(p[i]->wire[sizeof p[i]->wire - 1], i & 0xff);
	}
	rig_destroy(r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_hop_takes_logic_wire_and_the_packets_length),
		cmocka_unit_test(table_1_hops_take_their_exact_time_and_are_near_the_paper),
		cmocka_unit_test(ring_closes_with_a_wire_between_boards),
		cmocka_unit_test(midplanes_are_joined_by_cables),
		cmocka_unit_test(link_is_as_long_from_either_end),
		cmocka_unit_test(half_way_round_the_largest_machine_takes_2_6_us),
		cmocka_unit_test(lookahead_is_the_shortest_hop),
		cmocka_unit_test(full_packets_follow_each_other_at_90_percent_of_the_link),
		cmocka_unit_test(packets_of_two_fifos_share_one_link_in_turn),
		cmocka_unit_test(packets_over_different_links_do_not_wait_for_each_other),
		cmocka_unit_test(link_is_taken_for_one_packet_only_as_its_head_passes),
		cmocka_unit_test(packets_between_two_nodes_keep_their_order_under_cross_traffic),
		cmocka_unit_test(all_pairs_meet_in_the_least_number_of_hops),
		cmocka_unit_test(dimensions_are_crossed_from_a_to_e),
		cmocka_unit_test(packet_sent_plus_is_received_from_minus),
		cmocka_unit_test(hint_bit_forces_the_long_way_round),
		cmocka_unit_test(hint_of_a_dimension_without_distance_is_ignored),
		cmocka_unit_test(packet_without_a_route_is_refused_and_leaves_the_fifo_free),
		cmocka_unit_test(shape_without_nodes_or_beyond_six_bits_makes_no_network),
		cmocka_unit_test(machine_that_no_router_works_with_makes_no_network),
		cmocka_unit_test(injection_fifo_is_full_until_its_first_packet_has_left),
		cmocka_unit_test(full_injection_fifo_does_not_close_the_others),
		cmocka_unit_test(reception_fifo_holds_packets_in_order_until_resumed),
		cmocka_unit_test(reception_fifo_takes_in_a_packet_for_each_that_it_could_deliver),
		cmocka_unit_test(what_stands_in_the_network_is_told),
		cmocka_unit_test(held_reception_fifo_does_not_close_the_others),
		cmocka_unit_test(packet_to_its_own_node_uses_a_local_fifo_and_no_link),
		cmocka_unit_test(local_packets_follow_each_other_whatever_fifo_they_come_from),
		cmocka_unit_test(hint_crosses_the_looped_link_once),
		cmocka_unit_test(packet_freed_elsewhere_goes_back_to_its_own_pool),
		cmocka_unit_test(more_packets_than_a_slab_are_all_different),
	};

	return cmocka_run_group_tests_name("network", tests, NULL, NULL);
}
