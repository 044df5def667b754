/*
 * test_collective_time.c - collective packets over one tree: exact times, the rate of a
 * long message, and that order changes nothing.  Not here: trees that meet
 * (test_collective_trees.c), scarce room (test_collective_pressure.c).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "coll_rig.h"

/* ---- time: how far nodes are from the root of a line, to which all send at once */

static void line_takes_its_exact_time(void **state)
{
	static const uint16_t sizes[] = { 0, 32, 512 };
	(void)state;

	for (unsigned i = 0; i < 3; i++) {
		struct rig *r = rig_create("2x1x1x1x2", 1);
		ps_t tail_ps = PACKET_PS(sizes[i]) - SAVED_PS;
		/* Two links: E to the root's line, A to the root, and its way down. */
		ps_t top_ps = 2 * (HOP_PS + UP_PS);

		for (uint32_t n = 0; n < r->nodes; n++)
			contribute(r, n, 0, SUB | ALLREDUCE, 0, sizes[i]);
		run(r);
		assert_sums(r, sizes[i]);
		for (uint32_t n = 0; n < r->nodes; n++) {
			unsigned away = net_distance(&r->shape, n, 3);

			assert_int_equal(got_at(r, n)->at_ps,
					 top_ps + away * (DOWN_PS + HOP_PS) + tail_ps);
		}
		rig_destroy(r);
	}
}

/* Nothing is combined with what a leaf sends, and nothing crosses a link. */
static void lone_node_receives_its_own_after_the_packets_length(void **state)
{
	struct rig *r = rig_create("1x1x1x1x1", 1);
	(void)state;

	contribute(r, 0, 0, SUB | ALLREDUCE, 0, 32);
	run(r);
	assert_sums(r, 32);
	assert_int_equal(r->got[0].at_ps, PACKET_PS(32));
	rig_destroy(r);
}

/* Is combined with nothing, but passes the logic of each node on its way. */
static void broadcast_takes_the_time_of_its_way_up_and_down(void **state)
{
	struct rig *r = rig_create("2x1x1x1x2", 1);
	(void)state;

	send(r, packet(r, 0, 0, SUB | BROADCAST, 0, 32)); /* two links from the root, 3 */
	run(r);
	for (uint32_t n = 0; n < r->nodes; n++)
		assert_int_equal(got_at(r, n)->at_ps,
				 2 * (HOP_PS + UP_PS) + PACKET_PS(32) - SAVED_PS +
				 net_distance(&r->shape, n, 3) * (DOWN_PS + HOP_PS));
	rig_destroy(r);
}

static void long_message_takes_the_logics_time_and_a_link_each_packet(void **state)
{
	const unsigned packets = 40;
	struct rig *r = rig_create("2x2x2x2x2", 1);
	ps_t last_ps[32] = { 0 };
	uint32_t next[32] = { 0 };
	(void)state;

	for (uint32_t n = 0; n < r->nodes; n++)
		for (uint32_t i = 0; i < packets; i++)
			contribute(r, n, 0, SUB | ALLREDUCE, i, 512);
	run(r);
	assert_int_equal(r->gots, packets * r->nodes);
	/* All but each node's first two, which find room, and the first of those that do not:
	 * inner nodes wait for other nodes then. */
	assert_true(r->foreseen >= (packets - 3) * r->nodes);
	assert_true(r->sure >= (packets - 3) * r->nodes);
	for (uint32_t i = 0; i < r->gots; i++) {
		const struct got *g = &r->got[i];

		assert_int_equal(g->number, next[g->node]++);
		for (unsigned w = 0; w < 64; w++)
			assert_int_equal(g->word[w], sum_of_shares(r, 0, g->number, w));
		if (g->number)
			assert_int_equal(g->at_ps - last_ps[g->node], PACKET_PS(512) + UP_PS);
		last_ps[g->node] = g->at_ps;
	}
	rig_destroy(r);
}

/* ---- order */

/* Values whose sum depends on how it is formed: the tree alone says how. */
static uint64_t sum_when(unsigned seed)
{
	static const double value[] = { 1e300, 1, -1e300, 1e-300, 3e16, 7, -3e16, 0.1 };
	struct rig *r = rig_create("2x2x2x2x2", 1);
	uint64_t result;

	for (uint32_t i = 0; i < 32; i++) {
		uint32_t n = (i * 13 + seed * 7) % 32; /* 13 and 32 share no factor */
		struct net_packet *p = packet(r, n, 0, SUB | ALLREDUCE, 0xc1, 32);

		words(p)[0] = bits_of(value[n % 8] * (1 + n));
		send(r, p);
		fake_sim_run(&r->sim, r->sim.now_ps + seed * 7919);
	}
	run(r);
	assert_int_equal(r->gots, 32);
	result = r->got[0].word[0];
	for (unsigned i = 1; i < 32; i++)
		assert_int_equal(r->got[i].word[0], result);
	rig_destroy(r);
	return result;
}

static void results_do_not_depend_on_the_order_of_arrival(void **state)
{
	uint64_t first = sum_when(0);
	(void)state;

	for (unsigned seed = 1; seed < 40; seed++)
		assert_int_equal(sum_when(seed), first);
}

/* No node waits for results: eight messages are on their way. */
static void messages_come_in_the_order_in_which_they_were_sent(void **state)
{
	struct rig *r = rig_create("3x2x1x2x1", 0);
	uint32_t next[12] = { 0 };
	(void)state;

	for (uint32_t n = 0; n < r->nodes; n++) {
		for (uint32_t i = 0; i < 8; i++)
			contribute(r, n, 0, WORLD | ALLREDUCE, i, i % 3 ? 32 : 512);
		fake_sim_run(&r->sim, r->sim.now_ps + 100000);
	}
	run(r);
	assert_int_equal(r->gots, 8 * r->nodes);
	for (uint32_t i = 0; i < r->gots; i++) {
		const struct got *g = &r->got[i];

		assert_int_equal(g->number, next[g->node]++);
		assert_int_equal(g->bytes, g->number % 3 ? 32 : 512);
		assert_int_equal(g->word[3], sum_of_shares(r, 0, g->number, 3));
	}
	rig_destroy(r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(line_takes_its_exact_time),
		cmocka_unit_test(lone_node_receives_its_own_after_the_packets_length),
		cmocka_unit_test(broadcast_takes_the_time_of_its_way_up_and_down),
		cmocka_unit_test(long_message_takes_the_logics_time_and_a_link_each_packet),
		cmocka_unit_test(results_do_not_depend_on_the_order_of_arrival),
		cmocka_unit_test(messages_come_in_the_order_in_which_they_were_sent),
	};

	return cmocka_run_group_tests_name("time of collectives", tests, NULL, NULL);
}
