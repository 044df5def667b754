/*
 * test_net_ties_3d.c - which way round packets go that have as far either way, on machines of three
 * dimensions: on Blue Gene/P by the source's coordinate (ties_by_coordinate), as the measured gets
 * of every second plane ask for, on Blue Gene/L by chance.  Not here: Blue Gene/Q's
 * (test_net_ties.c), what it does to rates (make paper-machines).
 */
#define NET_ROUTER_3D
#include "net_rig.h"
#include "net/internal.h"
#include "net/machine/machines.h"

enum { XM, XP, YM, YP };
#define PACKETS 200u

/* So many dynamic packets from x,0,0 to where all ways are ties, one after the other. */
static void send_half_way_round(struct rig *r, uint8_t x)
{
	uint32_t src = net_node_of(&r->shape, (uint8_t[NET_DIMS_MAX]){ x });
	uint32_t dst = net_node_of(&r->shape, (uint8_t[NET_DIMS_MAX]){ (uint8_t)((x + 4) % 8), 2 });

	for (unsigned i = 0; i < PACKETS; i++) {
		struct net_packet *p = packet(r, src, dst, 16);

		net_header_set_dynamic(p->header, 1);
		send(r, p, 0, r->sim.now_ps);
		fake_sim_run(&r->sim, PS_NEVER);
	}
}

/* Packets over a link of all nodes. */
static unsigned sent(const struct rig *r, unsigned link)
{
	unsigned n = 0;

	for (uint32_t node = 0; node < net_shape_nodes(&r->shape); node++) {
		struct net_sender_counters c;

		net_sender_count(r->net, node, link, &c);
		n += net_sent_normal(&c);
	}
	return n;
}

static void by_the_coordinate_even_ones_go_plus_and_odd_ones_minus(void **state)
{
	struct rig *r = rig_create_of(net_machine_bgp(), "8x4x1", 1);
	(void)state;

	send_half_way_round(r, 0);
	assert_int_equal(sent(r, XP), 4 * PACKETS);
	assert_int_equal(sent(r, XM), 0);
	assert_int_equal(sent(r, YP), 2 * PACKETS);
	send_half_way_round(r, 3);
	assert_int_equal(sent(r, XP), 4 * PACKETS);
	assert_int_equal(sent(r, XM), 4 * PACKETS);
	assert_int_equal(sent(r, YP), 4 * PACKETS); /* their y is 0, which is even */
	assert_int_equal(sent(r, YM), 0);
	rig_destroy(r);
}

static void without_it_chance_decides(void **state)
{
	struct rig *r = rig_create_of(net_machine_bgl(), "8x4x1", 1);
	(void)state;

	send_half_way_round(r, 0);
	assert_int_equal(sent(r, XP) + sent(r, XM), 4 * PACKETS);
	assert_in_range(sent(r, XP), PACKETS, 3 * PACKETS);
	assert_in_range(sent(r, YP), PACKETS / 2, 3 * PACKETS / 2);
	rig_destroy(r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(by_the_coordinate_even_ones_go_plus_and_odd_ones_minus),
		cmocka_unit_test(without_it_chance_decides),
	};

	return cmocka_run_group_tests_name("net ties 3d", tests, NULL, NULL);
}
