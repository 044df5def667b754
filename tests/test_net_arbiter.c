/*
 * test_net_arbiter.c - which packet gets a link that several want: packets from behind and the
 * node's own by the programmed ratio, classes in their order.  Not here: what is random.
 */
#include "net_rig.h"

#define CHANNEL(c) ((uint8_t)((c) << 5)) /* 1: deterministic, 2: priority, 3: system */

/* Keeps the nodes' injection FIFOs full of packets to node 2. */
static void run_full(struct rig *r, ps_t end_ps)
{
	struct net_packet *next[2] = { packet(r, 0, 2, 512), packet(r, 1, 2, 512) };

	while (r->sim.now_ps < end_ps) {
		for (uint32_t n = 0; n < 2; n++)
			while (net_inject(r->net, next[n], NET_INJ_AP, r->sim.now_ps) == 0)
				next[n] = packet(r, n, 2, 512);
		fake_sim_run(&r->sim, r->sim.heap[0].time_ps + 1);
	}
}

static void own_packets_get_one_grant_after_so_many_from_behind(void **state)
{
	(void)state;

	for (unsigned grants = 1; grants < 7; grants++) {
		struct net_machine m = *net_machine_bgq();

		m.through_grants = (uint8_t)grants;
		struct rig *r = rig_create_of(&m, "3x1x1x1x1", 0);
		unsigned through = 0, own = 0;

		run_full(r, 60 * PS_PER_US);
		assert_true(r->deliveries > 180);
		for (unsigned i = 20; i < r->deliveries; i++) { /* the buffer is full */
			through += r->got[i].p->src == 0;
			if (r->got[i].p->src == 0)
				continue;
			if (own++ > 0)
				assert_int_equal(through, grants);
			through = 0;
		}
		assert_true(own > 20);
		rig_destroy(r);
	}
}

static void without_a_ratio_packets_from_behind_come_first(void **state)
{
	struct rig *r = rig_create("3x1x1x1x1", 0);
	(void)state;

	run_full(r, 60 * PS_PER_US);
	assert_true(r->deliveries > 180);
	for (unsigned i = 20; i < r->deliveries; i++)
		assert_int_equal(r->got[i].p->src, 0);
	rig_destroy(r);
}

static void classes_come_in_their_order(void **state)
{
	static const uint8_t want[] = { CHANNEL(1), CHANNEL(3), CHANNEL(2), CHANNEL(1) };
	struct rig *r = rig_create("1x1x1x1x2", 1);
	(void)state;

	/* The first takes the link; the others wait for it together. */
	for (unsigned i = 0; i < 4; i++) {
		struct net_packet *p = packet(r, 0, 1, 512);

		p->header[3] = CHANNEL(i ? i : 1);
		send(r, p, NET_INJ_AM + i, i * 1000);
	}
	fake_sim_run(&r->sim, PS_NEVER);
	assert_int_equal(r->deliveries, 4);
	for (unsigned i = 0; i < 4; i++)
		assert_int_equal(r->got[i].p->header[3], want[i]);
	rig_destroy(r);
}

static void class_from_behind_does_not_outrank_a_higher_own_one(void **state)
{
	struct rig *r = rig_create("1x1x3x1x1", 0);
	struct net_packet *first = packet(r, 1, 2, 512), *behind = packet(r, 0, 2, 512);
	struct net_packet *own = packet(r, 1, 2, 512);
	(void)state;

	own->header[3] = CHANNEL(2);
	send(r, first, NET_INJ_CP, 0);
	send(r, behind, NET_INJ_CP, 0);
	send(r, own, NET_INJ_AP, 1000);
	fake_sim_run(&r->sim, PS_NEVER);
	assert_int_equal(r->deliveries, 3);
	assert_ptr_equal(r->got[0].p, first);
	assert_ptr_equal(r->got[1].p, own);
	assert_ptr_equal(r->got[2].p, behind);
	rig_destroy(r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(own_packets_get_one_grant_after_so_many_from_behind),
		cmocka_unit_test(without_a_ratio_packets_from_behind_come_first),
		cmocka_unit_test(classes_come_in_their_order),
		cmocka_unit_test(class_from_behind_does_not_outrank_a_higher_own_one),
	};

	return cmocka_run_group_tests_name("network arbiter", tests, NULL, NULL);
}
