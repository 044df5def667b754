/*
 * test_clear.c - pins what emu/node/image/clear.h promises: zeroes everywhere in the block, nothing
 * changed outside it, and no page for what nothing has stored to.  Leaves out how it is found.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include <sys/mman.h>

#include "emu/node/image/clear.h"
#include "net/base/pages.h"

#define PAGES 3000u

static uint8_t *region(void)
{
	void *p = mmap(NULL, PAGES * PAGE_BYTES, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	assert_ptr_not_equal(p, MAP_FAILED);
	madvise(p, PAGES * PAGE_BYTES, MADV_NOHUGEPAGE);
	return p;
}

static unsigned pages_of(uint8_t *p)
{
	static unsigned char in[PAGES];
	unsigned n = 0;

	assert_int_equal(mincore(p, PAGES * PAGE_BYTES, in), 0);
	for (unsigned i = 0; i < PAGES; i++)
		n += in[i] & 1;
	return n;
}

static void a_block_never_stored_to_takes_no_page(void **state)
{
	uint8_t *p = region();

	(void)state;
	clear_memory(p, PAGES * PAGE_BYTES);
	assert_int_equal(pages_of(p), 0);
	munmap(p, PAGES * PAGE_BYTES);
}

static void what_was_stored_is_zero_and_the_rest_takes_no_page(void **state)
{
	static const unsigned stored[] = { 1, 2, 511, 512, 513, 1024, 2998 };
	uint8_t *p = region();

	(void)state;
	for (size_t i = 0; i < sizeof stored / sizeof *stored; i++)
		memset(p + stored[i] * PAGE_BYTES, 0xa5, PAGE_BYTES);
	clear_memory(p, PAGES * PAGE_BYTES);
	assert_int_equal(pages_of(p), sizeof stored / sizeof *stored);
	for (size_t i = 0; i < PAGES * PAGE_BYTES; i++)
		assert_int_equal(p[i], 0);
	munmap(p, PAGES * PAGE_BYTES);
}

static void bytes_outside_stay(void **state)
{
	static const struct { size_t at, bytes; } c[] = {
		{ 1, 1 }, { 5, CLEAR_BYTES_MIN }, { PAGE_BYTES, CLEAR_BYTES_MIN },
		{ PAGE_BYTES - 1, CLEAR_BYTES_MIN + 2 }, { 77, 1000 * PAGE_BYTES },
		{ 4000, 0 }, { 9, CLEAR_BYTES_MIN - 1 },
	};
	uint8_t *p = region();

	(void)state;
	for (size_t k = 0; k < sizeof c / sizeof *c; k++) {
		size_t end = c[k].at + c[k].bytes;

		memset(p, 0x5a, 1100 * PAGE_BYTES);
		clear_memory(p + c[k].at, c[k].bytes);
		for (size_t i = 0; i < 1100 * PAGE_BYTES; i++)
			if (p[i] != (i >= c[k].at && i < end ? 0 : 0x5a))
				fail_msg("case %zu, byte %zu is %u", k, i, p[i]);
	}
	munmap(p, PAGES * PAGE_BYTES);
}

/* A block at the same place as one that was in use as a whole, of another size. */
static void a_block_is_cleared_again(void **state)
{
	uint8_t *p = region();

	(void)state;
	for (size_t bytes = CLEAR_BYTES_MIN; bytes < 100 * PAGE_BYTES; bytes += 3 * PAGE_BYTES) {
		memset(p, 0x5a, 110 * PAGE_BYTES);
		for (unsigned again = 0; again < 2; again++) {
			memset(p, 0x5a, bytes);
			clear_memory(p, bytes);
			for (size_t i = 0; i < 110 * PAGE_BYTES; i++)
				assert_int_equal(p[i], i < bytes ? 0 : 0x5a);
		}
	}
	munmap(p, PAGES * PAGE_BYTES);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_block_never_stored_to_takes_no_page),
		cmocka_unit_test(what_was_stored_is_zero_and_the_rest_takes_no_page),
		cmocka_unit_test(bytes_outside_stay),
		cmocka_unit_test(a_block_is_cleared_again),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
