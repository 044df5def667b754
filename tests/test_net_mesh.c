/*
 * test_net_mesh.c - the mesh whose packets know their way (SAND2003-2954): the first word, exact
 * times of a hop and of a turn, lanes, turns that are not allowed, requests and responses, copies
 * for two hops; and routes round whatever single link or chip has failed.  Leaves out loads of all
 * nodes, and bgq-net's own part (test_machines.sh, test_claims.sh).
 *
 * Sentences of the report stand beside what checks them, with the line of the seed's text.
 */
#define NET_ROUTER_MESH
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "net/kind_names.h"
#include "net/internal.h"
#include "net/machine/machines.h"
#include "net/mesh/detour.h"
#include "net_rig.h"

enum { XM, XP, YM, YP, ZM, ZP };
#define HOP_PS (545 + 100 + 100) /* wire, phase, decision */

static struct net_machine machine;

static struct rig *start(const char *shape)
{
	machine = *net_machine_snl();
	return rig_create_of(&machine, shape, 0);
}

static uint32_t xyz(const struct rig *r, uint8_t x, uint8_t y, uint8_t z)
{
	return net_node_of(&r->shape, (uint8_t[NET_DIMS_MAX]){ x, y, z });
}

/* A packet that goes by segments of way and hops, up to one without hops. */
static struct net_packet *routed(struct rig *r, uint32_t src, uint32_t dst, bool response,
				 const uint8_t segments[][2])
{
	struct net_packet *p = packet(r, src, dst, 63);
	uint64_t word = net_word_empty();

	for (unsigned i = 0; segments[i][1]; i++)
		word = net_word_set(word, i, segments[i][0], segments[i][1]);
	p->header[NET_HEADER_CHANNEL] = response ? NET_CHANNEL_PRIORITY
						 : NET_CHANNEL_DETERMINISTIC;
	memcpy(&p->header[NET_HEADER_DESTINATION], &word, sizeof word);
	return p;
}

/* "7-bit field containing the "state"", "immediately followed by its complement" (l. 319): the
 * number of ones does not change, so the lines' balance does not. */
static void the_state_goes_on_and_keeps_its_balance(void **state)
{
	uint64_t word = net_word_set(net_word_set(net_word_empty(), 0, XP, 16), 1, YM, 3);
	int ones = __builtin_popcountll(word);
	(void)state;

	assert_int_equal(word >> 56, 0); /* 56 of 80 bits: 24 are left for data (l. 321) */
	for (unsigned hop = 0; hop < 19; hop++) {
		assert_true(net_word_intact(word));
		assert_int_equal(net_word_way(word), hop < 16 ? XP : YM);
		assert_int_equal(net_word_state(word), hop < 16 ? hop << 3 : 1 | (hop - 16) << 3);
		word = net_word_step(word);
		assert_int_equal(__builtin_popcountll(word), ones);
	}
	assert_int_equal(net_word_way(word), NET_WORD_NO_WAY);
	assert_false(net_word_intact(word ^ UINT64_C(1) << NET_WORD_STATE_SHIFT));
}

/* "up to six segments each of up to 16 hops" (l. 321): corner to corner takes five in XYZ order;
 * "XYZ dimension-ordered routing where this route is available" (l. 333) */
static void corner_to_corner_takes_five_segments(void **state)
{
	struct net_shape s = { .size = { 27, 16, 24 } };
	struct net_detours d;
	uint64_t word;
	static const uint8_t want[6][2] = { { XP, 16 }, { XP, 10 }, { YP, 15 }, { ZP, 16 },
					    { ZP, 7 }, { NET_WORD_NO_WAY, 1 } };
	(void)state;

	assert_int_equal(net_shape_nodes(&s), 10368);
	assert_true(net_detours_create(&d, &s));
	assert_true(net_detours_word(&d, 0, 10367, &word));
	for (unsigned i = 0; i < NET_WORD_SEGMENTS; i++) {
		assert_int_equal(net_word_way_of(word, i), want[i][0]);
		assert_true(want[i][0] == NET_WORD_NO_WAY ||
			    net_word_hops_of(word, i) == want[i][1]);
	}
	net_detours_destroy(&d);
}

/* "one-cycle decision" (l. 345), "at most one clock period" for the phase (l. 295), ".6 ns" across
 * an edge of the chip (l. 369), wires of one length (l. 245) */
static void hops_and_turns_take_their_time(void **state)
{
	static const uint8_t straight[][2] = { { XP, 3 }, { 0, 0 } };
	static const uint8_t turned[][2] = { { XP, 2 }, { YP, 1 }, { 0, 0 } };
	struct rig *r = start("4x4x4");
	const ps_t ends = 200 + 100 - 100 + 175; /* engine, decisions but the last, seven words */
	(void)state;

	struct net_packet *p = routed(r, 0, xyz(r, 3, 0, 0), false, straight);

	send(r, p, 0, 0);
	assert_arrival(r, p, ends + 3 * HOP_PS);
	p = routed(r, 0, xyz(r, 2, 1, 0), false, turned);
	send(r, p, 0, 100000);
	assert_arrival(r, p, 100000 + ends + 3 * HOP_PS + 600);
	rig_destroy(r);
}

/* "three data pathways circling the chip will be sufficient" (l. 359): of four packets that turn
 * at once in a router one waits, as it would not with four. */
static void a_fourth_turn_waits_for_a_lane(void **state)
{
	static const uint8_t ways[4][3][2] = { { { XP, 1 }, { YP, 1 }, { 0, 0 } },
					       { { XM, 1 }, { YM, 1 }, { 0, 0 } },
					       { { YP, 1 }, { XM, 1 }, { 0, 0 } },
					       { { YM, 1 }, { XP, 1 }, { 0, 0 } } };
	(void)state;

	for (unsigned lanes = 3; lanes <= 4; lanes++) {
		struct rig *r = start("3x3x1");
		const uint32_t from[4] = { xyz(r, 0, 1, 0), xyz(r, 2, 1, 0), xyz(r, 1, 0, 0),
					   xyz(r, 1, 2, 0) };
		const uint32_t to[4] = { xyz(r, 1, 2, 0), xyz(r, 1, 0, 0), xyz(r, 0, 1, 0),
					 xyz(r, 2, 1, 0) };
		unsigned late = 0;

		machine.lanes = (uint8_t)lanes;
		for (unsigned i = 0; i < 4; i++)
			send(r, routed(r, from[i], to[i], false, ways[i]), 0, 0);
		fake_sim_run(&r->sim, PS_NEVER);
		assert_int_equal(r->deliveries, 4);
		for (unsigned i = 0; i < 4; i++)
			late += r->got[i].at_ps != 200 + 100 - 100 + 175 + 2 * HOP_PS + 600;
		assert_int_equal(late, 4 - lanes);
		rig_destroy(r);
	}
}

static void assert_idle(struct rig *r)
{
	fake_sim_run(&r->sim, PS_NEVER);
	assert_int_equal(net_packets_inside(r->net), 0);
	for (uint32_t n = 0; n < r->net->nodes; n++)
		for (unsigned l = 0; l < ROUTER_LINKS && r->net->node[n].up; l++) {
			net_sender_open(r->net, &r->net->node[n], l, PS_NEVER / 2);
			for (unsigned b = 0; b < BUFFERS; b++)
				assert_int_equal(r->net->node[n].send[l].used[b], 0);
		}
}

/* "each router have a changeable list of allowable "turns"", "A message requesting an unallowed
 * turn will be discarded" (l. 475) */
static void a_turn_that_is_not_allowed_is_dropped(void **state)
{
	static const uint8_t bad[][2] = { { YP, 1 }, { XP, 1 }, { 0, 0 } };
	struct rig *r = start("3x3x3");
	struct net_turns turns;
	(void)state;

	assert_true(net_turns_create(&turns, &r->shape));
	net_set_turns(r->net, &turns);
	send(r, routed(r, 0, xyz(r, 1, 1, 0), false, bad), 0, 0);
	assert_idle(r);
	assert_int_equal(r->deliveries, 0);
	assert_int_equal(net_dropped(r->net), 1);

	assert_true(net_turns_add(&turns, xyz(r, 0, 1, 0), YP, XP));
	send(r, routed(r, 0, xyz(r, 1, 1, 0), false, bad), 0, 1000000);
	assert_idle(r);
	assert_int_equal(r->deliveries, 1);
	assert_int_equal(net_dropped(r->net), 1);

	/* Off the mesh, or a link that has failed, behind a link that works. */
	static const uint8_t off[][2] = { { XP, 3 }, { 0, 0 } };

	send(r, routed(r, 0, 0, false, off), 0, 2000000);
	assert_idle(r);
	assert_int_equal(net_dropped(r->net), 2);
	net_turns_destroy(&turns);
	rig_destroy(r);
}

/* "each of the virtual channels has independent flow control" (l. 387): responses pass requests
 * that no one takes (l. 401). */
static void responses_do_not_wait_for_requests(void **state)
{
	static const uint8_t one[][2] = { { XP, 2 }, { 0, 0 } };
	struct rig *r = start("3x1x1");
	(void)state;

	r->room[NET_REC_AM] = 0; /* of requests, which come by the link from below */
	for (unsigned i = 0; i < 30; i++) {
		struct net_packet *p = routed(r, 0, 2, false, one);

		while (net_inject(r->net, p, 0, r->sim.now_ps) != 0 && i < 20)
			fake_sim_run(&r->sim, r->sim.now_ps + 1000);
	}
	for (unsigned i = 0; i < 4; i++)
		send(r, routed(r, 0, 2, true, one), 1, r->sim.now_ps);
	fake_sim_run(&r->sim, PS_NEVER);
	assert_int_equal(r->deliveries, 4);
	rig_destroy(r);
}

/* "retains a copy of all transmitted messages until the message has been successfully received two
 * hops away" (l. 457); "data consumed by a neighbor is retained only until the neighbor
 * acknowledges receipt" (l. 465) */
static void copies_are_kept_for_two_hops(void **state)
{
	static const uint8_t three[][2] = { { XP, 3 }, { 0, 0 } };
	struct rig *r = start("4x1x1");
	const ps_t first = 300, back = 545 + 100 + 100; /* wire, phase, the logic's cycle */
	/* Received wholly: seven words after its head, which is told of a decision later. */
	const ps_t here[4] = { 0, first + 645 + 175, first + HOP_PS + 645 + 175,
			       first + 2 * HOP_PS + 645 + 175 };
	const ps_t freed[3] = { here[2] + 2 * back, here[3] + 2 * back, here[3] + back };
	(void)state;

	send(r, routed(r, 0, 3, false, three), 0, 0);
	for (ps_t at = 0; at < 8000; at += 5) {
		fake_sim_run(&r->sim, at);
		for (unsigned n = 0; n < 3; n++) {
			struct net_node *node = &r->net->node[n];
			bool sent = at > first + n * HOP_PS;

			net_sender_open(r->net, node, XP, at);
			if (at > freed[n])
				assert_int_equal(node->send[XP].used[VC_RECOVERY], 0);
			else if (sent && at < freed[n] - 5)
				assert_int_equal(node->send[XP].used[VC_RECOVERY], 1);
		}
	}
	assert_int_equal(r->deliveries, 1);
	rig_destroy(r);
}

/* "the proposed network will not have deadlock-enabling cycles due to the nature of the turns"
 * (l. 397); XYZ is within them (l. 335) */
static void turns_never_make_a_cycle(void **state)
{
	struct net_shape s = { .size = { 4, 4, 4 } };
	struct net_turns t;
	unsigned refused = 0;
	(void)state;

	assert_true(net_turns_create(&t, &s));
	assert_false(net_turns_cyclic(&t));
	for (uint32_t n = 0; n < t.nodes; n++)
		for (unsigned from = 0; from < 6; from++)
			for (unsigned to = 0; to < 6; to++)
				if (from / 2 != to / 2)
					refused += !net_turns_add(&t, n, from, to);
	assert_true(refused > 0);
	assert_true(t.added > 0);
	assert_false(net_turns_cyclic(&t));
	/* The checker can tell: one more of those refused makes a cycle. */
	for (uint32_t n = 0; n < t.nodes; n++)
		t.at[n] |= t.refused[n];
	assert_true(net_turns_cyclic(&t));
	net_turns_destroy(&t);
}

/* Follows a word; true: over links that work, by allowed turns, to the node. */
static bool leads(const struct net_turns *t, uint32_t from, uint32_t to, uint64_t word)
{
	unsigned before = NET_WORD_NO_WAY, way;
	uint32_t at = from;

	for (; (way = net_word_way(word)) != NET_WORD_NO_WAY; word = net_word_step(word)) {
		if (!net_turns_link(t, at, way) ||
		    (before != NET_WORD_NO_WAY && !net_turns_allow(t, at, before, way)))
			return false;
		at = t->next[at * NET_TURN_WAYS + way];
		before = way;
	}
	return at == to;
}

/* "For hard failure of one link: System and all applications continue running" (l. 496), "of one
 * chip, the system will continue to run" (l. 492): whichever it is. */
static void one_failure_cuts_nobody_off(void **state)
{
	struct net_shape s = { .size = { 4, 3, 4 } };
	struct net_detours d;
	(void)state;

	assert_true(net_detours_create(&d, &s));
	for (uint32_t n = 0; n < d.turns.nodes; n++)
		for (unsigned way = 0; way <= NET_FAILED_CHIP; way++) {
			net_detours_reset(&d);
			if (!net_detours_fail(&d, n, way))
				continue;
			assert_int_equal(net_detours_settle(&d), 0);
			assert_false(net_turns_cyclic(&d.turns));
			for (uint32_t a = 0; a < d.turns.nodes; a++)
				for (uint32_t b = 0; b < d.turns.nodes; b++) {
					uint64_t word;

					if (a == b || net_detours_dead(&d, a) ||
					    net_detours_dead(&d, b))
						continue;
					assert_true(net_detours_word(&d, a, b, &word));
					assert_true(leads(&d.turns, a, b, word));
				}
		}
	net_detours_destroy(&d);
}

static uint64_t pairs_without_route(const struct net_detours *d)
{
	uint64_t pairs = 0, word;

	for (uint32_t a = 0; a < d->turns.nodes; a++)
		for (uint32_t b = 0; b < d->turns.nodes; b++)
			pairs += a != b && !net_detours_dead(d, a) && !net_detours_dead(d, b) &&
				 !net_detours_word(d, a, b, &word);
	return pairs;
}

/* A mesh that is cut by many failures keeps the routes of its best attempt: later ones, which put
 * the hard pairs first, leave four times as many pairs without one here. */
static void the_best_attempt_is_kept(void **state)
{
	struct net_shape s = { .size = { 8, 6, 8 } };
	struct net_detours d;
	uint32_t random = 34;
	(void)state;

	assert_true(net_detours_create(&d, &s));
	net_detours_reset(&d);
	for (unsigned i = 0; i < 30; i++) {
		random = random * 1664525 + 1013904223;
		net_detours_fail(&d, (random >> 8) % d.turns.nodes, (random >> 20) % 6);
	}
	uint64_t lost = net_detours_settle(&d);

	assert_in_range(lost, 1, 336);
	assert_int_equal(lost, pairs_without_route(&d));
	assert_false(net_turns_cyclic(&d.turns));
	net_detours_destroy(&d);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_state_goes_on_and_keeps_its_balance),
		cmocka_unit_test(corner_to_corner_takes_five_segments),
		cmocka_unit_test(hops_and_turns_take_their_time),
		cmocka_unit_test(a_fourth_turn_waits_for_a_lane),
		cmocka_unit_test(a_turn_that_is_not_allowed_is_dropped),
		cmocka_unit_test(responses_do_not_wait_for_requests),
		cmocka_unit_test(copies_are_kept_for_two_hops),
		cmocka_unit_test(turns_never_make_a_cycle),
		cmocka_unit_test(one_failure_cuts_nobody_off),
		cmocka_unit_test(the_best_attempt_is_kept),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
