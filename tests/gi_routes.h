/*
 * gi_routes.h - for test_gi_routes.c and test_gi_faults.c: class routes of the barrier
 * network, one by one and of rectangles.  Include after cmocka.h.
 */
#ifndef BGQ_TESTS_GI_ROUTES_H
#define BGQ_TESTS_GI_ROUTES_H

#include "gi_rig.h"

static inline void route(struct rig *r, unsigned cls, uint32_t node, unsigned input,
			 unsigned output)
{
	ClassRoute_t cr = { (uint16_t)input, (uint16_t)output };

	assert_int_equal(coll_classroute_set(r->coll, COLL_NET_BARRIER, node, cls, cr,
					     r->sim.now_ps), 0);
}

#include "rect_routes.h"

static inline void drive_all(struct rig *r, unsigned cls, uint32_t bits)
{
	for (uint32_t n = 0; n < r->nodes; n++)
		control_class(r, n, cls, bits, r->sim.now_ps);
}

#endif
