/*
 * test_mu_verify.c - what bgq-run --verify checks of message units: bytes that puts brought are the
 * bytes that counters went down by, or were refused, and a mistake is named with its node.
 * Not here: puts in trains and without time (test_run_faults.sh), what a put does (test_mu_put.c).
 */
#include "fake_net.h"
#include "mu/internal.h"

#define INJ  PA
#define DATA (PA + 0x100000)
#define DEST (PA + 0x140000)
#define COUNTER (PA + 0x1000)
#define ATOMIC UINT64_C(0x1000000000)
#define STORE_ADD 2

static char why[MU_VERIFY_BYTES];

/* Node 0 puts so many bytes; of node 1's base addresses only the counter's may be there. */
static void put(struct rig *r, uint64_t bytes, bool allocated)
{
	uint8_t d[64];

	injfifo_open(r, 0, 0, 0, INJ, 1024);
	if (allocated)
		bat_open(r, 1, 0, DEST);
	bat_open(r, 1, 1, COUNTER | ATOMIC | STORE_ADD);
	*word(r, 1, COUNTER) = bytes;
	desc_put(d, 1, DATA, bytes, 0, 0, 1, 0);
	inject(r, 0, 0, d);
}

static void counters_may_be_behind_until_all_is_done(void **state)
{
	struct rig *r = *state;

	put(r, 96, true);
	run_until(r, SEND_PS + DELAY_PS + STORE_PS(96));
	assert_int_equal(*word(r, 1, COUNTER), 96);
	assert_true(mu_verify(r->mu, false, why));
	assert_false(mu_verify(r->mu, true, why));
	assert_string_equal(why, "node 1: puts of 96 bytes have come, counters went down by 0, and "
			    "0 were refused");
	run(r);
	assert_int_equal(*word(r, 1, COUNTER), 0);
	assert_true(mu_verify(r->mu, true, why));
}

static void refused_bytes_are_no_mistake(void **state)
{
	struct rig *r = *state;

	put(r, 600, false);
	run(r);
	assert_int_equal(r->ras_count, 2);
	assert_int_equal(mu_count(r->mu, 1).refused_bytes, 600);
	assert_true(mu_verify(r->mu, true, why));
}

static void a_counter_is_never_ahead(void **state)
{
	struct rig *r = *state;

	put(r, 32, true);
	run(r);
	r->mu->node[1]->count.counted_bytes += 8;
	assert_false(mu_verify(r->mu, false, why));
	assert_false(mu_verify(r->mu, true, why));
}

int main(void)
{
#define T(f) cmocka_unit_test_setup_teardown(f, rig_setup, rig_teardown)
	const struct CMUnitTest tests[] = {
		T(counters_may_be_behind_until_all_is_done),
		T(refused_bytes_are_no_mistake),
		T(a_counter_is_never_ahead),
	};

	return cmocka_run_group_tests_name("mu verify", tests, NULL, NULL);
}
