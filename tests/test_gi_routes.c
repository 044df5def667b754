/*
 * test_gi_routes.c - barriers over class routes of programs: rectangles, several at
 * once, nodes that only pass on, routes that change.  Not here: class 0 and its times
 * (test_gi.c), routes that are wrong (test_gi_faults.c), what the kernel accepts.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "gi_routes.h"

static void plane_takes_its_own_depth(void **state)
{
	struct rig *r = rig_create("4x4x2x1x2", 1);
	ps_t last_ps = 0;
	(void)state;

	route_rectangles(r, 3, 1 << CR_AXIS_A | 1 << CR_AXIS_E);
	assert_int_equal(r->sim.events, 0);
	drive_all(r, 3, 4);
	fake_sim_run(&r->sim, PS_NEVER);
	assert_class_status(r, 3, 4);
	r->sim.now_ps = 10 * PS_PER_US;
	drive_all(r, 3, 2);
	fake_sim_run(&r->sim, PS_NEVER);
	assert_class_status(r, 3, 2);
	for (uint32_t n = 0; n < r->nodes; n++)
		if (r->status_ps[3 * r->nodes + n] > last_ps)
			last_ps = r->status_ps[3 * r->nodes + n];
	/* Bits come from A = 0 over two links to the root at A = 2; one link of E. */
	assert_int_equal(last_ps - 10 * PS_PER_US,
			 ENDS_PS + 2 * (2 * HOP_BOARD_PS + HOP_MIDPLANE_PS));
	assert_status(r, COLL_GI_INITIAL); /* class 0 has not seen any of it */
	rig_destroy(r);
}

static void trees_of_one_class_do_not_see_each_other(void **state)
{
	struct rig *r = rig_create("3x2x2x1x2", 0);
	unsigned set = 1 << CR_AXIS_A;
	(void)state;

	route_rectangles(r, 1, set);
	drive_all(r, 1, 4);
	fake_sim_run(&r->sim, PS_NEVER);
	for (uint32_t n = 0; n < r->nodes; n++)
		if (together(r, n, 5, set))
			control_class(r, n, 1, 2, r->sim.now_ps);
	fake_sim_run(&r->sim, PS_NEVER);
	for (uint32_t n = 0; n < r->nodes; n++)
		assert_int_equal(*status_at(r, 1, n), together(r, n, 5, set) ? 2 : 4);
	rig_destroy(r);
}

/* Two classes of one node become one of two: whenever the lower node's route is set, before or
 * after what the upper one sends comes to it, both see in the end what both drive. */
static void route_that_is_set_while_a_packet_comes(void **state)
{
	(void)state;
	for (ps_t later_ps = 0; later_ps < 400 * PS_PER_NS; later_ps += 7 * PS_PER_NS) {
		struct rig *r = rig_create("3x1x1x1x1", 0);

		for (uint32_t n = 0; n < 2; n++) {
			route(r, 5, n, LOCAL, 0);
			control_class(r, n, 5, 4, 0);
		}
		fake_sim_run(&r->sim, PS_NEVER);
		assert_int_equal(*status_at(r, 5, 0), 4);
		r->sim.now_ps = 10 * PS_PER_US;
		route(r, 5, 1, LOCAL | AM, 0);
		fake_sim_run(&r->sim, 10 * PS_PER_US + later_ps);
		r->sim.now_ps = 10 * PS_PER_US + later_ps;
		route(r, 5, 0, LOCAL, AP);
		fake_sim_run(&r->sim, PS_NEVER);
		if (*status_at(r, 5, 0) != 4 || *status_at(r, 5, 1) != 4)
			fail_msg("%d ns later: %d and %d", (int)(later_ps / PS_PER_NS),
				 (int)*status_at(r, 5, 0), (int)*status_at(r, 5, 1));
		rig_destroy(r);
	}
}

/* ---- many barriers at once: each class another set of dimensions, nodes enter them
 * at random times and never before they have left the last one */

#define WALKED 12u /* classes 1 to 12 */
#define ROUNDS 8u

static const unsigned walked_set[WALKED + 1] = { 31, 1, 2, 4, 8, 16, 3, 12, 7, 28, 21, 30, 31 };

struct walker {
	struct event ev;
	struct rig *rig;
	unsigned cls, seed;
	unsigned entered;
	bool waiting;
};

static uint32_t pattern(unsigned round)
{
	return 4u >> round % 3;
}

static struct walker *walker_at(struct rig *r, unsigned cls, uint32_t node)
{
	return &r->walker[cls * r->nodes + node];
}

static void walker_think(struct walker *w, uint32_t node, ps_t now_ps)
{
	w->seed = w->seed * 1103515245u + 12345u;
	sim_post(&w->rig->sim.sim, &w->ev, node, node,
		 now_ps + (w->seed >> 16) % 3000 * PS_PER_NS);
}

static void walker_enter(struct event *ev)
{
	struct walker *w = (struct walker *)ev;

	w->waiting = true;
	control_class(w->rig, ev->node, w->cls, pattern(++w->entered), ev->time_ps);
}

static const struct event_type walker_entry = { .run = walker_enter };

static void walker_status(void *ctx, uint32_t node, unsigned cls, uint32_t bits, ps_t now_ps)
{
	struct rig *r = ctx;
	struct walker *w = walker_at(r, cls, node);

	rig_gi_status(ctx, node, cls, bits, now_ps);
	if (!w->waiting || bits & pattern(w->entered - 1))
		return;
	for (uint32_t n = 0; n < r->nodes; n++)
		if (together(r, n, node, walked_set[cls]) &&
		    walker_at(r, cls, n)->entered < w->entered)
			fail_msg("class %u: node %u left barrier %u before node %u entered", cls,
				 node, w->entered, n);
	w->waiting = false;
	if (w->entered < ROUNDS)
		walker_think(w, node, now_ps);
}

static void thirteen_classes_at_once_never_release_early_nor_hang(void **state)
{
	static const struct coll_ops walk = { .gi_status = walker_status, .fault = rig_fault };
	struct rig *r = rig_create("3x2x2x2x2", 1);
	(void)state;

	r->walker = calloc((WALKED + 1) * r->nodes, sizeof *r->walker);
	assert_non_null(r->walker);
	for (unsigned cls = 1; cls <= WALKED; cls++) {
		route_rectangles(r, cls, walked_set[cls]);
		drive_all(r, cls, 4);
	}
	fake_sim_run(&r->sim, PS_NEVER);
	coll_set_ops(r->coll, &walk, r);
	for (unsigned cls = 0; cls <= WALKED; cls++) {
		assert_class_status(r, cls, 4);
		for (uint32_t n = 0; n < r->nodes; n++) {
			struct walker *w = walker_at(r, cls, n);

			*w = (struct walker){ { .type = &walker_entry }, r, cls, cls * 100 + n, 0,
					      false };
			walker_think(w, n, r->sim.now_ps);
		}
	}
	fake_sim_run(&r->sim, PS_NEVER);
	for (unsigned cls = 0; cls <= WALKED; cls++) {
		assert_class_status(r, cls, pattern(ROUNDS));
		for (uint32_t n = 0; n < r->nodes; n++)
			assert_int_equal(walker_at(r, cls, n)->entered, ROUNDS);
	}
	rig_destroy(r);
}

/* ---- nodes that contribute nothing */

/* 0 -> 1 -> 2, of which 1 has no local contribution. */
static void node_between_passes_on_and_sees_nothing(void **state)
{
	struct rig *r = rig_create("3x1x1x1x1", 1);
	(void)state;

	route(r, 2, 0, LOCAL, AP);
	route(r, 2, 1, AM, AP);
	route(r, 2, 2, LOCAL | AM, 0);
	control_class(r, 1, 2, 1, 0); /* does not count */
	fake_sim_run(&r->sim, PS_NEVER);
	assert_int_equal(r->calls, 0);
	control_class(r, 0, 2, 4, PS_PER_US);
	control_class(r, 2, 2, 2, PS_PER_US);
	fake_sim_run(&r->sim, PS_NEVER);
	assert_int_equal(*status_at(r, 2, 0), 6);
	assert_int_equal(*status_at(r, 2, 1), 0);
	assert_int_equal(*status_at(r, 2, 2), 6);
	route(r, 2, 1, LOCAL | AM, AP); /* now it does */
	fake_sim_run(&r->sim, PS_NEVER);
	for (uint32_t n = 0; n < 3; n++)
		assert_int_equal(*status_at(r, 2, n), 7);
	rig_destroy(r);
}

static void lone_node_is_a_tree(void **state)
{
	struct rig *r = rig_create("2x1x1x1x1", 1);
	(void)state;

	route(r, 12, 1, LOCAL, 0);
	control_class(r, 1, 12, 4, 0);
	fake_sim_run(&r->sim, PS_NEVER);
	assert_int_equal(*status_at(r, 12, 1), 4);
	assert_int_equal(*status_at(r, 12, 0), 0);
	assert_int_equal(r->status_ps[12 * r->nodes + 1], ENDS_PS);
	rig_destroy(r);
}

/* ---- routes that change */

/* Control registers keep their values, so what a new tree carries has to come from
 * them, not only from changes. */
static void new_tree_begins_with_what_is_driven(void **state)
{
	struct rig *r = rig_create("3x2x1x1x1", 1);
	(void)state;

	route_rectangles(r, 4, 1 << CR_AXIS_A);
	drive_all(r, 4, 4);
	fake_sim_run(&r->sim, PS_NEVER);
	for (uint32_t n = 0; n < r->nodes; n++) {
		route(r, 4, n, 0, 0);
		fake_sim_run(&r->sim, PS_NEVER);
	}
	route_rectangles(r, 4, 1 << CR_AXIS_A | 1 << CR_AXIS_B);
	fake_sim_run(&r->sim, PS_NEVER);
	for (uint32_t n = 0; n + 1 < r->nodes; n++)
		control_class(r, n, 4, 2, r->sim.now_ps);
	fake_sim_run(&r->sim, PS_NEVER);
	assert_class_status(r, 4, 4 | 2); /* the last node still drives 4 */
	control_class(r, r->nodes - 1, 4, 2, r->sim.now_ps);
	fake_sim_run(&r->sim, PS_NEVER);
	assert_class_status(r, 4, 2);
	rig_destroy(r);
}

/* Node 0 moves from below node 2 to below node 1, which both see at once. */
static void node_that_moves_takes_its_bits_along(void **state)
{
	struct rig *r = rig_create("2x2x1x1x1", 1);
	(void)state;

	route(r, 4, 0, LOCAL, AP);
	route(r, 4, 2, LOCAL | AM, 0);
	route(r, 4, 1, LOCAL | BGQ_CLASS_LINK_BM, 0);
	control_class(r, 0, 4, 4, 0);
	control_class(r, 1, 4, 2, 0);
	control_class(r, 2, 4, 1, 0);
	r->faults_expected = true; /* node 1 has no other end yet */
	fake_sim_run(&r->sim, PS_NEVER);
	assert_int_equal(*status_at(r, 4, 2), 5);
	assert_int_equal(*status_at(r, 4, 1), 2);
	route(r, 4, 0, LOCAL, BGQ_CLASS_LINK_BP);
	fake_sim_run(&r->sim, PS_NEVER);
	assert_int_equal(*status_at(r, 4, 2), 1);
	assert_int_equal(*status_at(r, 4, 1), 6);
	assert_int_equal(*status_at(r, 4, 0), 6);
	rig_destroy(r);
}

/* Trees may be set node by node, in any order, while others drive already. */
static void order_of_setting_does_not_matter(void **state)
{
	static const unsigned order[6][3] = { { 0, 1, 2 }, { 0, 2, 1 }, { 1, 0, 2 },
					      { 1, 2, 0 }, { 2, 0, 1 }, { 2, 1, 0 } };
	(void)state;

	for (int o = 0; o < 6; o++) {
		struct rig *r = rig_create("3x1x1x1x1", 0);

		drive_all(r, 9, 4);
		fake_sim_run(&r->sim, PS_NEVER);
		assert_int_equal(r->calls, 0);
		for (int i = 0; i < 3; i++) {
			uint32_t n = order[o][i];

			route(r, 9, n, n == 0 ? LOCAL : LOCAL | AM, n == 2 ? 0 : AP);
			fake_sim_run(&r->sim, PS_NEVER);
		}
		assert_class_status(r, 9, 4);
		for (uint32_t n = 0; n < 3; n++)
			control_class(r, n, 9, 2, r->sim.now_ps);
		fake_sim_run(&r->sim, PS_NEVER);
		assert_class_status(r, 9, 2);
		rig_destroy(r);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(route_that_is_set_while_a_packet_comes),
		cmocka_unit_test(plane_takes_its_own_depth),
		cmocka_unit_test(trees_of_one_class_do_not_see_each_other),
		cmocka_unit_test(thirteen_classes_at_once_never_release_early_nor_hang),
		cmocka_unit_test(node_between_passes_on_and_sees_nothing),
		cmocka_unit_test(lone_node_is_a_tree),
		cmocka_unit_test(new_tree_begins_with_what_is_driven),
		cmocka_unit_test(node_that_moves_takes_its_bits_along),
		cmocka_unit_test(order_of_setting_does_not_matter),
	};

	return cmocka_run_group_tests_name("barriers over class routes", tests, NULL, NULL);
}
