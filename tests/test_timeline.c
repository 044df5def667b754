/*
 * test_timeline.c - what timelines of reports add up to, against sums made second by second; that
 * they do not depend on the order of what is told, nor on which of two lines it was told to; and
 * boxes of nodes.  Not here: what is told (test_report.sh).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdlib.h>

#include "emu/show/measure/blocks.h"
#include "emu/show/measure/timeline.h"

/* The part of [from, to) that is in a step, the hard way. */
static uint64_t inside(ps_t from_ps, ps_t to_ps, unsigned step, unsigned shift)
{
	ps_t low_ps = ps_max(from_ps, (ps_t)step << shift);
	ps_t high_ps = ps_min(to_ps, (ps_t)(step + 1) << shift);

	return high_ps > low_ps ? high_ps - low_ps : 0;
}

static const ps_t intervals[][2] = {
	{ 0, 1 }, { 5, 4096 }, { 4096, 8192 }, { 100, 1000000 }, { 1048575, 1048577 },
	{ 3, 70000000000 }, { 123456789, 987654321 }, { 70000000000, 70000000001 },
};
#define INTERVALS (sizeof intervals / sizeof *intervals)

static void integrals_are_those_of_the_intervals(void **state)
{
	struct timeline t;
	uint64_t area_ps[TIMELINE_STEPS], want;

	(void)state;
	assert_int_equal(timeline_init(&t, 2), 0);
	for (unsigned i = 0; i < INTERVALS; i++)
		timeline_add(&t, 1, intervals[i][0], intervals[i][1]);
	timeline_integrals(&t, 1, area_ps);
	for (unsigned step = 0; step < TIMELINE_STEPS; step++) {
		want = 0;
		for (unsigned i = 0; i < INTERVALS; i++)
			want += inside(intervals[i][0], intervals[i][1], step, t.shift);
		assert_int_equal(area_ps[step], want);
	}
	assert_true(70000000001 >> t.shift < TIMELINE_STEPS);
	assert_true(70000000001 >> t.shift >= TIMELINE_STEPS / 2);
	timeline_cleanup(&t);
}

static void nothing_is_left_between_intervals(void **state)
{
	struct timeline t;
	uint64_t area_ps[TIMELINE_STEPS];

	(void)state;
	assert_int_equal(timeline_init(&t, 1), 0);
	timeline_add(&t, 0, 10, 20);
	timeline_add(&t, 0, 300 * 4096, 300 * 4096 + 7);
	timeline_add(&t, 0, 7, 7);
	timeline_integrals(&t, 0, area_ps);
	assert_int_equal(area_ps[0], 10);
	for (unsigned step = 1; step < 150; step++)
		assert_int_equal(area_ps[step], 0);
	assert_int_equal(area_ps[150], 7);
	timeline_cleanup(&t);
}

/* One tells all to one, the other shares it out, in another order. */
static void the_same_whoever_has_been_told(void **state)
{
	struct timeline one, a, b;
	uint64_t want_ps[TIMELINE_STEPS], got_ps[TIMELINE_STEPS];
	const ps_t long_ps[2] = { 1234567, 98765432101 };

	(void)state;
	assert_int_equal(timeline_init(&one, 1) | timeline_init(&a, 1) | timeline_init(&b, 1), 0);
	timeline_spread(&one, 0, 77777777777, long_ps);
	for (unsigned i = 0; i < INTERVALS; i++)
		timeline_add(&one, 0, intervals[i][0], intervals[i][1]);
	for (unsigned i = INTERVALS; i-- > 0;)
		timeline_add(i % 2 ? &a : &b, 0, intervals[i][0], intervals[i][1]);
	timeline_spread(&b, 0, 77777777777, long_ps);
	timeline_merge(&a, &b);
	assert_int_equal(a.shift, one.shift);
	timeline_integrals(&one, 0, want_ps);
	timeline_integrals(&a, 0, got_ps);
	assert_memory_equal(got_ps, want_ps, sizeof want_ps);
	timeline_cleanup(&one);
	timeline_cleanup(&a);
	timeline_cleanup(&b);
}

static void all_of_what_is_spread_is_there(void **state)
{
	struct timeline t;
	uint64_t area_ps[TIMELINE_STEPS], sum = 0;

	(void)state;
	assert_int_equal(timeline_init(&t, 1), 0);
	timeline_spread(&t, 0, 1000003, (ps_t[]){ 999, 5000000 });
	timeline_integrals(&t, 0, area_ps);
	for (unsigned step = 0; step < TIMELINE_STEPS; step++)
		sum += area_ps[step];
	assert_int_equal(sum, 1000003);
	timeline_cleanup(&t);
}

/* ---- boxes */

static void check_boxes(const char *shape, uint32_t most, uint32_t count)
{
	struct net_shape s;
	struct blocks b;
	uint32_t nodes;
	char *seen;

	assert_int_equal(net_shape_parse(shape, &s), 0);
	nodes = net_shape_nodes(&s);
	seen = calloc(nodes, 1);
	blocks_make(&b, &s, most);
	assert_int_equal(b.count, count);
	assert_int_equal(b.count * b.nodes_each, nodes);
	for (uint32_t block = 0; block < b.count; block++)
		for (uint32_t i = 0; i < b.nodes_each; i++) {
			uint32_t node = blocks_node(&b, &s, block, i);

			assert_in_range(node, 0, nodes - 1);
			assert_int_equal(seen[node]++, 0);
			assert_int_equal(blocks_of(&b, &s, node), block);
		}
	free(seen);
}

static void each_node_is_in_one_box(void **state)
{
	(void)state;
	check_boxes("4x4x4x4x2", 512, 512);
	check_boxes("16x16x12x16x2", 8192, 6144);
	check_boxes("16x16x12x16x2", 512, 384);
	check_boxes("3x5x7x1x1", 8, 3);
	check_boxes("1x1x1x1x1", 1, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(integrals_are_those_of_the_intervals),
		cmocka_unit_test(nothing_is_left_between_intervals),
		cmocka_unit_test(the_same_whoever_has_been_told),
		cmocka_unit_test(all_of_what_is_spread_is_there),
		cmocka_unit_test(each_node_is_in_one_box),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
