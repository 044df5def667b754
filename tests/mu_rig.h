/*
 * mu_rig.h - message units on the real network, without an engine, for fuzzing:
 * a few nodes with memory, registers and a count of what was reported.
 *
 * A node's memory is three islands of physical addresses, the last one ending
 * where addresses end.  Between them and around lies memory of the host that
 * no access may touch: poisoned under the address sanitizer, compared without it.
 * Every byte that mu/ asked to write is marked; rig_check() finds writes to any
 * other.  Include after cmocka.h.
 */
#ifndef BGQ_TESTS_MU_RIG_H
#define BGQ_TESTS_MU_RIG_H

#include <errno.h>
#include <string.h>

#include "mu/internal.h"
#include "net/internal.h"
#include "fake_pool.h"
#include "fake_sim.h"

#define RIG_NODES_MAX 16u
#define RIG_GUARD      256u
#define RIG_ISLANDS    3u
#define RIG_UNTOUCHED  0xc3u

static const struct {
	uint64_t pa, bytes;
} rig_island[RIG_ISLANDS] = {
	{ 0x10000, 0x10000 },
	{ 0x40000, 0x4000 },
	{ (UINT64_C(1) << 36) - 0x2000, 0x2000 },
};
#define RIG_MEMORY (0x16000u + 4u * RIG_GUARD)

struct rig_node {
	uint8_t *memory; /* guard, island, guard, island, guard, island, guard */
	uint8_t *shadow; /* what memory has held since the last check, or was told */
	uint8_t *asked;  /* byte for byte: mu/ has asked to write it */
	uint64_t *mmio;
};

struct rig {
	struct fake_sim sim;
	const struct net_machine *model;
	struct net_shape shape;
	uint32_t nodes;
	struct net *net;
	struct mu *mu;
	struct rig_node node[RIG_NODES_MAX];
	uint64_t ras, gi_controls, delivered, awaited, collectives;
	struct mu_ras last;
};

void __asan_poison_memory_region(const void *p, size_t bytes) __attribute__((weak));
void __asan_unpoison_memory_region(const void *p, size_t bytes) __attribute__((weak));

/* Where [pa, pa+len) lies in a node's memory, or -1. */
static inline int64_t rig_offset(uint64_t pa, uint64_t len)
{
	uint64_t at = RIG_GUARD;

	for (unsigned i = 0; i < RIG_ISLANDS; i++) {
		uint64_t off = pa - rig_island[i].pa;

		if (off < rig_island[i].bytes && len <= rig_island[i].bytes - off)
			return (int64_t)(at + off);
		at += rig_island[i].bytes + RIG_GUARD;
	}
	return -1;
}

static inline void *rig_memory(void *ctx, uint32_t node, uint64_t pa, uint64_t len,
			       int write)
{
	struct rig *r = ctx;
	int64_t off = rig_offset(pa, len);

	assert_true(node < r->nodes);
	if (off < 0)
		return NULL;
	if (write)
		memset(r->node[node].asked + off, 1, len);
	return r->node[node].memory + off;
}

static inline volatile uint64_t *rig_mmio(void *ctx, uint32_t node, uint32_t off)
{
	struct rig *r = ctx;

	assert_true(node < r->nodes && off < MU_MMIO_BYTES && off % 8 == 0);
	return &r->node[node].mmio[off / 8];
}

static inline void rig_delivered(void *ctx, uint32_t node, const volatile void *at,
				 uint64_t bytes, ps_t now_ps)
{
	(void)node, (void)at, (void)bytes, (void)now_ps;
	((struct rig *)ctx)->delivered++;
}

static inline void rig_ras(void *ctx, const struct mu_ras *record)
{
	struct rig *r = ctx;

	assert_true(record->node < r->nodes && record->unit && record->field && record->text);
	r->ras++;
	r->last = *record;
}

static inline void rig_gi_control(void *ctx, uint32_t node, unsigned cls, uint32_t bits,
				  ps_t now_ps)
{
	struct rig *r = ctx;

	(void)now_ps;
	assert_true(node < r->nodes && cls < MU_GI_CLASSES && bits < 8);
	r->gi_controls++;
}

static inline void rig_awaited(void *ctx, uint32_t node, uint32_t subgroup, ps_t now_ps)
{
	struct rig *r = ctx;

	(void)now_ps;
	assert_true(node < r->nodes && subgroup < MU_SUBGROUPS);
	r->awaited++;
}

static const struct mu_ops rig_ops = {
	.memory = rig_memory, .mmio = rig_mmio, .delivered = rig_delivered, .ras = rig_ras,
	.gi_control = rig_gi_control, .awaited = rig_awaited,
};

static inline void rig_guards(uint8_t *memory, void (*f)(const void *p, size_t bytes))
{
	uint64_t at = 0;

	for (unsigned i = 0; f && i <= RIG_ISLANDS; i++) {
		f(memory + at, RIG_GUARD);
		at += RIG_GUARD + (i < RIG_ISLANDS ? rig_island[i].bytes : 0);
	}
}

/* No class route is set anywhere: no node would contribute to a collective at random. */
static inline int rig_no_route(void *ctx, struct net_packet *p, unsigned injfifo, ps_t now_ps)
{
	struct rig *r = ctx;

	(void)now_ps;
	assert_int_equal(injfifo, NET_INJ_COLL_USER);
	assert_int_equal(p->header[0], 0x5a);
	r->collectives++;
	return -EINVAL;
}

static inline ps_t rig_no_route_ready_ps(void *ctx, uint32_t node, ps_t now_ps)
{
	(void)ctx, (void)node;
	return now_ps;
}

/* A refused message has no need to wait for a place. */
static inline bool rig_no_route_waits(void *ctx, uint32_t node, unsigned injfifo, ps_t until_ps)
{
	(void)ctx, (void)node, (void)injfifo, (void)until_ps;
	return false;
}

static const struct net_coll_ops rig_coll_ops = { .inject = rig_no_route,
						  .inject_ready_ps = rig_no_route_ready_ps,
						  .inject_waits = rig_no_route_waits };

static inline void rig_create(struct rig *r, const struct net_shape *shape,
			      const struct net_machine *m)
{
	*r = (struct rig){ .model = m, .shape = *shape, .nodes = net_shape_nodes(shape) };
	assert_true(r->nodes <= RIG_NODES_MAX);
	fake_sim_init(&r->sim, r->nodes, net_lookahead_ps(m));
	r->net = net_create(m, shape, &r->sim.sim);
	assert_non_null(r->net);
	net_set_coll(r->net, &rig_coll_ops, r);
	r->mu = mu_create(&r->sim.sim, r->net, m, shape, &rig_ops, r);
	assert_non_null(r->mu);
	for (uint32_t n = 0; n < r->nodes; n++) {
		struct rig_node *node = &r->node[n];

		node->memory = aligned_alloc(64, RIG_MEMORY);
		node->shadow = malloc(RIG_MEMORY);
		node->asked = calloc(1, RIG_MEMORY);
		node->mmio = calloc(1, MU_MMIO_BYTES);
		assert_true(node->memory && node->shadow && node->asked && node->mmio);
		memset(node->memory, RIG_UNTOUCHED, RIG_MEMORY);
		memset(node->shadow, RIG_UNTOUCHED, RIG_MEMORY);
		rig_guards(node->memory, __asan_poison_memory_region);
	}
}

/* Packets from p on, up to last. */
static inline uint64_t rig_list(struct rig *r, uint32_t n, struct net_packet *p,
				const struct net_packet *last, bool drop)
{
	struct net_packet *next;
	uint64_t count = 0;

	for (; p; p = p == last ? NULL : next) {
		next = p->next;
		count++;
		if (drop)
			net_packet_free(r->net, n, p);
	}
	return count;
}

static inline uint64_t rig_ring(struct rig *r, uint32_t n, struct net_packet *last, bool drop)
{
	return rig_list(r, n, last ? last->next : NULL, last, drop);
}

/* Packets in the buffers of node n's router. */
static inline uint64_t rig_router(struct rig *r, uint32_t n, bool drop)
{
	const struct net_node *node = &r->net->node[n];
	uint64_t count = 0;

	for (unsigned i = 0; i < NET_RECFIFOS; i++)
		count += rig_ring(r, n, node->reception[i].held, drop);
	for (unsigned i = 0; i < INJECTORS; i++)
		count += rig_ring(r, n, node->inject[i].last, drop);
	for (unsigned i = 0; i < RECEIVERS; i++)
		for (unsigned q = 0; q < QUEUES; q++)
			count += rig_list(r, n, node->receive[i].queue[q].first, NULL, drop);
	return count;
}

/* Packets that node n's engines have built and the network has no room for. */
static inline uint64_t rig_engines(struct rig *r, uint32_t n, bool drop)
{
	uint64_t count = 0;

	for (unsigned i = 0; r->mu->node[n] && i < NET_INJFIFOS; i++) {
		const struct mu_engine *e = &r->mu->node[n]->engine[i];

		if (!e->packet || !e->blocked)
			continue;
		count++;
		if (drop)
			net_packet_free(r->net, n, e->packet);
	}
	return count;
}

/* Packets that wait for units that are not set up (mu_keep_early). */
static inline uint64_t rig_waiting(struct rig *r)
{
	uint64_t count = 0;

	for (uint32_t n = 0; r->mu->early && n < r->nodes; n++)
		count += r->mu->early[n].count + rig_router(r, n, false) +
			 rig_engines(r, n, false);
	return count;
}

/* Nothing is under way any more, and every packet has come home. */
static inline bool rig_at_rest(struct rig *r)
{
	return r->sim.events == 0 && fake_pool_live == rig_waiting(r);
}

/* Drops packets that were not to come home. */
static inline void rig_drop_waiting(struct rig *r)
{
	for (uint32_t n = 0; r->mu->early && n < r->nodes; n++) {
		for (struct net_packet *p = r->mu->early[n].first, *next; p; p = next) {
			next = p->next;
			net_packet_free(r->net, n, p);
		}
		rig_router(r, n, true);
		rig_engines(r, n, true);
	}
}

static inline void rig_destroy(struct rig *r)
{
	rig_drop_waiting(r);
	mu_destroy(r->mu);
	net_destroy(r->net);
	fake_sim_cleanup(&r->sim);
	for (uint32_t n = 0; n < r->nodes; n++) {
		free(r->node[n].memory);
		free(r->node[n].shadow);
		free(r->node[n].asked);
		free(r->node[n].mmio);
	}
}

/* Carries out events before end_ps, but at most so many; true if that was all. */
static inline bool rig_run(struct rig *r, ps_t end_ps, uint64_t most)
{
	struct fake_sim *f = &r->sim;

	while (f->events > 0 && f->heap[0].time_ps < end_ps) {
		struct event_entry e;

		if (most-- == 0)
			return false;
		e = fake_sim_pop(f);
		f->now_ps = e.time_ps;
		f->carried_out++;
		sim_carry_out(&f->sim, &e);
	}
	if (end_ps != PS_NEVER)
		f->now_ps = end_ps;
	return true;
}

/* Stores as a program does: bytes that the MU has nothing to do with. */
static inline void rig_write(struct rig *r, uint32_t node, uint64_t pa, const void *from,
			     uint64_t len)
{
	int64_t off = rig_offset(pa, len);

	assert_true(off >= 0);
	memcpy(r->node[node].memory + off, from, len);
	memcpy(r->node[node].shadow + off, from, len);
}

/* First byte of node's memory that changed without having been asked for, as an
 * offset in it; -1 if there is none.  Starts over. */
static inline int64_t rig_check(struct rig *r, uint32_t node)
{
	struct rig_node *n = &r->node[node];
	int64_t wrong = -1;

	rig_guards(n->memory, __asan_unpoison_memory_region);
	if (memcmp(n->memory, n->shadow, RIG_MEMORY) != 0)
		for (int64_t i = RIG_MEMORY - 1; i >= 0; i--)
			if (n->memory[i] != n->shadow[i] && !n->asked[i])
				wrong = i;
	memcpy(n->shadow, n->memory, RIG_MEMORY);
	memset(n->asked, 0, RIG_MEMORY);
	rig_guards(n->memory, __asan_poison_memory_region);
	return wrong;
}

/* ---- registers */

static inline uint64_t rig_reg(const struct rig *r, uint32_t node, uint32_t off)
{
	return r->node[node].mmio[off / 8];
}

/* Offset of register `field` of FIFO id; per: FIFOs of a subgroup. */
static inline uint32_t rig_inj_reg(uint32_t id, uint32_t field)
{
	return id / 32 * 0x10000u + id / 8 % 4 * 0x1000u + id % 8 * 0x40u + field;
}

static inline uint32_t rig_rec_reg(uint32_t id, uint32_t field)
{
	return id / 16 * 0x10000u + id / 4 % 4 * 0x1000u + 0x200u + id % 4 * 0x40u + field;
}

static inline uint32_t rig_bat_reg(uint32_t id)
{
	return id / 32 * 0x10000u + id / 8 % 4 * 0x1000u + 0x400u + id % 8 * 8u;
}

enum { RIG_START = 0, RIG_SIZE_1 = 8, RIG_HEAD = 0x10, RIG_TAIL = 0x18, RIG_COUNT = 0x20,
       RIG_FREE = 0x28 };

static inline void rig_store(struct rig *r, uint32_t node, uint32_t off, uint64_t value)
{
	mu_mmio_store(r->mu, node, off, value, r->sim.now_ps);
}

/* Takes all that is in reception FIFO id; returns its bytes. */
static inline uint64_t rig_take(struct rig *r, uint32_t node, uint32_t id)
{
	uint64_t size = rig_reg(r, node, rig_rec_reg(id, RIG_SIZE_1)) + 1;
	uint64_t head = rig_reg(r, node, rig_rec_reg(id, RIG_HEAD));
	uint64_t tail = rig_reg(r, node, rig_rec_reg(id, RIG_TAIL));

	if (head == tail)
		return 0;
	rig_store(r, node, rig_rec_reg(id, RIG_HEAD), tail);
	if (rig_reg(r, node, rig_rec_reg(id, RIG_HEAD)) == head)
		return 0; /* freed: the registers show its last state */
	return tail >= head ? tail - head : tail + size - head;
}

#endif
