/*
 * test_space.c - pins what windows of nodes ask of the host: the windows of many processes are in
 * small pages even on a host that uses huge ones unasked, and every stack has a guard.
 * Leaves out where windows lie, and how large they are.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include <sys/mman.h>
#include <unistd.h>

#include "emu/node/image/space.h"
#include "emu/node/process/boot_pages.h"
#include "net/base/pages.h"

/* The flags of the mapping at p; "": the host does not say. */
static void flags_of(const void *p, char *line, int bytes)
{
	FILE *f = fopen("/proc/self/smaps", "r");
	unsigned long first, last, at = (uintptr_t)p;
	bool here = false, found = false;

	while (f && !found && fgets(line, bytes, f)) {
		if (sscanf(line, "%lx-%lx ", &first, &last) == 2)
			here = first <= at && at < last;
		found = here && !strncmp(line, "VmFlags:", 8);
	}
	if (!found)
		*line = '\0';
	if (f)
		fclose(f);
}

static bool takes_small_pages(uint32_t nodes, uint32_t slots)
{
	char line[256];

	assert_int_equal(space_reserve(nodes, slots, PAGE_BYTES, PAGE_BYTES), 0);
	flags_of(space_slot(nodes - 1, slots - 1), line, sizeof line);
	space_release();
	return strstr(line, " nh") != NULL;
}

static bool host_has_huge_pages(void)
{
	void *p = mmap(NULL, PAGE_BYTES, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	char line[256];
	bool has = madvise(p, PAGE_BYTES, MADV_NOHUGEPAGE) == 0;

	flags_of(p, line, sizeof line);
	munmap(p, PAGE_BYTES);
	return has && *line;
}

static void many_processes_take_small_pages(void **state)
{
	(void)state;
	if (!host_has_huge_pages())
		skip();
	assert_true(takes_small_pages(1024, 1));
	assert_true(takes_small_pages(16, 64));
	assert_false(takes_small_pages(2, 1));
}

/* The host's kernel reads the byte, as it reads what a program writes to a file. */
static bool faults(const void *p)
{
	int end[2];

	assert_int_equal(pipe(end), 0);
	bool read = write(end[1], p, 1) == 1;

	close(end[0]);
	close(end[1]);
	return !read;
}

static void every_stack_has_a_guard(void **state)
{
	enum { NODES = 3, SLOTS = 16 };
	struct boot_pages pages = { 0 };

	(void)state;
	assert_int_equal(space_reserve(NODES, SLOTS, PAGE_BYTES, PAGE_BYTES), 0);
	for (uint32_t i = 0; i < NODES * SLOTS; i++) {
		boot_pages_add(&pages, space_slot(i / SLOTS, i % SLOTS));
		if (pages.count == BOOT_PAGES_MAX)
			boot_pages_settle(&pages);
	}
	boot_pages_settle(&pages);
	for (uint32_t i = 0; i < NODES * SLOTS; i++) {
		const uint8_t *guard = space_slot(i / SLOTS, i % SLOTS) + SPACE_STACK;

		assert_true(faults(guard));
		assert_true(faults(guard + SPACE_GUARD_BYTES - 1));
		assert_false(faults(guard + SPACE_GUARD_BYTES));
		assert_false(faults(guard - 1));
	}
	space_release();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(many_processes_take_small_pages),
		cmocka_unit_test(every_stack_has_a_guard),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
