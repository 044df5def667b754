/*
 * traffic_fake.h - traffic.h on the queue of one thread (fake_sim.h), from the first
 * packet to the last.
 */
#ifndef BGQ_TESTS_TRAFFIC_FAKE_H
#define BGQ_TESTS_TRAFFIC_FAKE_H

#include "fake_sim.h"
#include "traffic.h"

#define TRAFFIC_LONGEST_PS PS_PER_S /* far beyond what any test takes */

struct traffic_fake {
	struct fake_sim sim; /* first: sim->post finds all this */
	struct traffic t;
};

static inline void traffic_fake_start(struct traffic_fake *f, const struct traffic_config *cfg)
{
	struct net_shape shape;

	assert_int_equal(net_shape_parse_dims(cfg->shape, cfg->machine.dims, NET_SIZE_MAX, &shape),
			 0);
	fake_sim_init(&f->sim, net_shape_nodes(&shape), net_lookahead_ps(&cfg->machine));
	assert_int_equal(traffic_open(&f->t, cfg, &f->sim.sim), 0);
	for (uint32_t n = 0; n < f->t.nodes; n++)
		traffic_begin(&f->t, n);
}

/* The test fails if it does not come to an end, or anything is not as it should be. */
static inline void traffic_fake_finish(struct traffic_fake *f)
{
	fake_sim_run(&f->sim, TRAFFIC_LONGEST_PS);
	assert_int_equal(f->sim.events, 0);
	assert_true(traffic_complete(&f->t));
}

static inline void traffic_fake_close(struct traffic_fake *f)
{
	traffic_close(&f->t);
	fake_sim_cleanup(&f->sim);
}

#endif
