/*
 * test_fault_plan.c - fault plans as text, what they do to one link, the running CRC.
 * Leaves out: the link protocol (test_net_faults.sh).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "net/fault/crc.h"
#include "net/fault/link.h"

#define BITS (8 * 568) /* of a full packet on a wire */
#define CHUNKS 17

static struct net_faults plan;

static void plan_of(const char *text)
{
	struct net_shape s;

	assert_int_equal(net_shape_parse("2x2x2x2x2", &s), 0);
	net_faults_init(&plan, net_machine_bgq(), &s, 1);
	if (text)
		assert_null(net_faults_add(&plan, text));
}

static void crc_is_that_of_ieee_802_3(void **state)
{
	(void)state;
	assert_int_equal(net_crc(0, "123456789", 9), 0xcbf43926u);
	assert_int_equal(net_crc(net_crc(0, "1234", 4), "56789", 5), 0xcbf43926u);
}

static void a_line_says_what_where_and_when(void **state)
{
	(void)state;
	plan_of("ber 0,0,0,0,1:E+ rate=1e-7 from=10us to=20us # a cable");
	assert_int_equal(plan.count, 1);
	assert_int_equal(plan.fault[0].kind, NET_FAULT_BER);
	assert_int_equal(plan.fault[0].node, 1);
	assert_int_equal(plan.fault[0].link, 9);
	assert_int_equal(plan.fault[0].from_ps, 10 * PS_PER_US);
	assert_int_equal(plan.fault[0].to_ps, 20 * PS_PER_US);
	assert_null(net_faults_add(&plan, "die/17/at=1ns"));
	assert_int_equal(net_faults_death_ps(&plan, 17), PS_PER_NS);
	assert_int_equal(net_faults_death_ps(&plan, 16), PS_NEVER);
	assert_null(net_faults_add(&plan, "protocol timeout=1us copies=3"));
	assert_int_equal(plan.protocol.timeout_ps, PS_PER_US);
	assert_int_equal(plan.protocol.copies, 3);
	assert_int_equal(plan.count, 2);
	net_faults_cleanup(&plan);
}

static void a_slow_node_is_slow_in_its_time(void **state)
{
	(void)state;
	plan_of("slow-node 3 factor=4 from=10us to=20us");
	assert_null(net_faults_add(&plan, "slow-node/3/factor=5/from=15us"));
	assert_int_equal(net_faults_slowness(&plan, 3, 10 * PS_PER_US - 1), 1);
	assert_int_equal(net_faults_slowness(&plan, 3, 10 * PS_PER_US), 4);
	assert_int_equal(net_faults_slowness(&plan, 3, 15 * PS_PER_US), 20);
	assert_int_equal(net_faults_slowness(&plan, 3, 20 * PS_PER_US), 5);
	assert_int_equal(net_faults_slowness(&plan, 2, 15 * PS_PER_US), 1);
	assert_null(net_faults_add(&plan, "slow-node 3 factor=1000"));
	assert_null(net_faults_add(&plan, "slow-node 3 factor=1000"));
	assert_int_equal(net_faults_slowness(&plan, 3, 20 * PS_PER_US), NET_SLOWNESS_MAX);
	for (int i = 0; i < 9; i++) /* 1000 to the power of 11 is a multiple of 2 to that of 32 */
		assert_null(net_faults_add(&plan, "slow-node 3 factor=1000"));
	assert_int_equal(net_faults_slowness(&plan, 3, 20 * PS_PER_US), NET_SLOWNESS_MAX);
	net_faults_cleanup(&plan);
}

static void slow_links_have_the_same_bound(void **state)
{
	struct net_link_faults link;

	(void)state;
	plan_of("slow all factor=1000");
	for (int i = 0; i < 10; i++)
		assert_null(net_faults_add(&plan, "slow all factor=1000"));
	assert_int_equal(net_link_faults_init(&link, &plan, 3, 0), 1);
	assert_int_equal(net_link_factor(&link, 0), NET_SLOWNESS_MAX);
	net_link_faults_cleanup(&link);
	net_faults_cleanup(&plan);
}

static void what_makes_no_sense_is_refused(void **state)
{
	static const char *const wrong[] = {
		"bad 0:E+ rate=1", "ber", "ber 32:E+ rate=1e-9", "ber 0:F+ rate=1e-9",
		"ber 0 rate=1e-9", "ber 0:E+", "ber 0:E+ rate=0", "ber 0:E+ rate=x",
		"ber 0:E+ rate=1e-9 at=1us", "ber 0:E+ rate=1e-9 from=2us to=1us",
		"stop all at=1us",
		"burst 0:E+ number=0", "burst all number=1", "token 0:E+", "die 0:E+ at=1us",
		"token 0:E+ rate=0.1 number=3", "slow 0:E+ factor=0", "protocol copies=0",
		"stop 0:E+ at=1", "memory 0:E+ at=1us", "memory all at=1us", "memory 0",
		"slow-node all factor=2", "slow-node 0:E+ factor=2", "slow-node 0 at=1us",
		"ber 0,0,0,0,2:E+ rate=1e-9"
	};

	(void)state;
	plan_of(NULL);
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
		if (!net_faults_add(&plan, wrong[i]))
			fail_msg("accepted: %s", wrong[i]);
	assert_int_equal(plan.count, 0);
	net_faults_cleanup(&plan);
}

static bool has_faults(uint32_t node, unsigned link)
{
	struct net_link_faults l;
	int has = net_link_faults_init(&l, &plan, node, link);

	net_link_faults_cleanup(&l);
	return has == 1;
}

static void a_stop_is_of_both_directions(void **state)
{
	struct net_link_faults l;

	(void)state;
	plan_of("stop 0:E+ at=1us back=2us");
	assert_true(has_faults(1, 8));
	assert_false(has_faults(0, 8));
	assert_int_equal(net_link_faults_init(&l, &plan, 0, 9), 1);
	/* The packet's tail reaches into it; its head is the first after it. */
	assert_int_equal(net_link_pass(&l, 1, 88, 900000, 1000001).outcome, NET_LINK_LOST);
	assert_int_equal(net_link_pass(&l, 1, 88, 900000, 1000000).outcome, NET_LINK_GOOD);
	assert_int_equal(net_link_pass(&l, 1, 88, 2000000, 2100000).outcome, NET_LINK_GOOD);
	assert_int_equal(net_link_up_ps(&l, 1500000), 2000000);
	assert_int_equal(net_link_up_ps(&l, 2500000), 2500000);
	net_link_faults_cleanup(&l);
	net_faults_cleanup(&plan);
}

/* A share of 0.45338 % of 100,000 packets of 4,544 bits is bad at 1e-6; five times its deviation
 * is less than 110. */
static void packets_are_bad_at_the_rate_of_their_bits(void **state)
{
	struct net_link_faults l;
	unsigned bad = 0;

	(void)state;
	plan_of("ber all rate=1e-6");
	assert_int_equal(net_link_faults_init(&l, &plan, 5, 3), 1);
	for (int i = 0; i < 100000; i++)
		bad += net_link_pass(&l, CHUNKS, BITS, 0, 1).outcome == NET_LINK_BAD;
	assert_in_range(bad, 453 - 110, 453 + 110);
	net_link_faults_cleanup(&l);
	net_faults_cleanup(&plan);
}

static void each_of_many_faults_of_a_link_counts(void **state)
{
	struct net_link_faults l;
	char text[64];

	(void)state;
	plan_of(NULL);
	for (int i = 1; i <= 10; i++) {
		snprintf(text, sizeof text, "stop 0:E+ at=%dus back=%d.5us", i, i);
		assert_null(net_faults_add(&plan, text));
	}
	assert_int_equal(net_link_faults_init(&l, &plan, 0, 9), 1);
	for (ps_t at_ps = 1000000; at_ps <= 10000000; at_ps += 1000000) {
		assert_int_equal(net_link_up_ps(&l, at_ps + 1), at_ps + 500000);
		assert_int_equal(net_link_up_ps(&l, at_ps + 500001), at_ps + 500001);
	}
	net_link_faults_cleanup(&l);
	net_faults_cleanup(&plan);
}

static void links_have_their_own_random_numbers(void **state)
{
	struct net_link_faults a, b;
	unsigned same = 0;

	(void)state;
	plan_of("ber all rate=0.0001");
	net_link_faults_init(&a, &plan, 5, 3);
	net_link_faults_init(&b, &plan, 5, 4);
	for (int i = 0; i < 1000; i++)
		same += net_link_pass(&a, CHUNKS, BITS, 0, 1).outcome ==
			net_link_pass(&b, CHUNKS, BITS, 0, 1).outcome;
	assert_in_range(same, 400, 700); /* a share of 0.37 is bad */
	net_link_faults_cleanup(&a);
	net_link_faults_cleanup(&b);
	net_faults_cleanup(&plan);
}

static void one_bit_of_a_light_wave_is_corrected(void **state)
{
	struct net_link_faults l;
	unsigned corrected = 0, bad = 0;

	(void)state;
	plan_of("optical all rate=1e-5");
	net_link_faults_init(&l, &plan, 0, 0);
	for (int i = 0; i < 100000; i++) {
		struct net_link_hit h = net_link_pass(&l, CHUNKS, BITS, 0, 1);

		corrected += h.corrected;
		bad += h.outcome == NET_LINK_BAD;
	}
	assert_in_range(corrected, 4400, 4900); /* 4,544 and some; two in 80 bits: seldom */
	assert_in_range(bad, 0, 20);
	net_link_faults_cleanup(&l);
	net_faults_cleanup(&plan);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(crc_is_that_of_ieee_802_3),
		cmocka_unit_test(a_line_says_what_where_and_when),
		cmocka_unit_test(a_slow_node_is_slow_in_its_time),
		cmocka_unit_test(slow_links_have_the_same_bound),
		cmocka_unit_test(what_makes_no_sense_is_refused),
		cmocka_unit_test(a_stop_is_of_both_directions),
		cmocka_unit_test(packets_are_bad_at_the_rate_of_their_bits),
		cmocka_unit_test(each_of_many_faults_of_a_link_counts),
		cmocka_unit_test(links_have_their_own_random_numbers),
		cmocka_unit_test(one_bit_of_a_light_wave_is_corrected),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
