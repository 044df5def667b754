/*
 * test_gi_faults.c - class routes of the barrier network that are wrong: each is
 * reported once, with both ends, and nothing goes on for ever; and what a report says
 * of a barrier that no node leaves.  Not here: barriers that work (test_gi.c,
 * test_gi_routes.c).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "gi_routes.h"

static struct rig *rig_wrong(const char *shape)
{
	struct rig *r = rig_create(shape, 0);

	r->faults_expected = true;
	return r;
}

static void assert_fault(struct rig *r, const char *text)
{
	fake_sim_run(&r->sim, PS_NEVER);
	assert_string_equal(r->fault, text);
	assert_int_equal(r->faults, 1);
}

static void parent_that_does_not_list_the_link(void **state)
{
	struct rig *r = rig_wrong("3x1x1x1x1");
	(void)state;

	route(r, 5, 0, LOCAL, AP);
	route(r, 5, 1, LOCAL, AP);
	route(r, 5, 2, LOCAL | AM, 0);
	control_class(r, 2, 5, 4, 0);
	control_class(r, 1, 5, 4, 0);
	fake_sim_run(&r->sim, PS_NEVER);
	control_class(r, 2, 5, 2, r->sim.now_ps);
	control_class(r, 1, 5, 2, r->sim.now_ps);
	fake_sim_run(&r->sim, PS_NEVER);
	assert_int_equal(r->faults, 0); /* these two fit together */
	control_class(r, 0, 5, 2, r->sim.now_ps);
	assert_fault(r, "5 of 1 (001 400): <0,0,0,0,0> (input 0x001, output 0x400) sends up to "
			"here, and A- is no input here");
	control_class(r, 0, 5, 3, r->sim.now_ps);
	fake_sim_run(&r->sim, PS_NEVER);
	assert_int_equal(r->faults, 1); /* once */
	route(r, 5, 1, LOCAL | AM, AP);
	control_class(r, 0, 5, 1, r->sim.now_ps);
	fake_sim_run(&r->sim, PS_NEVER);
	assert_int_equal(r->faults, 1); /* and it works now */
	assert_int_equal(*status_at(r, 5, 0), 3);
	route(r, 5, 1, LOCAL, AP);
	control_class(r, 0, 5, 2, r->sim.now_ps);
	fake_sim_run(&r->sim, PS_NEVER);
	assert_int_equal(r->faults, 2); /* wrong again, and reported again */
	rig_destroy(r);
}

static void class_that_is_not_set_above(void **state)
{
	struct rig *r = rig_wrong("3x1x1x1x1");
	(void)state;

	route(r, 5, 0, LOCAL, AP);
	control_class(r, 0, 5, 2, 0);
	assert_fault(r, "5 of 1 (000 000): <0,0,0,0,0> (input 0x001, output 0x400) sends up to "
			"here, and A- is no input here");
	rig_destroy(r);
}

/* Nothing would hang: the barrier would not wait for the node below. */
static void child_that_does_not_send_up(void **state)
{
	struct rig *r = rig_wrong("3x1x1x1x1");
	(void)state;

	route(r, 5, 0, LOCAL, 0);
	route(r, 5, 1, LOCAL | AM, 0);
	control_class(r, 0, 5, 2, 0);
	control_class(r, 1, 5, 2, 0);
	assert_fault(r, "5 of 0 (001 000): <1,0,0,0,0> (input 0x801, output 0x000) sends down "
			"to here, and A+ is no output here");
	rig_destroy(r);
}

static void way_off_the_end_of_a_mesh(void **state)
{
	struct rig *r = rig_wrong("3x1x1x1x1");
	(void)state;

	route(r, 5, 2, LOCAL, AP);
	control_class(r, 2, 5, 2, 0);
	assert_fault(r, "5 of 2 (001 400): no node is at the other end of A+");
	rig_destroy(r);
}

/* A library sets its route and drives what a class begins with, before it waits for the others:
 * their routes may be unset, or those of a class that they have had before. */
static void driving_the_first_pattern_is_no_use_of_a_route(void **state)
{
	struct rig *r = rig_create("3x1x1x1x1", 0);
	(void)state;

	route(r, 5, 1, LOCAL, 0);
	control_class(r, 1, 5, 4, 0);
	route(r, 5, 0, LOCAL, AP);
	control_class(r, 0, 5, 4, 0);
	fake_sim_run(&r->sim, PS_NEVER);
	assert_int_equal(r->faults, 0);
	route(r, 5, 1, LOCAL | AM, 0);
	control_class(r, 1, 5, 4, r->sim.now_ps);
	fake_sim_run(&r->sim, PS_NEVER);
	assert_int_equal(*status_at(r, 5, 0), 4);
	control_class(r, 0, 5, 2, r->sim.now_ps);
	fake_sim_run(&r->sim, PS_NEVER);
	assert_int_equal(*status_at(r, 5, 1), 6); /* and is complete now */
	assert_int_equal(r->faults, 0);
	rig_destroy(r);
}

/* Others may not have set theirs yet, or this one may be set once more. */
static void setting_a_route_is_no_use_of_it(void **state)
{
	struct rig *r = rig_create("3x1x1x1x1", 0);
	(void)state;

	for (uint32_t n = 0; n < 3; n++)
		control_class(r, n, 5, 4, 0);
	fake_sim_run(&r->sim, PS_NEVER);
	route(r, 5, 2, LOCAL, AP);
	route(r, 5, 1, LOCAL, AM);
	fake_sim_run(&r->sim, PS_NEVER);
	assert_int_equal(r->faults, 0);
	rig_destroy(r);
}

static void way_to_an_io_node(void **state)
{
	struct rig *r = rig_wrong("3x1x1x1x1");
	(void)state;

	route(r, 5, 2, LOCAL, BGQ_CLASS_LINK_IO);
	control_class(r, 2, 5, 2, 0);
	assert_fault(r, "5 of 2 (001 002): no node is at the other end of the I/O link");
	rig_destroy(r);
}

/* A pulse would go round for ever. */
static void circle_ends_with_a_fault(void **state)
{
	struct rig *r = rig_create("4x1x1x1x1", 1);
	(void)state;

	r->faults_expected = true;
	for (uint32_t n = 0; n < 4; n++)
		route(r, 5, n, LOCAL | AM, AP);
	control_class(r, 0, 5, 4, 0);
	control_class(r, 0, 5, 0, 1000);
	fake_sim_run(&r->sim, PS_NEVER);
	assert_true(r->faults > 0);
	assert_non_null(strstr(r->fault, "the route has no root: it leads round in a circle"));
	rig_destroy(r);
}

/* ---- reports */

static void assert_describes(struct rig *r, uint32_t node, unsigned cls, const char *want)
{
	char text[256] = "";

	assert_int_equal(coll_gi_describe(r->coll, node, cls, text, sizeof text), want[0] != 0);
	assert_string_equal(text, want);
}

static void report_names_who_is_missing(void **state)
{
	struct rig *r = rig_create("3x2x1x1x1", 1);
	(void)state;

	route_rectangles(r, 4, 1 << CR_AXIS_A);
	drive_all(r, 4, 4);
	fake_sim_run(&r->sim, PS_NEVER);
	assert_describes(r, 0, 4, "");
	assert_describes(r, 0, 6, ""); /* never used */
	control_class(r, 4, 4, 2, r->sim.now_ps);
	fake_sim_run(&r->sim, PS_NEVER);
	assert_describes(r, 4, 4, "2 of 3 nodes have not entered, first <0,0,0,0,0>");
	control_class(r, 0, 4, 2, r->sim.now_ps);
	fake_sim_run(&r->sim, PS_NEVER);
	assert_describes(r, 4, 4, "1 of 3 nodes have not entered, first <1,0,0,0,0>");
	route(r, 4, 0, AP, 0); /* passes on only, and is not missed */
	route(r, 4, 2, LOCAL | AP, AM);
	route(r, 4, 4, LOCAL, AM);
	fake_sim_run(&r->sim, PS_NEVER);
	assert_describes(r, 4, 4, "1 of 2 nodes have not entered, first <1,0,0,0,0>");
	for (uint32_t n = 0; n < r->nodes; n++)
		if (n != 3)
			control(r, n, 2, r->sim.now_ps);
	fake_sim_run(&r->sim, PS_NEVER);
	assert_describes(r, 0, 0, "1 of 6 nodes have not entered, first <1,1,0,0,0>");
	rig_destroy(r);
}

static void report_names_the_ends_that_do_not_fit(void **state)
{
	struct rig *r = rig_wrong("3x1x1x1x1");
	(void)state;

	route(r, 5, 0, LOCAL, AP);
	route(r, 5, 1, LOCAL, AP);
	route(r, 5, 2, LOCAL | AM, 0);
	drive_all(r, 5, 4);
	fake_sim_run(&r->sim, PS_NEVER);
	assert_describes(r, 0, 5, "<0,0,0,0,0> (input 0x001, output 0x400) sends up by A+, but "
				  "<1,0,0,0,0> (input 0x001, output 0x400) has no input A-");
	route(r, 5, 1, LOCAL | AM, AP);
	route(r, 5, 0, LOCAL, 0);
	assert_describes(r, 2, 5, "<1,0,0,0,0> (input 0x801, output 0x400) has an input A-, but "
				  "<0,0,0,0,0> (input 0x001, output 0x000) does not send up by A+");
	route(r, 5, 2, LOCAL | AM, AP);
	assert_describes(r, 1, 5, "<2,0,0,0,0> (input 0x801, output 0x400) sends up by A+, where "
				  "no node is");
	route(r, 5, 2, LOCAL | AM | AP, 0);
	route(r, 5, 0, LOCAL, AP);
	assert_describes(r, 1, 5, "<2,0,0,0,0> (input 0xc01, output 0x000) has an input A+, where "
				  "no node is");
	route(r, 5, 2, LOCAL, AM);
	route(r, 5, 1, LOCAL | AP, AP);
	assert_describes(r, 1, 5, "<1,0,0,0,0> (input 0x401, output 0x400) sends up by A+, but "
				  "<2,0,0,0,0> (input 0x001, output 0x800) has no input A-");
	rig_destroy(r);
}

static void report_names_a_circle(void **state)
{
	struct rig *r = rig_create("4x1x1x1x1", 1);
	(void)state;

	r->faults_expected = true;
	for (uint32_t n = 0; n < 4; n++)
		route(r, 5, n, LOCAL | AM, AP);
	control_class(r, 0, 5, 4, 0);
	fake_sim_run(&r->sim, PS_NEVER);
	assert_describes(r, 0, 5, "<1,0,0,0,0> (input 0x801, output 0x400) sends up, round in a "
				  "circle");
	rig_destroy(r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(parent_that_does_not_list_the_link),
		cmocka_unit_test(driving_the_first_pattern_is_no_use_of_a_route),
		cmocka_unit_test(class_that_is_not_set_above),
		cmocka_unit_test(child_that_does_not_send_up),
		cmocka_unit_test(way_off_the_end_of_a_mesh),
		cmocka_unit_test(setting_a_route_is_no_use_of_it),
		cmocka_unit_test(way_to_an_io_node),
		cmocka_unit_test(circle_ends_with_a_fault),
		cmocka_unit_test(report_names_who_is_missing),
		cmocka_unit_test(report_names_the_ends_that_do_not_fit),
		cmocka_unit_test(report_names_a_circle),
	};

	return cmocka_run_group_tests_name("wrong class routes", tests, NULL, NULL);
}
