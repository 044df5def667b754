/*
 * test_pages.c - pins what net/base/pages.h promises of advice for many ranges: each range has it,
 * and no other page; one that is refused is told, and keeps none of the others from theirs.
 * Tables that are touched as a whole lie where the host can have huge pages for them.
 * Leaves out by which calls of the host, and whether it has huge pages.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "net/base/pages.h"

#define RANGES 40u
#define STRIDE (16 * (size_t)PAGE_BYTES)

/* Ranges of two pages, in a mapping of which nothing has been touched. */
static uint8_t *ranges(struct iovec *at)
{
	uint8_t *p = mmap(NULL, RANGES * STRIDE, PROT_READ | PROT_WRITE,
			  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	assert_ptr_not_equal(p, MAP_FAILED);
	madvise(p, RANGES * STRIDE, MADV_NOHUGEPAGE);
	for (unsigned i = 0; i < RANGES; i++)
		at[i] = (struct iovec){ p + i * STRIDE, 2 * PAGE_BYTES };
	return p;
}

static void every_range_is_advised(void **state)
{
	struct iovec at[RANGES];
	uint8_t *p = ranges(at);

	(void)state;
	if (!pages_advise(at, RANGES, MADV_POPULATE_WRITE))
		skip(); /* before Linux 5.14 */
	for (unsigned i = 0; i < RANGES; i++)
		assert_int_equal(pages_committed(at[i].iov_base, STRIDE), 2 * PAGE_BYTES);
	munmap(p, RANGES * STRIDE);
}

static void a_refused_range_is_told(void **state)
{
	struct iovec at[RANGES];
	uint8_t *p = ranges(at);

	(void)state;
	assert_int_equal(munmap(at[7].iov_base, at[7].iov_len), 0);
	assert_false(pages_advise(at, RANGES, MADV_POPULATE_WRITE));
	if (!pages_advise(at, 1, MADV_POPULATE_WRITE))
		skip(); /* before Linux 5.14 */
	for (unsigned i = 0; i < RANGES; i++)
		if (i != 7)
			assert_int_equal(pages_committed(at[i].iov_base, STRIDE), 2 * PAGE_BYTES);
	munmap(p, RANGES * STRIDE);
}

static void no_range_is_no_error(void **state)
{
	(void)state;
	assert_true(pages_advise(NULL, 0, MADV_POPULATE_WRITE));
}

/* A huge page is one only at a multiple of its size, however large the table is. */
static void a_full_table_lies_where_huge_pages_do(void **state)
{
	const size_t huge = (size_t)2 << 20, bytes = 3 * huge / 2;
	uint8_t *p = pages_alloc_full(bytes);

	(void)state;
	assert_non_null(p);
	assert_int_equal((uintptr_t)p % huge, 0);
	for (size_t at = 0; at < bytes; at += PAGE_BYTES) {
		assert_int_equal(p[at], 0);
		p[at] = 1;
	}
	assert_in_range(pages_committed(p, 2 * huge), bytes, 2 * huge);
	pages_free(p, bytes);
	assert_int_equal(pages_committed(p, 2 * huge), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_range_is_advised),
		cmocka_unit_test(a_refused_range_is_told),
		cmocka_unit_test(no_range_is_no_error),
		cmocka_unit_test(a_full_table_lies_where_huge_pages_do),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
