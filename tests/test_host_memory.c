/*
 * test_host_memory.c - what the host says of memory.  Not here: when it is nearly used up.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "emu/cli/host_memory.h"

#define BYTES ((size_t)64 << 20)

static void memory_in_use_is_resident(void **state)
{
	uint64_t before = host_memory_resident();
	char *p = malloc(BYTES);

	(void)state;
	assert_non_null(p);
	memset(p, 1, BYTES);
	assert_in_range(host_memory_resident(), before + BYTES - BYTES / 8, UINT64_MAX);
	free(p);
}

static void the_host_has_what_it_has_left(void **state)
{
	struct host_memory m = host_memory_now();

	(void)state;
	assert_in_range(m.bytes, BYTES, (uint64_t)1 << 60);
	assert_in_range(m.left, 1, (uint64_t)1 << 60);
	assert_in_range(host_memory_resident(), 1, m.bytes);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(memory_in_use_is_resident),
		cmocka_unit_test(the_host_has_what_it_has_left),
	};

	return cmocka_run_group_tests_name("host_memory", tests, NULL, NULL);
}
