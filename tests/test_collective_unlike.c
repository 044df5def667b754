/*
 * test_collective_unlike.c - packets that meet and are not of one operation: that is
 * reported once, the operation ends everywhere, a flag tells all nodes, and the next one
 * is in order.  Not here: operations that the message unit refuses (test_mu_collective.c).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "coll_rig.h"

static void unlike(struct net_packet *(*make)(struct rig *r, uint32_t node), const char *fault)
{
	struct rig *r = rig_wrong("2x1x1x1x2", 1);

	for (uint32_t n = 0; n < 4; n++)
		send(r, make(r, n));
	assert_fault(r, fault);
	assert_true(r->gots >= 1);
	for (uint32_t n = 0; n < 4; n++) {
		struct coll_exceptions e = coll_exceptions(r->coll, n);

		assert_int_equal(e.made, n == 3 ? COLL_MISMATCH : 0);
		assert_int_equal(e.passed & COLL_MISMATCH, COLL_MISMATCH);
	}
	for (uint32_t n = 0; n < 4; n++) /* and the next one is in order */
		contribute(r, n, 0, SUB | ALLREDUCE, 7, 32);
	r->gots = 0;
	run(r);
	assert_int_equal(r->gots, 4);
	assert_int_equal(r->faults, 1);
	assert_int_equal(r->got[3].word[0], 4 * share(0, 0, 7, 0) + 6);
	rig_destroy(r);
}

static struct net_packet *of_two_lengths(struct rig *r, uint32_t node)
{
	return packet(r, node, 0, SUB | ALLREDUCE, ADD64, node == 3 ? 32 : 64);
}

static struct net_packet *of_two_operations(struct rig *r, uint32_t node)
{
	return packet(r, node, 0, SUB | ALLREDUCE, node == 3 ? 0x44 : 0x01, 32);
}

static struct net_packet *of_two_types(struct rig *r, uint32_t node)
{
	return packet(r, node, 0, SUB | (node == 3 ? REDUCE : ALLREDUCE), ADD64, 32);
}

static struct net_packet *of_two_destinations(struct rig *r, uint32_t node)
{
	struct net_packet *p = packet(r, node, 0, SUB | REDUCE, ADD64, 32);
	uint32_t to = net_destination_of(&r->shape, node == 3);

	memcpy(p->header + 4, &to, sizeof to);
	return p;
}

static void packets_that_do_not_fit_together(void **state)
{
	(void)state;

	unlike(of_two_lengths, "0 of 3 (2809 000): packets of different lengths meet: 64 bytes, "
			       "opcode 0x41; 32 bytes, opcode 0x41");
	unlike(of_two_operations, "0 of 3 (2809 000): packets for different operations meet: "
				  "32 bytes, opcode 0x01; 32 bytes, opcode 0x44");
	unlike(of_two_types, "0 of 3 (2809 000): packets of different types meet: "
			     "32 bytes, opcode 0x41; 32 bytes, opcode 0x41");
	unlike(of_two_destinations, "0 of 3 (2809 000): packets for different destinations meet: "
				    "32 bytes, opcode 0x41; 32 bytes, opcode 0x41");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(packets_that_do_not_fit_together),
	};

	return cmocka_run_group_tests_name("unlike collective packets", tests, NULL, NULL);
}
