/*
 * test_classroute.c - class routes as registers: what they hold at the start of a job,
 * and that the machine's own tree is a tree of the depth that the paper counts.  Not
 * here: which process may set them, what travels along them, rectangles (test_classroute_rect.c).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define MUSPI_assert(condition) assert_true(condition)
#include <spi/include/mu/Classroute_inlines.h>

#include "classroute_tree.h"

/* ---- the whole machine's tree */

static unsigned world_depth(const struct net_shape *s)
{
	uint32_t nodes = net_shape_nodes(s), root;
	ClassRoute_t *route = calloc(nodes, sizeof *route);
	uint8_t c[NET_DIMS];

	assert_non_null(route);
	for (uint32_t n = 0; n < nodes; n++) {
		route[n] = coll_classroute_world(s, n);
		assert_true(coll_classroute_is_local(route[n]));
	}
	unsigned depth = tree_depth(s, route, nodes, &root);

	net_coord_of(s, root, c);
	for (int d = 0; d < NET_DIMS; d++)
		assert_int_equal(c[d], s->size[d] / 2);
	assert_int_equal(depth, coll_classroute_world_depth(s));
	free(route);
	return depth;
}

/* SC11 paper, Table 3: hops there and back. */
static void world_has_the_depth_of_table_3(void **state)
{
	struct net_shape s;
	(void)state;

	for (unsigned row = 1; row <= 9; row++) {
		assert_int_equal(net_shape_default(1u << row, &s), 0);
		assert_int_equal(2 * world_depth(&s), 2 * row);
	}
}

static void world_is_one_tree_for_any_shape(void **state)
{
	struct net_shape odd = shape_of("5x3x1x7x1"), long_one = shape_of("1x64x1x1x1"),
			 largest = shape_of("16x16x16x12x2"), one = shape_of("1x1x1x1x1");
	(void)state;

	assert_int_equal(world_depth(&odd), 2 + 1 + 3);
	assert_int_equal(world_depth(&long_one), 32);
	assert_int_equal(world_depth(&largest), 31);
	assert_int_equal(world_depth(&one), 0);
}

/* The control system calls the same helpers with these arguments. */
static void world_is_what_the_control_system_builds(void **state)
{
	static const char *const shapes[] = { "1x1x1x1x1", "1x1x1x1x2", "1x1x1x2x2",
					      "1x1x2x2x2", "1x2x2x2x2", "2x2x2x2x2",
					      "4x4x4x4x2", "5x3x1x7x1", "1x4x1x3x2",
					      "1x1x5x1x1" };
	int edcba[CR_NUM_DIMS] = { 4, 3, 2, 1, 0 }, unused, dim, excluded;
	(void)state;

	for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
		struct net_shape s = shape_of(shapes[i]);
		CR_RECT_T world = { { { 0 } }, { { 0 } } }, comm;
		CR_COORD_T root, me;
		ClassRoute_t r;

		for (int d = 0; d < NET_DIMS; d++)
			world.ur.coords[d] = s.size[d] - 1u;
		MUSPI_MakeNpRectMap(&world, (int)net_shape_nodes(&s), edcba, &comm, NULL,
				    &excluded, &dim);
		MUSPI_PickWorldRoot(&comm, edcba, &root, &unused);
		for (uint32_t n = 0; n < net_shape_nodes(&s); n++) {
			uint8_t c[NET_DIMS];

			net_coord_of(&s, n, c);
			for (int d = 0; d < NET_DIMS; d++)
				me.coords[d] = c[d];
			MUSPI_BuildNodeClassrouteSparse(&world, &root, &me, &comm, NULL, 0,
							edcba, dim, &r);
			assert_int_equal(raw(coll_classroute_world(&s, n)), raw(r));
		}
	}
}

/* ---- registers */

static void registers_at_the_start_of_a_job(void **state)
{
	struct net_shape s = shape_of("2x2x1x1x2"), alone = shape_of("1x1x1x1x1");
	struct coll_routes *t = coll_routes_create(&s), *one = coll_routes_create(&alone);
	(void)state;

	assert_true(t && one);
	for (unsigned cls = 0; cls < COLL_CLASSES; cls++) {
		uint32_t world = raw(coll_classroute_world(&s, 5));
		uint32_t barrier = raw(coll_routes_get(t, COLL_NET_BARRIER, 5, cls));
		uint32_t collective = raw(coll_routes_get(t, COLL_NET_COLLECTIVE, 5, cls));

		if (cls == 0 || cls > 12) {
			assert_int_equal(barrier, world);
			assert_int_equal(collective, world | (cls ? 0x1000u : 0x2000u) << 16);
		} else {
			assert_int_equal(barrier | collective, 0);
		}
	}
	assert_int_equal(raw(coll_routes_get(one, COLL_NET_BARRIER, 0, 13)), 0);
	assert_int_equal(raw(coll_routes_get(one, COLL_NET_BARRIER, 0, 14)), 1u << 16);
	coll_routes_destroy(t);
	coll_routes_destroy(one);
}

static void registers_of_a_node_are_its_own(void **state)
{
	struct net_shape s = shape_of("2x2x1x1x2");
	struct coll_routes *t = coll_routes_create(&s), *fresh = coll_routes_create(&s);
	const ClassRoute_t all = { 0xffff, 0xffff }, none = { 0, 0 };
	(void)state;

	assert_int_equal(coll_routes_set(t, COLL_NET_COLLECTIVE, 3, 7, all), 0);
	assert_int_equal(raw(coll_routes_get(t, COLL_NET_COLLECTIVE, 3, 7)), 0x3fff0ffe);
	assert_int_equal(coll_routes_set(t, COLL_NET_BARRIER, 3, 7, all), 0);
	assert_int_equal(raw(coll_routes_get(t, COLL_NET_BARRIER, 3, 7)), 0x0fff0ffe);
	for (uint32_t n = 0; n < 8; n++) {
		for (unsigned cls = 0; cls < COLL_CLASSES; cls++) {
			for (enum coll_net net = 0; net < COLL_NETS; net++) {
				if (n == 3 && cls == 7)
					continue;
				assert_int_equal(raw(coll_routes_get(t, net, n, cls)),
						 raw(coll_routes_get(fresh, net, n, cls)));
			}
		}
	}
	assert_int_equal(coll_routes_set(t, COLL_NET_BARRIER, 3, 0, none), 0);
	assert_true(coll_classroute_is_free(coll_routes_get(t, COLL_NET_BARRIER, 3, 0)));
	coll_routes_destroy(t);
	coll_routes_destroy(fresh);
}

static void links_have_the_bits_of_the_machine(void **state)
{
	(void)state;

	assert_int_equal(coll_link_bit(0), BGQ_CLASS_LINK_AM);
	assert_int_equal(coll_link_bit(9), BGQ_CLASS_LINK_EP);
	assert_int_equal(coll_link_bit(COLL_LINK_IO), BGQ_CLASS_LINK_IO);
	assert_int_equal(coll_classroute_output((ClassRoute_t){ 1, 0 }), COLL_LINK_NONE);
	assert_int_equal(coll_classroute_output((ClassRoute_t){ 1, BGQ_CLASS_LINK_IO }),
			 COLL_LINK_IO);
	assert_int_equal(coll_classroute_output((ClassRoute_t){ 1, BGQ_CLASS_LINK_DP }), 7);
}

/* ---- a job that uses some of the nodes */

/* The first `with` nodes in the order, its first dimension fastest. */
static void part_is_what_the_control_system_builds(const char *shape, unsigned with,
						   const uint8_t order[NET_DIMS])
{
	struct net_shape s = shape_of(shape);
	uint32_t nodes = net_shape_nodes(&s);
	struct coll_part part = { .idle = malloc(nodes) };
	CR_COORD_T *exclude = calloc(nodes, sizeof *exclude), root;
	CR_RECT_T world, box;
	int dims[NET_DIMS], excluded, first, unused;

	assert_true(part.idle && exclude);
	memset(&world, 0, sizeof world);
	for (int x = 0; x < NET_DIMS; x++) {
		dims[x] = part.order[x] = order[x];
		CR_COORD_DIM(CR_RECT_UR(&world), x) = s.size[x] - 1u;
	}
	MUSPI_MakeNpRectMap(&world, (int)with, dims, &box, exclude, &excluded, &first);
	MUSPI_PickWorldRoot(&box, dims, &root, &unused);
	for (uint32_t n = 0; n < nodes; n++) {
		uint32_t place = 0, times = 1;
		uint8_t c[NET_DIMS];

		net_coord_of(&s, n, c);
		for (int x = 0; x < NET_DIMS; times *= s.size[order[x++]])
			place += times * c[order[x]];
		part.idle[n] = place >= with;
	}
	for (int d = 0; d < NET_DIMS; d++)
		part.size[d] = (uint8_t)(CR_COORD_DIM(CR_RECT_UR(&box), d) + 1);
	part.begin = (uint8_t)first;
	for (uint32_t n = 0; n < nodes; n++) {
		ClassRoute_t want = { 0, 0 }, got = coll_classroute_part(&s, &part, n);
		bool outside = false;
		CR_COORD_T me;
		uint8_t c[NET_DIMS];

		net_coord_of(&s, n, c);
		for (int d = 0; d < NET_DIMS; d++) {
			CR_COORD_DIM(&me, d) = c[d];
			outside |= c[d] >= part.size[d];
		}
		if (!outside)
			MUSPI_BuildNodeClassrouteSparse(&world, &root, &me, &box, exclude,
							excluded, dims, first, &want);
		assert_int_equal(got.input, want.input);
		assert_int_equal(got.output, want.output);
	}
	free(part.idle);
	free(exclude);
}

static void parts_of_many_sizes(void **state)
{
	static const uint8_t last[NET_DIMS] = { 4, 3, 2, 1, 0 };
	static const uint8_t other[NET_DIMS] = { 1, 0, 4, 2, 3 };
	(void)state;

	for (unsigned with = 1; with <= 96; with++) {
		part_is_what_the_control_system_builds("3x4x1x4x2", with, last);
		part_is_what_the_control_system_builds("3x4x1x4x2", with, other);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(world_has_the_depth_of_table_3),
		cmocka_unit_test(world_is_one_tree_for_any_shape),
		cmocka_unit_test(world_is_what_the_control_system_builds),
		cmocka_unit_test(registers_at_the_start_of_a_job),
		cmocka_unit_test(registers_of_a_node_are_its_own),
		cmocka_unit_test(links_have_the_bits_of_the_machine),
		cmocka_unit_test(parts_of_many_sizes),
	};

	return cmocka_run_group_tests_name("class routes", tests, NULL, NULL);
}
