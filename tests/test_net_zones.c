/*
 * test_net_zones.c - under contention, too, a packet in the dynamic channel goes only
 * where the zone that it names lets it, one in the channel that keeps order where the
 * programmed order has it, and one that is to stay on the bubble stays: with zones as
 * a machine comes up, and with random ones.  Watches packets as they start on a link.
 * Not here: what zones cost or gain, how programs set them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "traffic_fake.h"

#include "net/internal.h"

static struct zones {
	uint8_t zone[NET_ZONES][NET_MASKS], order[NET_MASKS];
	unsigned dynamic, bubble, stayed; /* links crossed */
} zones;

/* Dimensions of the first mask that has any of those. */
static unsigned first(const uint8_t masks[NET_MASKS], unsigned dims)
{
	for (unsigned i = 0; i < NET_MASKS; i++)
		if (masks[i] & dims)
			return masks[i] & dims;
	return 0;
}

static void check_link(const struct net_packet *p, unsigned link)
{
	const struct net_route *r = route_of((struct net_packet *)p);
	const uint8_t *header = p->header;
	unsigned d = link / 2, left = 0;

	for (unsigned i = 0; i < NET_DIMS; i++)
		left |= (r->left[i] != 0u) << i;
	assert_true(left >> d & 1);
	if (r->vc == VC_DYNAMIC) {
		assert_true(header[2] & 0x04);
		assert_true(first(zones.zone[header[3] >> 3 & 3], left) >> d & 1);
		zones.dynamic++;
		return;
	}
	assert_int_equal(d, __builtin_ctz(first(zones.order, left)));
	zones.bubble += (header[2] & 0x04) != 0;
}

/* Software's bytes of the header have room to note that it was in the bubble. */
static void check_stay(struct net_packet *p)
{
	uint8_t *was = &p->header[TRAFFIC_ID + 8];

	if (!(p->header[3] & 0x04) || !(p->header[2] & 0x04))
		return;
	assert_false(*was && route_of(p)->vc == VC_DYNAMIC);
	zones.stayed += *was;
	*was = route_of(p)->vc == VC_ESCAPE;
}

static void sent(void *ctx, uint32_t node, unsigned link, const struct net_packet *p,
		 ps_t head_ps, ps_t tail_ps)
{
	(void)ctx, (void)node, (void)head_ps, (void)tail_ps;
	check_link(p, link);
	check_stay((struct net_packet *)p);
}

static const struct net_watch watch = { .sent = sent };

static void run(uint64_t seed, bool programmed)
{
	struct traffic_config cfg = { .shape = "5x3x4x2x1", .torus = 0x17, .seed = seed,
				      .packets = 150, .burst = 14, .pause_ns = 200,
				      .kinds = TRAFFIC_ALL & ~(1u << TRAFFIC_DEPOSIT),
				      .hot = 20, .hinted = 80, .machine = *net_machine_bgq() };
	struct traffic_node dice = { .random = traffic_mix(seed, 7) | 1 };
	struct traffic_fake f;

	zones = (struct zones){ 0 };
	cfg.machine.vc_packets[0] = 2;
	traffic_fake_start(&f, &cfg);
	net_set_watch(f.t.net, &watch);
	for (unsigned z = 0; z < NET_ZONES; z++)
		net_zone_default(&f.t.shape, z, zones.zone[z]);
	net_order_default(&f.t.shape, zones.order);
	for (unsigned z = 0; programmed && z <= NET_ZONES; z++) {
		uint8_t *masks = z < NET_ZONES ? zones.zone[z] : zones.order;

		memset(masks, 0, NET_MASKS);
		for (unsigned d = 0; d < NET_DIMS; d++)
			masks[traffic_random(&dice, NET_MASKS)] |= (uint8_t)(1u << d);
		assert_int_equal(z < NET_ZONES ? net_set_zone(f.t.net, z, masks)
					       : net_set_order(f.t.net, masks), 0);
	}
	traffic_fake_finish(&f);
	assert_true(zones.dynamic > 10000 && zones.bubble > 1000 && zones.stayed > 100);
	traffic_fake_close(&f);
}

static void packets_keep_to_the_zones_that_a_machine_comes_up_with(void **state)
{
	(void)state;
	for (uint64_t seed = 1; seed <= 3; seed++)
		run(seed, false);
}

static void packets_keep_to_programmed_zones(void **state)
{
	(void)state;
	for (uint64_t seed = 1; seed <= 12; seed++)
		run(seed, true);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(packets_keep_to_the_zones_that_a_machine_comes_up_with),
		cmocka_unit_test(packets_keep_to_programmed_zones),
	};

	return cmocka_run_group_tests_name("network zones", tests, NULL, NULL);
}
