/*
 * coll_rig.h - coll/ over the real net/ on the fake engine, for test_collective*.c.
 * Nodes send packets, in order, as fast as the network takes them; what comes is
 * counted, looked at and freed.  Packets that were lost or not freed are found at the
 * end.  Include after cmocka.h.
 */
#ifndef BGQ_TESTS_COLL_RIG_H
#define BGQ_TESTS_COLL_RIG_H

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "coll/tree.h"
#include "net/internal.h"
#include "fake_pool.h"
#include "fake_sim.h"

#define HOP_PS        43500 /* on a node board: wire and router */
#define UP_PS         18000
#define DOWN_PS       6000
#define SAVED_PS      16000 /* the router, which a packet that is received does not pass */
#define PACKET_PS(bytes) ((57 + (bytes)) * 500)

#define WORLD 0x80 /* byte 3 of a header: channel, and type */
#define SUB   0xa0
#define BROADCAST 0x00
#define ALLREDUCE 0x10
#define REDUCE    0x18
#define ADD64 ((COLL_UNSIGNED_ADD << 4) | 1)

#define GOT_MAX 65536

struct got {
	uint32_t node, number;
	uint8_t cls, recfifo;
	uint16_t bytes;
	uint64_t word[64];
	ps_t at_ps;
};

struct rig {
	struct fake_sim sim;
	struct net_machine m;
	struct net *net;
	struct coll *coll;
	struct net_shape shape;
	uint32_t nodes;
	struct net_packet *(*waiting)[NET_INJFIFOS]; /* [node], rings, */
	ps_t (*until_ps)[NET_INJFIFOS]; /* until then, at least; how often just so */
	unsigned foreseen;
	unsigned sure; /* how often they were sure to wait until then */
	uint32_t *room; /* [node]: packets that are still taken */
	bool keep;      /* what comes is kept in got[] */
	struct got *got;
	uint32_t gots, sent;
	uint32_t others; /* point-to-point packets that came */
	/* Each packet that comes, if set. */
	void (*look)(struct rig *r, const struct got *g);
	void *look_ctx;
	unsigned faults;
	bool faults_expected;
	char fault[320];
};

static inline int rig_deliver(void *ctx, uint32_t node, struct net_packet *p, ps_t now_ps)
{
	struct rig *r = ctx;
	struct got g = { .node = node, .cls = (uint8_t)net_header_class(p->header),
			 .recfifo = p->recfifo, .bytes = p->payload_bytes, .at_ps = now_ps };

	assert_int_equal(now_ps, r->sim.now_ps);
	if (p->recfifo < NET_REC_COLL_USER) {
		r->others++;
		net_packet_free(r->net, node, p);
		return 0;
	}
	if (r->room[node] == 0)
		return -EAGAIN;
	r->room[node] -= r->room[node] != UINT32_MAX;
	memcpy(&g.number, p->header + 12, sizeof g.number);
	memcpy(g.word, p->wire + NET_PACKET_HEADER_BYTES, p->payload_bytes);
	if (r->look)
		r->look(r, &g);
	if (r->keep) {
		assert_true(r->gots < GOT_MAX);
		r->got[r->gots] = g;
	}
	r->gots++;
	net_packet_free(r->net, node, p);
	return 0;
}

static inline void rig_waits(struct rig *r, uint32_t node, unsigned f, ps_t now_ps)
{
	ps_t until_ps = net_inject_ready_ps(r->net, node, f, now_ps);

	r->until_ps[node][f] = until_ps;
	if (f >= NET_INJ_COLL_USER)
		assert_false(net_inject_waits(r->net, node, f, now_ps, until_ps));
	r->sure += until_ps > now_ps && net_inject_waits(r->net, node, f, now_ps, until_ps - 1);
}

/* The first packet that waits, and so on. */
static inline void rig_offer(struct rig *r, uint32_t node, unsigned f, ps_t now_ps)
{
	struct net_packet **last = &r->waiting[node][f];

	while (*last) {
		struct net_packet *p = net_ring_take(last), *rest = *last;
		int rc = net_inject(r->net, p, f, now_ps);

		if (rc == -EAGAIN) { /* back to the front */
			rig_waits(r, node, f, now_ps);
			net_ring_append(last, p);
			if (rest)
				*last = rest;
			return;
		}
		if (rc == -EINVAL)
			net_packet_free(r->net, node, p);
	}
}

static inline void rig_inject_ready(void *ctx, uint32_t node, unsigned f, ps_t now_ps)
{
	struct rig *r = ctx;

	assert_true(r->until_ps[node][f] <= now_ps);
	r->foreseen += r->until_ps[node][f] == now_ps;
	rig_offer(r, node, f, now_ps);
}

static inline void rig_refuse(void *ctx, uint32_t node, const struct net_packet *p,
			      const char *text, ps_t now_ps)
{
	(void)ctx, (void)node, (void)p, (void)now_ps;
	fail_msg("refused: %s", text);
}

static inline void rig_fault(void *ctx, const struct coll_fault *f, ps_t now_ps)
{
	struct rig *r = ctx;

	assert_int_equal(f->net, COLL_NET_COLLECTIVE);
	assert_int_equal(now_ps, r->sim.now_ps);
	snprintf(r->fault, sizeof r->fault, "%u of %u (%03x %03x): %s", f->cls, f->node,
		 f->route.input, f->route.output, f->text);
	if (!r->faults_expected)
		fail_msg("%s", r->fault);
	r->faults++;
}

static const struct net_ops rig_net_ops = {
	.deliver = rig_deliver, .inject_ready = rig_inject_ready, .refuse = rig_refuse
};
static const struct coll_ops rig_coll_ops = { .fault = rig_fault };

static inline struct rig *rig_create_as(const char *text, int torus, const struct net_machine *m)
{
	struct rig *r = calloc(1, sizeof *r);

	assert_non_null(r);
	assert_int_equal(net_shape_parse(text, &r->shape), 0);
	memset(r->shape.torus, torus, sizeof r->shape.torus);
	r->nodes = net_shape_nodes(&r->shape);
	r->m = *m;
	r->waiting = calloc(r->nodes, sizeof *r->waiting);
	r->until_ps = calloc(r->nodes, sizeof *r->until_ps);
	r->room = malloc(r->nodes * sizeof *r->room);
	r->got = malloc(GOT_MAX * sizeof *r->got);
	assert_true(r->waiting && r->until_ps && r->room && r->got);
	memset(r->room, 0xff, r->nodes * sizeof *r->room);
	r->keep = true;
	fake_sim_init(&r->sim, r->nodes, net_lookahead_ps(m));
	r->net = net_create(&r->m, &r->shape, &r->sim.sim);
	r->coll = coll_create(&r->sim.sim, &r->m, &r->shape);
	assert_true(r->net && r->coll);
	net_set_ops(r->net, &rig_net_ops, r);
	coll_set_ops(r->coll, &rig_coll_ops, r);
	coll_attach(r->coll, r->net);
	return r;
}

static inline struct rig *rig_create(const char *text, int torus)
{
	return rig_create_as(text, torus, net_machine_bgq());
}

/* Makes a rig whose class routes will be wrong: faults are counted. */
static inline struct rig *rig_wrong(const char *shape, int torus)
{
	struct rig *r = rig_create(shape, torus);

	r->faults_expected = true;
	return r;
}

static inline void run(struct rig *r)
{
	fake_sim_run(&r->sim, PS_NEVER);
}

/* Nothing is anywhere: no packet, no token that is missing. */
static inline void assert_drained(const struct rig *r)
{
	for (uint32_t n = 0; n < r->nodes; n++)
		for (unsigned l = 0; l < NET_LINKS; l++) {
			const struct net_sender *s = &r->net->node[n].send[l];
			unsigned used = 0;

			for (unsigned b = 0; b < BUFFERS; b++)
				used += s->used[b];
			assert_int_equal(used, s->returning);
			assert_int_equal(r->net->node[n].receive[l].collective, 0);
		}
	assert_int_equal(fake_pool_live, 0);
}

static inline void rig_discard(struct rig *r)
{
	fake_pool_live = 0;
	coll_destroy(r->coll);
	net_destroy(r->net);
	fake_sim_cleanup(&r->sim);
	free(r->waiting);
	free(r->until_ps);
	free(r->room);
	free(r->got);
	free(r);
}

static inline void rig_destroy(struct rig *r)
{
	assert_drained(r);
	rig_discard(r);
}

static inline void route(struct rig *r, unsigned cls, uint32_t node, unsigned input,
			 unsigned output)
{
	ClassRoute_t cr = { (uint16_t)input, (uint16_t)output };

	assert_int_equal(coll_classroute_set(r->coll, COLL_NET_COLLECTIVE, node, cls, cr,
					     r->sim.now_ps), 0);
}

#include "coll_packets.h"

#endif
