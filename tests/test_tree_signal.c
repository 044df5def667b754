/*
 * test_tree_signal.c - global interrupts of Blue Gene/L and /P: US 7,761,687, l. 72: "global
 * logical AND or OR functionality"; l. 312.  Sticky bits as in github.com/IBM/BlueMatter, BonB.
 * Leaves out: Blue Gene/Q's global interrupts (test_gi.c), and what both cost beside measurements
 * (make paper-machines).
 */
#include "tree_rig.h"
#include "coll/tree/signal.h"

struct signals {
	struct fake_sim sim;
	struct net_shape shape;
	struct signal_network *g;
	uint32_t nodes, raised;
	ps_t last_ps;
};

static void changed(void *ctx, uint32_t node, unsigned channel, bool value, ps_t now_ps)
{
	struct signals *s = ctx;

	(void)node, (void)channel;
	s->raised += value ? 1u : ~0u;
	s->last_ps = now_ps;
}

static struct signals *create(const struct net_machine *m, const char *shape)
{
	struct signals *s = calloc(1, sizeof *s);

	assert_non_null(s);
	assert_int_equal(net_shape_parse_dims(shape, 3, NET_SIZE_MOST, &s->shape), 0);
	s->nodes = net_shape_nodes(&s->shape);
	fake_sim_init(&s->sim, s->nodes, signal_lookahead_ps(m));
	s->g = signal_network_create(m, &s->shape, &s->sim.sim, 1, NULL);
	assert_non_null(s->g);
	signal_network_set_changed(s->g, changed, s);
	return s;
}

static void destroy(struct signals *s)
{
	signal_network_destroy(s->g);
	fake_sim_cleanup(&s->sim);
	free(s);
}

static void run(struct signals *s)
{
	fake_sim_run(&s->sim, PS_NEVER);
}

/* bgp, l. 72: "global barrier operations AND", "all nodes in the partition have arrived". */
static void a_barrier_ends_when_the_last_node_has_come(void **state)
{
	struct signals *s = create(net_machine_bgp(), "8x8x8");

	(void)state;
	for (uint32_t n = 0; n < s->nodes; n++)
		if (n != 300)
			signal_drive(s->g, n, 0, true, 0);
	run(s);
	assert_int_equal(s->raised, 0);
	s->sim.now_ps += 5 * PS_PER_US;
	ps_t came_ps = s->sim.now_ps;

	signal_drive(s->g, 300, 0, true, came_ps);
	run(s);
	assert_int_equal(s->raised, s->nodes);
	for (uint32_t n = 0; n < s->nodes; n++)
		assert_true(signal_value(s->g, n, 0));
	/* Up from the deepest nodes at most, and down to them. */
	assert_true(s->last_ps - came_ps <= 2 * 10 * (ps_t)net_machine_bgp()->signal_hop_ps);
	destroy(s);
}

/* bgp, l. 72: "global notification OR", "any node in the partition". */
static void a_notification_by_one_node_reaches_all(void **state)
{
	struct signals *s = create(net_machine_bgp(), "4x4x4");

	(void)state;
	signal_network_set_or(s->g, 2);
	signal_drive(s->g, 63, 2, true, 0);
	run(s);
	assert_int_equal(s->raised, s->nodes);
	signal_drive(s->g, 63, 2, false, s->sim.now_ps);
	run(s);
	assert_int_equal(s->raised, 0);
	destroy(s);
}

/* BonB: sticky AND: the bit stays until the channel is armed again; channels are apart. */
static void a_sticky_bit_stays_and_channels_are_apart(void **state)
{
	struct signals *s = create(net_machine_bgl(), "4x4x2");

	(void)state;
	for (unsigned round = 0; round < 3; round++) {
		for (uint32_t n = 0; n < s->nodes; n++)
			signal_arm(s->g, n, 3);
		for (uint32_t n = 0; n < s->nodes; n++) {
			assert_false(signal_sticky(s->g, n, 3));
			signal_drive(s->g, n, 3, true, s->sim.now_ps);
		}
		run(s);
		for (uint32_t n = 0; n < s->nodes; n++)
			signal_drive(s->g, n, 3, false, s->sim.now_ps);
		run(s);
		for (uint32_t n = 0; n < s->nodes; n++) {
			assert_true(signal_sticky(s->g, n, 3));
			assert_false(signal_value(s->g, n, 3));
			assert_false(signal_sticky(s->g, n, 0));
		}
	}
	destroy(s);
}

/* A node that raises and lowers its bit at one time leaves it low everywhere. */
static void changes_of_one_time_keep_their_order(void **state)
{
	struct signals *s = create(net_machine_bgl(), "4x4x2");

	(void)state;
	signal_network_set_or(s->g, 1);
	signal_drive(s->g, 31, 1, true, 0);
	signal_drive(s->g, 31, 1, false, 0);
	run(s);
	for (uint32_t n = 0; n < s->nodes; n++)
		assert_false(signal_value(s->g, n, 1));
	destroy(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_barrier_ends_when_the_last_node_has_come),
		cmocka_unit_test(a_notification_by_one_node_reaches_all),
		cmocka_unit_test(a_sticky_bit_stays_and_channels_are_apart),
		cmocka_unit_test(changes_of_one_time_keep_their_order),
	};

	return cmocka_run_group_tests_name("tree_signal", tests, NULL, NULL);
}
