/*
 * test_traffic.c - synthetic traffic: where patterns send, the peak of the busiest cut
 * against figures worked out by hand, counts and percentiles.  Not here: runs
 * (test_bgq_net.sh), the router.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "emu/cmd/traffic/traffic_internal.h"

#define PACKET_PS 284500.0 /* 569 bytes at 2 GB/s */

static struct traffic_config config(const char *shape, enum traffic_pattern pattern)
{
	struct traffic_config c = { .machine = *net_machine_bgq(), .payload_bytes = 512,
				    .pattern = pattern, .hot_share = 0.1 };

	assert_int_equal(net_shape_parse(shape, &c.shape), 0);
	return c;
}

/* Packets over the busiest link for one of every sender, in thousandths. */
static long busiest(struct traffic_config c)
{
	return (long)(traffic_peak_interval_ps(&c) / PACKET_PS * 1000 + 0.5);
}

static struct traffic_config as_mesh(struct traffic_config c)
{
	memset(c.shape.torus, 0, sizeof c.shape.torus);
	return c;
}

static void peak_of_random_traffic(void **state)
{
	(void)state;
	/* L/8 * N/(N-1), and (L*L-1)/8L for odd L; on a mesh L/4. */
	assert_int_equal(busiest(config("16x8x8x8x1", TRAFFIC_UNIFORM)), 2000);
	assert_int_equal(busiest(config("8x8x8x1x1", TRAFFIC_UNIFORM)), 1002);
	assert_int_equal(busiest(config("4x4x4x4x2", TRAFFIC_ALLTOALL)), 501);
	assert_int_equal(busiest(config("7x1x1x1x1", TRAFFIC_UNIFORM)), 1000);
	assert_int_equal(busiest(config("1x1x1x1x2", TRAFFIC_UNIFORM)), 500);
	assert_int_equal(busiest(as_mesh(config("8x8x8x1x1", TRAFFIC_UNIFORM))), 2004);
	assert_int_equal(busiest(as_mesh(config("1x2x1x1x1", TRAFFIC_UNIFORM))), 1000);
}

static void deterministic_packets_use_one_link_of_a_ring_of_two(void **state)
{
	struct traffic_config c = config("1x1x1x1x2", TRAFFIC_UNIFORM);

	(void)state;
	c.deterministic = true;
	assert_int_equal(busiest(c), 1000);
}

static void peak_of_fixed_partners(void **state)
{
	(void)state;
	/* 4x1x1x1x1: 0 to 3 and 1 to 2, one hop each way. */
	assert_int_equal(busiest(config("4x1x1x1x1", TRAFFIC_COMPLEMENT)), 1000);
	assert_int_equal(busiest(as_mesh(config("4x1x1x1x1", TRAFFIC_COMPLEMENT))), 2000);
	assert_int_equal(busiest(config("4x4x1x1x1", TRAFFIC_TRANSPOSE)), 500);
	assert_int_equal(busiest(config("8x8x8x1x1", TRAFFIC_NEIGHBOUR)), 167);
	assert_int_equal(busiest(as_mesh(config("8x8x8x1x1", TRAFFIC_NEIGHBOUR))), 333);
}

static void peak_of_a_hot_spot_is_that_of_the_links_to_it(void **state)
{
	(void)state;
	/* 511 * 0.1 + 0.9 packets by six links. */
	assert_int_equal(busiest(config("8x8x8x1x1", TRAFFIC_HOTSPOT)), 8667);
}

static void peak_follows_the_packet_length(void **state)
{
	struct traffic_config c = config("8x8x8x1x1", TRAFFIC_NEIGHBOUR);

	(void)state;
	c.payload_bytes = 0;
	assert_int_equal(traffic_peak_interval_ps(&c) * 6, 57 * 500);
}

static void who_does_not_send(void **state)
{
	struct traffic_config c = config("3x3x1x1x1", TRAFFIC_COMPLEMENT);

	(void)state;
	assert_int_equal(traffic_senders(&c), 8);
	c.pattern = TRAFFIC_TRANSPOSE;
	assert_int_equal(traffic_senders(&c), 6);
	c.pattern = TRAFFIC_UNIFORM;
	assert_int_equal(traffic_senders(&c), 9);
}

static void transpose_is_a_permutation_of_any_shape(void **state)
{
	static const char *const shapes[] = { "4x4x4x4x2", "3x5x2x1x7", "1x1x1x1x6", "8x8x8x1x1" };

	(void)state;
	for (unsigned i = 0; i < 4; i++) {
		struct traffic_config c = config(shapes[i], TRAFFIC_TRANSPOSE);
		uint32_t nodes = net_shape_nodes(&c.shape);
		uint8_t *got = calloc(nodes, 1);

		for (uint32_t n = 0; n < nodes; n++) {
			assert_in_range(traffic_partner(&c, n), 0, nodes - 1);
			got[traffic_partner(&c, n)]++;
		}
		for (uint32_t n = 0; n < nodes; n++)
			assert_int_equal(got[n], 1);
		free(got);
	}
}

static void alltoall_names_every_other_node_once(void **state)
{
	struct traffic_config c = config("5x3x2x1x2", TRAFFIC_ALLTOALL);
	struct traffic t = { .cfg = &c, .nodes = net_shape_nodes(&c.shape) };
	unsigned in_order = 0;

	(void)state;
	for (uint32_t node = 0; node < t.nodes; node++) {
		struct traffic_node n = { .random = traffic_hash(node) };
		uint8_t got[60] = { 0 }, hints[2];

		for (uint32_t i = 0; i < t.nodes - 1; i++) {
			uint32_t dst = traffic_destination(&t, node, &n, hints);

			assert_in_range(dst, 0, t.nodes - 1);
			got[dst]++;
			in_order += dst == i;
		}
		for (uint32_t i = 0; i < t.nodes; i++)
			assert_int_equal(got[i], i != node);
	}
	/* About 60 numbers are in their place in 60 random orders of 59. */
	assert_in_range(in_order, 20, 120);
}

static void a_hot_spot_gets_its_share(void **state)
{
	struct traffic_config c = config("4x4x4x4x2", TRAFFIC_HOTSPOT);
	struct traffic t = { .cfg = &c, .nodes = 512, .hot_below = UINT32_MAX / 10 };
	struct traffic_node n = { .random = 1 };
	unsigned hot = 0;
	uint8_t hints[2];

	(void)state;
	c.hot_node = 77;
	for (unsigned i = 0; i < 100000; i++)
		hot += traffic_destination(&t, 5, &n, hints) == 77;
	assert_in_range(hot, 9800, 10600); /* 10 % and 0.9 / 511 of the rest */
}

/* ---- counts */

static void percentiles_are_within_a_step(void **state)
{
	struct traffic_tally y;

	(void)state;
	tally_init(&y);
	for (uint64_t i = 1; i <= 100000; i++)
		tally_packet(&y, i * 1000, 0, 2, 0);
	assert_int_equal(y.latency.count, 100000);
	assert_int_equal(y.hops, 200000);
	assert_int_equal(y.latency.most, 100000000);
	assert_in_range(histogram_share(&y.latency, 0.5), 50000000, 50000000 + 50000000 / 64);
	assert_in_range(histogram_share(&y.latency, 0.99), 99000000, 99000000 + 99000000 / 64);
	assert_int_equal(histogram_share(&y.latency, 1), 100000000);
	/* Packets at 1 ns, 2 ns ..: the first microsecond has 999. */
	assert_int_equal(tally_between(&y, 0, PS_PER_US), 999);
	assert_int_equal(tally_between(&y, 2 * PS_PER_US, 5 * PS_PER_US), 3000);
	tally_cleanup(&y);
}

static void warm_up_counts_for_the_whole_only(void **state)
{
	struct traffic_tally y;

	(void)state;
	tally_init(&y);
	tally_packet(&y, 10, 0, 3, 20);
	tally_packet(&y, 20, 5, 4, 20);
	assert_int_equal(y.latency.count, 1);
	assert_int_equal(y.latency.sum, 15);
	assert_int_equal(y.all_packets, 2);
	assert_int_equal(y.all_hops, 7);
	tally_cleanup(&y);
}

static void sums_do_not_depend_on_who_counts(void **state)
{
	struct traffic_tally y[3];

	(void)state;
	for (unsigned i = 0; i < 3; i++)
		tally_init(&y[i]);
	for (uint64_t i = 0; i < 1000; i++) {
		uint64_t at = i * 3777, born = at - at / 7;

		tally_packet(&y[0], at, born, i % 5, 100000);
		tally_packet(&y[1 + i % 2], at, born, i % 5, 100000);
	}
	y[2].done_ps = 5;
	tally_add(&y[1], &y[2]);
	assert_int_equal(y[1].done_ps, 5);
	assert_int_equal(y[1].hops, y[0].hops);
	assert_int_equal(y[1].last_ps, y[0].last_ps);
	assert_memory_equal(&y[1].latency, &y[0].latency, sizeof y[0].latency);
	for (ps_t at = 0; at < 5 * PS_PER_US; at += PS_PER_US)
		assert_int_equal(tally_between(&y[1], at, at + PS_PER_US),
				 tally_between(&y[0], at, at + PS_PER_US));
	for (unsigned i = 0; i < 3; i++)
		tally_cleanup(&y[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(peak_of_random_traffic),
		cmocka_unit_test(deterministic_packets_use_one_link_of_a_ring_of_two),
		cmocka_unit_test(peak_of_fixed_partners),
		cmocka_unit_test(peak_of_a_hot_spot_is_that_of_the_links_to_it),
		cmocka_unit_test(peak_follows_the_packet_length),
		cmocka_unit_test(who_does_not_send),
		cmocka_unit_test(transpose_is_a_permutation_of_any_shape),
		cmocka_unit_test(alltoall_names_every_other_node_once),
		cmocka_unit_test(a_hot_spot_gets_its_share),
		cmocka_unit_test(percentiles_are_within_a_step),
		cmocka_unit_test(warm_up_counts_for_the_whole_only),
		cmocka_unit_test(sums_do_not_depend_on_who_counts),
	};

	return cmocka_run_group_tests_name("traffic", tests, NULL, NULL);
}
