/*
 * test_net_machine.c - shapes and machine descriptions that make no network, and what is
 * said of them.  Not here: networks that are made.
 */
#include "net_rig.h"

static void shape_without_nodes_or_beyond_six_bits_makes_no_network(void **state)
{
	struct net_shape none = { { 4, 0, 4, 4, 2 }, { 0 } };
	struct net_shape large = { { 4, 65, 1, 1, 1 }, { 0 } };
	struct sim sim = { 0 };
	(void)state;

	errno = 0;
	assert_null(net_create(net_machine_bgq(), &none, &sim));
	assert_int_equal(errno, EINVAL);
	errno = 0;
	assert_null(net_create(net_machine_bgq(), &large, &sim));
	assert_int_equal(errno, EINVAL);
}

static void assert_wrong(const struct net_machine *m, const char *why)
{
	struct net_shape s = { { 2, 1, 1, 1, 1 }, { 0 } };
	struct sim sim = { 0 };

	assert_string_equal(net_machine_wrong(m), why);
	errno = 0;
	assert_null(net_create(m, &s, &sim));
	assert_int_equal(errno, EINVAL);
}

#define ASSERT_WRONG_WITH(field, value, why)                 \
	do {                                                 \
		struct net_machine changed = *net_machine_bgq(); \
								 \
		changed.field = (value);                     \
		assert_wrong(&changed, why);                 \
	} while (0)

static void machine_that_no_router_works_with_makes_no_network(void **state)
{
	const char *small = "a virtual channel needs room for two packets: one, and a bubble";
	const char *large = "a virtual channel holds 63 packets at most";
	const char *fifo = "network FIFOs and channels of collectives need room for a packet";
	const char *dims = "boards and midplanes have at least one node in each dimension";
	const char *wire = "no wire is shorter than those on a board";
	(void)state;

	assert_null(net_machine_wrong(net_machine_bgq()));
	assert_null(net_machine_wrong(net_machine_untimed()));
	for (unsigned vc = 0; vc < 4; vc++) {
		struct net_machine m = *net_machine_bgq();

		m.vc_packets[vc] = 1;
		assert_wrong(&m, small);
		m.vc_packets[vc] = 64;
		assert_wrong(&m, large);
		m.vc_packets[vc] = 63;
		assert_null(net_machine_wrong(&m));
		m.vc_packets[vc] = 2;
		assert_null(net_machine_wrong(&m));
	}
	ASSERT_WRONG_WITH(injfifo_packets, 0, fifo);
	ASSERT_WRONG_WITH(recfifo_packets, 0, fifo);
	ASSERT_WRONG_WITH(coll_packets, 0, fifo);
	ASSERT_WRONG_WITH(board[4], 0, dims);
	ASSERT_WRONG_WITH(midplane[0], 0, dims);
	ASSERT_WRONG_WITH(token_ps, 15999, "a token needs no less time than a packet's head");
	ASSERT_WRONG_WITH(wire_midplane_ps, 27499, wire);
	ASSERT_WRONG_WITH(wire_cable_ps, 27499, wire);
	struct net_machine m = *net_machine_untimed();

	m.router_ps = m.wire_board_ps = 0;
	assert_wrong(&m, "a hop has to take time");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(shape_without_nodes_or_beyond_six_bits_makes_no_network),
		cmocka_unit_test(machine_that_no_router_works_with_makes_no_network),
	};

	return cmocka_run_group_tests_name("network machines", tests, NULL, NULL);
}
