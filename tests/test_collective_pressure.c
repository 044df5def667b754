/*
 * test_collective_pressure.c - collective packets where room is scarce: the smallest
 * buffers, receivers that take nothing for long, links full of other packets, trees
 * that cross.  Nothing is lost, changed or stuck.  Not here: times, routes
 * that are wrong (test_collective_faults.c).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include <cmocka.h>

#include "coll_rig.h"
#include "rect_routes.h"

static uint64_t sums[COLL_CLASSES][64], members[COLL_CLASSES][64];
static uint32_t next[COLL_CLASSES][64];

static void look_at_sum(struct rig *r, const struct got *g)
{
	(void)r;
	assert_int_equal(g->number, next[g->cls][g->node]++);
	for (unsigned w = 0; w < g->bytes / 8u; w++)
		assert_int_equal(g->word[w], sums[g->cls][g->node] +
				 members[g->cls][g->node] * share(0, g->cls, g->number, w));
}

static void rectangles(struct rig *r, unsigned cls, unsigned set)
{
	route_rectangles(r, cls, set);
	r->look = look_at_sum;
	r->keep = false;
	for (uint32_t n = 0; n < r->nodes; n++) {
		sums[cls][n] = members[cls][n] = next[cls][n] = 0;
		for (uint32_t m = 0; m < r->nodes; m++)
			if (together(r, n, m, set)) {
				sums[cls][n] += m;
				members[cls][n]++;
			}
	}
}

static struct net_machine small(unsigned coll, unsigned inj, unsigned rec)
{
	struct net_machine m = *net_machine_bgq();

	m.coll_packets = (uint8_t)coll;
	m.injfifo_packets = (uint8_t)inj;
	m.recfifo_packets = (uint8_t)rec;
	return m;
}

/* Sixteen classes whose trees share links and nodes; nodes begin one after the other,
 * and all send in the same order. */
static void sixteen_classes(const struct net_machine *m, unsigned packets)
{
	struct rig *r = rig_create_as("3x2x2x2x2", 1, m);

	for (unsigned cls = 0; cls < COLL_CLASSES; cls++)
		rectangles(r, cls, cls * 2 + 1);
	for (uint32_t i = 0; i < r->nodes; i++) {
		uint32_t n = i * 19 % r->nodes;

		for (unsigned cls = 0; cls < COLL_CLASSES; cls++)
			for (uint32_t k = 0; k < packets; k++)
				contribute(r, n, cls, (cls & 1 ? SUB : WORLD) | ALLREDUCE, k,
					   (k + n / r->nodes) % 2 ? 32 : 512);
		fake_sim_run(&r->sim, r->sim.now_ps + i % 3 * PS_PER_US);
	}
	run(r);
	assert_int_equal(r->gots, packets * COLL_CLASSES * r->nodes);
	rig_destroy(r);
}

static void smallest_buffers_pass_all_on(void **state)
{
	(void)state;

	for (unsigned i = 0; i < 8; i++) {
		struct net_machine m = small(i & 1 ? 1 : 2, i & 2 ? 1 : 2, i & 4 ? 1 : 4);

		sixteen_classes(&m, 7);
	}
}

static void the_machines_buffers_pass_all_on(void **state)
{
	(void)state;

	sixteen_classes(net_machine_bgq(), 20);
}

static void without_a_clock_too(void **state)
{
	(void)state;

	sixteen_classes(net_machine_untimed(), 7);
}

/* Two communicators that do not block may have messages in any order. */
static void short_messages_of_two_classes_may_come_in_any_order(void **state)
{
	struct rig *r = rig_create("2x2x2x2x2", 1);
	(void)state;

	rectangles(r, 1, 31);
	rectangles(r, 2, 31);
	for (uint32_t n = 0; n < r->nodes; n++) {
		contribute(r, n, n % 3 ? 1 : 2, SUB | ALLREDUCE, 0, 512);
		contribute(r, n, n % 3 ? 2 : 1, SUB | ALLREDUCE, 0, 512);
	}
	run(r);
	assert_int_equal(r->gots, 2 * r->nodes);
	rig_destroy(r);
}

/* 0 - 1 - 2 - 3, and 0 has no part in class 2, which the others send in after class 1.
 * So 1 could fill the buffer at 2 with packets that wait for 3's, which are behind those
 * that wait for 0's. */
static void class_that_overtakes_leaves_a_place_to_the_one_before_it(void **state)
{
	(void)state;

	for (unsigned places = 1; places <= 4; places++) {
		const struct net_machine m = small(places, 8, 4);
		struct rig *r = rig_create_as("4x1x1x1x1", 0, &m);

		route(r, 1, 0, LOCAL, AP);
		route(r, 2, 1, LOCAL, AP);
		route(r, 1, 1, LOCAL | AM, AP);
		for (unsigned cls = 1; cls <= 2; cls++) {
			route(r, cls, 2, LOCAL | AM | AP, 0);
			route(r, cls, 3, LOCAL, AM);
		}
		for (uint32_t n = 1; n < 4; n++)
			for (unsigned cls = 1; cls <= 2; cls++)
				for (uint32_t k = 0; k < 6; k++)
					contribute(r, n, cls, SUB | ALLREDUCE, k, 512);
		run(r);
		assert_int_equal(r->gots, 0);
		for (uint32_t k = 0; k < 6; k++)
			contribute(r, 0, 1, SUB | ALLREDUCE, k, 512);
		run(r);
		assert_int_equal(r->gots, 6 * (4 + 3));
		rig_destroy(r);
	}
}

/* ---- receivers that take nothing */

static void receiver_without_room_stops_all_and_loses_nothing(void **state)
{
	const unsigned packets = 60;
	struct rig *r = rig_create("2x2x1x1x2", 1);
	(void)state;

	rectangles(r, 0, 31);
	for (uint32_t slow = 0; slow < r->nodes; slow++) {
		memset(next, 0, sizeof next);
		r->gots = 0;
		r->room[slow] = 3;
		for (uint32_t n = 0; n < r->nodes; n++)
			for (uint32_t k = 0; k < packets; k++)
				contribute(r, n, 0, SUB | ALLREDUCE, k, 512);
		run(r);
		/* Packets sent so far fit into reception FIFO and buffers between there and a
		 * node. */
		for (uint32_t n = 0; n < r->nodes; n++)
			assert_in_range(next[0][n], 3, 30);
		assert_int_equal(next[0][slow], 3);
		while (next[0][slow] < packets) {
			r->room[slow] = 1;
			net_reception_resume(r->net, slow, NET_REC_COLL_USER, r->sim.now_ps);
			run(r);
		}
		r->room[slow] = UINT32_MAX;
		assert_int_equal(r->gots, packets * r->nodes);
		assert_drained(r);
	}
	rig_destroy(r);
}

/* ---- trees that cross */

/* Each of two nodes spreads packets to the other, on its own channel. */
static void crossing_broadcasts_on_two_channels_do_not_stop_each_other(void **state)
{
	const struct net_machine m = small(1, 1, 1);
	struct rig *r = rig_create_as("2x1x1x1x1", 0, &m);
	(void)state;

	route(r, 1, 0, LOCAL | AP, 0);
	route(r, 1, 1, LOCAL, AM);
	route(r, 2, 1, LOCAL | AM, 0);
	route(r, 2, 0, LOCAL, AP);
	for (unsigned i = 0; i < 50; i++) {
		send(r, packet(r, 0, 1, WORLD | BROADCAST, 0, 512));
		send(r, packet(r, 1, 2, SUB | BROADCAST, 0, 512));
	}
	run(r);
	assert_int_equal(r->gots, 200);
	rig_destroy(r);
}

/* ---- other traffic */

static void flood(struct rig *r, unsigned packets)
{
	for (uint32_t n = 0; n < r->nodes; n++)
		for (unsigned i = 0; i < packets; i++)
			for (unsigned f = NET_INJ_AM; f <= NET_INJ_EP; f++) {
				struct net_packet *p = packet(r, n, 0, 0, 0, 512);

				memset(p->header, 0, sizeof p->header);
				p->header[2] = f & 1 ? 4 : 0; /* dynamic */
				p->dst = (n + 1 + (n * 7 + i * 10 + f) % (r->nodes - 1)) % r->nodes;
				send_by(r, p, f);
			}
}

static void other_traffic_changes_no_result_and_loses_nothing(void **state)
{
	struct rig *r = rig_create("3x2x2x2x2", 1);
	(void)state;

	flood(r, 30);
	for (unsigned cls = 0; cls < 4; cls++)
		rectangles(r, cls, 16 >> cls | 15);
	for (uint32_t n = 0; n < r->nodes; n++)
		for (unsigned cls = 0; cls < 4; cls++)
			for (uint32_t k = 0; k < 20; k++)
				contribute(r, n, cls, (cls & 1 ? SUB : WORLD) | ALLREDUCE, k, 512);
	run(r);
	assert_int_equal(r->gots, 4 * 20 * r->nodes);
	assert_int_equal(r->others, 30 * 10 * r->nodes);
	rig_destroy(r);
}

/* At every link a collective packet waits for the one that is on it, if any. */
static void collectives_go_first(void **state)
{
	struct rig *r = rig_create("2x2x2x2x2", 1);
	ps_t start_ps = 20 * PS_PER_US;
	const ps_t wait_ps = PACKET_PS(512) + 2 * NET_CYCLE_PS;
	(void)state;

	flood(r, 100);
	fake_sim_run(&r->sim, start_ps);
	for (uint32_t n = 0; n < r->nodes; n++)
		contribute(r, n, 0, SUB | ALLREDUCE, 0, 32);
	run(r);
	assert_int_equal(r->gots, r->nodes);
	for (uint32_t i = 0; i < r->gots; i++)
		assert_in_range(r->got[i].at_ps - start_ps, 5 * (HOP_PS + UP_PS),
				5 * (HOP_PS + UP_PS) + 5 * (HOP_PS + DOWN_PS) +
				10 * wait_ps + PACKET_PS(32));
	assert_true(r->sim.now_ps > start_ps + 20 * PS_PER_US); /* the flood went on */
	assert_int_equal(r->others, 100 * 10 * r->nodes);
	rig_destroy(r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(smallest_buffers_pass_all_on),
		cmocka_unit_test(the_machines_buffers_pass_all_on),
		cmocka_unit_test(without_a_clock_too),
		cmocka_unit_test(short_messages_of_two_classes_may_come_in_any_order),
		cmocka_unit_test(class_that_overtakes_leaves_a_place_to_the_one_before_it),
		cmocka_unit_test(receiver_without_room_stops_all_and_loses_nothing),
		cmocka_unit_test(crossing_broadcasts_on_two_channels_do_not_stop_each_other),
		cmocka_unit_test(other_traffic_changes_no_result_and_loses_nothing),
		cmocka_unit_test(collectives_go_first),
	};

	return cmocka_run_group_tests_name("collectives under pressure", tests, NULL, NULL);
}
