/*
 * fake_net.h - what the tests of mu/ stand on: a network that delivers every
 * packet after one delay, the events of fake_sim.h, and a few nodes with memory,
 * registers and a list of what was reported.
 *
 * Stands in for net/net.c and net/router.c: it defines every function of theirs
 * that is called, so that the linker never takes them from the archive.
 * Never models a route or a link.
 */
#ifndef BGQ_TESTS_FAKE_NET_H
#define BGQ_TESTS_FAKE_NET_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <errno.h>

#include "mu/descriptor.h"
#include "mu/mu.h"
#include "net/machine/machine.h"
#include "fake_sim.h"

#define NODES        4u
#define PA           UINT64_C(0x1000000) /* first byte of a node's memory */
#define MEMORY_BYTES (2u << 20)
#define DELAY_PS     UINT64_C(10000000)

/* Every stage has a digit of its own, so a wrong sum shows what is missing. */
static const struct net_machine test_machine = {
	.name = "test",
	.mu_tail_store_ps = 1, .mu_desc_fetch_ps = 10, .mu_payload_fetch_ps = 200,
	.mu_inject_ps = 3000, .mu_receive_ps = 100000,
	.mu_agent_ps = 500000,
	.mu_store_ps = 200000, .mu_fifo_tail_ps = 3000000, .mu_counter_ps = 4000000,
	.mu_complete_ps = 20000, .mu_rec_ps_per_4_bytes = 7, .mu_early_packets = 20,
};
/* Times from a tail store to the packet's hand-over to the network, and of a packet of so many
 * bytes on the wire from delivery to memory. */
#define SEND_PS         3211u
#define STORE_PS(bytes) (300000u + (ps_t)(bytes) / 4 * 7)

struct rig;
static struct rig *rig_now; /* net_* and sim callbacks find it here */

struct net {
	const struct net_ops *ops;
	void *ctx;
	uint32_t full;   /* injection FIFOs that take nothing, as bits */
	bool refuses;    /* whatever is injected */
	unsigned packets_live;
	unsigned allocs_fail; /* so many, from now on */
	unsigned injected[NET_INJFIFOS];
	uint8_t order[256];    /* injection FIFO of each packet */
	ps_t order_ps[256];    /* and when it was handed over */
	uint32_t order_src[256];
	unsigned order_count;
	struct net_packet *held[NODES][NET_RECFIFOS];
};

struct rig {
	struct fake_sim sim;
	struct net net;
	struct net_machine machine; /* a test may change it before it sends */
	struct net_shape shape;
	struct mu *mu;
	uint8_t *memory[NODES];
	uint64_t *mmio[NODES];
	bool page_written[NODES][MU_SUBGROUPS];
	unsigned delivered[NODES];
	struct mu_ras ras; /* the last one */
	unsigned ras_count, awaited;
	struct {
		unsigned calls, cls;
		uint32_t node, bits;
		ps_t at_ps;
	} gi;
};

/* Carries out everything up to and including at_ps. */
static void run_until(struct rig *r, ps_t at_ps)
{
	fake_sim_run(&r->sim, at_ps == PS_NEVER ? PS_NEVER : at_ps + 1);
	if (at_ps != PS_NEVER)
		r->sim.now_ps = at_ps;
}

static void run(struct rig *r)
{
	run_until(r, PS_NEVER);
}

/* ---- the network */

void net_set_ops(struct net *net, const struct net_ops *ops, void *ctx)
{
	net->ops = ops;
	net->ctx = ctx;
}

struct net_packet *net_packet_alloc(struct net *net, uint32_t node)
{
	struct net_packet *p;

	(void)node;
	if (net->allocs_fail && net->allocs_fail--)
		return NULL;
	p = aligned_alloc(64, (sizeof *p + 63) / 64 * 64);
	assert_non_null(p);
	memset(p, 0xa5, sizeof *p); /* no caller may rely on what is in it */
	memset(&p->ev, 0, sizeof p->ev); /* but that its event is not queued */
	net->packets_live++;
	return p;
}

void net_packet_free(struct net *net, uint32_t node, struct net_packet *p)
{
	(void)node;
	net->packets_live--;
	free(p);
}

static void fake_arrive(struct event *ev)
{
	struct net *net = ev->ctx;
	struct net_packet *p = (struct net_packet *)ev;
	struct net_packet **at = &net->held[ev->node][p->recfifo];
	uint32_t node = ev->node;

	p->next = NULL;
	if (!*at && net->ops->deliver(net->ctx, node, p, ev->time_ps) == 0)
		return;
	while (*at)
		at = &(*at)->next;
	*at = p;
}

static const struct event_type fake_arrival = { .run = fake_arrive };

void net_reception_resume(struct net *net, uint32_t node, unsigned recfifo, ps_t now_ps)
{
	struct net_packet **head = &net->held[node][recfifo], *p;

	while ((p = *head) != NULL) {
		struct net_packet *rest = p->next;

		if (net->ops->deliver(net->ctx, node, p, now_ps) != 0) {
			p->next = rest;
			return;
		}
		*head = rest;
	}
}

int net_inject(struct net *net, struct net_packet *p, unsigned injfifo, ps_t now_ps)
{
	if (net->refuses) {
		net->ops->refuse(net->ctx, p->src, p, "refused by the test", now_ps);
		return -EINVAL;
	}
	if (net->full >> injfifo & 1)
		return -EAGAIN;
	net->injected[injfifo]++;
	if (net->order_count < 256) {
		net->order[net->order_count] = (uint8_t)injfifo;
		net->order_src[net->order_count] = p->src;
		net->order_ps[net->order_count++] = now_ps;
	}
	p->injfifo = p->recfifo = (uint8_t)injfifo;
	p->ev.type = &fake_arrival;
	p->ev.ctx = net;
	sim_post(&rig_now->sim.sim, &p->ev, p->src, p->dst, now_ps + DELAY_PS);
	return 0;
}

ps_t net_inject_ready_ps(struct net *net, uint32_t node, unsigned injfifo, ps_t now_ps)
{
	(void)net, (void)node, (void)injfifo;
	return now_ps;
}

bool net_inject_waits(struct net *net, uint32_t node, unsigned injfifo, ps_t now_ps, ps_t until_ps)
{
	(void)net, (void)node, (void)injfifo, (void)now_ps, (void)until_ps;
	return false;
}

/* Functions that are not called here, but that the archive's other members refer to. */
struct net *net_create(const struct net_machine *m, const struct net_shape *s,
		       struct sim *sim)
{
	(void)m, (void)s, (void)sim;
	return NULL;
}

void net_destroy(struct net *net)
{
	(void)net;
}

int net_set_pools(struct net *net, unsigned pools, const uint16_t *pool_of_node)
{
	(void)net, (void)pools, (void)pool_of_node;
	return -ENOMEM;
}

/* The network takes packets at FIFO injfifo again. */
static inline void net_unblock(struct rig *r, uint32_t node, unsigned injfifo)
{
	r->net.full &= ~(1u << injfifo);
	r->net.ops->inject_ready(r->net.ctx, node, injfifo, r->sim.now_ps);
}

/* ---- the nodes */

static void *rig_memory(void *ctx, uint32_t node, uint64_t pa, uint64_t len, int write)
{
	struct rig *r = ctx;

	(void)write;
	if (pa < PA || pa - PA > MEMORY_BYTES || len > MEMORY_BYTES - (pa - PA))
		return NULL;
	return r->memory[node] + (pa - PA);
}

static volatile uint64_t *rig_mmio(void *ctx, uint32_t node, uint32_t off)
{
	struct rig *r = ctx;

	assert_true(off < MU_MMIO_BYTES && off % 8 == 0 && off % 0x10000 < 0x4000);
	r->page_written[node][off / 0x10000 * 4 + off % 0x10000 / 0x1000] = true;
	return &r->mmio[node][off / 8];
}

static void rig_delivered(void *ctx, uint32_t node, const volatile void *at, uint64_t bytes,
			  ps_t now_ps)
{
	(void)at, (void)bytes;
	struct rig *r = ctx;

	assert_int_equal(now_ps, r->sim.now_ps);
	r->delivered[node]++;
}

static void rig_ras(void *ctx, const struct mu_ras *ras)
{
	struct rig *r = ctx;

	assert_int_equal(ras->time_ps, r->sim.now_ps);
	r->ras = *ras;
	r->ras_count++;
}

static void rig_gi(void *ctx, uint32_t node, unsigned cls, uint32_t bits, ps_t now_ps)
{
	struct rig *r = ctx;

	r->gi.calls++;
	r->gi.cls = cls;
	r->gi.node = node;
	r->gi.bits = bits;
	r->gi.at_ps = now_ps;
}

static void rig_awaited(void *ctx, uint32_t node, uint32_t subgroup, ps_t now_ps)
{
	struct rig *r = ctx;

	assert_true(node < NODES && subgroup < MU_SUBGROUPS);
	assert_int_equal(now_ps, r->sim.now_ps);
	r->awaited++;
}

static const struct mu_ops rig_ops = {
	.memory = rig_memory, .mmio = rig_mmio, .delivered = rig_delivered,
	.ras = rig_ras, .gi_control = rig_gi, .awaited = rig_awaited,
};

static int rig_setup(void **state)
{
	struct rig *r = calloc(1, sizeof *r);

	fake_sim_init(&r->sim, NODES, 0);
	r->shape = (struct net_shape){ { NODES, 1, 1, 1, 1 }, { 1, 1, 1, 1, 1 } };
	for (uint32_t n = 0; n < NODES; n++) {
		r->memory[n] = aligned_alloc(64, MEMORY_BYTES);
		memset(r->memory[n], 0xee, MEMORY_BYTES);
		r->mmio[n] = calloc(1, MU_MMIO_BYTES);
	}
	r->machine = test_machine;
	r->mu = mu_create(&r->sim.sim, &r->net, &r->machine, &r->shape, &rig_ops, r);
	*state = rig_now = r;
	return r->mu ? 0 : -1;
}

static int rig_teardown(void **state)
{
	struct rig *r = *state;

	run(r);
	assert_int_equal(r->net.packets_live, 0); /* nothing lost, nothing leaked */
	mu_destroy(r->mu);
	fake_sim_cleanup(&r->sim);
	for (uint32_t n = 0; n < NODES; n++) {
		free(r->memory[n]);
		free(r->mmio[n]);
	}
	free(r);
	return 0;
}

/* ---- what a program would do */

static inline uint8_t *at(struct rig *r, uint32_t node, uint64_t pa)
{
	return rig_memory(r, node, pa, 1, 1);
}

static inline uint64_t *word(struct rig *r, uint32_t node, uint64_t pa)
{
	return (uint64_t *)at(r, node, pa);
}

#define REG_OF(id, per, base, field)                                               \
	((id) / (per) / 4 * 0x10000u + (id) / (per) % 4 * 0x1000u + (base) +       \
	 (id) % (per) * 0x40u + (field))
#define INJ_REG(id, field) REG_OF(id, 8u, 0u, field)
#define REC_REG(id, field) REG_OF(id, 4u, 0x200u, field)
#define BAT_REG(id)                                                                \
	((id) / 32 * 0x10000u + (id) / 8 % 4 * 0x1000u + 0x400u + (id) % 8 * 8u)
enum {
	F_START = 0, F_SIZE = 8, F_HEAD = 0x10, F_TAIL = 0x18, F_COUNT = 0x20, F_FREE = 0x28
};

static inline uint64_t reg(struct rig *r, uint32_t node, uint32_t off)
{
	return r->mmio[node][off / 8];
}

static inline void store(struct rig *r, uint32_t node, uint32_t off, uint64_t value)
{
	mu_mmio_store(r->mu, node, off, value, r->sim.now_ps);
}

static inline void injfifo_open(struct rig *r, uint32_t node, uint32_t id, uint32_t attr,
				uint64_t pa, uint64_t bytes)
{
	uint32_t i = id % 8;

	assert_int_equal(mu_injfifo_alloc(r->mu, node, id / 8, 1, &i, &attr), 0);
	assert_int_equal(mu_injfifo_init(r->mu, node, id, pa, bytes, r->sim.now_ps), 0);
	assert_int_equal(mu_injfifo_activate(r->mu, node, id, 1, r->sim.now_ps), 0);
}

static inline void recfifo_open(struct rig *r, uint32_t node, uint32_t id, uint64_t pa,
				uint64_t bytes)
{
	uint32_t i = id % 4, attr = 0;

	assert_int_equal(mu_recfifo_alloc(r->mu, node, id / 4, 1, &i, &attr), 0);
	assert_int_equal(mu_recfifo_init(r->mu, node, id, pa, bytes, r->sim.now_ps), 0);
	assert_int_equal(mu_recfifo_enable(r->mu, node, id, 1, r->sim.now_ps), 0);
}

static inline void bat_open(struct rig *r, uint32_t node, uint32_t id, uint64_t base)
{
	uint32_t i = id % 8;

	assert_int_equal(mu_bat_alloc(r->mu, node, id / 8, 1, &i, 0), 0);
	store(r, node, BAT_REG(id), base);
}

/* Copy d to the slot at the tail and store the new tail now. */
static inline void inject(struct rig *r, uint32_t node, uint32_t id, const uint8_t *d)
{
	uint64_t start = reg(r, node, INJ_REG(id, F_START));
	uint64_t tail = reg(r, node, INJ_REG(id, F_TAIL));

	memcpy(at(r, node, tail), d, 64);
	tail += 64;
	if (tail > start + reg(r, node, INJ_REG(id, F_SIZE)))
		tail = start;
	store(r, node, INJ_REG(id, F_TAIL), tail);
}

#define MAP_AP 0x4000u
#define MAP_ALL 0xfff0u

static inline void put16(uint8_t *p, unsigned off, uint16_t v)
{
	memcpy(p + off, &v, sizeof v);
}

static inline void put64(uint8_t *p, unsigned off, uint64_t v)
{
	memcpy(p + off, &v, sizeof v);
}

/* The part that all kinds of descriptors share. */
static inline void desc_make(uint8_t *d, uint32_t to, uint64_t pa, uint64_t length,
			     uint64_t map, unsigned packet_type)
{
	uint32_t destination = to << 24; /* coordinate A */

	memset(d, 0, 64);
	put64(d, 8, pa);
	put64(d, 16, length);
	put64(d, 24, map);
	d[32] = 0x55;
	memcpy(d + 36, &destination, sizeof destination);
	d[40] = (uint8_t)(packet_type << 6 | 16);
}

static inline void desc_fifo(uint8_t *d, uint32_t to, uint64_t pa, uint64_t length,
			     uint32_t recfifo)
{
	desc_make(d, to, pa, length, MAP_AP, 0);
	put16(d, 44, (uint16_t)(recfifo << 6));
}

static inline void desc_put(uint8_t *d, uint32_t to, uint64_t pa, uint64_t length,
			    uint32_t bat, uint64_t offset, uint32_t counter_bat,
			    uint64_t counter_offset)
{
	uint32_t low = (uint32_t)offset;

	desc_make(d, to, pa, length, MAP_AP, 1);
	put16(d, 44, (uint16_t)(bat << 6 | (offset >> 32 & 0x1f)));
	memcpy(d + 46, &low, sizeof low);
	put16(d, 50, (uint16_t)counter_bat);
	put64(d, 56, counter_offset);
}

static inline void desc_get(uint8_t *d, uint32_t to, uint64_t pa, uint64_t length,
			    uint32_t injfifo)
{
	desc_make(d, to, pa, length, MAP_AP, 2);
	put16(d, 44, (uint16_t)(injfifo << 6));
}

#define assert_ras(r, n, unit_, field_)                                            \
	do {                                                                       \
		assert_int_equal((r)->ras_count, (n));                             \
		assert_string_equal((r)->ras.unit, (unit_));                       \
		assert_string_equal((r)->ras.field, (field_));                     \
	} while (0)

#endif
