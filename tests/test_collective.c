/*
 * test_collective.c - collective packets over one tree: which node receives what, operations,
 * flags.  Not here: time and order (test_collective_time.c), many trees
 * (test_collective_trees.c), little room and other traffic (test_collective_pressure.c),
 * what is wrong (test_collective_faults.c), the arithmetic itself (test_alu*.c).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "coll_rig.h"

static const char *const shapes[] = {
	"1x1x1x1x1", "2x1x1x1x1", "3x1x1x1x1", "1x3x1x3x1", "3x2x1x3x2", "2x2x2x2x2", "5x1x4x1x1",
};
#define SHAPES (sizeof shapes / sizeof *shapes)

/* ---- which node receives what */

static void all_nodes_receive_the_sum_on_meshes_and_tori(void **state)
{
	static const uint16_t sizes[] = { 0, 32, 512 };
	(void)state;

	for (unsigned i = 0; i < 2 * SHAPES * 3; i++) {
		struct rig *r = rig_create(shapes[i / 6], i & 1);
		uint16_t bytes = sizes[i / 2 % 3];

		for (uint32_t n = 0; n < r->nodes; n++)
			contribute(r, n, 0, SUB | ALLREDUCE, 0, bytes);
		run(r);
		assert_sums(r, bytes);
		rig_destroy(r);
	}
}

static void only_the_destination_of_a_reduction_receives_it(void **state)
{
	(void)state;

	for (uint32_t to = 0; to < 36; to++) {
		struct rig *r = rig_create("3x2x1x3x2", to & 1);
		uint32_t word = net_destination_of(&r->shape, to);

		for (uint32_t n = 0; n < r->nodes; n++) {
			struct net_packet *p = packet(r, n, 0, WORLD | REDUCE, ADD64, 32);

			words(p)[1] = n;
			memcpy(p->header + 4, &word, sizeof word);
			send(r, p);
		}
		run(r);
		assert_int_equal(r->gots, 1);
		assert_int_equal(r->got[0].node, to);
		assert_int_equal(r->got[0].word[1], 35 * 36 / 2);
		rig_destroy(r);
	}
}

static void any_node_broadcasts_to_all_who_contribute(void **state)
{
	(void)state;

	for (uint32_t from = 0; from < 36; from++) {
		struct rig *r = rig_create("3x2x1x3x2", from & 1);
		struct net_packet *p = packet(r, from, 0, SUB | BROADCAST, 0, 512);

		for (unsigned w = 0; w < 64; w++)
			words(p)[w] = ~(uint64_t)w;
		send(r, p);
		run(r);
		assert_int_equal(r->gots, r->nodes);
		for (uint32_t n = 0; n < r->nodes; n++)
			for (unsigned w = 0; w < 64; w++)
				assert_int_equal(got_at(r, n)->word[w], ~(uint64_t)w);
		rig_destroy(r);
	}
}

/* 0 - 1 - 2, where 1 only passes on. */
static void who_does_not_contribute_receives_nothing_and_may_broadcast(void **state)
{
	struct rig *r = rig_create("3x1x1x1x1", 0);
	(void)state;

	route(r, 3, 0, 1, BGQ_CLASS_LINK_AP);
	route(r, 3, 1, BGQ_CLASS_LINK_AM, BGQ_CLASS_LINK_AP);
	route(r, 3, 2, 1 | BGQ_CLASS_LINK_AM, 0);
	contribute(r, 0, 3, SUB | ALLREDUCE, 0, 32);
	contribute(r, 2, 3, SUB | ALLREDUCE, 0, 32);
	run(r);
	assert_int_equal(r->gots, 2);
	assert_int_equal(got_at(r, 0)->word[0], share(0, 3, 0, 0) + share(2, 3, 0, 0));
	assert_int_equal(got_at(r, 2)->word[0], share(0, 3, 0, 0) + share(2, 3, 0, 0));
	r->gots = 0;
	send(r, packet(r, 1, 3, SUB | BROADCAST, 0, 0));
	run(r);
	assert_int_equal(r->gots, 2);
	assert_int_equal(got_at(r, 0)->node + got_at(r, 2)->node, 2);
	rig_destroy(r);
}

/* A broadcast and a reduction of a class meet at every node, in any order. */
static void broadcast_is_no_contribution(void **state)
{
	(void)state;

	for (uint32_t from = 0; from < 8; from++)
		for (uint32_t late = 0; late < 8; late++) {
			struct rig *r = rig_create("2x2x1x1x2", 1);

			for (uint32_t n = 0; n < r->nodes; n++)
				if (n != from && n != late)
					contribute(r, n, 0, SUB | ALLREDUCE, 0, 32);
			run(r);
			assert_int_equal(r->gots, 0);
			send(r, packet(r, from, 0, SUB | BROADCAST, 0, 512));
			contribute(r, from, 0, SUB | ALLREDUCE, 0, 32);
			run(r);
			assert_int_equal(r->gots, late == from ? 16 : 8);
			if (late != from)
				contribute(r, late, 0, SUB | ALLREDUCE, 0, 32);
			run(r);
			assert_int_equal(r->gots, 16);
			for (unsigned i = 0; i < 16; i++)
				assert_int_equal(r->got[i].word[0], r->got[i].bytes == 512
						 ? 0 : sum_of_shares(r, 0, 0, 0));
			for (uint32_t n = 0; n < r->nodes; n++)
				assert_int_equal(got_at(r, n)->bytes, 512);
			rig_destroy(r);
		}
}

/* ---- operations */

static uint64_t result_of(unsigned operation, const uint64_t value[4])
{
	struct rig *r = rig_create("2x2x1x1x1", 1);
	uint64_t result;

	for (uint32_t n = 0; n < 4; n++) {
		struct net_packet *p = packet(r, n, 0, SUB | ALLREDUCE, operation, 32);

		words(p)[0] = value[n];
		send(r, p);
	}
	run(r);
	assert_int_equal(r->gots, 4);
	result = got_at(r, 0)->word[0];
	for (uint32_t n = 1; n < 4; n++)
		assert_int_equal(got_at(r, n)->word[0], result);
	rig_destroy(r);
	return result;
}

static void every_operation_combines_all_nodes(void **state)
{
	const uint64_t v[4] = { 0xff00ff00ff00fff0, 0x0ff00ff00ff00ff5, 0x7fffffffffffff3f,
				0xf0f0 };
	const uint64_t d[4] = { bits_of(1.5), bits_of(-2.25), bits_of(1e3), bits_of(0.25) };
	(void)state;

	assert_int_equal(result_of(0x01, v), v[0] & v[1] & v[2] & v[3]);
	assert_int_equal(result_of(0x11, v), v[0] | v[1] | v[2] | v[3]);
	assert_int_equal(result_of(0x21, v), v[0] ^ v[1] ^ v[2] ^ v[3]);
	assert_int_equal(result_of(0x41, v), v[0] + v[1] + v[2] + v[3]);
	assert_int_equal(result_of(0x51, v), v[3]);
	assert_int_equal(result_of(0x61, v), v[0]);
	assert_int_equal(result_of(0x81, v), v[0] + v[1] + v[2] + v[3]);
	assert_int_equal(result_of(0x91, v), v[0]);
	assert_int_equal(result_of(0xa1, v), v[2]);
	assert_int_equal(result_of(0xc1, d), bits_of(999.5));
	assert_int_equal(result_of(0xd1, d), d[1]);
	assert_int_equal(result_of(0xe1, d), d[2]);
	/* Words of 4 bytes: no carry between them. */
	assert_int_equal(result_of(0x40, (uint64_t[]){ 0xffffffff, 1, 0, 0 }), 0);
}

/* ---- flags */

static void assert_exceptions(const struct rig *r, uint32_t node, unsigned made,
			      unsigned passed, unsigned user, unsigned system)
{
	struct coll_exceptions e = coll_exceptions(r->coll, node);

	if (e.made != made || e.passed != passed || e.received[0] != user ||
	    e.received[1] != system)
		fail_msg("node %u: made %u, passed %u, received %u and %u", node, e.made,
			 e.passed, e.received[0], e.received[1]);
}

/* The nodes are 0 - 1 - 2 - 3, 2 is the root; 1 overflows, and 0, which has sent before, hears of
 * it on the way down. */
static void flag_trails_the_packet_to_all_nodes(void **state)
{
	struct rig *r = rig_create("4x1x1x1x1", 0);
	(void)state;

	for (uint32_t n = 0; n < 4; n++) {
		struct net_packet *p = packet(r, n, 0, SUB | ALLREDUCE, ADD64, 32);

		words(p)[0] = n < 2 ? UINT64_C(1) << 63 : 0;
		send(r, p);
		assert_exceptions(r, n, 0, 0, 0, 0);
	}
	run(r);
	for (uint32_t n = 0; n < 4; n++)
		assert_exceptions(r, n, n == 1 ? COLL_OVERFLOW : 0, COLL_OVERFLOW,
				  COLL_OVERFLOW, 0);
	/* Those of the next packet are added. */
	for (uint32_t n = 0; n < 4; n++) {
		struct net_packet *p = packet(r, n, 14, 0xc0 | ALLREDUCE, 0xc1, 32);

		words(p)[0] = n == 3 ? COLL_NAN_BITS : 0;
		send_by(r, p, NET_INJ_COLL_SYSTEM);
	}
	run(r);
	assert_int_equal(got_at(r, 0)->recfifo, NET_REC_COLL_USER);
	assert_int_equal(r->got[4].recfifo, NET_REC_COLL_SYSTEM);
	assert_exceptions(r, 0, 0, COLL_OVERFLOW | COLL_NAN, COLL_OVERFLOW, COLL_NAN);
	assert_exceptions(r, 1, COLL_OVERFLOW, COLL_OVERFLOW | COLL_NAN, COLL_OVERFLOW,
			  COLL_NAN);
	assert_exceptions(r, 2, COLL_NAN, COLL_OVERFLOW | COLL_NAN, COLL_OVERFLOW, COLL_NAN);
	assert_exceptions(r, 3, COLL_NAN, COLL_OVERFLOW | COLL_NAN, COLL_OVERFLOW, COLL_NAN);
	rig_destroy(r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_nodes_receive_the_sum_on_meshes_and_tori),
		cmocka_unit_test(only_the_destination_of_a_reduction_receives_it),
		cmocka_unit_test(any_node_broadcasts_to_all_who_contribute),
		cmocka_unit_test(who_does_not_contribute_receives_nothing_and_may_broadcast),
		cmocka_unit_test(broadcast_is_no_contribution),
		cmocka_unit_test(every_operation_combines_all_nodes),
		cmocka_unit_test(flag_trails_the_packet_to_all_nodes),
	};

	return cmocka_run_group_tests_name("collective packets", tests, NULL, NULL);
}
