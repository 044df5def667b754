/*
 * test_dma_uses.c - what US 7,761,687 has programs make of the DMA: broadcasts over planes of the
 * torus, pipelined and in colours (l. 196), short reductions on a row (l. 204), rendezvous
 * (l. 230).  The program is this test: it does at once, when a counter says so, what a core would
 * do some time later, which no document tells; so ratios of long messages count, not times.
 * Leaves out: messages one by one (test_dma.c), FIFOs and counters (test_dma_fifos.c).
 */
#include "dma_rig.h"

#define SIDE    8
#define MESSAGE 48000u

/* A broadcast from node 0 over a plane of 8x8, in colours of blocks, each a counter's. */
struct plane {
	struct rig *r;
	unsigned colours, blocks;
	uint32_t bytes; /* of a block */
	unsigned received;
	ps_t last_ps;
};

/* Down the whole line of a dimension, one way, which tells colours apart. */
static void send_line(struct plane *b, uint32_t node, unsigned colour, unsigned dim,
		      unsigned block, ps_t now_ps)
{
	uint8_t end[NET_DIMS_MAX];

	net_coord_of(&b->r->shape, node, end);
	end[dim] = (uint8_t)((end[dim] + (colour ? 1 : SIDE - 1)) % SIDE);
	uint32_t offset = block * b->bytes;
	struct dma_descriptor desc = rig_put(b->r, net_node_of(&b->r->shape, end), offset, offset,
					     b->bytes);

	desc.header.counter = (uint8_t)block;
	desc.header.routing = DMA_IS_DMA | DMA_CHANNEL_ESCAPE;
	desc.header.hints = (uint8_t)(0x80u >> (2 * dim + colour) | DMA_DEPOSIT);
	/* A FIFO for each colour and dimension: links do not wait for one another. */
	assert_int_equal(dma_inject(b->r->d, node, 2 * colour + dim, &desc, now_ps), 0);
}

static void block_came(void *ctx, uint32_t node, enum dma_kind kind, unsigned block, ps_t now_ps)
{
	struct plane *b = ctx;
	uint8_t c[NET_DIMS_MAX];

	if (kind == DMA_INJECTION)
		return;
	b->received++;
	b->last_ps = now_ps;
	unsigned colour = block / b->blocks;

	net_coord_of(&b->r->shape, node, c);
	if (c[1 - colour] == 0) /* on the first line: the other dimension's turn */
		send_line(b, node, colour, 1 - colour, block, now_ps);
}

static void *plane_memory(void *ctx, uint32_t node, uint64_t address, uint32_t bytes, bool write)
{
	return rig_memory(((struct plane *)ctx)->r, node, address, bytes, write);
}

static void plane_fault(void *ctx, uint32_t node, const char *text, ps_t now_ps)
{
	rig_fault(((struct plane *)ctx)->r, node, text, now_ps);
}

static const struct dma_ops plane_ops = { .memory = plane_memory, .zero = block_came,
					  .fault = plane_fault };

static struct rig *plane_rig(struct plane *b)
{
	struct rig *r = rig_create_for("8x8x1", &plane_ops, b);

	b->r = r;
	for (uint32_t n = 0; n < SIDE * SIDE; n++) {
		for (unsigned f = 0; f < 4; f++)
			rig_fifo(r, n, f, (uint8_t)(1u << f));
		dma_counter_set(r->d, n, DMA_INJECTION, 0, (struct dma_counter){ 0 });
		for (unsigned k = 0; k < b->colours * b->blocks; k++)
			dma_counter_set(r->d, n, DMA_RECEPTION, k,
					(struct dma_counter){ .value = b->bytes,
							      .most = RIG_BYTES - 1 });
	}
	return r;
}

static ps_t broadcast(unsigned colours, unsigned blocks)
{
	struct plane b = { .colours = colours, .blocks = blocks,
			   .bytes = MESSAGE / (colours * blocks) };
	struct rig *r = plane_rig(&b);

	rig_pattern(r, 0, 0, MESSAGE);
	for (unsigned k = 0; k < colours * blocks; k++) {
		send_line(&b, 0, k / blocks, k / blocks, k, 0);     /* its own line, */
		send_line(&b, 0, k / blocks, 1 - k / blocks, k, 0); /* and the first across */
	}
	rig_run(r);
	assert_int_equal(r->faults, 0);
	assert_int_equal(b.received, (SIDE * SIDE - 1) * colours * blocks);
	for (uint32_t n = 1; n < SIDE * SIDE; n++)
		assert_memory_equal(r->memory[n], r->memory[0], MESSAGE);
	rig_destroy(r);
	return b.last_ps;
}

static void about(double is, double asked, double off)
{
	if (is < asked * (1 - off) || is > asked * (1 + off))
		fail_msg("%.2f, and %.2f is asked for", is, asked);
}

/* "in a 2D broadcast it takes twice as long as the optimized pipelined method"; "the performance
 * for a single color is approximately doubled compared to the non pipelined method". */
static void a_pipelined_broadcast_is_twice_as_fast(void **state)
{
	(void)state;
	about((double)broadcast(1, 1) / (double)broadcast(1, 20), 2, .1);
}

/* "and for C > 1 color is approximately C times faster than an optimized single color method". */
static void two_colours_are_twice_as_fast(void **state)
{
	(void)state;
	about((double)broadcast(1, 20) / (double)broadcast(2, 20), 2, .1);
}

/* "Each node receives n 1 B bytes"; "half the data flows in the positive and half flows in the
 * negative direction" of the line; without line broadcast "n descriptors". */
static void a_short_reduction_on_a_row(void **state)
{
	struct rig *r = rig_create("8x1x1", 0, 0);
	uint64_t packets[2] = { 0 };

	(void)state;
	rig_usual(r);
	for (uint32_t n = 0; n < 8; n++) {
		dma_counter_add(r->d, n, DMA_RECEPTION, 0, 7 * 8);
		for (unsigned way = 0; way < 2; way++) {
			struct dma_descriptor desc =
				rig_put(r, (n + (way ? 5 : 4)) % 8, 0, 8 * n, 8);

			desc.header.routing = DMA_IS_DMA | DMA_CHANNEL_ESCAPE;
			desc.header.hints = (uint8_t)((way ? 0x40 : 0x80) | DMA_DEPOSIT);
			rig_inject(r, n, desc);
		}
	}
	rig_run(r);
	assert_int_equal(r->faults, 0);
	for (uint32_t n = 0; n < 8; n++) {
		assert_int_equal(dma_counts(r->d, n).bytes, 7 * 8);
		assert_int_equal(r->zeros[n], 1);
		assert_int_equal(dma_counts(r->d, n).descriptors, 2); /* not 7 */
		for (unsigned way = 0; way < 2; way++) {
			struct net_sender_counters k;

			r->router->sender_count(r->net, n, way, &k);
			packets[way] += net_sent_packets(&k, NET_SENT_PRIORITY); /* the escape */
		}
	}
	assert_int_equal(packets[1], 8 * 4); /* of seven nodes four, */
	assert_int_equal(packets[0], 8 * 3); /* and three the other way */
	rig_destroy(r);
}

/* "a source compute node deterministically sending a request to send RTS", a get that clears it,
 * the data adaptively: order is kept, for requests arrive as they were sent. */
static void rendezvous_keeps_the_order_of_requests(void **state)
{
	static uint8_t fifo[16384];
	struct rig *r = rig_create("4x4x4", 0, 0);
	uint32_t at = 0;

	(void)state;
	rig_usual(r);
	for (unsigned f = 0; f < 8; f++)
		assert_int_equal(dma_recfifo_enable(r->d, 42, f, fifo, sizeof fifo), 0);
	dma_recfifo_map(r->d, 42, (uint8_t[8]){ 0 }); /* all to one */
	rig_fifo(r, 0, 1, 1); /* by one of the torus' FIFOs, or they could pass one another */
	for (uint32_t k = 0; k < 20; k++) {
		struct dma_descriptor rts = rig_to(r, 42);

		rts.header.routing = DMA_CHANNEL_ESCAPE;
		rts.header.application = k;
		rts.length = 16;
		assert_int_equal(dma_inject(r->d, 0, 1, &rts, 0), 0);
	}
	rig_run(r);
	rig_pattern(r, 0, 0, 20 * 1000);
	dma_counter_add(r->d, 42, DMA_RECEPTION, 0, 20 * 1000);
	for (uint32_t k = 0; k < 20; k++, at += 32) {
		struct dma_header h;

		memcpy(&h, &fifo[at], sizeof h);
		assert_int_equal(h.application, k);
		rig_keep(r, 42, 60000 + k * 32, rig_put(r, 42, 1000 * k, 30000 + 1000 * k, 1000));
		rig_inject(r, 42, rig_get(r, 0, 60000 + k * 32, 1));
	}
	assert_int_equal(dma_recfifo_tail(r->d, 42, 0), at);
	rig_run(r);
	assert_int_equal(r->zeros[42], 1);
	assert_memory_equal(&r->memory[42][30000], r->memory[0], 20 * 1000);
	rig_destroy(r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_pipelined_broadcast_is_twice_as_fast),
		cmocka_unit_test(two_colours_are_twice_as_fast),
		cmocka_unit_test(a_short_reduction_on_a_row),
		cmocka_unit_test(rendezvous_keeps_the_order_of_requests),
	};

	return cmocka_run_group_tests_name("dma_uses", tests, NULL, NULL);
}
