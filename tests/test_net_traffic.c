/*
 * test_net_traffic.c - the network under traffic that means harm (traffic.h), with
 * buffers down to the smallest: nothing stops, is lost, doubled or bent, no packet
 * goes a longer way than its hints say, deterministic ones keep their order, and at
 * the end nothing is left over inside.  Not here: exact times (test_net.c).
 *
 * Usage: test_net_traffic [ROUNDS [SEED]]   one round, or three with LONG=1
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "traffic_places.h"

static bool untimed;

/* A machine with little room, which every seed deals out anew. */
static struct net_machine small_machine(uint64_t s)
{
	struct net_machine m = untimed ? *net_machine_untimed() : *net_machine_bgq();
	struct traffic_node n = { .random = traffic_mix(s, 99) | 1 };

	for (unsigned vc = 0; vc < 4; vc++)
		m.vc_packets[vc] = (uint8_t)(2 + traffic_random(&n, 3) * traffic_random(&n, 2));
	m.injfifo_packets = (uint8_t)(1 + traffic_random(&n, 2));
	m.recfifo_packets = (uint8_t)(1 + traffic_random(&n, 3));
	m.through_grants = (uint8_t)(traffic_random(&n, 2) * traffic_random(&n, 5));
	m.longest_of_256 = (uint8_t)(traffic_random(&n, 3) * 127);
	return m;
}

static const struct traffic_place places[] = {
	{ "4x1x1x1x1", 0x1f, 0 }, { "8x1x1x1x1", 0x1f, 0 }, { "1x1x5x1x1", 0x00, 0 },
	{ "3x3x1x1x2", 0x1f, 0 }, { "4x4x1x1x1", 0x1f, 0 }, { "5x4x1x1x2", 0x02, 0 },
	{ "8x3x1x2x1", 0x1f, 0 }, { "2x2x2x2x2", 0x1f, 0 }, { "4x2x1x3x2", 0x15, 0 },
	{ "1x1x1x1x2", 0x1f, 0 }, { "1x1x1x1x1", 0x1f, 0 }, { "8x8x1x1x1", 0x01, 0 },
	{ "3x4x5x1x1", 0x1f, 0 }, { "2x8x2x2x1", 0x0b, 0 }, { "3x3x3x2x1", 0x00, 0 },
};

static void all_places(struct traffic_config *cfg)
{
	traffic_run_places(cfg, places, sizeof places / sizeof *places, small_machine);
}

static void everything_at_once_arrives(void **state)
{
	struct traffic_config cfg = { .packets = 300, .burst = 12, .pause_ns = 1000,
				      .kinds = TRAFFIC_ALL, .hot = 20, .hinted = 100,
				      .stall = 20, .stall_ns = 2000 };
	(void)state;

	all_places(&cfg);
}

/* Nothing but what a ring's bubble and its two ways into it have to bear. */
static void rings_full_of_one_channel_keep_moving(void **state)
{
	static const unsigned channels[] = { TRAFFIC_DYNAMIC, TRAFFIC_STAY, TRAFFIC_DETERMINISTIC,
					     TRAFFIC_PRIORITY, TRAFFIC_SYSTEM };
	struct traffic_config cfg = { .packets = 200, .burst = 14, .pause_ns = 100,
				      .hinted = 255 };
	(void)state;

	for (unsigned i = 0; i < sizeof channels / sizeof *channels; i++) {
		cfg.kinds = 1u << channels[i];
		all_places(&cfg);
	}
}

static void one_hot_spot_stops_nobody_for_ever(void **state)
{
	struct traffic_config cfg = { .packets = 200, .burst = 14, .pause_ns = 500,
				      .kinds = TRAFFIC_ALL, .hot = 200, .hinted = 60,
				      .stall = 60, .stall_ns = 5000 };
	(void)state;

	all_places(&cfg);
}

static void deepest_channels_keep_their_order(void **state)
{
	struct traffic_config cfg = { .shape = "4x3x1x1x2", .torus = 0x1f, .packets = 1000,
				      .burst = 14, .pause_ns = 20, .hot = 250, .seed = seed,
				      .kinds = 1u << TRAFFIC_DETERMINISTIC | 1u << TRAFFIC_SYSTEM |
					       1u << TRAFFIC_PRIORITY,
				      .stall = 60, .stall_ns = 20000 };
	(void)state;

	cfg.machine = *net_machine_bgq();
	memset(cfg.machine.vc_packets, 63, sizeof cfg.machine.vc_packets);
	traffic_run(&cfg);
}

/* Copies left by deposits would count on their own. */
static void packets_inside_are_those_sent_and_not_received(void **state)
{
	struct traffic_config cfg = { .shape = "4x3x1x1x2", .torus = 0x1f, .packets = 300,
				      .burst = 14, .pause_ns = 500, .hinted = 100, .seed = seed,
				      .kinds = TRAFFIC_ALL & ~(1u << TRAFFIC_DEPOSIT),
				      .stall = 60, .stall_ns = 5000 };
	struct traffic_fake f;
	struct traffic *t = &f.t;
	uint64_t most = 0;
	(void)state;

	cfg.machine = small_machine(seed);
	traffic_fake_start(&f, &cfg);
	assert_int_equal(net_packets_inside(t->net), 0);
	for (ps_t now_ps = 0; f.sim.events > 0; now_ps += 37 * PS_PER_NS) {
		uint64_t inside = 0;

		fake_sim_run(&f.sim, now_ps);
		for (uint32_t n = 0; n < t->nodes; n++) {
			inside += t->node[n].made - t->node[n].deliveries;
			for (unsigned i = 0; i < TRAFFIC_FIFOS; i++)
				inside -= t->node[n].pending[i] != NULL;
		}
		assert_int_equal(net_packets_inside(t->net), inside);
		most = inside > most ? inside : most;
	}
	assert_int_equal(net_packets_inside(t->net), 0);
	assert_true(most > 100);
	traffic_fake_close(&f);
}

/* Time only orders events: many fall on one moment. */
static void without_time_everything_arrives(void **state)
{
	struct traffic_config cfg = { .packets = 300, .burst = 14, .pause_ns = 20,
				      .kinds = TRAFFIC_ALL, .hot = 20, .hinted = 100,
				      .stall = 20, .stall_ns = 50, };
	(void)state;

	untimed = true;
	all_places(&cfg);
	untimed = false;
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(everything_at_once_arrives),
		cmocka_unit_test(rings_full_of_one_channel_keep_moving),
		cmocka_unit_test(one_hot_spot_stops_nobody_for_ever),
		cmocka_unit_test(deepest_channels_keep_their_order),
		cmocka_unit_test(packets_inside_are_those_sent_and_not_received),
		cmocka_unit_test(without_time_everything_arrives),
	};

	traffic_take_rounds(argc, argv);
	return cmocka_run_group_tests_name("network traffic", tests, NULL, NULL);
}
