/*
 * test_collective_trees.c - many collective class routes at a time: every line, plane
 * and cube of a machine, 16 classes of a node, both virtual channels.  Each tree gets
 * exactly its packets, and those that share no node take the time that they take alone.
 * (Trees that share nodes take turns at their logic, which works for one at a time:
 * SC11 paper, II.C.)  Leaves out: scarce room (test_collective_pressure.c), routes that are
 * wrong (test_collective_faults.c).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include <cmocka.h>

#include "coll_rig.h"
#include "rect_routes.h"

/* Per node: its rectangle of a class. */
struct group {
	uint64_t sum;     /* of the numbers of its nodes */
	uint32_t members;
	uint32_t next;    /* number of the packet that comes next */
};

static struct group group[COLL_CLASSES][512];

static void look_at_sum(struct rig *r, const struct got *g)
{
	struct group *k = &group[g->cls][g->node];

	(void)r;
	assert_int_equal(g->number, k->next++);
	for (unsigned w = 0; w < g->bytes / 8u; w++)
		assert_int_equal(g->word[w],
				 k->sum + k->members * share(0, g->cls, g->number, w));
}

static void classes_of_dimensions(struct rig *r, unsigned cls, unsigned set)
{
	route_rectangles(r, cls, set);
	for (uint32_t n = 0; n < r->nodes; n++) {
		struct group *k = &group[cls][n];

		*k = (struct group){ 0 };
		for (uint32_t m = 0; m < r->nodes; m++)
			if (together(r, n, m, set)) {
				k->sum += m;
				k->members++;
			}
	}
	r->look = look_at_sum;
}

static unsigned dimensions(unsigned set)
{
	return (unsigned)__builtin_popcount(set);
}

/* Each node sends messages of three packets in each class, one class after the other. */
static void all_sums(struct rig *r, unsigned classes)
{
	r->keep = false;
	for (uint32_t n = 0; n < r->nodes; n++)
		for (unsigned cls = 0; cls < classes; cls++)
			for (uint32_t i = 0; i < 3; i++)
				contribute(r, n, cls, (cls & 1 ? SUB : WORLD) | ALLREDUCE, i,
					   i == 2 ? 32 : 512);
	run(r);
	assert_int_equal(r->gots, 3 * classes * r->nodes);
	for (unsigned cls = 0; cls < classes; cls++)
		for (uint32_t n = 0; n < r->nodes; n++)
			assert_int_equal(group[cls][n].next, 3);
}

static void lines_and_planes_or_cubes(const char *shape, int torus)
{
	for (unsigned more = 2; more <= 3; more++) {
		struct rig *r = rig_create(shape, torus);
		unsigned classes = 0;

		for (unsigned set = 1; set < 32; set++)
			if (dimensions(set) == 1 || dimensions(set) == more)
				classes_of_dimensions(r, classes++, set);
		assert_int_equal(classes, 15);
		classes_of_dimensions(r, classes++, 31);
		all_sums(r, classes);
		rig_destroy(r);
	}
}

static void all_lines_planes_and_cubes_reduce_at_the_same_time(void **state)
{
	(void)state;

	lines_and_planes_or_cubes("4x4x4x4x2", 1);
}

static void the_same_on_meshes_with_sides_of_1_2_3(void **state)
{
	(void)state;

	lines_and_planes_or_cubes("3x1x2x3x2", 0);
	lines_and_planes_or_cubes("1x3x3x1x1", 1);
	lines_and_planes_or_cubes("2x2x2x2x2", 0);
}

static void last_time_of_each(const struct rig *r, ps_t *at_ps)
{
	for (uint32_t i = 0; i < r->gots; i++)
		at_ps[r->got[i].node] = r->got[i].at_ps;
}

/* The tree of every node is alone once, and then with all others. */
static void rectangles_side_by_side_take_the_time_of_one_alone(unsigned set)
{
	static const unsigned packets = 6;
	ps_t with_ps[512], alone_ps[512] = { 0 };
	struct rig *r = rig_create("4x4x4x4x2", 1);

	classes_of_dimensions(r, 2, set);
	for (uint32_t n = 0; n < r->nodes; n++)
		for (uint32_t i = 0; i < packets; i++)
			contribute(r, n, 2, SUB | ALLREDUCE, i, 512);
	run(r);
	assert_int_equal(r->gots, packets * r->nodes);
	last_time_of_each(r, with_ps);
	rig_destroy(r);
	for (uint32_t first = 0; first < 512; first++) {
		if (alone_ps[first])
			continue;
		r = rig_create("4x4x4x4x2", 1);
		classes_of_dimensions(r, 2, set);
		for (uint32_t n = 0; n < r->nodes; n++)
			for (uint32_t i = 0; i < packets && together(r, n, first, set); i++)
				contribute(r, n, 2, SUB | ALLREDUCE, i, 512);
		run(r);
		assert_int_equal(r->gots, packets * group[2][first].members);
		last_time_of_each(r, alone_ps);
		rig_destroy(r);
	}
	for (uint32_t n = 0; n < 512; n++)
		assert_int_equal(with_ps[n], alone_ps[n]);
}

static void planes_do_not_disturb_each_other(void **state)
{
	(void)state;

	rectangles_side_by_side_take_the_time_of_one_alone(1 << CR_AXIS_A | 1 << CR_AXIS_C);
}

static void cubes_do_not_disturb_each_other(void **state)
{
	(void)state;

	rectangles_side_by_side_take_the_time_of_one_alone(1 << CR_AXIS_B | 1 << CR_AXIS_D |
							   1 << CR_AXIS_E);
}

/* Lines in A and in B share nodes, but no links: a packet waits for the logic of each
 * node that combines for the other tree, and for nothing else. */
static void trees_that_share_nodes_take_turns_at_the_logic(void **state)
{
	struct rig *r = rig_create("2x2x1x1x1", 1);
	ps_t at_ps[2][4] = { { 0 } };
	(void)state;

	classes_of_dimensions(r, 1, 1 << CR_AXIS_A);
	classes_of_dimensions(r, 2, 1 << CR_AXIS_B);
	for (uint32_t n = 0; n < 4; n++)
		for (unsigned cls = 1; cls <= 2; cls++)
			contribute(r, n, cls, SUB | ALLREDUCE, 0, 32);
	run(r);
	assert_int_equal(r->gots, 8);
	for (uint32_t i = 0; i < 8; i++)
		at_ps[r->got[i].cls - 1][r->got[i].node] = r->got[i].at_ps;
	for (uint32_t n = 0; n < 4; n++) {
		ps_t alone_ps = HOP_PS + UP_PS + PACKET_PS(32) - SAVED_PS;

		for (unsigned k = 0; k < 2; k++) {
			ps_t down_ps = (n >> (1 - k) & 1) ? 0 : DOWN_PS + HOP_PS;

			assert_in_range(at_ps[k][n], alone_ps + down_ps,
					alone_ps + down_ps + 2 * (UP_PS + PACKET_PS(32)));
		}
	}
	rig_destroy(r);
}

/* System before user, whoever came first; the paper's central logic (II.E). */
static void system_packets_go_first(void **state)
{
	struct rig *r = rig_create("1x1x1x1x2", 1);
	(void)state;

	for (uint32_t n = 0; n < 2; n++)
		for (uint32_t i = 0; i < 2; i++)
			contribute(r, n, 0, SUB | ALLREDUCE, i, 512);
	for (uint32_t n = 0; n < 2; n++)
		send_by(r, packet(r, n, 14, 0xc0 | ALLREDUCE, ADD64, 32), NET_INJ_COLL_SYSTEM);
	run(r);
	assert_int_equal(r->gots, 6);
	for (uint32_t n = 0; n < 2; n++) {
		const struct got *g[3];
		unsigned k = 0;

		for (uint32_t i = 0; i < r->gots; i++)
			if (r->got[i].node == n)
				g[k++] = &r->got[i];
		assert_int_equal(k, 3);
		assert_int_equal(g[0]->cls, 0); /* was in the logic already */
		assert_int_equal(g[1]->cls, 14);
		assert_int_equal(g[1]->recfifo, NET_REC_COLL_SYSTEM);
		assert_int_equal(g[2]->cls, 0);
	}
	rig_destroy(r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_lines_planes_and_cubes_reduce_at_the_same_time),
		cmocka_unit_test(the_same_on_meshes_with_sides_of_1_2_3),
		cmocka_unit_test(planes_do_not_disturb_each_other),
		cmocka_unit_test(cubes_do_not_disturb_each_other),
		cmocka_unit_test(trees_that_share_nodes_take_turns_at_the_logic),
		cmocka_unit_test(system_packets_go_first),
	};

	return cmocka_run_group_tests_name("collective trees", tests, NULL, NULL);
}
