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
#include "fake_pool.h"
#include "traffic_fake.h"
#include "traffic_idle.h"

static unsigned rounds = 1;
static uint64_t seed = 1;
static uint64_t hops;

static void run(const struct traffic_config *cfg)
{
	struct traffic_fake f;

	traffic_fake_start(&f, cfg);
	traffic_fake_finish(&f);
	traffic_check_idle(&f.t);
	for (uint32_t n = 0; n < f.t.nodes; n++)
		for (unsigned l = 0; l < ROUTER_LINKS; l++)
			for (unsigned i = 0; i < NET_SENT_CLASSES; i++)
				hops += net_sent_packets(&f.t.net->node[n].send[l].count, i);
	assert_int_equal(f.t.mistakes, 0);
	assert_int_equal(fake_pool_live, 0);
	traffic_fake_close(&f);
}

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

static const struct {
	const char *shape;
	unsigned failures;
} places[] = {
	{ "8x1x1", 0 }, { "1x5x4", 0 }, { "3x3x2", 0 }, { "4x4x4", 0 }, { "5x4x2", 0 },
	{ "4x4x4", 3 }, { "5x5x3", 4 }, { "6x3x4", 2 },
};

static void all_places(struct traffic_config *cfg)
{
	for (unsigned round = 0; round < rounds; round++)
		for (unsigned i = 0; i < sizeof places / sizeof *places; i++) {
			cfg->seed = seed + round * 1000 + i;
			cfg->shape = places[i].shape;
			cfg->failures = places[i].failures;
			cfg->machine = small_machine(cfg->seed);
			run(cfg);
		}
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

	if (getenv("LONG"))
		rounds = 3;
	if (argc > 1)
		rounds = (unsigned)strtoul(argv[1], NULL, 0);
	if (argc > 2)
		seed = strtoull(argv[2], NULL, 0);
	int failed = cmocka_run_group_tests_name("network traffic on a mesh", tests, NULL, NULL);

	printf("%llu packet-hops of snl\n", (unsigned long long)hops);
	return failed;
}
