/*
 * rect_routes.h - class routes of rectangles, for gi_routes.h and test_collective*.c.
 * Include after a struct rig with shape and nodes, and its
 * route(rig, class, node, input, output).
 */
#ifndef BGQ_TESTS_RECT_ROUTES_H
#define BGQ_TESTS_RECT_ROUTES_H

#define MUSPI_assert(condition) assert_true(condition)
#include <spi/include/mu/Classroute_inlines.h>

#define LOCAL BGQ_CLASS_INPUT_LINK_LOCAL
#define AM    BGQ_CLASS_LINK_AM
#define AP    BGQ_CLASS_LINK_AP

/* Rectangles: all nodes that agree with one another in the dimensions that are
 * not in set, for every node */

static inline void coords(const struct rig *r, uint32_t node, uint8_t *c)
{
	net_coord_of(&r->shape, node, c);
}

static inline CR_RECT_T rect_through(const struct rig *r, uint32_t node, unsigned set)
{
	CR_RECT_T rect;
	uint8_t c[NET_DIMS];

	coords(r, node, c);
	for (int d = 0; d < NET_DIMS; d++) {
		rect.ll.coords[d] = set >> d & 1 ? 0 : c[d];
		rect.ur.coords[d] = set >> d & 1 ? r->shape.size[d] - 1u : c[d];
	}
	return rect;
}

static inline bool together(const struct rig *r, uint32_t a, uint32_t b, unsigned set)
{
	uint8_t x[NET_DIMS], y[NET_DIMS];

	coords(r, a, x);
	coords(r, b, y);
	for (int d = 0; d < NET_DIMS; d++)
		if (!(set >> d & 1) && x[d] != y[d])
			return false;
	return true;
}

static inline void route_rectangles(struct rig *r, unsigned cls, unsigned set)
{
	CR_RECT_T world = rect_through(r, 0, 31);
	CR_COORD_T root;
	int dim;

	MUSPI_PickWorldRoot(&world, NULL, &root, &dim);
	for (uint32_t n = 0; n < r->nodes; n++) {
		CR_RECT_T rect = rect_through(r, n, set);
		CR_COORD_T me;
		ClassRoute_t cr;
		uint8_t c[NET_DIMS];

		coords(r, n, c);
		for (int d = 0; d < NET_DIMS; d++)
			me.coords[d] = c[d];
		MUSPI_BuildNodeClassroute(&world, &root, &me, &rect, NULL, dim, &cr);
		route(r, cls, n, cr.input | LOCAL, cr.output);
	}
}

#endif
