/*
 * test_net_traffic_3d.c - the router of three dimensions (net/kind_3d.h) under the traffic of
 * test_net_traffic.c, in buffers down to the smallest legal ones, with packets of all sizes:
 * nothing stops, is lost, doubled or bent, all tokens come back, deterministic and priority
 * packets keep their order.  US 7,668,970: no deadlock, no packet lost (l. 38, 40); the size of
 * packets on the escape and priority channels counts as the largest, "to prevent deadlocks"
 * (l. 76).  And that this is the bubble rule's doing: without it the same traffic stops.
 * Not here: exact times and choices (test_net_3d.c).
 *
 * Usage: test_net_traffic_3d [ROUNDS [SEED [bgl|bgp]]]   one round, or three with LONG=1, of both
 * machines in turn or of one
 */
#define NET_ROUTER_3D
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "net/kind_names.h"
#include "net/machine/machines.h"
#include "traffic_places.h"

static const char *only; /* a machine's name; NULL: both */

#define KINDS (TRAFFIC_ALL & ~(1u << TRAFFIC_SYSTEM))

/* The smallest legal buffers, or a little more. */
static struct net_machine small_machine(uint64_t s)
{
	bool bgp = only ? !strcmp(only, "bgp") : s & 1;
	struct net_machine m = bgp ? *net_machine_bgp() : *net_machine_bgl();
	struct traffic_node n = { .random = traffic_mix(s, 99) | 1 };

	m.vc_packets[0] = (uint8_t)(8 + traffic_random(&n, 2) * traffic_random(&n, 20));
	m.vc_packets[1] = (uint8_t)(16 + traffic_random(&n, 2) * traffic_random(&n, 20));
	m.vc_packets[2] = (uint8_t)(16 + traffic_random(&n, 2) * traffic_random(&n, 20));
	m.injfifo_packets = (uint8_t)(1 + traffic_random(&n, 2));
	m.recfifo_packets = (uint8_t)(1 + traffic_random(&n, 3));
	m.inject_first_of_256 = (uint8_t)(traffic_random(&n, 3) * 127);
	m.longest_of_256 = (uint8_t)(traffic_random(&n, 3) * 127);
	return m;
}

static const struct traffic_place places[] = {
	{ "4x1x1", 7, 0 }, { "8x1x1", 7, 0 }, { "1x1x5", 0, 0 }, { "3x3x2", 7, 0 },
	{ "4x4x1", 7, 0 }, { "5x4x2", 2, 0 }, { "8x3x2", 7, 0 }, { "4x4x4", 7, 0 },
	{ "1x1x1", 7, 0 }, { "8x8x1", 1, 0 }, { "3x4x5", 7, 0 }, { "2x8x2", 3, 0 },
	{ "3x3x3", 0, 0 },
};

static void all_places(struct traffic_config *cfg)
{
	traffic_run_places(cfg, places, sizeof places / sizeof *places, small_machine);
}

static void everything_at_once_arrives(void **state)
{
	struct traffic_config cfg = { .packets = 300, .burst = 12, .pause_ns = 1000,
				      .kinds = KINDS, .hot = 20, .hinted = 100,
				      .stall = 20, .stall_ns = 2000 };
	(void)state;

	all_places(&cfg);
}

static void rings_full_of_one_channel_keep_moving(void **state)
{
	static const unsigned channels[] = { TRAFFIC_DYNAMIC, TRAFFIC_STAY, TRAFFIC_DETERMINISTIC,
					     TRAFFIC_PRIORITY };
	struct traffic_config cfg = { .packets = 200, .burst = 8, .pause_ns = 100,
				      .hinted = 255 };
	(void)state;

	for (unsigned i = 0; i < sizeof channels / sizeof *channels; i++) {
		cfg.kinds = 1u << channels[i];
		all_places(&cfg);
	}
}

static void one_hot_spot_stops_nothing_for_ever(void **state)
{
	struct traffic_config cfg = { .packets = 200, .burst = 8, .pause_ns = 500,
				      .kinds = KINDS, .hot = 200, .hinted = 60,
				      .stall = 60, .stall_ns = 5000 };
	(void)state;

	all_places(&cfg);
}

/* Whether traffic of one kind, round rings with smallest buffers, comes to its end. */
static bool rings_come_to_an_end(unsigned kind, unsigned bubble_packets, uint64_t s)
{
	struct traffic_config cfg = { .shape = "8x1x1", .torus = 7, .packets = 300, .burst = 8,
				      .pause_ns = 10, .hinted = 255, .kinds = 1u << kind,
				      .seed = s, .machine = *net_machine_bgp() };
	struct traffic_fake f;

	cfg.machine.bubble_packets = (uint8_t)bubble_packets;
	cfg.machine.inject_first_of_256 = 255; /* fills rings as far as they let it */
	cfg.machine.through_grants = 1;
	cfg.machine.vc_packets[0] = 8;
	cfg.machine.vc_packets[1] = cfg.machine.vc_packets[2] = 16;
	traffic_fake_start(&f, &cfg);
	fake_sim_run(&f.sim, TRAFFIC_LONGEST_PS);
	assert_int_equal(f.sim.events, 0);
	bool complete = true;

	for (uint32_t n = 0; n < f.t.nodes; n++)
		for (uint32_t i = 0; i < cfg.packets; i++)
			complete = complete && i < f.t.node[n].made && f.t.node[n].sent[i].seen;
	assert_int_equal(complete, net_packets_inside(f.t.net) == 0);
	for (uint32_t n = 0; n < f.t.nodes; n++)
		for (unsigned i = 0; i < TRAFFIC_FIFOS; i++)
			if (f.t.node[n].pending[i])
				net_packet_free(f.t.net, n, f.t.node[n].pending[i]);
	traffic_fake_close(&f);
	return complete;
}

static void without_the_bubble_rule_the_same_traffic_stops(void **state)
{
	static const unsigned kinds[] = { TRAFFIC_DYNAMIC, TRAFFIC_DETERMINISTIC };
	(void)state;

	for (unsigned i = 0; i < 2; i++)
		for (uint64_t s = 1; s <= 3; s++) {
			assert_true(rings_come_to_an_end(kinds[i], 2, s));
			assert_false(rings_come_to_an_end(kinds[i], 1, s));
		}
	fake_pool_live = 0; /* those that stand are gone with their network */
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(everything_at_once_arrives),
		cmocka_unit_test(rings_full_of_one_channel_keep_moving),
		cmocka_unit_test(one_hot_spot_stops_nothing_for_ever),
		cmocka_unit_test(without_the_bubble_rule_the_same_traffic_stops),
	};

	traffic_take_rounds(argc, argv);
	if (argc > 3)
		only = argv[3];
	int failed = cmocka_run_group_tests_name("network traffic in three dimensions", tests,
						 NULL, NULL);

	printf("%llu packet-hops of %s\n", (unsigned long long)traffic_hops,
	       only ? only : "bgl and bgp");
	return failed;
}
