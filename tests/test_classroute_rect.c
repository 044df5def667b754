/*
 * test_classroute_rect.c - the SPI's helpers make a tree of any rectangle, whichever the
 * root and the order of dimensions, and leave out what is excluded.  Not here: how they
 * choose rectangles and ids (test_headers_spi.c).
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

/* The tree of a rectangle, as MUSPI_BuildNodeClassroute makes it from root. */
static ClassRoute_t *build(const struct net_shape *s, CR_RECT_T *rect, CR_COORD_T *root,
			   int *dims, int dim)
{
	uint32_t nodes = net_shape_nodes(s);
	ClassRoute_t *route = calloc(nodes, sizeof *route);

	assert_non_null(route);
	for (uint32_t n = 0; n < nodes; n++) {
		CR_COORD_T me;
		uint8_t c[NET_DIMS];
		int inside = 1;

		net_coord_of(s, n, c);
		for (int d = 0; d < NET_DIMS; d++) {
			me.coords[d] = c[d];
			inside &= c[d] >= rect->ll.coords[d] && c[d] <= rect->ur.coords[d];
		}
		if (!inside)
			continue;
		MUSPI_BuildNodeClassroute(rect, root, &me, rect, dims, dim, &route[n]);
		assert_int_equal(route[n].input & ~CR_COLL_CLASS_LINK_MASK, 0);
		route[n].input |= BGQ_CLASS_INPUT_LINK_LOCAL;
	}
	return route;
}

/* Where in [low, high] one comes nearest to want. */
static uint32_t nearest(uint32_t want, uint32_t low, uint32_t high)
{
	return want < low ? low : want > high ? high : want;
}

/* A tree whose root is its node nearest to `root`, and as deep as that makes it. */
static void assert_rect(const struct net_shape *s, CR_RECT_T *rect, CR_COORD_T *root,
			int *dims, int dim)
{
	ClassRoute_t *route = build(s, rect, root, dims, dim);
	unsigned depth = 0;
	uint8_t c[NET_DIMS];
	uint32_t top;

	assert_non_null(route);
	unsigned deepest = tree_depth(s, route, (uint32_t)__MUSPI_rect_size(rect), &top);

	net_coord_of(s, top, c);
	for (int d = 0; d < NET_DIMS; d++) {
		uint32_t low = rect->ll.coords[d], high = rect->ur.coords[d];

		assert_int_equal(c[d], nearest(root->coords[d], low, high));
		depth += c[d] - low > high - c[d] ? c[d] - low : high - c[d];
	}
	assert_int_equal(deepest, depth);
	free(route);
}

/* Each set of dimensions, through each node: lines, planes, cubes and all. */
static void every_line_plane_and_cube_is_a_tree(void **state)
{
	struct net_shape s = shape_of("4x3x2x4x2");
	CR_COORD_T root = { { 2, 1, 1, 2, 1 } };
	int dims[] = { 3, 0, 4, 2, 1 };
	(void)state;

	for (unsigned set = 0; set < 1u << CR_NUM_DIMS; set++) {
		for (uint32_t n = 0; n < net_shape_nodes(&s); n += 7) {
			CR_RECT_T rect;
			uint8_t c[NET_DIMS];

			net_coord_of(&s, n, c);
			for (int d = 0; d < NET_DIMS; d++) {
				rect.ll.coords[d] = set >> d & 1 ? 0 : c[d];
				rect.ur.coords[d] = set >> d & 1 ? s.size[d] - 1u : c[d];
			}
			assert_rect(&s, &rect, &root, NULL, (int)(n % 5));
			assert_rect(&s, &rect, &root, dims, (int)(n % 5));
		}
	}
}

static void rectangles_beside_the_root_have_one_of_their_own(void **state)
{
	struct net_shape s = shape_of("6x5x1x4x2");
	CR_RECT_T left = { { { 0, 0, 0, 0, 0 } }, { { 1, 4, 0, 1, 1 } } };
	CR_RECT_T right = { { { 4, 3, 0, 3, 0 } }, { { 5, 4, 0, 3, 1 } } };
	CR_COORD_T middle = { { 3, 2, 0, 2, 1 } }, corner = { { 0, 0, 0, 0, 0 } },
		   end = { { 5, 4, 0, 3, 1 } };
	(void)state;

	assert_rect(&s, &left, &middle, NULL, 3);
	assert_rect(&s, &right, &middle, NULL, 3);
	assert_rect(&s, &left, &corner, NULL, 0);
	assert_rect(&s, &right, &corner, NULL, 0);
	assert_rect(&s, &left, &end, NULL, 1);
	assert_rect(&s, &right, &end, NULL, 1);
}

/* Two roots at the ends of one dimension: no link is used upwards by both trees. */
static void a_pair_of_roots_shares_no_way_up(void **state)
{
	struct net_shape s = shape_of("4x3x1x2x2");
	CR_RECT_T world = { { { 0, 0, 0, 0, 0 } }, { { 3, 2, 0, 1, 1 } } };
	CR_COORD_T one, two;
	int dim;
	(void)state;

	MUSPI_PickWorldRootPair(&world, NULL, &one, &two, &dim);
	assert_int_equal(dim, 4);
	assert_int_equal(one.coords[4], 0);
	assert_int_equal(two.coords[4], 1);
	assert_rect(&s, &world, &one, NULL, dim);
	assert_rect(&s, &world, &two, NULL, dim);
	ClassRoute_t *a = build(&s, &world, &one, NULL, dim),
		     *b = build(&s, &world, &two, NULL, dim);

	for (uint32_t n = 0; n < net_shape_nodes(&s); n++)
		assert_int_equal(a[n].output & b[n].output, 0);
	free(a);
	free(b);
}

/* ---- holes: an excluded node passes on what comes from below, or has no part */

static void excluded_nodes_pass_on_or_have_no_part(void **state)
{
	CR_RECT_T line = { { { 0, 0, 0, 0, 0 } }, { { 6, 0, 0, 0, 0 } } };
	CR_COORD_T root = { { 3, 0, 0, 0, 0 } };
	CR_COORD_T out[] = { { { 0, 0, 0, 0, 0 } }, { { 2, 0, 0, 0, 0 } }, { { 3, 0, 0, 0, 0 } },
			     { { 5, 0, 0, 0, 0 } }, { { 6, 0, 0, 0, 0 } } };
	static const ClassRoute_t want[] = {
		{ 0, 0 },
		{ BGQ_CLASS_INPUT_LINK_LOCAL, BGQ_CLASS_LINK_AP },
		{ BGQ_CLASS_LINK_AM, BGQ_CLASS_LINK_AP },
		{ BGQ_CLASS_LINK_AM | BGQ_CLASS_LINK_AP, 0 },
		{ BGQ_CLASS_INPUT_LINK_LOCAL, BGQ_CLASS_LINK_AM },
		{ 0, 0 },
		{ 0, 0 },
	};
	(void)state;

	for (uint32_t a = 0; a < 7; a++) {
		CR_COORD_T me = { { a, 0, 0, 0, 0 } };
		ClassRoute_t r;

		MUSPI_BuildNodeClassrouteSparse(&line, &root, &me, &line, out, 5, NULL, 0, &r);
		assert_int_equal(raw(r), raw(want[a]));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_line_plane_and_cube_is_a_tree),
		cmocka_unit_test(rectangles_beside_the_root_have_one_of_their_own),
		cmocka_unit_test(a_pair_of_roots_shares_no_way_up),
		cmocka_unit_test(excluded_nodes_pass_on_or_have_no_part),
	};

	return cmocka_run_group_tests_name("class routes of rectangles", tests, NULL, NULL);
}
