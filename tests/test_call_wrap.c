/*
 * test_call_wrap.c - functions that charge for what they have done: same results as
 * libc's, and the cost of exactly so many bytes.  Leaves out: the costs of all other calls
 * (test_call_costs.c), and how they are charged (test_call_thunk.c).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include <cmocka.h>

#include <sys/mman.h>

#include "emu/core/calls/call_costs.h"
#include "emu/node/libc/libc.h"
#include "budget_cell.h"

#define START 1000000

/* Checks that the last call has cost what name does for n of its units. */
#define COST_IS(name, n)                                                              \
	do {                                                                          \
		int64_t want = CALL_CYCLES_##name + (int64_t)(n) * CALL_RATE_##name / 64; \
		assert_int_equal(START - budget_left(), BUDGET_COUNTS ? want : 0);   \
		budget_set(START);                                               \
	} while (0)

#define WRAPPED(name) ((__typeof__(&name))(uintptr_t)call_cost_of(#name)->wrap)

static int reset(void **state)
{
	(void)state;
	budget_set(START);
	return 0;
}

static const char text[] = "the quick brown fox jumps over the lazy dog, and again, and again";

static void searches_cost_what_they_pass(void **state)
{
	(void)state;
	assert_int_equal(WRAPPED(strlen)(text), sizeof text - 1);
	COST_IS(strlen, sizeof text - 1);
	assert_int_equal(WRAPPED(strnlen)(text, 10), 10);
	COST_IS(strnlen, 10);
	assert_int_equal(WRAPPED(wcslen)(L"wide"), 4);
	COST_IS(wcslen, 4);
	assert_ptr_equal(WRAPPED(strchr)(text, 'q'), text + 4);
	COST_IS(strchr, 4);
	assert_null(WRAPPED(strchr)(text, '#'));
	COST_IS(strchr, sizeof text - 1);
	assert_ptr_equal(WRAPPED(strrchr)(text, 'q'), text + 4);
	COST_IS(strrchr, sizeof text - 1);
	assert_ptr_equal(WRAPPED(strstr)(text, "fox"), text + 16);
	COST_IS(strstr, 16);
	assert_null(WRAPPED(strstr)(text, "cat"));
	COST_IS(strstr, sizeof text - 1);
	assert_ptr_equal(WRAPPED(memchr)(text, 'q', 30), text + 4);
	COST_IS(memchr, 4);
	assert_null(WRAPPED(memchr)(text, '#', 30));
	COST_IS(memchr, 30);
	assert_ptr_equal(WRAPPED(memrchr)(text, 'q', 30), text + 4);
	COST_IS(memrchr, 26);
	assert_int_equal(WRAPPED(strspn)(text, "eht"), 3);
	COST_IS(strspn, 3);
	assert_int_equal(WRAPPED(strcspn)(text, "x"), 18);
	COST_IS(strcspn, 18);
}

static void comparisons_cost_what_is_the_same(void **state)
{
	(void)state;
	assert_true(WRAPPED(strcmp)("abcd", "abce") < 0);
	COST_IS(strcmp, 3);
	assert_int_equal(WRAPPED(strcmp)(text, text), 0);
	COST_IS(strcmp, sizeof text - 1);
	assert_int_equal(WRAPPED(strncmp)(text, text, 7), 0);
	COST_IS(strncmp, 7);
	assert_true(WRAPPED(strncmp)("b", "a", 7) > 0);
	COST_IS(strncmp, 0);
	assert_int_equal(WRAPPED(strcasecmp)("ABc", "abC"), 0);
	COST_IS(strcasecmp, 3);
	assert_int_equal(WRAPPED(strncasecmp)("ABcx", "abCy", 3), 0);
	COST_IS(strncasecmp, 3);
}

/* Words are compared, and never across the end of a page. */
static void comparisons_cost_the_same_wherever_strings_lie(void **state)
{
	char *page = mmap(NULL, 3 * 4096, PROT_READ | PROT_WRITE,
			  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	char other[64];

	(void)state;
	assert_ptr_not_equal(page, MAP_FAILED);
	assert_int_equal(mprotect(page + 2 * 4096, 4096, PROT_NONE), 0);
	for (size_t n = 0; n < 40; n++) /* up to the last byte that can be read */
		for (size_t differ = 0; differ <= n; differ++) {
			char *end = page + 2 * 4096 - n - 1;

			memset(end, 'x', n);
			end[n] = '\0';
			memcpy(other, end, n + 1);
			if (differ < n)
				other[differ] = 'y';
			budget_set(START);
			assert_int_equal(WRAPPED(strcmp)(end, other) != 0, differ < n);
			COST_IS(strcmp, differ);
			assert_int_equal(WRAPPED(strcmp)(other, end) != 0, differ < n);
			COST_IS(strcmp, differ);
			WRAPPED(strncmp)(end, other, 5);
			COST_IS(strncmp, differ < 5 ? differ : 5);
		}
	munmap(page, 3 * 4096);
}

static void copies_cost_what_they_copy(void **state)
{
	char to[200] = "";

	(void)state;
	assert_ptr_equal(WRAPPED(strcpy)(to, text), to);
	COST_IS(strcpy, sizeof text - 1);
	assert_string_equal(to, text);
	assert_ptr_equal(WRAPPED(strcat)(to, "!!"), to);
	COST_IS(strcat, sizeof text + 1);
	assert_int_equal(strlen(to), sizeof text + 1);
	assert_ptr_equal(WRAPPED(strncat)(to, "abc", 1), to);
	COST_IS(strncat, sizeof text + 2);
	assert_ptr_equal(WRAPPED(stpcpy)(to, "xyz"), to + 3);
	COST_IS(stpcpy, 3);
	char *copy = WRAPPED(strdup)(text);

	COST_IS(strdup, sizeof text - 1);
	assert_string_equal(copy, text);
	free(copy);
	copy = WRAPPED(strndup)(text, 9);
	COST_IS(strndup, 9);
	assert_string_equal(copy, "the quick");
	free(copy);
}

static void formatting_costs_what_is_made(void **state)
{
	char to[64];

	(void)state;
	assert_int_equal(WRAPPED(snprintf)(to, 6, "%s %g", "value", 1.5), 9);
	COST_IS(snprintf, 9);
	assert_string_equal(to, "value");
	assert_int_equal(WRAPPED(sprintf)(to, "%d%c%g%d%d%d%d%d", 1, '-', 0.25, 2, 3, 4, 5, 6),
			 11);
	COST_IS(sprintf, 11);
	assert_string_equal(to, "1-0.2523456");
}

static void streams_cost_what_goes_through(void **state)
{
	char line[100], *grown = NULL;
	size_t room = 0;
	FILE *f = tmpfile();

	(void)state;
	assert_true(WRAPPED(fputs)("a first line\n", f) >= 0);
	COST_IS(fputs, 13);
	assert_int_equal(WRAPPED(fprintf)(f, "%s %d\n", "line", 2), 7);
	COST_IS(fprintf, 7);
	rewind(f);
	assert_ptr_equal(WRAPPED(fgets)(line, sizeof line, f), line);
	COST_IS(fgets, 13);
	assert_int_equal(WRAPPED(getline)(&grown, &room, f), 7);
	COST_IS(getline, 7);
	assert_string_equal(grown, "line 2\n");
	assert_int_equal(WRAPPED(getline)(&grown, &room, f), -1);
	COST_IS(getline, 0);
	rewind(f);
	assert_int_equal(WRAPPED(fread)(line, 3, 30, f), 6);
	COST_IS(fread, 18);
	free(grown);
	fclose(f);
}

static int by_value(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

static void sorting_costs_n_log_n_steps(void **state)
{
	int v[] = { 5, 3, 9, 1, 7 }, key = 7;

	(void)state;
	libc_sort_begin();
	WRAPPED(qsort)(v, 5, sizeof *v, by_value);
	COST_IS(qsort, 5 * 3);
	assert_int_equal(v[0], 1);
	assert_int_equal(v[4], 9);
	assert_ptr_equal(WRAPPED(bsearch)(&key, v, 5, sizeof *v, by_value), &v[3]);
	COST_IS(bsearch, 3);
	WRAPPED(qsort)(v, 0, sizeof *v, by_value);
	COST_IS(qsort, 0);
}

#define WRAP_TEST(name) cmocka_unit_test_setup(name, reset)

int main(void)
{
	const struct CMUnitTest tests[] = {
		WRAP_TEST(searches_cost_what_they_pass),
		WRAP_TEST(comparisons_cost_what_is_the_same),
		WRAP_TEST(comparisons_cost_the_same_wherever_strings_lie),
		WRAP_TEST(copies_cost_what_they_copy),
		WRAP_TEST(formatting_costs_what_is_made),
		WRAP_TEST(streams_cost_what_goes_through),
		WRAP_TEST(sorting_costs_n_log_n_steps),
	};

	budget_cell_use();
	return cmocka_run_group_tests_name("call_wrap", tests, NULL, NULL);
}
