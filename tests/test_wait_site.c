/*
 * test_wait_site.c - pins where a thread that has yet to prove that it waits may try
 * (emu/core/wait/site.h): at once at a place that is new; after a while where others have failed.
 * Leaves out how long a thread waits that has failed itself, and what a proof costs.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "emu/core/wait/site.h"
#include "emu/node/machine/job.h"

#define PLACE 0x1234u
#define LATER_PS (100000 * CORE_CYCLE_PS)

static uint8_t image[8];

static bool is_too_early(struct wait *w, ps_t now_ps)
{
	return site_is_too_early(site_of(w, (uintptr_t)image + PLACE), w, now_ps);
}

static void a_thread_leaves_places_alone_where_others_have_failed(void **state)
{
	struct wait first = { .image = image }, next = { .image = image };

	(void)state;
	job.ranks = 2;
	site_begin(&first, 0);
	assert_false(is_too_early(&first, 0)); /* nothing has failed there */
	site_failed(site_of(&first, (uintptr_t)image + PLACE), &first, 0, 90, 0);
	site_begin(&next, 0);
	assert_true(is_too_early(&next, 0));
	assert_false(is_too_early(&next, LATER_PS));
	site_waits(site_of(&first, (uintptr_t)image + PLACE), &first, 90);
	assert_false(is_too_early(&next, 0)); /* it is a wait after all */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_thread_leaves_places_alone_where_others_have_failed),
	};

	return cmocka_run_group_tests_name("wait_site", tests, NULL, NULL);
}
