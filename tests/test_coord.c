/*
 * test_coord.c - shapes, node numbers, coordinates, distances and cut-offs.
 * Not here: the links that packets really take (test_net.c).
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "net/net.h"

static struct net_shape shape(const char *text)
{
	struct net_shape s;

	assert_int_equal(net_shape_parse(text, &s), 0);
	return s;
}

static struct net_shape mesh(const char *text)
{
	struct net_shape s = shape(text);

	memset(s.torus, 0, sizeof s.torus);
	return s;
}

static uint32_t node_at(const struct net_shape *s, uint8_t a, uint8_t b, uint8_t c,
			uint8_t d, uint8_t e)
{
	return net_node_of(s, (uint8_t[NET_DIMS]){ a, b, c, d, e });
}

/* ---- default shapes */

static void default_shape_is_the_machines_own(void **state)
{
	static const struct {
		uint32_t nodes;
		const char *shape;
	} want[] = {
		{ 1, "1x1x1x1x1" }, { 2, "1x1x1x1x2" }, { 4, "1x1x1x2x2" },
		{ 8, "1x1x2x2x2" }, { 16, "1x2x2x2x2" }, { 32, "2x2x2x2x2" },
		{ 64, "2x2x4x2x2" }, { 128, "2x2x4x4x2" }, { 256, "4x2x4x4x2" },
		{ 512, "4x4x4x4x2" }, { 1024, "4x4x4x8x2" }, { 98304, "16x16x16x12x2" },
	};
	(void)state;

	for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
		struct net_shape s;
		char text[32];

		assert_int_equal(net_shape_default(want[i].nodes, &s), 0);
		snprintf(text, sizeof text, "%ux%ux%ux%ux%u", s.size[0], s.size[1], s.size[2],
			 s.size[3], s.size[4]);
		assert_string_equal(text, want[i].shape);
	}
}

static void default_shapes_have_as_many_nodes_as_asked_and_are_tori(void **state)
{
	unsigned known = 0;
	(void)state;

	for (uint32_t n = 0; n <= 100000; n++) {
		struct net_shape s;

		if (net_shape_default(n, &s) != 0)
			continue;
		known++;
		assert_int_equal(net_shape_nodes(&s), n);
		for (int d = 0; d < NET_DIMS; d++)
			assert_int_equal(s.torus[d], 1);
	}
	assert_int_equal(known, 19);
}

static void unknown_node_count_is_refused_with_the_nearest_known(void **state)
{
	struct net_shape s = { .size = { 9, 9, 9, 9, 9 } };
	(void)state;

	assert_int_equal(net_shape_default(0, &s), -EINVAL);
	assert_int_equal(net_shape_default(500, &s), -EINVAL);
	assert_int_equal(net_shape_default(1536, &s), -EINVAL);
	assert_int_equal(s.size[0], 9);
	assert_int_equal(net_shape_nearest(0), 1);
	assert_int_equal(net_shape_nearest(3), 4);
	assert_int_equal(net_shape_nearest(383), 256);
	assert_int_equal(net_shape_nearest(384), 512);
	assert_int_equal(net_shape_nearest(500), 512);
	assert_int_equal(net_shape_nearest(512), 512);
	assert_int_equal(net_shape_nearest(4000000000u), 98304);
}

/* ---- text */

static void shape_is_read_in_the_order_a_to_e(void **state)
{
	struct net_shape s = shape("16x8x4x2x1");
	static const uint8_t want[NET_DIMS] = { 16, 8, 4, 2, 1 };
	(void)state;

	assert_memory_equal(s.size, want, NET_DIMS);
	assert_int_equal(net_shape_nodes(&s), 1024);
	assert_int_equal(shape("64x64x64x64x64").size[4], 64);
}

static void malformed_shape_is_refused_and_leaves_the_old_one(void **state)
{
	static const char *const bad[] = {
		"", "4", "4x4x4x4", "4x4x4x4x", "4x4x4x4x2x1", "4x4x4x4x2 ", " 4x4x4x4x2",
		"4x4x4x4x0", "0x4x4x4x2", "65x4x4x4x2", "4x4x4x4x65", "100x4x4x4x2",
		"4x4x4x-4x2", "+4x4x4x4x2", "4X4x4x4x2", "4,4,4,4,2", "axbxcxdxe", "4xx4x4x4x2",
		"04x4x4x4x2", "4x4x4x4x4294967298",
	};
	struct net_shape s = shape("4x4x4x4x2"), before = s;
	(void)state;

	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		if (net_shape_parse(bad[i], &s) != -EINVAL)
			fail_msg("\"%s\" was taken for a shape", bad[i]);
		assert_memory_equal(&s, &before, sizeof s);
	}
}

/* ---- numbers, coordinates, destination words */

static void node_number_runs_fastest_in_e(void **state)
{
	struct net_shape s = shape("4x4x4x4x2");
	(void)state;

	assert_int_equal(node_at(&s, 0, 0, 0, 0, 1), 1);
	assert_int_equal(node_at(&s, 0, 0, 0, 1, 0), 2);
	assert_int_equal(node_at(&s, 0, 0, 1, 0, 0), 8);
	assert_int_equal(node_at(&s, 0, 1, 0, 0, 0), 32);
	assert_int_equal(node_at(&s, 1, 0, 0, 0, 0), 128);
	assert_int_equal(node_at(&s, 3, 3, 3, 3, 1), 511);
}

static void every_node_comes_back_from_coordinates_and_destination(void **state)
{
	static const char *const shapes[] = { "1x1x1x1x1", "4x4x4x4x2", "3x5x7x1x2",
					      "16x16x16x12x2" };
	(void)state;

	for (size_t i = 0; i < 4; i++) {
		struct net_shape s = shape(shapes[i]);

		for (uint32_t n = 0; n < net_shape_nodes(&s); n++) {
			uint8_t c[NET_DIMS];

			net_coord_of(&s, n, c);
			if (net_node_of(&s, c) != n ||
			    net_node_of_destination(&s, net_destination_of(&s, n)) != n)
				fail_msg("%s: node %u does not come back", shapes[i], n);
		}
	}
}

static void destination_word_has_six_bits_a_dimension(void **state)
{
	struct net_shape s = shape("16x16x16x12x2");
	uint32_t node = node_at(&s, 15, 14, 13, 11, 1);
	(void)state;

	assert_int_equal(net_destination_of(&s, node),
			 15 << 24 | 14 << 18 | 13 << 12 | 11 << 6 | 1);
}

static void destination_outside_the_shape_is_none(void **state)
{
	struct net_shape s = shape("4x4x4x4x2");
	(void)state;

	assert_int_equal(net_node_of_destination(&s, 4 << 24), -1);
	assert_int_equal(net_node_of_destination(&s, 4 << 18), -1);
	assert_int_equal(net_node_of_destination(&s, 4 << 12), -1);
	assert_int_equal(net_node_of_destination(&s, 4 << 6), -1);
	assert_int_equal(net_node_of_destination(&s, 2), -1);
	assert_int_equal(net_node_of_destination(&s, 1), 1);
}

/* ---- distances */

static void mesh_is_as_far_as_coordinates_differ(void **state)
{
	struct net_shape s = mesh("4x4x4x4x2");
	(void)state;

	assert_int_equal(net_distance(&s, 0, 511), 13);
	assert_int_equal(net_distance(&s, 511, 0), 13);
	assert_int_equal(net_distance(&s, 0, node_at(&s, 3, 0, 0, 0, 0)), 3);
	assert_int_equal(net_distance(&s, 7, 7), 0);
}

static void torus_takes_the_shorter_way_round(void **state)
{
	struct net_shape s = shape("4x4x4x4x2"), big = shape("16x16x16x12x2");
	(void)state;

	assert_int_equal(net_distance(&s, 0, 511), 5);
	assert_int_equal(net_distance(&s, 0, node_at(&s, 2, 2, 2, 2, 1)), 9);
	assert_int_equal(net_distance(&s, 0, node_at(&s, 3, 0, 0, 0, 0)), 1);
	assert_int_equal(net_distance(&big, 0, node_at(&big, 8, 8, 8, 6, 1)), 31);
}

/* ---- cut-offs */

/* Links from one coordinate to another, going as the cut-offs say. */
static unsigned links_by_cutoff(const struct net_shape *s, struct net_cutoff k, int d,
				int from, int to)
{
	if (to == from)
		return 0;
	bool plus = to > from ? to <= k.plus : to < k.minus;

	int links = plus ? to - from : from - to;

	return (unsigned)(links + s->size[d]) % s->size[d];
}

static void cutoffs_of_a_torus_lead_the_shortest_way(void **state)
{
	(void)state;

	for (uint8_t size = 1; size <= 64; size++) {
		struct net_shape s = { { size, 1, 1, 1, 2 }, { 1, 1, 1, 1, 1 } };

		for (uint32_t n = 0; n < net_shape_nodes(&s); n++) {
			struct net_cutoff k[NET_DIMS];
			uint8_t c[NET_DIMS];

			net_cutoffs(&s, n, k);
			net_coord_of(&s, n, c);
			for (uint8_t to = 0; to < size; to++) {
				unsigned links = links_by_cutoff(&s, k[0], 0, c[0], to);
				unsigned least = net_distance(&s, n,
							      node_at(&s, to, 0, 0, 0, c[4]));

				if (links != least)
					fail_msg("size %u, %u to %u: %u links, not %u", size, c[0],
						 to, links, least);
			}
		}
	}
}

static void half_way_ties_go_plus_from_even_nodes_and_minus_from_odd(void **state)
{
	struct net_shape s = shape("4x1x1x1x2");
	struct net_cutoff k[NET_DIMS];
	(void)state;

	net_cutoffs(&s, node_at(&s, 0, 0, 0, 0, 0), k);
	assert_int_equal(k[0].plus, 2);
	net_cutoffs(&s, node_at(&s, 0, 0, 0, 0, 1), k);
	assert_int_equal(k[0].plus, 1);
	net_cutoffs(&s, node_at(&s, 2, 0, 0, 0, 0), k);
	assert_int_equal(k[0].minus, 1);
	net_cutoffs(&s, node_at(&s, 2, 0, 0, 0, 1), k);
	assert_int_equal(k[0].minus, 0);
}

static void two_nodes_in_a_dimension_send_plus(void **state)
{
	struct net_shape s = shape("1x1x1x2x2");
	(void)state;

	for (uint32_t n = 0; n < 4; n++) {
		struct net_cutoff k[NET_DIMS];
		uint8_t c[NET_DIMS];

		net_cutoffs(&s, n, k);
		net_coord_of(&s, n, c);
		for (int d = 3; d < NET_DIMS; d++) {
			assert_int_equal(k[d].plus, 1);
			assert_int_equal(k[d].minus, c[d]);
		}
	}
}

static void cutoffs_of_a_mesh_are_its_ends(void **state)
{
	struct net_shape s = mesh("4x4x4x4x2");
	struct net_cutoff k[NET_DIMS];
	(void)state;

	net_cutoffs(&s, node_at(&s, 1, 0, 3, 2, 1), k);
	for (int d = 0; d < NET_DIMS; d++) {
		assert_int_equal(k[d].plus, s.size[d] - 1);
		assert_int_equal(k[d].minus, 0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(default_shape_is_the_machines_own),
		cmocka_unit_test(default_shapes_have_as_many_nodes_as_asked_and_are_tori),
		cmocka_unit_test(unknown_node_count_is_refused_with_the_nearest_known),
		cmocka_unit_test(shape_is_read_in_the_order_a_to_e),
		cmocka_unit_test(malformed_shape_is_refused_and_leaves_the_old_one),
		cmocka_unit_test(node_number_runs_fastest_in_e),
		cmocka_unit_test(every_node_comes_back_from_coordinates_and_destination),
		cmocka_unit_test(destination_word_has_six_bits_a_dimension),
		cmocka_unit_test(destination_outside_the_shape_is_none),
		cmocka_unit_test(mesh_is_as_far_as_coordinates_differ),
		cmocka_unit_test(torus_takes_the_shorter_way_round),
		cmocka_unit_test(cutoffs_of_a_torus_lead_the_shortest_way),
		cmocka_unit_test(half_way_ties_go_plus_from_even_nodes_and_minus_from_odd),
		cmocka_unit_test(two_nodes_in_a_dimension_send_plus),
		cmocka_unit_test(cutoffs_of_a_mesh_are_its_ends),
	};

	return cmocka_run_group_tests_name("coordinates", tests, NULL, NULL);
}
