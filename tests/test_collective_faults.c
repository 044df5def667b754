/*
 * test_collective_faults.c - collective packets on class routes that are wrong: each is
 * reported once, by node, class and routes, and nothing goes on for ever.  Leaves out packets that
 * do not fit together (test_collective_unlike.c), and collectives that only do not end
 * (test_collective_reports.c).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "coll_rig.h"
#include "rect_routes.h"

static void reduce(struct rig *r, uint32_t node)
{
	contribute(r, node, 5, SUB | ALLREDUCE, 0, 32);
}

static void class_that_is_not_set_where_a_packet_begins(void **state)
{
	struct rig *r = rig_wrong("3x1x1x1x1", 0);
	(void)state;

	reduce(r, 1);
	reduce(r, 1); /* reported once */
	assert_fault(r, "5 of 1 (000 000): no route of that number is set on the node, which "
			"sends a packet");
	for (uint32_t n = 0; n < 3; n++) /* and it works when it is set */
		route(r, 5, n, LOCAL | (n ? AM : 0), n < 2 ? AP : 0);
	for (uint32_t n = 0; n < 3; n++)
		reduce(r, n);
	run(r);
	assert_int_equal(r->faults, 1);
	assert_int_equal(r->gots, 3);
	rig_destroy(r);
}

static void route_that_takes_no_contribution_from_its_node(void **state)
{
	struct rig *r = rig_wrong("3x1x1x1x1", 0);
	(void)state;

	route(r, 5, 1, AM, AP);
	reduce(r, 1);
	assert_fault(r, "5 of 1 (800 400): the node sends a contribution, and its route takes "
			"none from it");
	rig_destroy(r);
}

static void class_that_is_not_set_above(void **state)
{
	struct rig *r = rig_wrong("3x1x1x1x1", 0);
	(void)state;

	route(r, 5, 0, LOCAL, AP);
	reduce(r, 0);
	assert_fault(r, "5 of 1 (000 000): <0,0,0,0,0> (input 0x001, output 0x400) sends up to "
			"here, and A- is no input here");
	rig_destroy(r);
}

static void parent_that_has_no_such_input(void **state)
{
	struct rig *r = rig_wrong("3x1x1x1x1", 0);
	(void)state;

	route(r, 5, 0, LOCAL, AP);
	route(r, 5, 1, LOCAL, AP);
	route(r, 5, 2, LOCAL | AM, 0);
	reduce(r, 1);
	reduce(r, 2);
	run(r);
	assert_int_equal(r->faults, 0);
	assert_int_equal(r->gots, 2);
	reduce(r, 0);
	reduce(r, 0);
	assert_fault(r, "5 of 1 (001 400): <0,0,0,0,0> (input 0x001, output 0x400) sends up to "
			"here, and A- is no input here");
	rig_destroy(r);
}

static void reduce_to(struct rig *r, uint32_t node, uint32_t destination)
{
	struct net_packet *p = packet(r, node, 5, SUB | REDUCE, ADD64, 32);

	memcpy(p->header + 4, &destination, sizeof destination);
	send(r, p);
}

/* The tree has two of three nodes in a row. */
static void reduction_to_a_node_outside_the_tree(void **state)
{
	struct rig *r = rig_wrong("3x1x1x1x1", 0);
	(void)state;

	route(r, 5, 0, LOCAL, AP);
	route(r, 5, 1, LOCAL | AM, 0);
	for (uint32_t to = 0; to < 2; to++)
		for (uint32_t n = 0; n < 2; n++)
			reduce_to(r, n, net_destination_of(&r->shape, to));
	run(r);
	assert_int_equal(r->faults, 0);
	assert_int_equal(r->gots, 2);
	reduce_to(r, 0, net_destination_of(&r->shape, 2));
	reduce_to(r, 1, net_destination_of(&r->shape, 2));
	assert_fault(r, "5 of 1 (801 000): a reduction for <2,0,0,0,0>, which is not in the tree: "
			"no node receives it");
	assert_int_equal(r->gots, 2);
	rig_destroy(r);
}

static void reduction_to_a_node_outside_the_machine(void **state)
{
	struct rig *r = rig_wrong("3x1x1x1x1", 0);
	(void)state;

	route(r, 5, 0, LOCAL, 0);
	reduce_to(r, 0, 3u << 24);
	assert_fault(r, "5 of 0 (001 000): a reduction for a node outside the machine, which is "
			"not in the tree: no node receives it");
	rig_destroy(r);
}

/* A reduction of no bytes waits for all of the tree, as a barrier. */
static void reduction_of_no_bytes_to_no_node_is_received_nowhere(void **state)
{
	struct rig *r = rig_wrong("3x1x1x1x1", 0);
	(void)state;

	route(r, 5, 0, LOCAL, AP);
	route(r, 5, 1, LOCAL | AM, 0);
	for (uint32_t n = 0; n < 2; n++) {
		struct net_packet *p = packet(r, n, 5, SUB | REDUCE, ADD64, 0);

		memset(p->header + 4, 0xff, 4);
		send(r, p);
		reduce_to(r, n, net_destination_of(&r->shape, 0));
	}
	run(r);
	assert_int_equal(r->faults, 0);
	assert_int_equal(r->gots, 1); /* the one that came behind it */
	rig_destroy(r);
}

/* No node waits for 1's child, but 1 sends down to it. */
static void child_whose_way_up_leads_elsewhere(void **state)
{
	struct rig *r = rig_wrong("3x1x1x1x1", 0);
	(void)state;

	route(r, 5, 0, LOCAL, 0);
	route(r, 5, 1, LOCAL | AM, 0);
	reduce(r, 1);
	run(r);
	assert_int_equal(r->faults, 0);
	assert_describes(r, 1, "collective class 5: <1,0,0,0,0> (input 0x801, output 0x000) has an "
			       "input A-, but <0,0,0,0,0> (input 0x001, output 0x000) does not "
			       "send up by A+");
	send(r, packet(r, 1, 5, WORLD | BROADCAST, 0, 32));
	assert_fault(r, "5 of 0 (001 000): <1,0,0,0,0> (input 0x801, output 0x000) sends down to "
			"here, and A+ is no output here");
	rig_discard(r);
}

static void ways_that_lead_nowhere(void **state)
{
	static const struct {
		unsigned input, output;
		const char *fault;
	} bad[] = {
		{ LOCAL, AP, "5 of 2 (001 400): the route leads off the end of a mesh" },
		{ LOCAL, BGQ_CLASS_LINK_IO,
		  "5 of 2 (001 002): the route leads to an I/O node, and there is none" },
		{ LOCAL | BGQ_CLASS_LINK_IO, AM,
		  "5 of 2 (003 800): the route has an I/O node as input, and there is none" },
	};
	(void)state;

	for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
		struct rig *r = rig_wrong("3x1x1x1x1", 0);

		route(r, 5, 2, bad[i].input, bad[i].output);
		reduce(r, 2);
		assert_fault(r, bad[i].fault);
		/* The packet waits, and goes when the way is put right. */
		route(r, 5, 2, LOCAL, 0);
		run(r);
		assert_int_equal(r->gots, 1);
		assert_int_equal(r->faults, 1);
		rig_destroy(r);
	}
}

/* On the way of others: nothing comes out at the other end of the mesh. */
static void way_off_a_mesh_at_the_next_node(void **state)
{
	struct rig *r = rig_wrong("3x1x1x1x1", 0);
	(void)state;

	route(r, 5, 1, LOCAL, AP);
	route(r, 5, 2, LOCAL | AM, AP);
	reduce(r, 1);
	reduce(r, 2);
	assert_fault(r, "5 of 2 (801 400): the route leads off the end of a mesh");
	assert_describes(r, 1, "collective class 5: <2,0,0,0,0> (input 0x801, output 0x400) sends "
			       "up by A+, where no node is");
	rig_discard(r);
}

static void input_at_the_end_of_a_mesh(void **state)
{
	struct rig *r = rig_wrong("3x1x1x1x1", 0);
	(void)state;

	route(r, 5, 2, LOCAL | AP, 0);
	reduce(r, 2);
	run(r);
	assert_int_equal(r->faults, 0);
	assert_describes(r, 2, "collective class 5: <2,0,0,0,0> (input 0x401, output 0x000) has an "
			       "input A+, where no node is");
	send(r, packet(r, 2, 5, WORLD | BROADCAST, 0, 32));
	assert_fault(r, "5 of 2 (401 000): the route has an input A+, where no node is");
	assert_int_equal(r->gots, 1);
	rig_discard(r);
}

static void circle_ends_with_a_fault(void **state)
{
	struct rig *r = rig_wrong("4x1x1x1x1", 1);
	(void)state;

	for (uint32_t n = 0; n < 4; n++)
		route(r, 5, n, LOCAL | AM, AP);
	reduce(r, 0);
	run(r);
	assert_int_equal(r->faults, 0); /* each waits for the one before it */
	assert_describes(r, 0, "collective class 5: <1,0,0,0,0> (input 0x801, output 0x400) sends "
			       "up, round in a circle");
	send(r, packet(r, 0, 5, WORLD | BROADCAST, 0, 32));
	assert_fault(r, "5 of 1 (801 400): the route has no root: it leads round in a circle");
	assert_int_equal(r->gots, 0);
	rig_discard(r);
}

/* Packets that wait have lost their route: none moves, or is touched. */
static void route_that_is_taken_away_while_packets_wait(void **state)
{
	struct rig *r = rig_wrong("3x1x1x1x1", 0);
	(void)state;

	route(r, 5, 0, LOCAL, AP);
	route(r, 5, 1, LOCAL | AM, 0);
	reduce(r, 0);
	run(r);
	route(r, 5, 1, 0, 0);
	run(r);
	assert_int_equal(r->gots, 0);
	assert_describes(r, 0, "collective class 5: <0,0,0,0,0> (input 0x001, output 0x400) sends "
			       "up by A+, but <1,0,0,0,0> (input 0x000, output 0x000) has no "
			       "input A-");
	route(r, 5, 1, LOCAL | AM, 0);
	reduce(r, 1);
	run(r);
	assert_int_equal(r->gots, 2);
	assert_int_equal(r->faults, 0);
	rig_destroy(r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(class_that_is_not_set_where_a_packet_begins),
		cmocka_unit_test(route_that_takes_no_contribution_from_its_node),
		cmocka_unit_test(class_that_is_not_set_above),
		cmocka_unit_test(parent_that_has_no_such_input),
		cmocka_unit_test(reduction_to_a_node_outside_the_tree),
		cmocka_unit_test(reduction_to_a_node_outside_the_machine),
		cmocka_unit_test(reduction_of_no_bytes_to_no_node_is_received_nowhere),
		cmocka_unit_test(child_whose_way_up_leads_elsewhere),
		cmocka_unit_test(ways_that_lead_nowhere),
		cmocka_unit_test(way_off_a_mesh_at_the_next_node),
		cmocka_unit_test(input_at_the_end_of_a_mesh),
		cmocka_unit_test(circle_ends_with_a_fault),
		cmocka_unit_test(route_that_is_taken_away_while_packets_wait),
	};

	return cmocka_run_group_tests_name("collectives that go wrong", tests, NULL, NULL);
}
