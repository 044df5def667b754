/*
 * test_mu_property.c - random valid messages between all nodes at once (tests/spi/
 * property.h), on the real engine, network and message units: every byte arrives,
 * every counter ends at exactly 0, nothing beside the targets changes, packets of
 * reception FIFOs are complete and, where that is promised, in order; and memory
 * and times are the same with 1, 2 and 4 workers.  Not here: refusals, the SPI.
 *
 * Usage: test_mu_property [PHASES [SEED]]
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "emu/core/engine/engine.h"
#include "emu/core/engine/thread.h"
#include "emu/core/engine/watch.h"
#include "mu/descriptor.h"
#include "mu/mu.h"
#include "net/machine/machine.h"
#include "fake_pool.h"
#include "tests/spi/property.h"

#define NODES       16u
#define STACK_BYTES (64u * 1024)
#define FILL        0xee
#define ATOMIC_ADD  UINT64_C(0x1000000002)
#define CALL_PS     (100 * PS_PER_NS)
#define REST_PS     PS_PER_S

/* A node's memory, by physical address. */
#define PA       UINT64_C(0x100000)
#define INJ      PA
#define INJ_BYTES 1024u
#define RGET     (INJ + PROPERTY_INJ * INJ_BYTES)
#define REC      (RGET + PROPERTY_RGET * INJ_BYTES)
#define COUNTERS (REC + 0x10000)
#define PUTS     (COUNTERS + PROPERTY_MESSAGES * 8)
#define SOURCE   (PUTS + PROPERTY_MESSAGES * PROPERTY_PIECES * DESC_BYTES)
#define TARGET   ((SOURCE + PROPERTY_SOURCE + 63) / 64 * 64)
#define MEMORY   (TARGET + PROPERTY_TARGET - PA)

static const uint32_t rec_bytes[PROPERTY_REC] = { 576, 4096, 32768 };

static unsigned phases = 2;
static uint64_t seed = 1;

struct node {
	struct thread thread;
	uint32_t number;
	uint8_t *memory;
	uint64_t *mmio;
	ps_t end_ps;
	uint64_t injected[PROPERTY_INJ];
	uint32_t packets[PROPERTY_MESSAGES], next_at[PROPERTY_MESSAGES];
};

struct machine {
	const struct net_machine *model;
	struct net_shape shape;
	struct engine *engine;
	struct net *net;
	struct mu *mu;
	struct property phase;
	struct node node[NODES];
	uint8_t *stacks;
	_Atomic unsigned ras;
};
static struct machine machine;

/* ---- what mu/ asks for */

static void *memory(void *ctx, uint32_t node, uint64_t pa, uint64_t len, int write)
{
	(void)ctx, (void)write;
	if (pa < PA || pa - PA >= MEMORY || len > MEMORY - (pa - PA))
		return NULL;
	return machine.node[node].memory + (pa - PA);
}

static volatile uint64_t *mmio(void *ctx, uint32_t node, uint32_t off)
{
	(void)ctx;
	return &machine.node[node].mmio[off / 8];
}

static void delivered(void *ctx, uint32_t node, const volatile void *at, uint64_t bytes,
		      ps_t now_ps)
{
	(void)ctx, (void)at, (void)bytes;
	node_wake(node, now_ps);
}

static void ras(void *ctx, const struct mu_ras *r)
{
	(void)ctx;
	print_error("RAS: node %u, %s %u, %s: %s\n", r->node, r->unit, r->id, r->field, r->text);
	machine.ras++;
}

static void gi_control(void *ctx, uint32_t node, unsigned cls, uint32_t bits, ps_t now_ps)
{
	(void)ctx, (void)node, (void)cls, (void)bits, (void)now_ps;
}

static const struct mu_ops ops = {
	.memory = memory, .mmio = mmio, .delivered = delivered, .ras = ras,
	.gi_control = gi_control,
};

/* ---- a node's units: injection FIFOs 0.., remote gets 8.., reception FIFOs 0..,
 * base addresses 0 (targets) and 1 (counters) */

static void open_node(uint32_t n)
{
	const uint32_t rget = MU_ATTR_REMOTE_GET, bats[] = { 0, 1 };
	uint64_t pa = REC;

	for (uint32_t i = 0; i < PROPERTY_INJ; i++) {
		uint32_t attr = i == 0 ? MU_ATTR_PRIORITY : 0;

		assert_int_equal(mu_injfifo_alloc(machine.mu, n, 0, 1, &i, &attr), 0);
		assert_int_equal(mu_injfifo_init(machine.mu, n, i, INJ + i * INJ_BYTES, INJ_BYTES,
						 0), 0);
		mu_injfifo_activate(machine.mu, n, i, 1, 0);
	}
	for (uint32_t i = 0; i < PROPERTY_RGET; i++) {
		assert_int_equal(mu_injfifo_alloc(machine.mu, n, 1, 1, &i, &rget), 0);
		assert_int_equal(mu_injfifo_init(machine.mu, n, 8 + i, RGET + i * INJ_BYTES,
						 INJ_BYTES, 0), 0);
		mu_injfifo_activate(machine.mu, n, 8 + i, 1, 0);
	}
	for (uint32_t i = 0; i < PROPERTY_REC; i++) {
		const uint32_t none = 0;

		assert_int_equal(mu_recfifo_alloc(machine.mu, n, 0, 1, &i, &none), 0);
		assert_int_equal(mu_recfifo_init(machine.mu, n, i, pa, rec_bytes[i], 0), 0);
		mu_recfifo_enable(machine.mu, n, i, 1, 0);
		pa += rec_bytes[i];
	}
	assert_int_equal(mu_bat_alloc(machine.mu, n, 0, 2, bats, 0), 0);
	mu_mmio_store(machine.mu, n, 0x400, TARGET, 0);
	mu_mmio_store(machine.mu, n, 0x408, COUNTERS | ATOMIC_ADD, 0);
}

static uint64_t *counter(struct node *n, uint32_t k)
{
	return (uint64_t *)(void *)(n->memory + (COUNTERS - PA)) + k;
}

static void prepare_node(struct node *n)
{
	memset(n->memory + (TARGET - PA), FILL, machine.phase.target_bytes);
	memset(n->memory, 0, SOURCE - PA);
	memset(n->mmio, 0, MU_MMIO_BYTES);
	memset(n->injected, 0, sizeof n->injected);
	memset(n->packets, 0, sizeof n->packets);
	memset(n->next_at, 0, sizeof n->next_at);
	for (uint32_t k = 0; k < PROPERTY_MESSAGES; k++)
		*counter(n, k) = machine.phase.message[k].length;
}

/* ---- descriptors */

static void put_n(uint8_t *d, unsigned off, uint64_t v, unsigned bytes)
{
	memcpy(d + off, &v, bytes);
}

static void describe(uint8_t *d, const struct property_message *m, uint32_t to, uint64_t pa,
		     uint64_t length, enum net_packet_type type, uint16_t mu_word)
{
	uint8_t *h = d + DESC_HEADER;

	memset(d, 0, DESC_BYTES);
	put_n(d, DESC_PAYLOAD, pa, 8);
	put_n(d, DESC_LENGTH, length, 8);
	put_n(d, DESC_FIFO_MAP, m->map, 8);
	h[NET_HEADER_KIND] = NET_KIND_PT2PT;
	h[1] = m->hints_abcd;
	h[NET_HEADER_ROUTING] = m->routing;
	h[NET_HEADER_CHANNEL] = m->channel;
	put_n(h, NET_HEADER_DESTINATION, net_destination_of(&machine.shape, to), 4);
	h[NET_HEADER_SIZE] = (uint8_t)(type << 6 | 16);
	put_n(h, HDR_MU, mu_word, 2);
}

/* Bytes [at, end) of the source to the same place of the target. */
static void describe_put(uint8_t *d, const struct property_message *m, uint32_t k, uint32_t to,
			 uint32_t at, uint32_t end)
{
	describe(d, m, to, SOURCE + m->source_at + at, end - at, NET_PACKET_PUT, 0);
	header_set_put_offset(d + DESC_HEADER, m->target_at + at);
	put_n(d + DESC_HEADER, HDR_COUNTER_ID, 1, 2);
	put_n(d + DESC_HEADER, HDR_COUNTER_OFFSET, 8 * k, 8);
}

/* Describes what from injects for message k to target. */
static void describe_message(uint8_t *d, struct node *from, const struct property_message *m,
			     uint32_t k, uint32_t target)
{
	const struct property_common *c = &machine.phase.message[k];
	uint64_t puts = PUTS + k * PROPERTY_PIECES * DESC_BYTES;

	switch (c->kind) {
	case PROPERTY_PUT: describe_put(d, m, k, target, 0, c->length); break;
	case PROPERTY_FIFO:
		describe(d, m, target, SOURCE + m->source_at, c->length, NET_PACKET_FIFO,
			 (uint16_t)(m->rec << 6));
		put_n(d + DESC_HEADER, HDR_MU + 6, k, 1); /* the first software byte */
		break;
	case PROPERTY_GET:
		for (uint32_t i = 0; i < m->pieces; i++)
			describe_put(from->memory + (puts - PA) + i * DESC_BYTES, m, k, target,
				     property_piece(c->length, i, m->pieces),
				     property_piece(c->length, i + 1, m->pieces));
		describe(d, m, m->source, puts, m->pieces * DESC_BYTES, NET_PACKET_GET,
			 (uint16_t)((8 + m->rget) << 6));
		break;
	}
}

/* ---- a node's program */

static uint64_t reg(const struct node *n, uint32_t off)
{
	return n->mmio[off / 8];
}

/* False: the FIFO is full. */
static bool inject(struct node *n, uint32_t k)
{
	uint32_t target = property_target(&machine.phase, k, n->number);
	struct property_message m = property_message(&machine.phase, k, target);
	uint32_t base = m.inj * 0x40;
	uint64_t tail = reg(n, base + 0x18);

	if (reg(n, base + 0x28) == 0)
		return false;
	describe_message(n->memory + (tail - PA), n, &m, k, target);
	tail += DESC_BYTES;
	if (tail == INJ + (m.inj + 1) * INJ_BYTES)
		tail -= INJ_BYTES;
	n->injected[m.inj]++;
	thread_charge(CALL_PS);
	mu_mmio_store(machine.mu, n->number, base + 0x18, tail, thread_self->clock_ps);
	return true;
}

static void take_packet(struct node *n, const uint8_t *packet)
{
	const uint8_t *h = packet;
	uint32_t k = h[HDR_MU + 6], at = (uint32_t)header_put_offset(h);
	const struct property_common *c = &machine.phase.message[k];
	struct property_message m = property_message(&machine.phase, k, n->number);
	uint32_t bytes = c->length - at < 512 ? c->length - at : 512;

	assert_true(k < PROPERTY_MESSAGES && c->kind == PROPERTY_FIFO && at <= c->length);
	assert_int_equal(h[NET_HEADER_SIZE] & 0x1f, (bytes + 31) / 32);
	if (m.ordered)
		assert_int_equal(at, n->next_at[k]);
	n->next_at[k] = at + bytes;
	memcpy(n->memory + (TARGET - PA) + m.target_at + at, packet + 32, bytes);
	*counter(n, k) -= bytes;
	n->packets[k]++;
}

/* All packets that FIFO i holds; false if there are none. */
static bool poll(struct node *n, uint32_t i)
{
	uint32_t base = 0x200 + i * 0x40;
	uint64_t start = reg(n, base), head = reg(n, base + 0x10), tail = reg(n, base + 0x18);
	uint8_t packet[544];

	if (head == tail)
		return false;
	while (head != tail) {
		const uint8_t *ring = n->memory + (start - PA);
		uint64_t at = head - start, bytes;

		bytes = 32 * ((ring[at + NET_HEADER_SIZE] & 0x1fu) + 1);
		for (uint64_t b = 0; b < bytes; b += 32)
			memcpy(packet + b, ring + (at + b) % rec_bytes[i], 32);
		take_packet(n, packet);
		head = start + (at + bytes) % rec_bytes[i];
	}
	thread_charge(CALL_PS);
	mu_mmio_store(machine.mu, n->number, base + 0x10, head, thread_self->clock_ps);
	return true;
}

static bool complete(struct node *n)
{
	for (uint32_t i = 0; i < PROPERTY_INJ; i++)
		if (reg(n, i * 0x40 + 0x20) != n->injected[i])
			return false;
	for (uint32_t k = 0; k < PROPERTY_MESSAGES; k++) {
		const struct property_common *c = &machine.phase.message[k];

		if (*counter(n, k) != 0 ||
		    (c->kind == PROPERTY_FIFO && n->packets[k] < property_packets(c->length)))
			return false;
	}
	return true;
}

static void program(void *arg)
{
	struct node *n = arg;
	uint32_t next = 0;

	while (next < PROPERTY_MESSAGES || !complete(n)) {
		bool progress = next < PROPERTY_MESSAGES && inject(n, next);

		next += progress;
		for (uint32_t i = 0; i < PROPERTY_REC; i++)
			progress |= poll(n, i);
		if (!progress && (next < PROPERTY_MESSAGES || !complete(n)))
			thread_park(WAIT_NONE, NULL, 0, PS_NEVER);
	}
	n->end_ps = thread_self->clock_ps;
	/* Empty puts are still under way: nothing tells when they arrive. */
	while (thread_self->clock_ps < n->end_ps + REST_PS)
		thread_park(WAIT_SLEEP, NULL, 0, n->end_ps + REST_PS);
	thread_exit();
}

/* ---- the machine */

static void boot(void *ctx, unsigned w, uint32_t first, uint32_t last)
{
	(void)ctx, (void)w;
	for (uint32_t n = first; n < last; n++)
		thread_start(&machine.node[n].thread, n,
			     machine.stacks + (n + 1) * (size_t)STACK_BYTES, program,
			     &machine.node[n], 0);
}

static bool quiescent(void *ctx, ps_t now_ps)
{
	(void)ctx, (void)now_ps;
	return false;
}

static void check_target(const struct node *n)
{
	const uint8_t *target = n->memory + (TARGET - PA);
	uint32_t at = 0;

	for (uint32_t k = 0; k < PROPERTY_MESSAGES; k++) {
		const struct property_common *c = &machine.phase.message[k];
		struct property_message m = property_message(&machine.phase, k, n->number);

		for (; at < m.target_at; at++)
			assert_int_equal(target[at], FILL);
		for (uint32_t i = 0; i < c->length; i++, at++)
			if (target[at] != property_byte(m.source, m.source_at + i))
				fail_msg("phase %u: node %u: message %u of %u bytes: byte %u",
					 machine.phase.phase, n->number, k, c->length, i);
		if (c->kind == PROPERTY_FIFO)
			assert_int_equal(n->packets[k], property_packets(c->length));
	}
	for (; at < machine.phase.target_bytes; at++)
		assert_int_equal(target[at], FILL);
}

/* Untimed, the order of packets in FIFOs may depend on which worker has which node. */
static uint64_t digest_node(uint64_t digest, const struct node *n)
{
	digest = property_digest(digest, n->memory + (TARGET - PA), machine.phase.target_bytes);
	if (machine.model->untimed)
		return digest;
	digest = property_digest(digest, n->memory, SOURCE - PA);
	return property_digest(digest, &n->end_ps, sizeof n->end_ps);
}

static void run_machine(unsigned workers)
{
	struct engine_config cfg = {
		.nodes = NODES, .workers = workers, .boot = boot, .quiescent = quiescent,
		.lookahead_ps = net_lookahead_ps(machine.model),
		.untimed = machine.model->untimed, .ctx = &machine,
	};

	machine.engine = engine_create(&cfg);
	assert_non_null(machine.engine);
	machine.net = net_create(machine.model, &machine.shape, engine_sim(machine.engine));
	machine.mu = mu_create(engine_sim(machine.engine), machine.net, machine.model,
			       &machine.shape, &ops, NULL);
	for (uint32_t n = 0; n < NODES; n++)
		open_node(n);
	assert_int_equal(engine_run(machine.engine), 0);
	for (uint32_t n = 0; n < NODES; n++)
		if (machine.node[n].thread.state != THREAD_DEAD)
			fail_msg("phase %u: node %u waits for ever", machine.phase.phase, n);
	mu_destroy(machine.mu);
	net_destroy(machine.net);
	engine_destroy(machine.engine);
}

static uint64_t run_phase(uint32_t phase, unsigned workers)
{
	uint64_t digest = PROPERTY_DIGEST;

	property_phase(&machine.phase, seed, NODES, phase);
	machine.phase.hints = machine.shape.torus[0];
	for (uint32_t n = 0; n < NODES; n++)
		prepare_node(&machine.node[n]);
	run_machine(workers);
	assert_int_equal(machine.ras, 0);
	assert_int_equal(fake_pool_live, 0);
	for (uint32_t n = 0; n < NODES; n++) {
		check_target(&machine.node[n]);
		digest = digest_node(digest, &machine.node[n]);
		machine.node[n].thread = (struct thread){ 0 };
	}
	return digest;
}

static void messages_arrive(const struct net_machine *model, const char *shape, bool torus)
{
	machine.model = model;
	assert_int_equal(net_shape_parse(shape, &machine.shape), 0);
	memset(machine.shape.torus, torus, sizeof machine.shape.torus);
	for (uint32_t p = 0; p < phases; p++) {
		uint64_t one = run_phase(p, 1);

		assert_int_equal(run_phase(p, 2), one);
		assert_int_equal(run_phase(p, 4), one);
	}
}

static void messages_arrive_on_a_torus(void **state)
{
	(void)state;
	messages_arrive(net_machine_bgq(), "2x4x1x1x2", true);
}

static void messages_arrive_on_a_mesh(void **state)
{
	(void)state;
	messages_arrive(net_machine_bgq(), "4x2x2x1x1", false);
}

static void messages_arrive_without_time(void **state)
{
	(void)state;
	messages_arrive(net_machine_untimed(), "2x2x2x1x2", true);
}

static int setup(void **state)
{
	(void)state;
	machine.stacks = aligned_alloc(4096, NODES * (size_t)STACK_BYTES);
	assert_non_null(machine.stacks);
	for (uint32_t n = 0; n < NODES; n++) {
		struct node *node = &machine.node[n];

		node->number = n;
		node->memory = malloc(MEMORY);
		node->mmio = malloc(MU_MMIO_BYTES);
		assert_true(node->memory && node->mmio);
		for (uint32_t i = 0; i < PROPERTY_SOURCE; i++)
			node->memory[SOURCE - PA + i] = property_byte(n, i);
	}
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	for (uint32_t n = 0; n < NODES; n++) {
		free(machine.node[n].memory);
		free(machine.node[n].mmio);
	}
	free(machine.stacks);
	return 0;
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(messages_arrive_on_a_torus),
		cmocka_unit_test(messages_arrive_on_a_mesh),
		cmocka_unit_test(messages_arrive_without_time),
	};

	if (argc > 1)
		phases = (unsigned)strtoul(argv[1], NULL, 0);
	if (argc > 2)
		seed = strtoull(argv[2], NULL, 0);
	return cmocka_run_group_tests_name("mu property", tests, setup, teardown);
}
