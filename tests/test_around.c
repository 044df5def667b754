/*
 * test_around.c - ways round dead links: which pairs of nodes hint bits connect, ways by a third
 * node, the tree of class 0.
 * Leaves out: packets on these ways (test_reroute.sh).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "coll/around.h"
#include "net/fault/around.h"
#include "net/net.h"

static struct net_faults plan;
static struct net_around around;
static struct net_shape shape;

static void shape_of(const char *size)
{
	assert_int_equal(net_shape_parse(size, &shape), 0);
	net_faults_init(&plan, net_machine_bgq(), &shape, 1);
}

static void settle(void)
{
	uint8_t masks[NET_MASKS];

	net_order_default(&shape, masks);
	assert_true(net_around_init(&around, &plan, masks));
}

static void done(void)
{
	net_around_cleanup(&around);
	net_faults_cleanup(&plan);
}

static unsigned pairs_without(void)
{
	uint32_t nodes = net_shape_nodes(&shape);
	unsigned n = 0;

	for (uint32_t from = 0; from < nodes; from++)
		for (uint32_t to = 0; to < nodes; to++)
			n += from != to && !net_around_reaches(&around, from, to, PS_NEVER);
	return n;
}

static void one_dead_link_cuts_no_pair_of_a_torus(void **state)
{
	char text[64];

	(void)state;
	for (unsigned link = 0; link < NET_LINKS; link++) {
		shape_of("4x3x2x2x2");
		snprintf(text, sizeof text, "stop 17:%s at=0ns", net_link_name(link));
		assert_null(net_faults_add(&plan, text));
		settle();
		assert_int_equal(around.count, 2); /* both directions */
		assert_int_equal(pairs_without(), 0);
		done();
	}
}

/* Nodes 0, 1 and 2 of a ring of four are cut between 0 and 1 and between 2 and 3: {1, 2} and
 * {3, 0} do not reach each other, eight pairs both ways. */
static void two_in_a_ring_do_and_a_third_node_helps(void **state)
{
	(void)state;
	shape_of("4x4x1x1x1");
	assert_null(net_faults_add(&plan, "stop 0:B+ at=0ns"));
	assert_null(net_faults_add(&plan, "stop 2:B+ at=0ns"));
	settle();
	assert_false(net_around_reaches(&around, 0, 1, PS_NEVER));
	assert_true(net_around_reaches(&around, 0, 3, PS_NEVER));
	/* Ways by A, then B, lead from other rows into this one, too. */
	assert_int_equal(pairs_without(), 8 * 4);
	for (uint32_t from = 0; from < 16; from++)
		for (uint32_t to = 0; to < 16; to++)
			if (from != to)
				assert_int_not_equal(net_around_via(&around, from, to, PS_NEVER),
						     UINT32_MAX);
	done();
}

static void a_link_is_whole_until_it_dies(void **state)
{
	struct net_way w = { .left = { 1 }, .plus = 1 };

	(void)state;
	shape_of("4x1x1x1x1");
	assert_null(net_faults_add(&plan, "stop 0:A+ at=1us"));
	assert_null(net_faults_add(&plan, "stop 2:A+ at=1us back=2us")); /* not for good */
	settle();
	assert_int_equal(around.count, 2);
	assert_false(net_around_meets(&around, 0, &w, 999999));
	assert_true(net_around_meets(&around, 0, &w, 1000000));
	assert_true(net_around_turn(&around, 0, &w, 1000000));
	assert_int_equal(w.left[0], 3);
	assert_int_equal(w.plus, 0);
	w = (struct net_way){ .left = { 1 }, .plus = 1, .fixed = 1 };
	assert_false(net_around_turn(&around, 0, &w, 1000000));
	done();
}

static bool dead(void *ctx, uint32_t node, unsigned link)
{
	const struct net_around *a = ctx;
	struct net_way w = { .plus = (uint8_t)((link & 1) << link / 2) };

	w.left[link / 2] = 1;
	return net_around_meets(a, node, &w, PS_NEVER);
}

/* Links from a node to the root, each of which is alive and expected at its other end. */
static unsigned depth(const ClassRoute_t *route, uint32_t node)
{
	struct net_neighbour n;
	unsigned steps = 0;

	for (; coll_classroute_output(route[node]) != COLL_LINK_NONE; steps++) {
		unsigned out = coll_classroute_output(route[node]);

		assert_false(dead(&around, node, out));
		assert_true(net_neighbour(&shape, node, out, &n));
		assert_true(coll_classroute_takes(route[n.node], coll_link_other_end(out)));
		assert_in_range(steps, 0, net_shape_nodes(&shape));
		node = n.node;
	}
	return steps;
}

static unsigned inputs(const ClassRoute_t *route)
{
	unsigned sum = 0;

	for (uint32_t n = 0; n < net_shape_nodes(&shape); n++)
		sum += (unsigned)__builtin_popcount(route[n].input & COLL_TORUS_LINKS);
	return sum;
}

static void the_tree_has_all_nodes_and_no_dead_link(void **state)
{
	uint32_t moved, cut, nodes;
	char text[64];

	(void)state;
	shape_of("4x4x2x2x2");
	nodes = net_shape_nodes(&shape);
	for (unsigned i = 0; i < 12; i++) { /* of node 5 all but one, and some others */
		snprintf(text, sizeof text, "stop %u:%s at=0ns", i < 9 ? 5 : 7 * i,
			 net_link_name(i % 9));
		assert_null(net_faults_add(&plan, text));
	}
	settle();
	ClassRoute_t *route = coll_tree_around(&shape, dead, &around, &moved, &cut);

	assert_non_null(route);
	assert_int_equal(cut, 0);
	assert_in_range(moved, 1, 12);
	for (uint32_t n = 0; n < nodes; n++) {
		assert_true(coll_classroute_is_local(route[n]));
		depth(route, n);
	}
	assert_int_equal(inputs(route), nodes - 1);
	free(route);
	done();
}

static void without_dead_links_it_is_the_machines(void **state)
{
	uint32_t moved, cut;

	(void)state;
	shape_of("3x4x2x1x2");
	settle();
	ClassRoute_t *route = coll_tree_around(&shape, dead, &around, &moved, &cut);

	assert_non_null(route);
	for (uint32_t n = 0; n < net_shape_nodes(&shape); n++) {
		ClassRoute_t r = coll_classroute_world(&shape, n);

		assert_int_equal(route[n].input, r.input);
		assert_int_equal(route[n].output, r.output);
	}
	assert_int_equal(moved + cut, 0);
	free(route);
	done();
}

static void a_node_without_links_is_told(void **state)
{
	uint32_t moved, cut;

	(void)state;
	shape_of("4x4x1x1x2");
	assert_null(net_faults_add(&plan, "die 9 at=0ns"));
	settle();
	ClassRoute_t *route = coll_tree_around(&shape, dead, &around, &moved, &cut);

	assert_non_null(route);
	assert_int_equal(cut, 1);
	assert_true(coll_classroute_is_free(route[9]));
	assert_int_equal(inputs(route), net_shape_nodes(&shape) - 2);
	free(route);
	done();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_dead_link_cuts_no_pair_of_a_torus),
		cmocka_unit_test(two_in_a_ring_do_and_a_third_node_helps),
		cmocka_unit_test(a_link_is_whole_until_it_dies),
		cmocka_unit_test(the_tree_has_all_nodes_and_no_dead_link),
		cmocka_unit_test(without_dead_links_it_is_the_machines),
		cmocka_unit_test(a_node_without_links_is_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
