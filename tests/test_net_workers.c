/*
 * test_net_workers.c - contended traffic is the same to the bit, every delivery and
 * every counter, on the real engine with 1, 2, 3 and 4 workers, whose blocks of nodes
 * end anywhere, and on a queue of one thread that gives notes early, late or both.
 * Not here: whether it is right (test_net_traffic.c).
 *
 * Usage: test_net_workers [ROUNDS [SEED]]
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "emu/core/engine/engine.h"
#include "emu/core/engine/thread.h"
#include "emu/core/engine/watch.h"
#include "traffic_fake.h"

#define WORKERS_MAX 4
#define STACK_BYTES  65536u

static unsigned rounds = 1;
static uint64_t seed = 1;

/* Returns a digest of all deliveries, and of the counters of all links at the end. */
static uint64_t digest_of(struct traffic *t)
{
	uint64_t digest = traffic_digest(t);

	assert_true(traffic_complete(t));
	for (uint32_t i = 0; i < t->nodes * NET_LINKS; i++) {
		struct net_sender_counters s;
		struct net_receiver_counters r;

		net_sender_count(t->net, i / NET_LINKS, i % NET_LINKS, &s);
		net_receiver_count(t->net, i / NET_LINKS, i % NET_LINKS, TRAFFIC_LONGEST_PS, &r);
		digest = traffic_mix(digest, s.busy_ps);
		digest = traffic_mix(digest, s.sent[NET_SENT_DYNAMIC]);
		digest = traffic_mix(digest, s.sent[NET_SENT_DETERMINISTIC]);
		digest = traffic_mix(digest, s.sent[NET_SENT_PRIORITY]);
		digest = traffic_mix(digest, s.sent[NET_SENT_SYSTEM]);
		digest = traffic_mix(digest, net_received_packets(&r));
		digest = traffic_mix(digest, r.waiting_ps[0] + r.waiting_ps[1]);
	}
	return digest;
}

static uint64_t run_in_one_queue(const struct traffic_config *cfg, enum fake_notes notes)
{
	struct traffic_fake f;

	traffic_fake_start(&f, cfg);
	f.sim.notes = notes;
	traffic_fake_finish(&f);
	uint64_t digest = digest_of(&f.t);

	traffic_fake_close(&f);
	return digest;
}

/* ---- the real engine: it runs as long as a thread does */

static struct thread sleeper;
static _Alignas(4096) uint8_t sleeper_stack[STACK_BYTES];

static void sleep_to_the_end(void *arg)
{
	(void)arg;
	thread_park(WAIT_SLEEP, NULL, 0, TRAFFIC_LONGEST_PS);
	thread_exit();
}

static void boot(void *ctx, unsigned w, uint32_t first, uint32_t last)
{
	struct traffic *t = ctx;

	for (uint32_t n = first; n < last; n++)
		traffic_begin(t, n);
	if (w == 0)
		thread_start(&sleeper, 0, sleeper_stack + STACK_BYTES, sleep_to_the_end, NULL, 0);
}

static uint64_t run_on_workers(const struct traffic_config *cfg, unsigned workers)
{
	struct traffic t;
	struct net_shape shape;

	assert_int_equal(net_shape_parse(cfg->shape, &shape), 0);
	struct engine_config ec = { .nodes = net_shape_nodes(&shape), .workers = workers,
				    .lookahead_ps = net_lookahead_ps(&cfg->machine),
				    .untimed = cfg->machine.untimed, .boot = boot, .ctx = &t };
	struct engine *e = engine_create(&ec);

	assert_non_null(e);
	assert_int_equal(traffic_open(&t, cfg, engine_sim(e)), 0);
	assert_int_equal(net_set_pools(t.net, workers, engine_sim(e)->owner), 0);
	sleeper = (struct thread){ 0 };
	assert_int_equal(engine_run(e), 0);
	uint64_t digest = digest_of(&t);

	traffic_close(&t);
	engine_destroy(e);
	return digest;
}

/* ---- places and machines */

static const struct {
	const char *shape;
	unsigned torus;
} places[] = {
	{ "5x3x1x1x2", 0x1f }, /* blocks end inside lines of every dimension */
	{ "3x3x3x1x1", 0x1f }, { "8x1x1x1x1", 0x1f }, { "1x5x1x4x1", 0x08 },
	{ "2x2x2x2x2", 0x1f }, { "7x1x3x1x1", 0x00 },
};

static void same_everywhere(const struct net_machine *m, unsigned pause_ns, unsigned stall_ns)
{
	struct traffic_config cfg = { .machine = *m, .packets = 200, .burst = 14,
				      .pause_ns = pause_ns, .kinds = TRAFFIC_ALL, .hot = 20,
				      .hinted = 100, .stall = 20, .stall_ns = stall_ns };

	cfg.machine.vc_packets[0] = 3;
	cfg.machine.vc_packets[1] = 2;
	cfg.machine.vc_packets[2] = 2;
	for (unsigned i = 0; i < rounds * (sizeof places / sizeof *places); i++) {
		cfg.shape = places[i / rounds].shape;
		cfg.torus = places[i / rounds].torus;
		cfg.seed = seed + i;
		cfg.machine.longest_of_256 = (uint8_t)(i % 3 * 100);
		cfg.machine.through_grants = (uint8_t)(i % 4);
		uint64_t one = run_in_one_queue(&cfg, FAKE_NOTES_EARLY);

		assert_int_equal(run_in_one_queue(&cfg, FAKE_NOTES_LATE), one);
		assert_int_equal(run_in_one_queue(&cfg, FAKE_NOTES_MIXED), one);
		for (unsigned w = 1; w <= WORKERS_MAX; w++)
			assert_int_equal(run_on_workers(&cfg, w), one);
		cfg.seed++;
		assert_int_not_equal(run_in_one_queue(&cfg, FAKE_NOTES_EARLY), one);
	}
}

static void traffic_is_the_same_for_any_workers(void **state)
{
	(void)state;
	same_everywhere(net_machine_bgq(), 1000, 2000);
}

/* Nothing costs time but a hop: nearly everything happens at one of few moments. */
static void untimed_traffic_is_the_same_for_any_workers(void **state)
{
	(void)state;
	same_everywhere(net_machine_untimed(), 20, 50);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(traffic_is_the_same_for_any_workers),
		cmocka_unit_test(untimed_traffic_is_the_same_for_any_workers),
	};

	if (argc > 1)
		rounds = (unsigned)strtoul(argv[1], NULL, 0);
	if (argc > 2)
		seed = strtoull(argv[2], NULL, 0);
	return cmocka_run_group_tests_name("network workers", tests, NULL, NULL);
}
