/*
 * test_net_counters.c - what the counters of links say, against a watch that sees only
 * when packets come to a router and leave it: link busy time, packets by class, and
 * the integral of queue lengths, which is the sum of all waits (Little's law), exactly
 * and at any moment.  Not here: the file of --counters (test_bgq_run_net.sh).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "traffic_fake.h"

#include "net/internal.h"

#define NODES 40
#define PACKETS 400

/* ---- the watch */

struct link_seen {
	ps_t busy_ps, waits_ps;
	uint32_t by_class[CLASSES], came;
};

struct stay {
	const struct net_packet *packet; /* copies have the same number */
	struct link_seen *at;
	ps_t since_ps;
};

static struct watch {
	struct fake_sim sim;
	struct traffic t;
	struct link_seen link[NODES][NET_LINKS]; /* a sender and a receiver */
	struct stay stay[NODES][PACKETS];
} *watch;

static struct stay *stay_of(const struct net_packet *p)
{
	uint32_t serial;

	memcpy(&serial, p->header + TRAFFIC_ID + 4, 4);
	return &watch->stay[p->src][serial];
}

static void leaves(const struct net_packet *p)
{
	struct stay *s = stay_of(p);

	if (s->packet != p)
		return;
	s->at->waits_ps += watch->sim.now_ps - s->since_ps;
	s->packet = NULL;
}

static uint32_t neighbour(uint32_t node, unsigned link)
{
	return traffic_on_line(&watch->t, node, link, 1);
}

static void crosses(const struct net_packet *p, uint32_t to, unsigned receiver, ps_t head_ps)
{
	struct link_seen *sender = &watch->link[neighbour(to, receiver)][receiver ^ 1];
	unsigned channel = p->header[3] >> 5;

	leaves(p);
	sender->busy_ps += (32u + p->payload_bytes + 25) * 500;
	sender->by_class[channel < 2 ? CLASS_NORMAL : channel - 1]++;
	*stay_of(p) = (struct stay){ p, &watch->link[to][receiver], head_ps };
}

static void watch_post(struct sim *sim, const struct event_entry *e)
{
	fake_sim_post(sim, e);
	if (!entry_is_light(e))
		return;
	if (e->seq >> 8 == LIGHT_HEAD)
		crosses(e->what, entry_node(e), e->seq & 0xff, e->time_ps);
	else if (e->seq >> 8 == LIGHT_RECEIVED)
		leaves(e->what);
}

static void watch_open(const struct traffic_config *cfg)
{
	watch = calloc(1, sizeof *watch);
	assert_non_null(watch);
	fake_sim_init(&watch->sim, NODES, net_lookahead_ps(&cfg->machine));
	watch->sim.sim.post = watch_post;
	assert_int_equal(traffic_open(&watch->t, cfg, &watch->sim.sim), 0);
	assert_true(watch->t.nodes <= NODES && cfg->packets <= PACKETS);
}

static void watch_close(void)
{
	traffic_close(&watch->t);
	fake_sim_cleanup(&watch->sim);
	free(watch);
}

/* ---- comparison */

/* Adds the waits of packets that are in the router now. */
static void count_stays(ps_t now_ps, const struct link_seen *at, ps_t *waits_ps)
{
	for (uint32_t n = 0; n < watch->t.nodes; n++)
		for (const struct stay *s = watch->stay[n]; s < watch->stay[n] + PACKETS; s++)
			if (s->packet && s->at == at && s->since_ps < now_ps)
				*waits_ps += now_ps - s->since_ps;
}

static void assert_link(uint32_t node, unsigned l, ps_t now_ps, bool all_done)
{
	struct link_seen *want = &watch->link[node][l];
	ps_t waits_ps = want->waits_ps;
	struct net_sender_counters s;
	struct net_receiver_counters r;

	net_sender_count(watch->t.net, node, l, &s);
	net_receiver_count(watch->t.net, node, l, now_ps, &r);
	assert_int_equal(s.busy_ps, want->busy_ps);
	assert_int_equal(net_sent_normal(&s), want->by_class[CLASS_NORMAL]);
	assert_int_equal(net_sent_packets(&s, NET_SENT_PRIORITY), want->by_class[CLASS_PRIORITY]);
	assert_int_equal(net_sent_packets(&s, NET_SENT_SYSTEM), want->by_class[CLASS_SYSTEM]);
	if (!all_done)
		count_stays(now_ps, want, &waits_ps);
	assert_int_equal(r.waiting_ps[0] + r.waiting_ps[1], waits_ps);
	if (all_done) {
		const struct link_seen *other = &watch->link[neighbour(node, l)][l ^ 1];

		assert_int_equal(net_received_packets(&r), other->by_class[0] + other->by_class[1] +
						    other->by_class[2]);
		assert_true(s.busy_ps <= now_ps);
	}
}

static void assert_counters(ps_t now_ps, bool all_done)
{
	for (uint32_t n = 0; n < watch->t.nodes; n++)
		for (unsigned l = 0; l < NET_LINKS; l++)
			assert_link(n, l, now_ps, all_done);
}

static void integral_of_queue_lengths_is_the_sum_of_waits(void **state)
{
	static const char *const shapes[] = { "5x4x1x1x2", "3x3x2x2x1", "1x8x1x1x1" };
	struct traffic_config cfg = { .packets = PACKETS, .burst = 14, .pause_ns = 500,
				      .kinds = TRAFFIC_ALL, .hot = 20, .hinted = 100,
				      .stall = 30, .stall_ns = 2000,
				      .machine = *net_machine_bgq() };
	(void)state;

	for (unsigned i = 0; i < 6; i++) {
		cfg.shape = shapes[i / 2];
		cfg.torus = i % 2 ? 0x1f : 0;
		cfg.seed = i + 1;
		watch_open(&cfg);
		for (uint32_t n = 0; n < watch->t.nodes; n++)
			traffic_begin(&watch->t, n);
		for (unsigned k = 1; k <= 4; k++) {
			fake_sim_run(&watch->sim, k * 3 * PS_PER_US + k);
			assert_true(watch->sim.events > 0);
			assert_counters(k * 3 * PS_PER_US + k, false);
		}
		fake_sim_run(&watch->sim, PS_NEVER);
		assert_true(traffic_complete(&watch->t));
		assert_counters(watch->sim.now_ps + 1, true);
		assert_counters(watch->sim.now_ps + PS_PER_S, true);
		watch_close();
	}
}

/* ---- known contention */

static const struct traffic_config line = {
	.shape = "3x1x1x1x1", .packets = PACKETS, .seed = 1,
};

/* Channel 1 keeps order; 2 and 3 are the high classes. */
static struct net_packet *packet(uint32_t src, uint32_t dst, uint16_t bytes, unsigned channel)
{
	struct traffic_node *n = &watch->t.node[src];
	struct net_packet *p = net_packet_alloc(watch->t.net, src);
	uint32_t serial = n->made++;

	memset(p->header, 0, sizeof p->header);
	p->src = src;
	p->dst = dst;
	p->payload_bytes = bytes;
	p->header[3] = (uint8_t)(channel << 5);
	memcpy(p->header + TRAFFIC_ID, &src, 4);
	memcpy(p->header + TRAFFIC_ID + 4, &serial, 4);
	memset(p->wire + 32, traffic_byte(src, serial), bytes);
	n->sent[serial] = (struct traffic_packet){ .dst = dst, .stream = TRAFFIC_NO_STREAM,
						   .payload_bytes = bytes,
						   .links = (uint8_t)(dst - src) };
	return p;
}

static void packet_that_finds_its_link_taken_is_counted_until_it_goes_on(void **state)
{
	struct traffic_config cfg = line;
	struct net_receiver_counters r;
	struct net_sender_counters s;
	(void)state;

	cfg.machine = *net_machine_bgq();
	watch_open(&cfg);
	/* The own one's head has been routed at 16 ns; the other, of 28.5 ns on the link,
	 * comes at 16 + 43.5 ns and goes on when 16 + 284.5 + 4 ns are over. */
	net_inject(watch->t.net, packet(1, 2, 512, 1), NET_INJ_AP, 0);
	net_inject(watch->t.net, packet(0, 2, 0, 2), NET_INJ_AP, 0);
	fake_sim_run(&watch->sim, 200000);
	net_receiver_count(watch->t.net, 1, 0, 200000, &r);
	assert_int_equal(net_received_packets(&r), 1);
	assert_int_equal(r.waiting_ps[0] + r.waiting_ps[1], 200000 - 59500);
	fake_sim_run(&watch->sim, PS_NEVER);
	net_receiver_count(watch->t.net, 1, 0, PS_PER_S, &r);
	assert_int_equal(net_received_packets(&r), 1);
	assert_int_equal(r.waiting_ps[0] + r.waiting_ps[1], 304500 - 59500);
	net_receiver_count(watch->t.net, 2, 0, PS_PER_S, &r);
	assert_int_equal(net_received_packets(&r), 2);
	assert_int_equal(r.waiting_ps[0] + r.waiting_ps[1], 0);
	net_sender_count(watch->t.net, 1, 1, &s);
	assert_int_equal(s.busy_ps, 284500 + 28500);
	assert_int_equal(net_sent_chunks(&s, NET_SENT_DYNAMIC) +
				 net_sent_chunks(&s, NET_SENT_DETERMINISTIC), 17);
	assert_int_equal(net_sent_chunks(&s, NET_SENT_PRIORITY), 1);
	assert_int_equal(net_sent_normal(&s), 1);
	assert_int_equal(net_sent_packets(&s, NET_SENT_PRIORITY), 1);
	assert_int_equal(net_sent_packets(&s, NET_SENT_SYSTEM), 0);
	net_sender_count(watch->t.net, 0, 1, &s);
	assert_int_equal(s.busy_ps, 28500);
	assert_int_equal(net_sent_normal(&s), 0);
	assert_int_equal(net_sent_packets(&s, NET_SENT_PRIORITY), 1);
	watch_close();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(integral_of_queue_lengths_is_the_sum_of_waits),
		cmocka_unit_test(packet_that_finds_its_link_taken_is_counted_until_it_goes_on),
	};

	return cmocka_run_group_tests_name("network counters", tests, NULL, NULL);
}
