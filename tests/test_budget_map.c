/*
 * test_budget_map.c - the list of code that has its budget in a register: in any order, with
 * holes, and with what a linker leaves of code that it dropped.  Not here: what bgq-as
 * lists (test_as.sh), and what becomes of a fault there (test_endless.sh).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "emu/node/image/budget_map.h"

#define IMAGE_BYTES 0x10000

struct entry {
	uint64_t start, end;
	uint32_t reg, unused;
};

static struct budget_map map;

static void read_entries(const struct entry *e, size_t bytes)
{
	assert_int_equal(budget_map_add(&map, e, bytes, IMAGE_BYTES), 0);
}

static int map_free(void **state)
{
	(void)state;
	budget_map_free(&map);
	return 0;
}

static void ranges_are_found_to_the_byte(void **state)
{
	static const struct entry e[] = {
		{ 0x500, 0x510, 9, 0 }, { 0x100, 0x120, 0, 0 }, { 0x120, 0x130, 15, 0 },
	};

	(void)state;
	read_entries(e, sizeof e);
	assert_int_equal(budget_map_find(&map, 0), BUDGET_IN_MEMORY);
	assert_int_equal(budget_map_find(&map, 0xff), BUDGET_IN_MEMORY);
	assert_int_equal(budget_map_find(&map, 0x100), 0);
	assert_int_equal(budget_map_find(&map, 0x11f), 0);
	assert_int_equal(budget_map_find(&map, 0x120), 15);
	assert_int_equal(budget_map_find(&map, 0x12f), 15);
	assert_int_equal(budget_map_find(&map, 0x130), BUDGET_IN_MEMORY);
	assert_int_equal(budget_map_find(&map, 0x4ff), BUDGET_IN_MEMORY);
	assert_int_equal(budget_map_find(&map, 0x500), 9);
	assert_int_equal(budget_map_find(&map, 0x50f), 9);
	assert_int_equal(budget_map_find(&map, 0x510), BUDGET_IN_MEMORY);
	assert_int_equal(budget_map_find(&map, UINT64_MAX), BUDGET_IN_MEMORY);
}

static void an_image_without_a_list_has_its_budget_in_memory(void **state)
{
	(void)state;
	read_entries(NULL, 0);
	assert_int_equal(budget_map_find(&map, 0x100), BUDGET_IN_MEMORY);
}

static void what_the_linker_dropped_is_left_out(void **state)
{
	static const struct entry e[] = {
		{ 0, 0, 0, 0 },                             /* zeroed */
		{ 0, 0x20, 3, 0 },                          /* of dropped code: from 0 on */
		{ 0x300, 0x300, 1, 0 },                     /* empty */
		{ 0x400, 0x3f0, 1, 0 },
		{ 0x600, IMAGE_BYTES + 1, 1, 0 },
		{ 0x700, 0x710, 18, 0 },
		{ 0x800, 0x810, 7, 0 },
	};

	(void)state;
	read_entries(e, sizeof e);
	assert_int_equal(map.ranges, 1);
	assert_int_equal(budget_map_find(&map, 0x10), BUDGET_IN_MEMORY);
	assert_int_equal(budget_map_find(&map, 0x808), 7);
}

static void counted_text_is_apart_from_registers(void **state)
{
	static const struct entry e[] = {
		{ 0x200, 0x300, 16, 0 }, { 0x240, 0x250, 3, 0 }, { 0x100, 0x180, 16, 0 },
		{ 0x400, 0x410, 17, 0 },
	};

	(void)state;
	read_entries(e, sizeof e);
	assert_true(budget_map_counts(&map, 0x100));
	assert_false(budget_map_counts(&map, 0x180));
	assert_true(budget_map_counts(&map, 0x244));
	assert_true(budget_map_counts(&map, 0x2ff));
	assert_false(budget_map_counts(&map, 0x400));
	assert_int_equal(budget_map_find(&map, 0x244), 3);
	assert_int_equal(budget_map_find(&map, 0x210), BUDGET_IN_MEMORY);
	assert_int_equal(budget_map_find(&map, 0x400), BUDGET_IN_MEMORY);
}

static void libraries_may_hold_what_is_counted(void **state)
{
	static const struct entry e[] = {
		{ 0x100, 0x200, 16, 0 }, { 0x300, 0x900, 17, 0 }, { 0x400, 0x500, 16, 0 },
		{ 0x410, 0x420, 3, 0 },
	};

	(void)state;
	read_entries(e, sizeof e);
	assert_false(budget_map_in_libraries(&map, 0x2ff));
	assert_true(budget_map_in_libraries(&map, 0x300));
	assert_true(budget_map_in_libraries(&map, 0x8ff));
	assert_false(budget_map_in_libraries(&map, 0x900));
	assert_true(budget_map_counts(&map, 0x1ff));
	assert_false(budget_map_counts(&map, 0x300));
	assert_true(budget_map_counts(&map, 0x4ff));
	assert_int_equal(budget_map_find(&map, 0x410), 3);
}

static void half_an_entry_at_the_end_is_not_read(void **state)
{
	static const struct entry e[] = { { 0x100, 0x120, 2, 0 }, { 0x200, 0x220, 2, 0 } };

	(void)state;
	read_entries(e, sizeof e - 8);
	assert_int_equal(map.ranges, 1);
}

/* Against the obvious search. */
static void a_thousand_ranges_in_random_order(void **state)
{
	static struct entry e[1000];

	(void)state;
	for (uint32_t i = 0; i < 1000; i++)
		e[i] = (struct entry){ 16 + 60 * i, 16 + 60 * i + 1 + i % 60, i % 16, 0 };
	srand(1);
	for (int i = 999; i > 0; i--) {
		int k = rand() % (i + 1);
		struct entry other = e[k];

		e[k] = e[i];
		e[i] = other;
	}
	read_entries(e, sizeof e);
	assert_int_equal(map.ranges, 1000);
	for (uint64_t at = 0; at < 61000; at++) {
		uint64_t i = at < 16 ? 1000 : (at - 16) / 60, in = (at - 16) % 60;
		int want = i < 1000 && in <= i % 60 ? (int)(i % 16) : BUDGET_IN_MEMORY;

		assert_int_equal(budget_map_find(&map, at), want);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(ranges_are_found_to_the_byte, map_free),
		cmocka_unit_test_teardown(an_image_without_a_list_has_its_budget_in_memory,
					  map_free),
		cmocka_unit_test_teardown(what_the_linker_dropped_is_left_out, map_free),
		cmocka_unit_test_teardown(counted_text_is_apart_from_registers, map_free),
		cmocka_unit_test_teardown(libraries_may_hold_what_is_counted, map_free),
		cmocka_unit_test_teardown(half_an_entry_at_the_end_is_not_read, map_free),
		cmocka_unit_test_teardown(a_thousand_ranges_in_random_order, map_free),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
