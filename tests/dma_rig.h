/* dma_rig.h - Blue Gene/P's torus with the DMA of each node and 64 KiB of memory there, on the
 * engine of fake_sim.h; for test_dma.c and test_dma_fifos.c. */
#ifndef BGQ_TESTS_DMA_RIG_H
#define BGQ_TESTS_DMA_RIG_H

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "fake_sim.h"
#include "mu/dma/dma.h"
#include "net/machine/machines.h"

#define RIG_NODES 64
#define RIG_BYTES 65536u
#define RIG_RING  64 /* descriptors */

struct rig {
	struct fake_sim sim;
	struct net_shape shape;
	const struct net_router *router;
	struct net *net;
	struct dma *d;
	uint8_t memory[RIG_NODES][RIG_BYTES];
	struct dma_descriptor ring[RIG_NODES][8][RIG_RING]; /* of injection FIFOs 0 to 7 */
	unsigned faults, arrivals, sent[RIG_NODES];
	const char *fault;
	ps_t zero_ps[RIG_NODES];  /* of a reception counter, the last one, */
	ps_t left_ps[RIG_NODES];  /* and of one of injection */
	unsigned zeros[RIG_NODES];
	bool drains;              /* reception FIFOs are emptied at each arrival */
};

static inline void *rig_memory(void *ctx, uint32_t node, uint64_t address, uint32_t bytes,
			       bool write)
{
	struct rig *r = ctx;

	(void)write;
	assert_true(address + bytes <= RIG_BYTES);
	return &r->memory[node][address];
}

static inline void rig_zero(void *ctx, uint32_t node, enum dma_kind kind, unsigned counter,
			    ps_t now_ps)
{
	struct rig *r = ctx;

	(void)counter;
	if (kind == DMA_INJECTION) {
		r->left_ps[node] = now_ps;
		return;
	}
	r->zero_ps[node] = now_ps;
	r->zeros[node]++;
}

static inline void rig_arrived(void *ctx, uint32_t node, unsigned recfifo, ps_t now_ps)
{
	struct rig *r = ctx;

	r->arrivals++;
	if (r->drains)
		dma_recfifo_set_head(r->d, node, recfifo, dma_recfifo_tail(r->d, node, recfifo),
				     now_ps);
}

static inline void rig_sent(void *ctx, uint32_t node, unsigned injfifo, ps_t now_ps)
{
	(void)injfifo, (void)now_ps;
	((struct rig *)ctx)->sent[node]++;
}

static inline void rig_fault(void *ctx, uint32_t node, const char *text, ps_t now_ps)
{
	struct rig *r = ctx;

	(void)node, (void)now_ps;
	r->faults++;
	r->fault = text;
}

/* The network alone. */
static inline struct rig *rig_create_net(const char *shape)
{
	const struct net_machine *m = net_machine_bgp();
	struct rig *r = calloc(1, sizeof *r);

	assert_non_null(r);
	assert_int_equal(net_shape_parse_dims(shape, 3, NET_SIZE_MOST, &r->shape), 0);
	uint32_t nodes = net_shape_nodes(&r->shape);

	assert_true(nodes <= RIG_NODES);
	r->router = net_router_of(m);
	fake_sim_init(&r->sim, nodes, net_lookahead_ps(m));
	r->net = r->router->create(m, &r->shape, &r->sim.sim);
	assert_non_null(r->net);
	return r;
}

static inline struct dma_config rig_config(struct rig *r, const struct dma_ops *ops, void *ctx)
{
	return (struct dma_config){ .machine = net_machine_bgp(), .shape = &r->shape,
				    .router = r->router, .net = r->net, .sim = &r->sim.sim,
				    .ops = ops, .ops_ctx = ctx };
}

/* Makes a rig with a client of the test's own. */
static inline struct rig *rig_create_for(const char *shape, const struct dma_ops *ops, void *ctx)
{
	struct rig *r = rig_create_net(shape);
	struct dma_config cfg = rig_config(r, ops, ctx);

	r->d = dma_create(&cfg);
	assert_non_null(r->d);
	return r;
}

static inline struct rig *rig_create(const char *shape, uint32_t tokens, uint32_t piece)
{
	static const struct dma_ops ops = { .memory = rig_memory, .zero = rig_zero,
					    .arrived = rig_arrived, .sent = rig_sent,
					    .fault = rig_fault };
	struct rig *r = rig_create_net(shape);
	struct dma_config cfg = rig_config(r, &ops, r);

	cfg.tokens = tokens;
	cfg.piece = piece;
	r->d = dma_create(&cfg);
	assert_non_null(r->d);
	return r;
}

static inline void rig_destroy(struct rig *r)
{
	dma_destroy(r->d);
	r->router->destroy(r->net);
	fake_sim_cleanup(&r->sim);
	free(r);
}

static inline void rig_run(struct rig *r)
{
	fake_sim_run(&r->sim, PS_NEVER);
	assert_int_equal(r->router->packets_inside(r->net), 0);
}

/* Injection FIFO f of a node, 0 to 7. */
static inline void rig_fifo(struct rig *r, uint32_t node, unsigned f, uint8_t mask)
{
	struct dma_injfifo_set s = { .start = r->ring[node][f], .descriptors = RIG_RING,
				     .torus_mask = mask };

	assert_int_equal(dma_injfifo_enable(r->d, node, f, &s), 0);
}

/* Every node's FIFO 0, and counters 0: based at 0, all memory. */
static inline void rig_usual(struct rig *r)
{
	for (uint32_t n = 0; n < net_shape_nodes(&r->shape); n++) {
		rig_fifo(r, n, 0, 0xff);
		for (unsigned kind = 0; kind < 2; kind++)
			dma_counter_set(r->d, n, (enum dma_kind)kind, 0,
					(struct dma_counter){ .most = RIG_BYTES - 1 });
	}
}

static inline struct dma_descriptor rig_to(const struct rig *r, uint32_t node)
{
	struct dma_descriptor desc = { .header.routing = DMA_DYNAMIC };
	uint8_t at[NET_DIMS_MAX];

	net_coord_of(&r->shape, node, at);
	desc.header.x = at[0];
	desc.header.y = at[1];
	desc.header.z = at[2];
	return desc;
}

static inline struct dma_descriptor rig_put(const struct rig *r, uint32_t node, uint32_t from,
					    uint32_t to, uint32_t bytes)
{
	struct dma_descriptor desc = rig_to(r, node);

	desc.base_offset = from;
	desc.length = bytes;
	desc.header.routing |= DMA_IS_DMA;
	desc.header.put_offset = to;
	return desc;
}

/* A get that brings descriptors at `from` of the sender's memory to FIFO 0 of node. */
static inline struct dma_descriptor rig_get(const struct rig *r, uint32_t node, uint32_t from,
					    unsigned descriptors)
{
	struct dma_descriptor desc = rig_put(r, node, from, 0, descriptors * DMA_DESCRIPTOR_BYTES);

	desc.header.flags = DMA_FLAG_GET;
	return desc;
}

static inline void rig_keep(struct rig *r, uint32_t node, uint32_t address,
			    struct dma_descriptor desc)
{
	memcpy(&r->memory[node][address], &desc, sizeof desc);
}

static inline void rig_inject(struct rig *r, uint32_t node, struct dma_descriptor desc)
{
	assert_int_equal(dma_inject(r->d, node, 0, &desc, r->sim.now_ps), 0);
}

static inline void rig_pattern(struct rig *r, uint32_t node, uint32_t at, uint32_t bytes)
{
	for (uint32_t i = 0; i < bytes; i++)
		r->memory[node][at + i] = (uint8_t)(node * 31 + i * 7 + i / 251);
}

#endif
