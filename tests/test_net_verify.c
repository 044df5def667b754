/*
 * test_net_verify.c - net_verify(): true after packets have gone, false and with the place for each
 * thing that it looks at.
 * Leaves out: the order of packets (test_net_faults.sh runs bgq-net --verify).
 */
#include "net_rig.h"

#include "net/internal.h"
#include "net/verify.h"

static char why[NET_VERIFY_BYTES];

static struct rig *after_three_packets(void)
{
	struct rig *r = rig_create("2x2x2x2x2", 1);

	for (unsigned i = 0; i < 3; i++)
		send(r, packet(r, 0, 31, 512), NET_INJ_AM + i, 0);
	fake_sim_run(&r->sim, PS_NEVER);
	assert_int_equal(r->deliveries, 3);
	return r;
}

/* The first link out of node 0 that has carried something. */
static unsigned busy_link(const struct rig *r)
{
	unsigned link = 0;

	while (!r->net->node[0].send[link].count.busy_ps)
		link++;
	return link;
}

static void a_network_after_traffic_is_right(void **state)
{
	struct rig *r = after_three_packets();

	(void)state;
	assert_true(net_verify(r->net, why));
	rig_destroy(r);
}

static void packets_on_their_way_are_no_mistake(void **state)
{
	struct rig *r = rig_create("2x2x2x2x2", 1);

	(void)state;
	send(r, packet(r, 0, 31, 512), NET_INJ_AP, 0);
	fake_sim_run(&r->sim, 100 * PS_PER_NS);
	assert_int_equal(r->deliveries, 0);
	assert_true(net_verify(r->net, why));
	rig_destroy(r);
}

static void a_token_too_few_is_named(void **state)
{
	struct rig *r = after_three_packets();
	unsigned link = busy_link(r);

	(void)state;
	r->net->node[0].send[link].used[0]++;
	assert_false(net_verify(r->net, why));
	assert_non_null(strstr(why, "node 0, link"));
	assert_non_null(strstr(why, "tokens for"));
	rig_destroy(r);
}

static void a_packet_that_was_not_received_is_named(void **state)
{
	struct rig *r = after_three_packets();
	unsigned link = busy_link(r);
	struct net_sender *s = &r->net->node[0].send[link];

	(void)state;
	s->count.sent[0]++;
	r->net->node[s->wire.node].receive[link ^ 1].count.packets[NET_RECEIVED_SYSTEM]++;
	assert_true(net_verify(r->net, why)); /* both, as if it had come */
	r->net->node[s->wire.node].receive[link ^ 1].count.packets[NET_RECEIVED_SYSTEM]--;
	r->net->node[s->wire.node].receive[link].count.packets[NET_RECEIVED_SYSTEM]++;
	assert_false(net_verify(r->net, why));
	assert_non_null(strstr(why, "packets were sent"));
	rig_destroy(r);
}

static void what_waits_for_nothing_is_named(void **state)
{
	struct rig *r = after_three_packets();

	(void)state;
	r->net->node[31].wanted[WAY_RECEPTION] = 1;
	assert_false(net_verify(r->net, why));
	assert_non_null(strstr(why, "node 31: no packet"));
	rig_destroy(r);
}

static void mistakes_are_found_in_a_run(void **state)
{
	struct rig *r = rig_create("2x2x2x2x2", 1);

	(void)state;
	send(r, packet(r, 0, 31, 512), NET_INJ_AM, 0);
	for (ps_t until_ps = 0; r->deliveries == 0; until_ps += 1000) {
		assert_true(net_verify_bounds(r->net, why));
		fake_sim_run(&r->sim, until_ps);
	}
	unsigned link = busy_link(r);
	struct net_sender *s = &r->net->node[0].send[link];

	r->net->node[s->wire.node].receive[link ^ 1].count.packets[NET_RECEIVED_SYSTEM]++;
	assert_false(net_verify_bounds(r->net, why));
	assert_non_null(strstr(why, "packets were sent"));
	rig_destroy(r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_network_after_traffic_is_right),
		cmocka_unit_test(packets_on_their_way_are_no_mistake),
		cmocka_unit_test(a_token_too_few_is_named),
		cmocka_unit_test(a_packet_that_was_not_received_is_named),
		cmocka_unit_test(what_waits_for_nothing_is_named),
		cmocka_unit_test(mistakes_are_found_in_a_run),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
