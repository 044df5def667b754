/*
 * test_dma_fifos.c - FIFOs and counters of Blue Gene/P's DMA: how many there are, their registers
 * and bits, whose turn it is, memory FIFOs.  Sentences of US 7,761,687 stand above the tests.  Not
 * here: messages (test_dma.c).
 */
#include "dma_rig.h"

static int enable(struct rig *r, unsigned f, uint32_t quantum, bool priority)
{
	struct dma_injfifo_set s = { .start = r->ring[0][f % 8], .descriptors = RIG_RING,
				     .torus_mask = 1, .quantum = quantum, .priority = priority,
				     .threshold = 10 };

	return dma_injfifo_enable(r->d, 0, f, &s);
}

/* l. 178: "128 Injection FIFOs descriptors and therefore up to 128 active Injection FIFOs". */
static void there_are_128_injection_fifos(void **state)
{
	struct rig *r = rig_create("2x2x2", 0, 0);

	(void)state;
	for (unsigned f = 0; f < 128; f++) {
		assert_int_equal(enable(r, f, 0, false), 0);
		assert_int_equal(enable(r, f, 0, false), -EBUSY);
	}
	assert_int_equal(enable(r, 128, 0, false), -ENODEV);
	/* l. 174: "32 Injection FIFOs is collected into a single 32 bit word". */
	for (unsigned group = 0; group < 4; group++)
		assert_int_equal(dma_injfifo_bits(r->d, 0, group, DMA_BITS_ENABLED), UINT32_MAX);
	rig_destroy(r);
}

/* l. 98: "DMA reception and injection byte counters are limited"; l. 188: 256 of each. */
static void there_are_256_counters_of_each_kind(void **state)
{
	struct rig *r = rig_create("2x2x2", 0, 0);

	(void)state;
	for (unsigned kind = 0; kind < 2; kind++)
		for (unsigned group = 0; group < 4; group++) {
			for (unsigned i = 0; i < 64; i++)
				assert_int_equal(dma_counter_allocate(r->d, 0, (enum dma_kind)kind,
								      group), 64 * group + i);
			assert_int_equal(dma_counter_allocate(r->d, 0, (enum dma_kind)kind, group),
					 -EAGAIN);
		}
	dma_counter_free(r->d, 0, DMA_RECEPTION, 70);
	assert_int_equal(dma_counter_allocate(r->d, 0, DMA_RECEPTION, 1), 70);
	assert_int_equal(dma_counter_allocate(r->d, 0, DMA_RECEPTION, 4), -ENODEV);
	assert_int_equal(dma_counter_set(r->d, 0, DMA_RECEPTION, 256, (struct dma_counter){ 0 }),
			 -ENODEV);
	rig_destroy(r);
}

/* l. 180: is-empty, is-full and was-threshold-crossed bits, and clearing the last. */
static void bits_tell_of_a_fifo(void **state)
{
	struct rig *r = rig_create("2x2x2", 0, 0);
	struct dma_descriptor desc = rig_put(r, 1, 0, 0, 8);
	const uint32_t bit = 1u << 5;

	(void)state;
	rig_usual(r);
	assert_int_equal(enable(r, 5, 0, false), 0);
	dma_injfifo_activate(r->d, 0, 5, false, 0);
	assert_true(dma_injfifo_bits(r->d, 0, 0, DMA_BITS_EMPTY) & bit);
	for (unsigned i = 0; i < RIG_RING - 1; i++) {
		assert_int_equal(!!(dma_injfifo_bits(r->d, 0, 0, DMA_BITS_CROSSED) & bit),
				 RIG_RING - 1 - i < 10);
		assert_int_equal(dma_inject(r->d, 0, 5, &desc, 0), 0);
	}
	assert_true(dma_injfifo_bits(r->d, 0, 0, DMA_BITS_FULL) & bit);
	assert_int_equal(dma_inject(r->d, 0, 5, &desc, 0), -ENOSPC);
	/* l. 184: one that is not active is not looked at. */
	rig_run(r);
	assert_int_equal(r->sent[0], 0);
	assert_false(dma_injfifo_bits(r->d, 0, 0, DMA_BITS_ACTIVE) & bit);
	dma_injfifo_activate(r->d, 0, 5, true, r->sim.now_ps);
	rig_run(r);
	assert_int_equal(r->sent[0], RIG_RING - 1);
	assert_true(dma_injfifo_bits(r->d, 0, 0, DMA_BITS_EMPTY) & bit);
	assert_true(dma_injfifo_bits(r->d, 0, 0, DMA_BITS_CROSSED) & bit);
	dma_injfifo_clear_crossed(r->d, 0, 5);
	assert_false(dma_injfifo_bits(r->d, 0, 0, DMA_BITS_CROSSED) & bit);
	/* Head and tail wrap round. */
	for (unsigned i = 0; i < 3; i++)
		assert_int_equal(dma_inject(r->d, 0, 5, &desc, r->sim.now_ps), 0);
	rig_run(r);
	assert_int_equal(dma_injfifo_head(r->d, 0, 5), 2);
	assert_int_equal(dma_injfifo_tail(r->d, 0, 5), 2);
	rig_destroy(r);
}

/* Bytes of two long messages, by FIFOs 1 and 2, that are at node 1 when the first is done. */
static void race(uint32_t quantum, bool priority, uint32_t *first, uint32_t *other)
{
	struct rig *r = rig_create("4x1x1", 0, 0);

	rig_usual(r);
	for (unsigned f = 1; f <= 2; f++) {
		struct dma_descriptor desc = rig_put(r, 1, 0, 0, 24000);

		desc.header.counter = (uint8_t)f;
		dma_counter_set(r->d, 1, DMA_RECEPTION, f,
				(struct dma_counter){ .value = 24000, .most = RIG_BYTES - 1 });
		assert_int_equal(enable(r, f, quantum, priority && f == 1), 0);
		dma_injfifo_activate(r->d, 0, f, false, 0);
		assert_int_equal(dma_inject(r->d, 0, f, &desc, 0), 0);
	}
	dma_injfifo_activate(r->d, 0, 1, true, 0);
	dma_injfifo_activate(r->d, 0, 2, true, 0);
	for (ps_t at = 0; dma_counter_get(r->d, 1, DMA_RECEPTION, 1).value; at += 50 * PS_PER_NS)
		fake_sim_run(&r->sim, at);
	*first = 24000 - dma_counter_get(r->d, 1, DMA_RECEPTION, 1).value;
	*other = 24000 - dma_counter_get(r->d, 1, DMA_RECEPTION, 2).value;
	rig_run(r);
	rig_destroy(r);
}

/* l. 182: "how many message payload bytes should be sent from this Injection FIFO [...] before
 * serving another"; "the descriptor is served by the DMA engine more frequently". */
static void quantum_and_priority_share_the_links(void **state)
{
	uint32_t first, other;

	(void)state;
	race(240, false, &first, &other);
	assert_int_equal(first, 24000);
	assert_in_range(other, 22800, 24000); /* in turns */
	race(0, false, &first, &other);
	assert_in_range(other, 0, 1200); /* one message, then the next */
	race(240, true, &first, &other);
	assert_in_range(other, 7200, 9200); /* once for three times */
}

/* l. 178: "network resources bitmask": the FIFO's packets use what it names. */
static void a_mask_keeps_fifos_apart(void **state)
{
	struct rig *r = rig_create("4x4x1", 0, 0);
	struct dma_descriptor x = rig_put(r, 4, 0, 0, 12000), y = rig_put(r, 1, 0, 0, 240);

	(void)state;
	rig_usual(r);
	rig_fifo(r, 0, 1, 1);
	rig_fifo(r, 0, 2, 2);
	dma_counter_set(r->d, 1, DMA_RECEPTION, 0,
			(struct dma_counter){ .value = 240, .most = RIG_BYTES - 1 });
	assert_int_equal(dma_inject(r->d, 0, 1, &x, 0), 0);
	assert_int_equal(dma_inject(r->d, 0, 2, &y, 0), 0);
	rig_run(r);
	/* A packet's own time, as on an idle machine: not behind 50 of the other FIFO. */
	assert_int_equal(r->zeros[1], 1);
	assert_true(r->zero_ps[1] < 2 * PS_PER_US);
	rig_destroy(r);
}

/* l. 148: "a 4 byte put offset and a 4 byte application header"; whole packets, in any order. */
static void memory_fifos_keep_whole_packets(void **state)
{
	struct rig *r = rig_create("4x4x4", 0, 0);
	static uint8_t fifo[DMA_RECFIFOS][16384];
	struct dma_descriptor desc;
	uint32_t bytes = 0;
	bool seen[8] = { false };

	(void)state;
	rig_usual(r);
	for (unsigned f = 0; f < DMA_RECFIFOS; f++)
		assert_int_equal(dma_recfifo_enable(r->d, 21, f, fifo[f], sizeof fifo[f]), 0);
	rig_pattern(r, 0, 0, 1700);
	desc = rig_to(r, 21);
	desc.length = 1700;
	desc.header.application = 0xabcd1234;
	dma_header_set_pid(&desc.header, 2);
	rig_inject(r, 0, desc);
	rig_run(r);
	for (unsigned f = 0; f < DMA_RECFIFOS; f++)
		for (uint32_t at = 0; at < dma_recfifo_tail(r->d, 21, f);) {
			struct dma_header h;

			memcpy(&h, &fifo[f][at], sizeof h);
			uint32_t part = h.put_offset + 240 <= 1700 ? 240 : 1700 - h.put_offset;
			unsigned chunks = 1u + (h.routing >> DMA_CHUNKS_SHIFT);

			assert_int_equal(f / 8, 2); /* the processor's group */
			assert_int_equal(h.application, 0xabcd1234);
			assert_int_equal(chunks, (16 + part + 31) / 32);
			assert_memory_equal(&fifo[f][at + 16], &r->memory[0][h.put_offset], part);
			assert_false(seen[h.put_offset / 240]);
			seen[h.put_offset / 240] = true;
			bytes += part;
			at += 32 * chunks;
		}
	assert_int_equal(bytes, 1700);
	rig_destroy(r);
}

/* DMA_RecFifo.h: filled up to 512 bytes less than the whole; the network waits meanwhile. */
static void a_full_memory_fifo_holds_packets_back(void **state)
{
	struct rig *r = rig_create("4x1x1", 0, 0);
	static uint8_t fifo[8704];
	static const uint8_t all_to_one[8] = { 3, 3, 3, 3, 3, 3, 3, 3 };
	struct dma_descriptor desc;

	(void)state;
	rig_usual(r);
	dma_recfifo_map(r->d, 1, all_to_one);
	assert_int_equal(dma_recfifo_enable(r->d, 1, 3, fifo, sizeof fifo), 0);
	desc = rig_to(r, 1);
	desc.length = 240 * 50;
	rig_inject(r, 0, desc);
	rig_inject(r, 2, desc);
	fake_sim_run(&r->sim, PS_NEVER);
	assert_int_equal(r->arrivals, (8704 - 512) / 256);
	assert_int_equal(dma_recfifo_tail(r->d, 1, 3), 8704 - 512);
	r->drains = true;
	dma_recfifo_set_head(r->d, 1, 3, dma_recfifo_tail(r->d, 1, 3), r->sim.now_ps);
	rig_run(r);
	assert_int_equal(r->arrivals, 100);
	assert_int_equal(r->faults, 0);
	rig_destroy(r);
}

/* Gets whose injection FIFO has no room wait in the network and are not lost. */
static void gets_wait_for_a_place_in_their_fifo(void **state)
{
	struct rig *r = rig_create("4x4x1", 0, 0);

	(void)state;
	rig_usual(r);
	for (uint32_t n = 1; n < 16; n++) {
		for (unsigned i = 0; i < 7; i++)
			rig_keep(r, n, i * DMA_DESCRIPTOR_BYTES, rig_put(r, n, 0, 1000, 3000));
		rig_inject(r, n, rig_get(r, 0, 0, 7));
		rig_inject(r, n, rig_get(r, 0, 0, 7));
	}
	rig_run(r);
	for (uint32_t n = 1; n < 16; n++)
		assert_int_equal(dma_counts(r->d, n).bytes, 14 * 3000);
	assert_int_equal(r->faults, 0);
	rig_destroy(r);
}

static void what_is_not_enabled_is_reported(void **state)
{
	struct rig *r = rig_create("2x2x2", 0, 0);
	struct dma_descriptor desc = rig_put(r, 1, 0, 0, 100);

	(void)state;
	rig_usual(r);
	desc.header.counter = 9;
	rig_inject(r, 0, desc);
	rig_run(r);
	assert_int_equal(r->faults, 1);
	desc.counter = 200;
	rig_inject(r, 0, desc);
	assert_int_equal(r->faults, 2);
	rig_keep(r, 0, 0, desc);
	desc = rig_get(r, 1, 0, 1);
	desc.header.injfifo = 77;
	rig_inject(r, 0, desc);
	rig_run(r);
	assert_int_equal(r->faults, 3);
	desc = rig_to(r, 1);
	rig_inject(r, 0, desc); /* for a memory FIFO */
	rig_run(r);
	assert_int_equal(r->faults, 4);
	desc.header.x = 2;
	rig_inject(r, 0, desc);
	assert_int_equal(r->faults, 5);
	rig_destroy(r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(there_are_128_injection_fifos),
		cmocka_unit_test(there_are_256_counters_of_each_kind),
		cmocka_unit_test(bits_tell_of_a_fifo),
		cmocka_unit_test(quantum_and_priority_share_the_links),
		cmocka_unit_test(a_mask_keeps_fifos_apart),
		cmocka_unit_test(memory_fifos_keep_whole_packets),
		cmocka_unit_test(a_full_memory_fifo_holds_packets_back),
		cmocka_unit_test(gets_wait_for_a_place_in_their_fifo),
		cmocka_unit_test(what_is_not_enabled_is_reported),
	};

	return cmocka_run_group_tests_name("dma_fifos", tests, NULL, NULL);
}
