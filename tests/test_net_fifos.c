/*
 * test_net_fifos.c - network FIFOs that are full at either end, how that is told, and the
 * pools that packets come from.  Not here: buffers between routers that are full
 * (test_net_traffic.c).
 */
#include "net_rig.h"

/* ---- full FIFOs */

static void injection_fifo_is_full_until_its_first_packet_has_left(void **state)
{
	struct rig *r = rig_create("1x1x1x1x2", 1);
	struct net_packet *p[4] = { packet(r, 0, 1, 512), packet(r, 0, 1, 512),
				    packet(r, 0, 1, 512), packet(r, 0, 1, 512) };
	const ps_t first_ps = 16000 + PACKET_512_PS + GAP_PS;
	(void)state;

	/* The FIFO has room for two; a packet takes its place until its tail is out. */
	send(r, p[0], NET_INJ_EP, 0);
	send(r, p[1], NET_INJ_EP, 0);
	assert_int_equal(net_inject(r->net, p[2], NET_INJ_EP, 0), -EAGAIN);
	assert_int_equal(net_inject(r->net, p[2], NET_INJ_EP, 15999), -EAGAIN);
	/* When that will be is not known yet, and then it is. */
	assert_int_equal(net_inject_ready_ps(r->net, 0, NET_INJ_EP, 15999), 15999);
	fake_sim_run(&r->sim, 16001);
	assert_int_equal(net_inject_ready_ps(r->net, 0, NET_INJ_EP, 16001), first_ps);
	fake_sim_run(&r->sim, first_ps + 1);
	assert_int_equal(r->ready_calls, 1); /* one for both */
	assert_int_equal(r->ready_node, 0);
	assert_int_equal(r->ready_fifo, NET_INJ_EP);
	assert_int_equal(r->ready_ps, first_ps);
	send(r, p[2], NET_INJ_EP, first_ps);
	assert_int_equal(net_inject(r->net, p[3], NET_INJ_EP, first_ps), -EAGAIN);
	fake_sim_run(&r->sim, PS_NEVER);
	assert_int_equal(r->ready_calls, 2);
	assert_int_equal(r->ready_ps, first_ps + PACKET_512_PS + GAP_PS);
	assert_int_equal(r->deliveries, 3);
	for (unsigned i = 0; i < 3; i++)
		assert_int_equal(r->got[i].at_ps, HOP_BOARD_PS + PACKET_512_PS +
							  i * (PACKET_512_PS + GAP_PS));
	/* Room was not asked for: it is there again without an event that says so. */
	r->deliveries = 0;
	send(r, p[3], NET_INJ_EP, PS_PER_S);
	assert_arrival(r, p[3], PS_PER_S + HOP_BOARD_PS + PACKET_512_PS);
	rig_destroy(r);
}

/* Packets built while the FIFO is sure to stay full need not be offered. */
static void injection_fifo_that_stays_full_is_foreseen(void **state)
{
	struct rig *r = rig_create("1x1x1x1x2", 1);
	const ps_t first_ps = 16000 + PACKET_512_PS + GAP_PS;
	(void)state;

	send(r, packet(r, 0, 1, 512), NET_INJ_EP, 0);
	assert_false(net_inject_waits(r->net, 0, NET_INJ_EP, 0, 1));
	send(r, packet(r, 0, 1, 512), NET_INJ_EP, 0);
	/* Before the first one leaves: it takes its time once it does. */
	assert_true(net_inject_waits(r->net, 0, NET_INJ_EP, 0, PACKET_512_PS - 1));
	assert_false(net_inject_waits(r->net, 0, NET_INJ_EP, 0, PACKET_512_PS));
	fake_sim_run(&r->sim, 16001);
	assert_true(net_inject_waits(r->net, 0, NET_INJ_EP, 16001, first_ps - 1));
	assert_false(net_inject_waits(r->net, 0, NET_INJ_EP, 16001, first_ps));
	fake_sim_run(&r->sim, first_ps + 1);
	assert_int_equal(r->ready_calls, 1);
	assert_int_equal(r->ready_ps, first_ps);
	assert_false(net_inject_waits(r->net, 0, NET_INJ_EP, first_ps, first_ps + 1));
	fake_sim_run(&r->sim, PS_NEVER);
	assert_int_equal(r->ready_calls, 1);
	rig_destroy(r);
}

static void full_injection_fifo_does_not_close_the_others(void **state)
{
	struct rig *r = rig_create("1x1x1x2x2", 1);
	(void)state;

	send(r, packet(r, 0, 1, 32), NET_INJ_EP, 0);
	send(r, packet(r, 0, 1, 32), NET_INJ_EP, 0);
	assert_int_equal(net_inject(r->net, packet(r, 0, 1, 32), NET_INJ_EP, 0), -EAGAIN);
	send(r, packet(r, 0, 2, 32), NET_INJ_DP, 0);
	fake_sim_run(&r->sim, PS_NEVER);
	assert_int_equal(r->deliveries, 3);
	rig_destroy(r);
}

static void reception_fifo_holds_packets_in_order_until_resumed(void **state)
{
	struct rig *r = rig_create("1x1x1x1x2", 1);
	struct net_packet *p[5];
	(void)state;

	r->room[NET_REC_EM] = 1;
	for (unsigned i = 0; i < 5; i++) {
		p[i] = packet(r, 0, 1, 32);
		send(r, p[i], NET_INJ_AM, i * PS_PER_US);
		fake_sim_run(&r->sim, i * PS_PER_US + 1);
	}
	fake_sim_run(&r->sim, PS_NEVER);
	assert_int_equal(r->deliveries, 1);
	assert_int_equal(r->offers, 2); /* those behind the held one are not offered */

	r->room[NET_REC_EM] = 2;
	net_reception_resume(r->net, 1, NET_REC_EM, r->sim.now_ps);
	assert_int_equal(r->deliveries, 3);
	assert_int_equal(r->offers, 5);
	net_reception_resume(r->net, 1, NET_REC_EM, r->sim.now_ps);
	assert_int_equal(r->deliveries, 3);

	/* One that arrives now stands behind those held. */
	struct net_packet *late = packet(r, 0, 1, 0);

	send(r, late, NET_INJ_AM, r->sim.now_ps);
	fake_sim_run(&r->sim, PS_NEVER);
	assert_int_equal(r->deliveries, 3);
	r->room[NET_REC_EM] = UINT32_MAX;
	net_reception_resume(r->net, 1, NET_REC_EM, r->sim.now_ps);
	assert_int_equal(r->deliveries, 6);
	for (unsigned i = 0; i < 5; i++)
		assert_ptr_equal(r->got[i].p, p[i]);
	assert_ptr_equal(r->got[5].p, late);

	/* Empty again: the next is delivered as it comes. */
	r->deliveries = 0;
	send(r, late, NET_INJ_AM, 10 * PS_PER_US);
	assert_arrival(r, late, 10 * PS_PER_US + HOP_BOARD_PS + PACKET_0_PS);
	assert_int_equal(late->hops, 1); /* of this journey */
	rig_destroy(r);
}

static uint64_t waiting(struct rig *r, uint32_t node, unsigned link)
{
	struct net_receiver_counters c;

	net_receiver_count(r->net, node, link, r->sim.now_ps, &c);
	return c.waiting_ps[0] + c.waiting_ps[1];
}

static void reception_fifo_takes_in_a_packet_for_each_that_it_could_deliver(void **state)
{
	struct rig *r = rig_create("1x1x1x1x2", 1);
	(void)state;

	r->room[NET_REC_EM] = 0;
	for (unsigned i = 0; i < 6; i++) {
		send(r, packet(r, 0, 1, 32), NET_INJ_EP, i * PS_PER_US);
		fake_sim_run(&r->sim, (i + 1) * PS_PER_US);
	}
	/* Four have room; two wait at the link's end. */
	r->sim.now_ps = 10 * PS_PER_US;
	uint64_t before = waiting(r, 1, NET_REC_EM);

	r->sim.now_ps++;
	assert_int_equal(waiting(r, 1, NET_REC_EM), before + 2);
	r->room[NET_REC_EM] = 1;
	net_reception_resume(r->net, 1, NET_REC_EM, r->sim.now_ps);
	assert_int_equal(r->deliveries, 1);
	r->sim.now_ps++;
	assert_int_equal(waiting(r, 1, NET_REC_EM), before + 3);
	rig_destroy(r);
}

static struct net_stuck stuck[4];
static unsigned stuck_count;

static void note_stuck(void *ctx, const struct net_stuck *s)
{
	assert_ptr_equal(ctx, stuck);
	assert_true(stuck_count < 4);
	stuck[stuck_count++] = *s;
}

static void what_stands_in_the_network_is_told(void **state)
{
	struct net_machine m = *net_machine_bgq();
	struct net_packet *p[10], *local;
	(void)state;

	m.vc_packets[1] = 4;
	struct rig *r = rig_create_of(&m, "1x1x1x1x2", 1);

	/* Deterministic: four in the reception FIFO, four in the channel less a bubble,
	 * two in the injection FIFO. */
	r->room[NET_REC_EM] = 0;
	r->room[NET_REC_LOCAL1] = 0;
	for (unsigned i = 0; i < 9; i++) {
		p[i] = packet(r, 0, 1, 32);
		send(r, p[i], NET_INJ_EP, i * PS_PER_US);
		fake_sim_run(&r->sim, (i + 1) * PS_PER_US);
	}
	net_stuck(r->net, note_stuck, stuck);
	assert_int_equal(stuck_count, 1); /* no caller was told that the other is full */
	assert_int_equal(net_packets_inside(r->net), 9);
	p[9] = packet(r, 0, 1, 32);
	assert_int_equal(net_inject(r->net, p[9], NET_INJ_EP, 20 * PS_PER_US), -EAGAIN);
	local = packet(r, 1, 1, 32);
	send(r, local, NET_INJ_LOCAL1, 20 * PS_PER_US);
	fake_sim_run(&r->sim, PS_NEVER);

	stuck_count = 0;
	net_stuck(r->net, note_stuck, stuck);
	assert_int_equal(stuck_count, 3);
	assert_true(stuck[0].reception && stuck[1].reception && !stuck[2].reception);
	assert_int_equal(stuck[0].node, 1);
	assert_int_equal(stuck[0].fifo, NET_REC_EM);
	assert_int_equal(stuck[0].packets, 4);
	assert_ptr_equal(stuck[0].first, p[0]);
	assert_int_equal(stuck[1].node, 1);
	assert_int_equal(stuck[1].fifo, NET_REC_LOCAL1);
	assert_int_equal(stuck[1].packets, 1);
	assert_ptr_equal(stuck[1].first, local);
	assert_int_equal(stuck[2].node, 0);
	assert_int_equal(stuck[2].fifo, NET_INJ_EP);
	assert_int_equal(stuck[2].packets, 2);
	assert_ptr_equal(stuck[2].first, p[7]);
	assert_int_equal(net_packets_inside(r->net), 10);
	rig_destroy(r);
}

static void held_reception_fifo_does_not_close_the_others(void **state)
{
	struct rig *r = rig_create("1x1x1x2x2", 1);
	(void)state;

	r->room[NET_REC_EM] = 0;
	send(r, packet(r, 1, 0, 32), NET_INJ_EP, 0);
	send(r, packet(r, 2, 0, 32), NET_INJ_DP, 0);
	fake_sim_run(&r->sim, PS_NEVER);
	assert_int_equal(r->deliveries, 1);
	assert_int_equal(r->got[0].p->src, 2);
	rig_destroy(r);
}

/* ---- pools */

static void packet_freed_elsewhere_goes_back_to_its_own_pool(void **state)
{
	static const uint16_t pool_of_node[4] = { 0, 0, 1, 1 };
	struct rig *r = rig_create("1x1x1x2x2", 1);
	(void)state;

	assert_int_equal(net_set_pools(r->net, 2, pool_of_node), 0);
	struct net_packet *p = net_packet_alloc(r->net, 0);

	p->hops = 9;
	p->ev.slot = 9;
	net_packet_free(r->net, 3, p);
	assert_ptr_not_equal(net_packet_alloc(r->net, 2), p);
	/* The rest of the first slab comes first. */
	for (int i = 1; i < 64; i++)
		assert_ptr_not_equal(net_packet_alloc(r->net, 1), p);
	assert_ptr_equal(net_packet_alloc(r->net, 1), p);
	assert_int_equal(p->hops, 0);
	assert_int_equal(p->ev.slot, 0);
	rig_destroy(r);
}

static void more_packets_than_a_slab_are_all_different(void **state)
{
	struct rig *r = rig_create("1x1x1x1x1", 1);
	struct net_packet *p[300];
	(void)state;

	for (unsigned i = 0; i < 300; i++) {
		p[i] = net_packet_alloc(r->net, 0);
		assert_int_equal((uintptr_t)p[i]->wire % 32, 0);
		p[i]->src = i;
		memset(p[i]->wire, (int)i, sizeof p[i]->wire);
	}
	for (unsigned i = 0; i < 300; i++) {
		assert_int_equal(p[i]->src, i);
		assert_int_equal(p[i]->wire[0], i & 0xff);
		assert_int_equal(p[i]->wire[sizeof p[i]->wire - 1], i & 0xff);
	}
	rig_destroy(r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(injection_fifo_is_full_until_its_first_packet_has_left),
		cmocka_unit_test(injection_fifo_that_stays_full_is_foreseen),
		cmocka_unit_test(full_injection_fifo_does_not_close_the_others),
		cmocka_unit_test(reception_fifo_holds_packets_in_order_until_resumed),
		cmocka_unit_test(reception_fifo_takes_in_a_packet_for_each_that_it_could_deliver),
		cmocka_unit_test(what_stands_in_the_network_is_told),
		cmocka_unit_test(held_reception_fifo_does_not_close_the_others),
		cmocka_unit_test(packet_freed_elsewhere_goes_back_to_its_own_pool),
		cmocka_unit_test(more_packets_than_a_slab_are_all_different),
	};

	return cmocka_run_group_tests_name("network FIFOs", tests, NULL, NULL);
}
