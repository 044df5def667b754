/*
 * traffic_places.h - the traffic of traffic.h on one network after another, each to its end: rounds
 * over a test's shapes, every run with a seed and a machine of its own.  The test has a function
 * that returns the machine of a seed, and passes its command line's [ROUNDS [SEED]] on.
 */
#ifndef BGQ_TESTS_TRAFFIC_PLACES_H
#define BGQ_TESTS_TRAFFIC_PLACES_H

#include "fake_pool.h"
#include "traffic_fake.h"
#include "traffic_idle.h"

struct traffic_place {
	const char *shape;
	unsigned torus;    /* bit d */
	unsigned failures; /* links of a mesh whose packets know their way */
};

static unsigned rounds = 1;
static uint64_t seed = 1;
static uint64_t traffic_hops; /* of packets, of all runs */

static inline void traffic_count_hops(const struct traffic *t)
{
	for (uint32_t n = 0; n < t->nodes; n++)
		for (unsigned l = 0; l < ROUTER_LINKS; l++)
			for (unsigned i = 0; i < NET_SENT_CLASSES; i++)
				traffic_hops += net_sent_packets(&t->net->node[n].send[l].count, i);
}

static inline void traffic_run(const struct traffic_config *cfg)
{
	struct traffic_fake f;

	traffic_fake_start(&f, cfg);
	traffic_fake_finish(&f);
	traffic_check_idle(&f.t);
	traffic_count_hops(&f.t);
	assert_int_equal(f.t.mistakes, 0);
	assert_int_equal(fake_pool_live, 0);
	traffic_fake_close(&f);
}

static inline void traffic_run_places(struct traffic_config *cfg,
				      const struct traffic_place *place, size_t places,
				      struct net_machine (*machine)(uint64_t seed))
{
	for (unsigned round = 0; round < rounds; round++)
		for (size_t i = 0; i < places; i++) {
			cfg->seed = seed + round * 1000 + i;
			cfg->shape = place[i].shape;
			cfg->torus = place[i].torus;
			cfg->failures = place[i].failures;
			cfg->machine = machine(cfg->seed);
			traffic_run(cfg);
		}
}

static inline void traffic_take_rounds(int argc, char **argv)
{
	if (getenv("LONG"))
		rounds = 3;
	if (argc > 1)
		rounds = (unsigned)strtoul(argv[1], NULL, 0);
	if (argc > 2)
		seed = strtoull(argv[2], NULL, 0);
}

#endif
