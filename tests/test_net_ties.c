/*
 * test_net_ties.c - which way round packets go that have as far either way, that two links to
 * a neighbour are used alike, and that
 * masks can be read back as they were set.  Not here: routes that are the shorter ones,
 * hint bits (test_net_minimal.c).
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "net/machine/machine.h"
#include "net/net.h"
#include "fake_sim.h"

#define PACKETS 1000
#define DYNAMIC 0x04    /* header byte 2 */
#define ZONE_A_TO_E 0x18 /* header byte 3 */
#define HINT_AM 0x80    /* header byte 1 */

enum { AM, AP, BM, BP };

struct rig {
	struct fake_sim sim;
	struct net *net;
	struct net_shape shape;
};

static int deliver(void *ctx, uint32_t node, struct net_packet *p, ps_t now_ps)
{
	(void)now_ps;
	assert_int_equal(p->dst, node);
	net_packet_free(((struct rig *)ctx)->net, node, p);
	return 0;
}

static void inject_ready(void *ctx, uint32_t node, unsigned injfifo, ps_t now_ps)
{
	(void)ctx, (void)node, (void)injfifo, (void)now_ps;
}

static void refuse(void *ctx, uint32_t node, const struct net_packet *p, const char *text,
		   ps_t now_ps)
{
	(void)now_ps;
	(void)ctx, (void)node, (void)p;
	fail_msg("refused: %s", text);
}

static int rig_setup(void **state)
{
	static const struct net_ops ops = {
		.deliver = deliver, .inject_ready = inject_ready, .refuse = refuse
	};
	const struct net_machine *m = net_machine_bgq();
	struct rig *r = calloc(1, sizeof *r);

	assert_non_null(r);
	assert_int_equal(net_shape_parse("4x2x1x1x1", &r->shape), 0);
	fake_sim_init(&r->sim, net_shape_nodes(&r->shape), net_lookahead_ps(m));
	r->net = net_create(m, &r->shape, &r->sim.sim);
	assert_non_null(r->net);
	net_set_ops(r->net, &ops, r);
	*state = r;
	return 0;
}

static int rig_teardown(void **state)
{
	struct rig *r = *state;

	net_destroy(r->net);
	fake_sim_cleanup(&r->sim);
	free(r);
	return 0;
}

static uint32_t at(const struct rig *r, uint8_t a, uint8_t b)
{
	return net_node_of(&r->shape, (uint8_t[NET_DIMS]){ a, b, 0, 0, 0 });
}

/* So many packets one after the other; nothing is ever in their way. */
static void send(struct rig *r, uint32_t src, uint32_t dst, uint8_t hints, uint8_t routing,
		 uint8_t channel)
{
	for (unsigned i = 0; i < PACKETS; i++) {
		struct net_packet *p = net_packet_alloc(r->net, src);

		assert_non_null(p);
		memset(p->header, 0, sizeof p->header);
		p->header[1] = hints;
		p->header[2] = routing;
		p->header[3] = channel;
		p->src = src;
		p->dst = dst;
		assert_int_equal(net_inject(r->net, p, NET_INJ_AP, r->sim.now_ps), 0);
		fake_sim_run(&r->sim, PS_NEVER);
	}
}

/* Packets over the first four links of all nodes. */
static void count(const struct rig *r, unsigned n[4])
{
	memset(n, 0, 4 * sizeof *n);
	for (uint32_t node = 0; node < net_shape_nodes(&r->shape); node++)
		for (unsigned link = 0; link < 4; link++) {
			struct net_sender_counters c;

			net_sender_count(r->net, node, link, &c);
			n[link] += net_sent_normal(&c);
		}
}

static void assert_near_half(unsigned n)
{
	assert_in_range(n, PACKETS / 2 - PACKETS / 10, PACKETS / 2 + PACKETS / 10);
}

static void dynamic_packets_half_way_round_go_either_way_by_chance(void **state)
{
	struct rig *r = *state;
	unsigned n[4];

	send(r, at(r, 0, 0), at(r, 2, 1), 0, DYNAMIC, ZONE_A_TO_E);
	count(r, n);
	assert_int_equal(n[AM] + n[AP], 2 * PACKETS);
	assert_near_half(n[AP] / 2);
	assert_int_equal(n[BM] + n[BP], PACKETS);
	assert_near_half(n[BP]);
}

/* Whether the FIFO had room for one more packet to the neighbour. */
static bool injected(struct rig *r, unsigned injfifo, ps_t now_ps)
{
	struct net_packet *p = net_packet_alloc(r->net, at(r, 0, 0));

	assert_non_null(p);
	memset(p->header, 0, sizeof p->header);
	p->header[2] = DYNAMIC;
	p->src = at(r, 0, 0);
	p->dst = at(r, 0, 1);
	p->payload_bytes = p->user_bytes = 512;
	if (net_inject(r->net, p, injfifo, now_ps) == 0)
		return true;
	net_packet_free(r->net, p->src, p);
	return false;
}

static void two_links_to_a_neighbour_are_both_busy_all_the_time(void **state)
{
	struct rig *r = *state;
	const struct net_machine *m = net_machine_bgq();
	ps_t packet_ps = (32 + 512 + m->link_overhead_bytes) * 500 + m->link_gap_ps;
	ps_t now_ps = 0;
	unsigned left = PACKETS, n[4];

	for (; left; now_ps += packet_ps / 8) {
		fake_sim_run(&r->sim, now_ps);
		for (unsigned f = 0; f < 2 && left; f++)
			left -= injected(r, f, now_ps);
	}
	fake_sim_run(&r->sim, PS_NEVER);
	count(r, n);
	assert_in_range(n[BM], PACKETS / 2 - 4, PACKETS / 2 + 4);
	assert_in_range(r->sim.now_ps, 0, PACKETS / 2 * packet_ps * 103 / 100);
}

static void deterministic_packets_half_way_round_go_by_the_cutoffs(void **state)
{
	struct rig *r = *state;
	unsigned n[4];

	send(r, at(r, 0, 0), at(r, 2, 0), 0, 0, 0x20);
	count(r, n);
	assert_int_equal(n[AP], 2 * PACKETS);
	send(r, at(r, 1, 0), at(r, 3, 0), 0, 0, 0x20);
	count(r, n);
	assert_int_equal(n[AM], 2 * PACKETS);
	assert_int_equal(n[AP], 2 * PACKETS);
}

static void dynamic_packets_with_a_shorter_way_or_a_hint_leave_nothing_to_chance(void **state)
{
	struct rig *r = *state;
	unsigned n[4];

	send(r, at(r, 0, 0), at(r, 1, 0), 0, DYNAMIC, 0);
	send(r, at(r, 0, 0), at(r, 2, 0), HINT_AM, DYNAMIC, 0);
	count(r, n);
	assert_int_equal(n[AP], PACKETS);
	assert_int_equal(n[AM], 2 * PACKETS);
}

static void no_chance_on_a_mesh(void **state)
{
	struct rig *r = *state;
	const struct net_machine *m = net_machine_bgq();
	static const struct net_ops ops = {
		.deliver = deliver, .inject_ready = inject_ready, .refuse = refuse
	};
	unsigned n[4];

	net_destroy(r->net);
	memset(r->shape.torus, 0, sizeof r->shape.torus);
	r->net = net_create(m, &r->shape, &r->sim.sim);
	assert_non_null(r->net);
	net_set_ops(r->net, &ops, r);
	send(r, at(r, 0, 0), at(r, 2, 1), 0, DYNAMIC, 0);
	count(r, n);
	assert_int_equal(n[AP], 2 * PACKETS);
	assert_int_equal(n[BP], PACKETS);
	assert_int_equal(n[AM] + n[BM], 0);
}

static void masks_are_read_back_as_they_were_set(void **state)
{
	struct rig *r = *state;
	static const uint8_t set[NET_MASKS] = { 0x10, 0x06, 0x09, 0, 0 };
	static const uint8_t lacks_e[NET_MASKS] = { 0x0f, 0, 0, 0, 0 };
	uint8_t expected[NET_MASKS], got[NET_MASKS];

	for (unsigned z = 0; z < NET_ZONES; z++) {
		net_zone_default(&r->shape, z, expected);
		net_get_zone(r->net, z, got);
		assert_memory_equal(got, expected, NET_MASKS);
	}
	net_order_default(&r->shape, expected);
	net_get_order(r->net, got);
	assert_memory_equal(got, expected, NET_MASKS);
	assert_int_equal(net_set_zone(r->net, 2, set), 0);
	assert_int_equal(net_set_order(r->net, set), 0);
	assert_int_equal(net_set_zone(r->net, 2, lacks_e), -EINVAL);
	assert_int_equal(net_set_order(r->net, lacks_e), -EINVAL);
	net_get_zone(r->net, 2, got);
	assert_memory_equal(got, set, NET_MASKS);
	net_get_order(r->net, got);
	assert_memory_equal(got, set, NET_MASKS);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, rig_setup, rig_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(dynamic_packets_half_way_round_go_either_way_by_chance),
		TEST(two_links_to_a_neighbour_are_both_busy_all_the_time),
		TEST(deterministic_packets_half_way_round_go_by_the_cutoffs),
		TEST(dynamic_packets_with_a_shorter_way_or_a_hint_leave_nothing_to_chance),
		TEST(no_chance_on_a_mesh),
		TEST(masks_are_read_back_as_they_were_set),
	};

	return cmocka_run_group_tests_name("net_ties", tests, NULL, NULL);
}
