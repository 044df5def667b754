/*
 * test_collective_reports.c - what reports say of collectives that do not end.  Not here:
 * what is reported while it happens (test_collective_faults.c, test_collective_unlike.c).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "coll_rig.h"
#include "rect_routes.h"

static void report_names_who_is_missing(void **state)
{
	struct rig *r = rig_create("4x2x1x1x2", 1);
	(void)state;

	for (uint32_t n = 0; n < r->nodes; n++)
		if (n != 0 && n != 5 && n != 15)
			contribute(r, n, 0, SUB | ALLREDUCE, 0, 32);
	run(r);
	for (uint32_t n = 0; n < r->nodes; n++)
		assert_describes(r, n, "collective class 0: 3 of 16 nodes have not contributed, "
				       "first <0,0,0,0,0>");
	contribute(r, 0, 0, SUB | ALLREDUCE, 0, 32);
	contribute(r, 15, 0, SUB | ALLREDUCE, 0, 32);
	run(r);
	assert_describes(r, 9, "collective class 0: 1 of 16 nodes have not contributed, first "
			       "<1,0,0,0,1>");
	contribute(r, 5, 0, SUB | ALLREDUCE, 0, 32);
	run(r);
	assert_describes(r, 9, "");
	contribute(r, 5, 0, SUB | ALLREDUCE, 1, 32); /* one message too many */
	run(r);
	assert_describes(r, 0, "collective class 0: 15 of 16 nodes have not contributed, first "
			       "<0,0,0,0,0>");
	rig_discard(r);
}

static void report_tells_channels_and_classes_apart(void **state)
{
	struct rig *r = rig_create("2x1x1x1x2", 1);
	(void)state;

	route_rectangles(r, 3, 1 << CR_AXIS_A);
	contribute(r, 0, 0, WORLD | ALLREDUCE, 0, 32);
	contribute(r, 1, 0, SUB | ALLREDUCE, 0, 32);
	contribute(r, 2, 0, SUB | ALLREDUCE, 0, 32);
	contribute(r, 1, 3, SUB | ALLREDUCE, 0, 32);
	run(r);
	assert_describes(r, 0, "collective class 0: 3 of 4 nodes have not contributed, first "
			       "<0,0,0,0,1>; collective class 0, sub-comm channel: 2 of 4 nodes "
			       "have not contributed, first <0,0,0,0,0>");
	assert_describes(r, 3, "collective class 0: 3 of 4 nodes have not contributed, first "
			       "<0,0,0,0,1>; collective class 0, sub-comm channel: 2 of 4 nodes "
			       "have not contributed, first <0,0,0,0,0>; collective class 3: "
			       "1 of 2 nodes have not contributed, first <1,0,0,0,1>");
	rig_discard(r);
}

static void report_names_who_takes_no_results(void **state)
{
	struct rig *r = rig_create("2x1x1x1x1", 1);
	(void)state;

	r->room[0] = 0;
	for (uint32_t n = 0; n < 2; n++)
		for (uint32_t k = 0; k < 30; k++)
			contribute(r, n, 0, SUB | ALLREDUCE, k, 32);
	run(r);
	assert_describes(r, 1, "collective class 0: results wait at <0,0,0,0,0> for room in its "
			       "memory");
	rig_discard(r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(report_names_who_is_missing),
		cmocka_unit_test(report_tells_channels_and_classes_apart),
		cmocka_unit_test(report_names_who_takes_no_results),
	};

	return cmocka_run_group_tests_name("reports of collectives", tests, NULL, NULL);
}
