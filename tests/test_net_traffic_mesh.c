/*
 * test_net_traffic_mesh.c - the mesh whose packets know their way (net/kind_mesh.h) under the
 * traffic of test_net_traffic.c: requests and responses of all sizes through smallest legal buffers
 * and one lane, whole and round failed links.  Nothing stops, is lost, doubled or bent, all tokens
 * and copies come back, and the packets of a pair and channel keep their order.  SAND2003-2954:
 * "will not have deadlock-enabling" turns (l. 397).  And that this is the turns' doing: with words
 * that turn the wrong way round a square the same buffers stop.
 * Not here: exact times (test_net_mesh.c), routes of the whole machine.
 *
 * Usage: test_net_traffic_mesh [ROUNDS [SEED]]   one round, or three with LONG=1
 */
#define NET_ROUTER_MESH
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "net/kind_names.h"
#include "net/machine/machines.h"
#include "traffic_places.h"


/* The smallest legal buffers, or a little more; copies for two hops are kept or not. */
static struct net_machine small_machine(uint64_t s)
{
	struct net_machine m = *net_machine_snl();
	struct traffic_node n = { .random = traffic_mix(s, 99) | 1 };

	m.vc_packets[1] = (uint8_t)(2 + traffic_random(&n, 2) * traffic_random(&n, 5));
	m.vc_packets[2] = (uint8_t)(2 + traffic_random(&n, 2) * traffic_random(&n, 5));
	m.recovery_packets = (uint8_t)(traffic_random(&n, 3) * 8);
	m.lanes = (uint8_t)(1 + traffic_random(&n, 3));
	m.injfifo_packets = (uint8_t)(1 + traffic_random(&n, 2));
	m.recfifo_packets = (uint8_t)(1 + traffic_random(&n, 3));
	return m;
}

static const struct traffic_place places[] = {
	{ "8x1x1", 0, 0 }, { "1x5x4", 0, 0 }, { "3x3x2", 0, 0 }, { "4x4x4", 0, 0 },
	{ "5x4x2", 0, 0 }, { "4x4x4", 0, 3 }, { "5x5x3", 0, 4 }, { "6x3x4", 0, 2 },
};

static void all_places(struct traffic_config *cfg)
{
	traffic_run_places(cfg, places, sizeof places / sizeof *places, small_machine);
}

static void requests_and_responses_arrive(void **state)
{
	struct traffic_config cfg = { .packets = 300, .burst = 12, .pause_ns = 2, .kinds = 1,
				      .hot = 10, .stall = 20, .stall_ns = 20 };
	(void)state;

	all_places(&cfg);
}

static void one_hot_spot_stops_nothing_for_ever(void **state)
{
	struct traffic_config cfg = { .packets = 200, .burst = 8, .pause_ns = 1, .kinds = 1,
				      .hot = 200, .stall = 60, .stall_ns = 50 };
	(void)state;

	all_places(&cfg);
}

/* Whether packets to the opposite corners of a square come to their end. */
static bool a_square_comes_to_its_end(bool clockwise)
{
	struct traffic_config cfg = { .shape = "2x2x1", .packets = 300, .burst = 8, .pause_ns = 1,
				      .kinds = 1, .seed = seed, .clockwise = clockwise,
				      .machine = *net_machine_snl() };
	struct traffic_fake f;

	cfg.machine.vc_packets[1] = cfg.machine.vc_packets[2] = 2;
	traffic_fake_start(&f, &cfg);
	fake_sim_run(&f.sim, TRAFFIC_LONGEST_PS);
	assert_int_equal(f.sim.events, 0);
	bool complete = net_packets_inside(f.t.net) == 0;

	for (uint32_t n = 0; n < f.t.nodes; n++) {
		for (unsigned i = 0; i < TRAFFIC_FIFOS; i++)
			if (f.t.node[n].pending[i])
				net_packet_free(f.t.net, n, f.t.node[n].pending[i]);
		for (uint32_t i = 0; i < cfg.packets && complete; i++)
			complete = i < f.t.node[n].made && f.t.node[n].sent[i].seen;
	}
	traffic_fake_close(&f);
	return complete;
}

static void with_turns_in_a_cycle_the_same_buffers_stop(void **state)
{
	(void)state;
	assert_true(a_square_comes_to_its_end(false));
	assert_false(a_square_comes_to_its_end(true));
	fake_pool_live = 0; /* those that stand are gone with their network */
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(requests_and_responses_arrive),
		cmocka_unit_test(one_hot_spot_stops_nothing_for_ever),
		cmocka_unit_test(with_turns_in_a_cycle_the_same_buffers_stop),
	};

	traffic_take_rounds(argc, argv);
	int failed = cmocka_run_group_tests_name("network traffic on a mesh", tests, NULL, NULL);

	printf("%llu packet-hops of snl\n", (unsigned long long)traffic_hops);
	return failed;
}
