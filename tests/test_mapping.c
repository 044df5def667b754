/*
 * test_mapping.c - ranks to places: orders of ABCDET and map files.  Leaves out: the option
 * --mapping (test_bgq_run.sh), and the SPI's own inlines on maps (test_headers_map.c).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "emu/node/machine/mapping.h"

static const struct net_shape shape = { { 2, 3, 1, 4, 2 }, { 1, 1, 1, 1, 1 } };
#define SLOTS 4u
static const struct mapping_block block = { &shape, SLOTS, { { 0 }, { 2, 3, 1, 4, 2 } } };
#define RANKS (2u * 3 * 4 * 2 * SLOTS)

static uint32_t place(uint8_t a, uint8_t b, uint8_t c, uint8_t d, uint8_t e, uint32_t t)
{
	uint8_t at[NET_DIMS] = { a, b, c, d, e };

	return net_node_of(&shape, at) * SLOTS + t;
}

static int make(struct mapping *m, const char *text, uint32_t ranks)
{
	char err[256] = "";
	int rc = mapping_make(m, text, &block, ranks, err, sizeof err);

	assert_int_equal(rc != 0, *err != '\0');
	return rc;
}

static void default_order_counts_processes_first(void **state)
{
	struct mapping m;

	(void)state;
	assert_int_equal(make(&m, "ABCDET", RANKS), 0);
	for (uint32_t r = 0; r < RANKS; r++)
		assert_int_equal(m.process_of[r], r);
	mapping_free(&m);
}

static void last_letter_varies_fastest(void **state)
{
	struct mapping m;

	(void)state;
	assert_int_equal(make(&m, "tedcba", RANKS), 0);
	assert_string_equal(m.order, "TEDCBA");
	assert_int_equal(m.process_of[1], place(1, 0, 0, 0, 0, 0));
	assert_int_equal(m.process_of[2], place(0, 1, 0, 0, 0, 0));
	assert_int_equal(m.process_of[6], place(0, 0, 0, 1, 0, 0));
	assert_int_equal(m.process_of[24], place(0, 0, 0, 0, 1, 0));
	assert_int_equal(m.process_of[48], place(0, 0, 0, 0, 0, 1));
	assert_int_equal(m.process_of[RANKS - 1], place(1, 2, 0, 3, 1, 3));
	mapping_free(&m);
}

static void every_order_is_a_bijection(void **state)
{
	static const char *const orders[] = { "TABCDE", "CADBTE", "EDCBAT", "ATBECD" };
	struct mapping m;

	(void)state;
	for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
		uint8_t seen[RANKS] = { 0 };

		assert_int_equal(make(&m, orders[i], RANKS), 0);
		for (uint32_t r = 0; r < RANKS; r++)
			assert_int_equal(seen[m.process_of[r]]++, 0);
		mapping_free(&m);
	}
}

static void only_permutations_are_orders(void **state)
{
	(void)state;
	assert_true(mapping_is_order("TEDCBA"));
	assert_false(mapping_is_order("ABCDE"));
	assert_false(mapping_is_order("AACDET"));
	assert_false(mapping_is_order("ABCDEF"));
	assert_false(mapping_is_order("ABCDETT"));
}

static char file[] = "/tmp/test_mapping.XXXXXX";

static void write_file(const char *text)
{
	FILE *f = fopen(file, "w");

	assert_non_null(f);
	fputs(text, f);
	fclose(f);
}

static void files_give_places(void **state)
{
	struct mapping m;

	(void)state;
	write_file("# comment\n\n1 2 0 3 1 2\n0 0 0 0 0 0\n0 0 0 0 0 1\n");
	assert_int_equal(make(&m, file, 3), 0);
	assert_string_equal(m.path, file);
	assert_string_equal(m.order, "");
	assert_int_equal(m.process_of[0], place(1, 2, 0, 3, 1, 2));
	assert_int_equal(m.process_of[1], place(0, 0, 0, 0, 0, 0));
	assert_int_equal(m.process_of[2], place(0, 0, 0, 0, 0, 1));
	mapping_free(&m);
}

static void bad_files_are_refused(void **state)
{
	static const char *const bad[] = {
		"0 0 0 0 0 0\n", "0 0 0 0 0 0\n0 0 0 0 0 0\n", "0 0 0 0 0 0\n0 3 0 0 0 0\n",
		"0 0 0 0 0 0\n0 0 0 0 0 4\n", "0 0 0 0 0 0\nwhat\n", "0 0 0 0 0 0\n-1 0 0 0 0\n",
	};
	struct mapping m;

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		write_file(bad[i]);
		assert_int_not_equal(make(&m, file, 2), 0);
	}
	assert_int_not_equal(make(&m, "/nonexistent/map", 2), 0);
}

/* The message for a file of these lines. */
static void refused(const char *lines, const char *why)
{
	struct mapping m;
	char err[256] = "";

	write_file(lines);
	assert_int_not_equal(mapping_make(&m, file, &block, 2, err, sizeof err), 0);
	if (!strstr(err, why))
		fail_msg("'%s' does not say '%s'", err, why);
}

static void errors_say_line_and_reason(void **state)
{
	static const char two[] = "0 0 0 0 0 0\n0 0 0 0 0 1\n";
	char longer[600], surplus[64];

	(void)state;
	refused("0 0 0 0 0 0 0\n", "line 1: more than the six numbers");
	refused("# c\n0 0 0 0 0\n", "line 2: T is missing");
	refused("0 0 0 0\n", "line 1: not of the form");
	refused("0 0 0 0 0 0x1\n", "line 1: not of the form");
	refused("0 0 0 0 0 1.5\n", "line 1: not of the form");
	refused("4294967296 0 0 0 0 0\n", "line 1: outside the machine");
	refused("0 0 0 0 0 18446744073709551616\n", "line 1: outside the machine");
	snprintf(surplus, sizeof surplus, "%s\n0 0 0 0 0 1\n", two);
	refused(surplus, "line 4: names a place twice");
	memset(longer, ' ', sizeof longer);
	memcpy(longer + sizeof longer - 2, "\n", 2);
	refused(longer, "line 1: too long");
}

static void only_regular_files_are_read(void **state)
{
	struct mapping m;
	char err[256] = "";

	(void)state;
	assert_int_equal(mkfifo("/tmp/test_mapping.fifo", 0600), 0);
	assert_int_not_equal(mapping_make(&m, "/tmp/test_mapping.fifo", &block, 2, err,
					  sizeof err), 0);
	unlink("/tmp/test_mapping.fifo");
	assert_non_null(strstr(err, "not a regular file"));
	assert_int_not_equal(mapping_make(&m, "/", &block, 2, err, sizeof err), 0);
	assert_non_null(strstr(err, "not a regular file"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(default_order_counts_processes_first),
		cmocka_unit_test(last_letter_varies_fastest),
		cmocka_unit_test(every_order_is_a_bijection),
		cmocka_unit_test(only_permutations_are_orders),
		cmocka_unit_test(files_give_places),
		cmocka_unit_test(bad_files_are_refused),
		cmocka_unit_test(errors_say_line_and_reason),
		cmocka_unit_test(only_regular_files_are_read),
	};
	int fd = mkstemp(file);

	if (fd < 0)
		return 1;
	close(fd);
	int rc = cmocka_run_group_tests(tests, NULL, NULL);

	unlink(file);
	return rc;
}
