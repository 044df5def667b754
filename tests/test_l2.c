/* test_l2.c - the L2 and the memory behind it: what hits, what is written back, and
 * how the bandwidth of memory turns into time.  Not here: the L2's atomics (test_mu_put.c),
 * loads of the cores, which it does not see. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "mu/internal.h"

#define MIB      (UINT64_C(1) << 20)
#define PAYLOAD  512u
#define LINE_PS  5000u

static struct net_machine machine = { .l2_bytes = 32 << 20, .ddr_ps_per_line = LINE_PS };
static struct mu_node node, twin;
static struct mu_node *nodes[2] = { &node, &twin };
static struct mu mu = { .m = &machine, .nodes = 2, .node = nodes };

static int set_up(void **state)
{
	(void)state;
	node = twin = (struct mu_node){ .turn = 0 };
	return 0;
}

static int clean_up(void **state)
{
	(void)state;
	free(node.l2);
	free(twin.l2);
	return 0;
}

/* Lines of memory traffic that an access causes; at_ps goes on with it. */
static uint64_t lines(uint64_t pa, uint64_t bytes, bool write, ps_t *at_ps)
{
	ps_t done_ps = mu_l2_access(&mu, 0, pa, bytes, write, *at_ps);
	uint64_t n = (done_ps - *at_ps) / LINE_PS;

	assert_int_equal((done_ps - *at_ps) % LINE_PS, 0);
	*at_ps = done_ps;
	return n;
}

static uint64_t pass(uint64_t pa, uint64_t bytes, bool write, ps_t *at_ps)
{
	uint64_t n = 0;

	for (uint64_t at = 0; at < bytes; at += PAYLOAD)
		n += lines(pa + at, PAYLOAD, write, at_ps);
	return n;
}

/* A payload may be said to be there; that no memory is, is found when it is fetched. */
static void nothing_is_beyond_the_last_address(void **state)
{
	ps_t at_ps = 0;

	(void)state;
	assert_int_equal(lines(MU_PA_MASK - 3, 8, false, &at_ps), 1);
	assert_int_equal(lines(MU_PA_MASK - 511, 1024, false, &at_ps), 3);
}

static void what_was_read_is_there(void **state)
{
	ps_t at_ps = 0;

	(void)state;
	assert_int_equal(lines(0, 512, false, &at_ps), 4);
	assert_int_equal(lines(0, 512, false, &at_ps), 0);
	assert_int_equal(lines(1000, 1, false, &at_ps), 1);
	assert_int_equal(lines(1023, 2, false, &at_ps), 1); /* the line behind it */
	assert_int_equal(lines(900, 1, false, &at_ps), 0);
	assert_int_equal(lines(511, 130, false, &at_ps), 2);
	assert_int_equal(lines(0, 0, false, &at_ps), 0);
}

static void what_was_written_is_there_and_costs_when_it_leaves(void **state)
{
	ps_t at_ps = 0;

	(void)state;
	assert_int_equal(pass(0, 32 * MIB, true, &at_ps), 0);
	assert_int_equal(pass(0, 32 * MIB, false, &at_ps), 0);
	/* Read lines push it out: read and written back. */
	assert_int_equal(pass(64 * MIB, 32 * MIB, false, &at_ps), 2 * 32 * MIB / 128);
	/* Clean lines cost nothing more. */
	assert_int_equal(pass(128 * MIB, 32 * MIB, false, &at_ps), 32 * MIB / 128);
}

static void least_recently_used_goes_first(void **state)
{
	ps_t at_ps = 0;

	(void)state;
	pass(0, 40 * MIB, false, &at_ps);
	/* Round and round beyond the size: what is needed has just gone. */
	assert_int_equal(pass(0, 40 * MIB, false, &at_ps), 40 * MIB / 128);
	/* Lines that have just been used are still there. */
	assert_int_equal(pass(8 * MIB, 32 * MIB, false, &at_ps), 0);
}

static void buffers_at_powers_of_two_share_the_cache(void **state)
{
	ps_t at_ps = 0;

	(void)state;
	for (uint64_t i = 0; i < 40; i++)
		pass(i * 64 * MIB, 64 * 1024, false, &at_ps);
	for (uint64_t i = 0; i < 40; i++)
		assert_int_equal(pass(i * 64 * MIB, 64 * 1024, false, &at_ps), 0);
}

static void requests_wait_for_each_other(void **state)
{
	(void)state;
	assert_int_equal(mu_l2_access(&mu, 0, 0, 512, false, 1000), 1000 + 4 * LINE_PS);
	assert_int_equal(mu_l2_access(&mu, 0, 512, 512, false, 1000), 1000 + 8 * LINE_PS);
	assert_int_equal(mu_l2_access(&mu, 0, 0, 512, false, 2000), 2000); /* a hit does not */
	assert_int_equal(mu_l2_access(&mu, 0, 1024, 128, false, 1000000), 1000000 + LINE_PS);
}

static void without_a_cache_nothing_costs(void **state)
{
	(void)state;
	machine.l2_bytes = 0;
	assert_int_equal(mu_l2_access(&mu, 0, 0, 512, false, 7), 7);
	assert_null(node.l2);
	machine.l2_bytes = 32 << 20;
}

/* One of many accesses to a small cache, a packet's each. */
static struct mu_l2_noted access(uint32_t i, ps_t at_ps)
{
	uint32_t x = (i + 1) * 2654435761u;

	return (struct mu_l2_noted){ .pa = (x >> 12) % 1500 * (x & 1 ? 512 : 200),
				     .write = x >> 8 & 1, .at_ps = at_ps };
}

static ps_t one(uint32_t n, uint32_t i, ps_t at_ps)
{
	struct mu_l2_noted a = access(i, at_ps);

	return mu_l2_access(&mu, n, a.pa, PAYLOAD, a.write, a.at_ps);
}

static void what_is_noted_costs_the_same_and_can_be_taken_back(void **state)
{
	struct mu_l2_journal *j = mu_l2_journal_create();
	struct mu_l2_noted a;
	uint32_t i = 0;

	(void)state;
	machine.l2_bytes = 256 << 10;
	for (; i < 2000; i++) /* both nodes alike */
		assert_int_equal(one(0, i, i * 10000), one(1, i, i * 10000));
	for (unsigned round = 0; round < 3; round++) {
		for (uint32_t k = 0; k < 1000; k++) {
			a = access(i + k * 7, (i + k) * 10000);
			mu_l2_access_noted(&mu, 0, &a, j);
		}
		mu_l2_journal_undo(j);
		for (uint32_t k = 0; k < 1000; k++, i++) {
			a = access(i, i * 10000);
			assert_int_equal(mu_l2_access_noted(&mu, 0, &a, j), one(1, i, i * 10000));
		}
		mu_l2_journal_clear(j);
	}
	mu_l2_journal_destroy(j);
	machine.l2_bytes = 32 << 20;
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, clean_up)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(nothing_is_beyond_the_last_address),
		TEST(what_was_read_is_there),
		TEST(what_was_written_is_there_and_costs_when_it_leaves),
		TEST(least_recently_used_goes_first),
		TEST(buffers_at_powers_of_two_share_the_cache),
		TEST(requests_wait_for_each_other),
		TEST(without_a_cache_nothing_costs),
		TEST(what_is_noted_costs_the_same_and_can_be_taken_back),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
