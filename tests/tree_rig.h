/* tree_rig.h - a collective network of Blue Gene/P or /L with a client that keeps what it gets, on
 * the engine of fake_sim.h; for test_tree_network.c and test_tree_operand.c. */
#ifndef BGQ_TESTS_TREE_RIG_H
#define BGQ_TESTS_TREE_RIG_H

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "coll/tree/network.h"
#include "fake_sim.h"
#include "net/machine/machines.h"

#define RIG_NODES 2048

struct rig {
	struct fake_sim sim;
	struct net_machine m;
	struct net_shape shape;
	struct tree_network *t;
	uint32_t nodes;
	uint32_t received[RIG_NODES];
	uint8_t last[RIG_NODES][TREE_PAYLOAD_MOST]; /* payload */
	ps_t at_ps[RIG_NODES], last_ps;
	uint32_t faults;
	uint32_t interrupts;
	ps_t interrupt_ps[RIG_NODES];
	int32_t closed;  /* node that takes nothing of channel 0; -1: none */
	uint32_t more[RIG_NODES]; /* packets to inject still, */
	struct tree_packet like;  /* such */
};

static inline bool rig_deliver(void *ctx, uint32_t node, struct tree_packet *p, ps_t now_ps)
{
	struct rig *r = ctx;

	if (p->channel == 0 && r->closed == (int32_t)node)
		return false;
	r->received[node]++;
	memcpy(r->last[node], p->payload, sizeof p->payload);
	r->at_ps[node] = r->last_ps = now_ps;
	tree_packet_free(r->t, node, p);
	return true;
}

static inline int rig_inject(struct rig *r, uint32_t node, const struct tree_packet *like,
			     ps_t now_ps)
{
	struct tree_packet *p = tree_packet_alloc(r->t, node);

	assert_non_null(p);
	*p = *like;
	p->src = node;
	int rc = tree_network_inject(r->t, p, now_ps);

	if (rc)
		tree_packet_free(r->t, node, p);
	return rc;
}

static inline void rig_ready(void *ctx, uint32_t node, unsigned channel, ps_t now_ps)
{
	struct rig *r = ctx;

	(void)channel;
	while (r->more[node] && rig_inject(r, node, &r->like, now_ps) == 0)
		r->more[node]--;
}

static inline void rig_fault(void *ctx, uint32_t node, const struct tree_packet *p,
			     const char *text, ps_t now_ps)
{
	struct rig *r = ctx;

	(void)node, (void)p, (void)text, (void)now_ps;
	r->faults++;
}

static inline void rig_interrupt(void *ctx, uint32_t node, ps_t now_ps)
{
	struct rig *r = ctx;

	r->interrupts++;
	r->interrupt_ps[node] = now_ps;
}

static inline struct rig *rig_create(const struct net_machine *m, const char *shape)
{
	static const struct tree_ops ops = { .deliver = rig_deliver, .inject_ready = rig_ready,
					     .fault = rig_fault,
					     .interrupt = rig_interrupt };
	struct rig *r = calloc(1, sizeof *r);

	assert_non_null(r);
	r->m = *m;
	r->closed = -1;
	assert_int_equal(net_shape_parse_dims(shape, 3, NET_SIZE_MOST, &r->shape), 0);
	r->nodes = net_shape_nodes(&r->shape);
	assert_true(r->nodes <= RIG_NODES);
	fake_sim_init(&r->sim, r->nodes, tree_lookahead_ps(m));
	r->t = tree_network_create(&r->m, &r->shape, &r->sim.sim, 1, NULL);
	assert_non_null(r->t);
	tree_network_set_ops(r->t, &ops, r);
	return r;
}

static inline void rig_destroy(struct rig *r)
{
	tree_network_destroy(r->t);
	fake_sim_cleanup(&r->sim);
	free(r);
}

static inline void rig_run(struct rig *r)
{
	fake_sim_run(&r->sim, PS_NEVER);
}

/* Every node's packet of 8-byte operands, value + node in each. */
static inline void rig_contribute(struct rig *r, struct tree_packet like, uint64_t value)
{
	for (uint32_t n = 0; n < r->nodes; n++) {
		for (unsigned at = 0; at < TREE_PAYLOAD_MOST; at += like.operand_bytes)
			tree_operand_put(like.payload + at, like.operand_bytes, value + n);
		assert_int_equal(rig_inject(r, n, &like, r->sim.now_ps), 0);
	}
}

#endif
