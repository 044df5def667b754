/*
 * test_fetch_order.c - a thread's instruction cache beside a plain list of functions: distances,
 * what is young, whether two are the same, however often places are closed up.
 * Leaves out what bgq-as counts as lines of a function, and programs: test_fetch.sh.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "emu/core/engine/fetch.h"

#define FUNCTIONS 900u
#define CYCLES    82

/* The newest first. */
struct list {
	unsigned count;
	struct function {
		uint32_t key, number, lines;
	} function[FUNCTIONS];
};

static struct function function_of(uint32_t i)
{
	return (struct function){ .key = 0x7000 + 48 * i, .number = 3 * i % FETCH_FUNCTIONS,
				  .lines = 1 + i * 7 % 23 };
}

static struct function of_a_line(uint32_t i)
{
	struct function g = function_of(i);

	g.lines = 1;
	return g;
}

/* Several have one number. */
static struct function alike(uint32_t i)
{
	struct function g = function_of(i);

	g.number = i % 29;
	return g;
}

static uint32_t enter(struct fetch *f, const struct function *g)
{
	if (!fetch_has_room(f))
		fetch_make_room(f);
	return fetch_enter(f, g->key, g->lines * FETCH_FUNCTIONS + g->number);
}

/* Returns the function's distance, or FETCH_FAR if it is new. */
static uint32_t list_enter(struct list *l, const struct function *g)
{
	uint32_t distance = 0, i = 0;

	while (i < l->count && l->function[i].key != g->key)
		distance += l->function[i++].lines;
	if (i == l->count) {
		l->count++;
		distance = FETCH_FAR;
	}
	memmove(l->function + 1, l->function, i * sizeof *g);
	l->function[0] = *g;
	return distance;
}

/* Numbers that are young are those of the newest functions, up to FETCH_YOUNG lines. */
static void assert_young(const struct fetch *f, const struct list *l)
{
	bool young[FETCH_FUNCTIONS] = { false };
	uint32_t lines = 0;

	for (uint32_t i = 0; i < l->count; i++) {
		lines += l->function[i].lines;
		young[l->function[i].number] |= i == 0 || lines <= FETCH_YOUNG;
	}
	for (uint32_t i = 0; i < FETCH_FUNCTIONS; i++)
		assert_int_equal(fetch_is_young(f, i), young[i]);
}

/* Parts by distance, as entries have them; distances that are met must agree on them. */
static void assert_part(uint32_t distance, uint32_t part)
{
	static uint32_t known[FETCH_FAR / 16 + 1];
	uint32_t *at = &known[distance < FETCH_FAR ? distance / 16 : FETCH_FAR / 16];

	assert_in_range(part, 0, FETCH_PARTS);
	if (*at)
		assert_int_equal(*at, part + 1);
	*at = part + 1;
	if (distance < 32)
		assert_int_equal(part, 0);
	if (distance >= FETCH_FAR)
		assert_int_equal(part, FETCH_PARTS);
}

static uint32_t random_function(uint32_t *seed, uint32_t among)
{
	*seed = *seed * 1664525 + 1013904223;
	return (*seed >> 8) % among;
}

static void beside_a_list(struct function (*of)(uint32_t i), uint32_t among)
{
	struct fetch *f = fetch_create(CYCLES);
	struct list l = { 0 };
	uint32_t seed = 1;

	for (unsigned n = 0; n < 20000; n++) {
		struct function g = of(random_function(&seed, among));

		if (fetch_is_young(f, g.number))
			continue;
		uint32_t part = enter(f, &g) / g.lines;
		assert_part(list_enter(&l, &g), part);
		if (n % 64 == 0)
			assert_young(f, &l);
	}
	fetch_free(f);
}

static void distances_count_each_function_once(void **state)
{
	static const uint32_t among[] = { 12, 40, 90, FUNCTIONS };

	(void)state;
	for (unsigned a = 0; a < 4; a++) {
		beside_a_list(function_of, among[a]);
		beside_a_list(alike, among[a]);
	}
}

/* As many as can have a distance that is looked at. */
static void functions_of_a_line_are_kept(void **state)
{
	(void)state;
	beside_a_list(of_a_line, FUNCTIONS);
	beside_a_list(of_a_line, FETCH_FAR);
}

static void round_through(struct fetch *f, uint32_t from, uint32_t to)
{
	for (uint32_t i = from; i < to; i++) {
		struct function g = function_of(i);

		if (!fetch_is_young(f, g.number))
			enter(f, &g);
	}
}

static void copies_are_the_same_until_one_goes_on(void **state)
{
	struct fetch *f = fetch_create(CYCLES), copy = { 0 };

	(void)state;
	round_through(f, 0, 30);
	fetch_copy(&copy, f);
	assert_true(fetch_is_same(&copy, f));
	round_through(&copy, 30, 31);
	assert_false(fetch_is_same(&copy, f));
	round_through(f, 30, 31);
	assert_true(fetch_is_same(&copy, f));
	free(copy.order);
	fetch_free(f);
}

/* However many places have been filled meanwhile. */
static void rounds_through_the_same_code_end_the_same(void **state)
{
	struct fetch *f = fetch_create(CYCLES), copy = { 0 };

	(void)state;
	round_through(f, 0, 30);
	round_through(f, 0, 30);
	fetch_copy(&copy, f);
	for (unsigned n = 0; n < 100; n++) {
		round_through(f, 0, 30);
		assert_true(fetch_is_same(&copy, f));
	}
	free(copy.order);
	fetch_free(f);
}

static void other_code_long_ago_makes_no_difference(void **state)
{
	struct fetch *f = fetch_create(CYCLES), *g = fetch_create(CYCLES);

	(void)state;
	round_through(f, 200, 230);
	round_through(f, 0, 100);
	round_through(g, 0, 100);
	assert_true(fetch_is_same(f, g));
	fetch_free(f);
	fetch_free(g);
}

static void a_cache_without_code_is_empty(void **state)
{
	struct fetch *f = fetch_create(CYCLES), *g = fetch_create(CYCLES), copy = { 0 };

	(void)state;
	assert_true(fetch_is_same(f, g));
	round_through(f, 0, 1);
	assert_false(fetch_is_same(f, g));
	assert_false(fetch_is_same(g, f));
	fetch_copy(&copy, f);
	fetch_copy(&copy, g);
	assert_true(fetch_is_same(&copy, g));
	fetch_free(f);
	fetch_free(g);
}

static void a_cache_that_is_used_again_is_empty(void **state)
{
	struct fetch *fresh = fetch_create(CYCLES), *f = fetch_create(CYCLES);

	(void)state;
	for (uint32_t functions = 1; functions < 400; functions *= 3) {
		round_through(f, 0, functions);
		fetch_free(f);
		f = fetch_create(CYCLES);
		assert_int_equal(f->misses, 0);
		assert_true(fetch_is_same(f, fresh));
	}
	fetch_free(f);
	fetch_free(fresh);
}

static void all_is_there_without_it(void **state)
{
	struct fetch *f = fetch_create(0);

	(void)state;
	for (unsigned i = 0; i < FETCH_FUNCTIONS; i++)
		assert_true(fetch_is_young(f, i));
	fetch_free(f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(distances_count_each_function_once),
		cmocka_unit_test(functions_of_a_line_are_kept),
		cmocka_unit_test(copies_are_the_same_until_one_goes_on),
		cmocka_unit_test(rounds_through_the_same_code_end_the_same),
		cmocka_unit_test(other_code_long_ago_makes_no_difference),
		cmocka_unit_test(a_cache_without_code_is_empty),
		cmocka_unit_test(a_cache_that_is_used_again_is_empty),
		cmocka_unit_test(all_is_there_without_it),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
