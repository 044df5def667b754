/*
 * traffic_collective.c - one allreduce and one barrier over the whole machine, without
 * programs: network and collective logic only, as bgq-net --collectives prints them.
 */
#include "traffic_collective.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "coll/alu.h"
#include "coll/coll.h"
#include "emu/core/engine/host_clock.h"
#include "net/header.h"
#include "traffic_once.h"

/* Results at a worker's nodes. */
struct seen {
	uint32_t nodes;
	ps_t last_ps;
	bool wrong;
} __attribute__((aligned(64)));

struct run {
	const struct traffic_config *cfg;
	struct traffic_once once;
	struct net *net;
	struct coll *coll;
	struct seen *seen; /* [worker] */
	uint32_t nodes;
	bool barrier;
};

static struct seen *seen_at(struct run *r, uint32_t node)
{
	return &r->seen[engine_worker_of(r->once.engine, node)];
}

static void saw(struct seen *s, ps_t now_ps)
{
	s->nodes++;
	if (now_ps > s->last_ps)
		s->last_ps = now_ps;
}

/* ---- allreduce: every node contributes its number + 1 */

static void contribute(struct run *r, uint32_t node, ps_t now_ps)
{
	struct net_packet *p = net_packet_alloc(r->net, node);
	uint64_t mine = node + UINT64_C(1);

	if (!p)
		abort();
	p->src = p->dst = node;
	p->payload_bytes = 32;
	memset(p->wire, 0, NET_PACKET_HEADER_BYTES + p->payload_bytes);
	net_header_set_collective(p->header, COLL_UNSIGNED_ADD, 1 /* 8 bytes */, 0);
	net_header_set_coll_channel(p->header, NET_CHANNEL_SUB_COMM, NET_COLL_ALLREDUCE);
	memcpy(p->wire + NET_PACKET_HEADER_BYTES, &mine, sizeof mine);
	net_inject(r->net, p, NET_INJ_COLL_USER, now_ps);
}

static int deliver(void *ctx, uint32_t node, struct net_packet *p, ps_t now_ps)
{
	struct run *r = ctx;
	struct seen *s = seen_at(r, node);
	uint64_t n = r->nodes, sum;

	memcpy(&sum, p->wire + NET_PACKET_HEADER_BYTES, sizeof sum);
	s->wrong |= sum != n * (n + 1) / 2;
	saw(s, now_ps);
	net_packet_free(r->net, node, p);
	return 0;
}

static void inject_ready(void *ctx, uint32_t node, unsigned injfifo, ps_t now_ps)
{
	(void)ctx, (void)node, (void)injfifo, (void)now_ps;
}

static void refuse(void *ctx, uint32_t node, const struct net_packet *p, const char *text,
		   ps_t now_ps)
{
	(void)now_ps;
	(void)p, (void)text;
	seen_at(ctx, node)->wrong = true;
}

static const struct net_ops net_ops = {
	.deliver = deliver, .inject_ready = inject_ready, .refuse = refuse,
};

/* ---- barrier: the first one of a job lowers bit 4 everywhere */

#define BARRIER_ENTERED 0x2u

static void gi_status(void *ctx, uint32_t node, unsigned cls, uint32_t bits, ps_t now_ps)
{
	(void)cls;
	if (!(bits & COLL_GI_INITIAL))
		saw(seen_at(ctx, node), now_ps);
}

static void fault(void *ctx, const struct coll_fault *f, ps_t now_ps)
{
	(void)now_ps;
	seen_at(ctx, f->node)->wrong = true;
}

static const struct coll_ops coll_ops = { .gi_status = gi_status, .fault = fault };

/* ---- run */

static void start(struct event *ev)
{
	struct run *r = ev->ctx;

	if (r->barrier)
		coll_gi_control(r->coll, ev->node, 0, BARRIER_ENTERED, ev->time_ps);
	else
		contribute(r, ev->node, ev->time_ps);
}

static int set_up(struct run *r)
{
	const struct traffic_config *c = r->cfg;
	int rc = traffic_once_create(&r->once, c, net_lookahead_ps(&c->machine), start, r);

	r->seen = aligned_alloc(_Alignof(struct seen), c->workers * sizeof *r->seen);
	if (rc || !r->seen)
		return -ENOMEM;
	struct sim *sim = engine_sim(r->once.engine);

	r->net = net_create(&c->machine, &c->shape, sim);
	r->coll = coll_create(sim, &c->machine, &c->shape);
	if (!r->net || !r->coll)
		return -ENOMEM;
	rc = net_set_pools(r->net, c->workers, sim->owner);
	return rc ? rc : coll_set_pools(r->coll, c->workers, sim->owner);
}

static int carry_out(struct run *r)
{
	memset(r->seen, 0, r->cfg->workers * sizeof *r->seen);
	net_set_ops(r->net, &net_ops, r);
	coll_set_ops(r->coll, &coll_ops, r);
	coll_attach(r->coll, r->net);
	return engine_run(r->once.engine);
}

int traffic_collective(const struct traffic_config *c, bool barrier,
		       struct traffic_collective *result)
{
	struct run r = { .cfg = c, .nodes = net_shape_nodes(&c->shape), .barrier = barrier };
	int rc = set_up(&r);

	if (rc == 0)
		rc = carry_out(&r);
	*result = (struct traffic_collective){ .correct = rc == 0 };
	for (unsigned w = 0; rc == 0 && w < c->workers; w++) {
		result->nodes += r.seen[w].nodes;
		result->correct &= !r.seen[w].wrong;
		if (r.seen[w].last_ps > result->last_ps)
			result->last_ps = r.seen[w].last_ps;
	}
	result->wall_s = host_clock_seconds() - r.once.began_s;
	coll_destroy(r.coll);
	net_destroy(r.net);
	traffic_once_destroy(&r.once);
	free(r.seen);
	return rc;
}
