/*
 * test_dma.c - messages by Blue Gene/P's DMA, by the sentences of US 7,761,687 that stand above
 * the tests: puts, counters, remote gets and what can be made of them, pacing.  Not here: registers
 * of FIFOs and whose turn it is (test_dma_fifos.c), rates (test_claims.sh).
 */
#include "dma_rig.h"

/* l. 140: "Each injection descriptor is 32 bytes long"; l. 144: "16 byte network packet header". */
static void descriptors_and_headers_have_their_sizes(void **state)
{
	struct dma_header h = { 0 };

	(void)state;
	assert_int_equal(sizeof(struct dma_descriptor), 32);
	assert_int_equal(sizeof(struct dma_header), 16);
	assert_int_equal(DMA_GET_DESCRIPTORS, 7);
	for (unsigned pid = 0; pid < 4; pid++) {
		dma_header_set_pid(&h, pid);
		assert_int_equal(dma_header_pid(&h), pid);
	}
}

/* l. 114: "writes the appropriate number of bytes starting at the counter s base address plus
 * packet offset and then decrements the counter value by the bytes". */
static void a_put_writes_and_counts(void **state)
{
	static const uint32_t lengths[] = { 1, 31, 240, 241, 1000, 5000 };

	(void)state;
	for (unsigned i = 0; i < 6; i++) {
		struct rig *r = rig_create("4x4x4", 0, 0);

		rig_usual(r);
		rig_pattern(r, 0, 100, lengths[i]);
		dma_counter_add(r->d, 63, DMA_RECEPTION, 0, lengths[i]);
		dma_counter_add(r->d, 0, DMA_INJECTION, 0, lengths[i]);
		rig_inject(r, 0, rig_put(r, 63, 100, 20000, lengths[i]));
		rig_run(r);
		assert_int_equal(r->faults, 0);
		assert_int_equal(dma_counter_get(r->d, 63, DMA_RECEPTION, 0).value, 0);
		assert_true(dma_counter_get(r->d, 63, DMA_RECEPTION, 0).hit_zero);
		assert_int_equal(dma_counter_get(r->d, 0, DMA_INJECTION, 0).value, 0);
		assert_memory_equal(&r->memory[63][20000], &r->memory[0][100], lengths[i]);
		assert_int_equal(r->memory[63][20000 + lengths[i]], 0);
		assert_int_equal(dma_counts(r->d, 63).packets[1], (lengths[i] + 239) / 240);
		/* l. 140: "the DMA moves the head pointer up by 32 bytes". */
		assert_int_equal(dma_injfifo_head(r->d, 0, 0), 1);
		rig_destroy(r);
	}
}

/* l. 114: "decrements the specified injection counter by the number of bytes in the packet". */
static void the_injection_counter_goes_down_packet_by_packet(void **state)
{
	struct rig *r = rig_create("4x4x4", 0, 0);
	uint32_t last = 24000;
	unsigned steps = 0;

	(void)state;
	rig_usual(r);
	dma_counter_add(r->d, 0, DMA_INJECTION, 0, 24000);
	dma_counter_add(r->d, 1, DMA_RECEPTION, 0, 24000);
	rig_inject(r, 0, rig_put(r, 1, 0, 0, 24000));
	for (ps_t at = 0; last; at += 10 * PS_PER_NS) {
		fake_sim_run(&r->sim, at);
		uint32_t now = dma_counter_get(r->d, 0, DMA_INJECTION, 0).value;

		assert_int_equal((last - now) % 240, 0);
		steps += now != last;
		last = now;
	}
	assert_true(steps > 50);
	rig_run(r);
	rig_destroy(r);
}

/* l. 116: "the byte counter can be shared between messages even if the messages come from
 * different source compute nodes"; "base address of the shared counter must be set to a value
 * smaller than the base address of any message"; l. 128: "but some arbitrary value C". */
static void messages_share_a_counter(void **state)
{
	struct rig *r = rig_create("4x4x4", 0, 0);
	const uint32_t start = 77;

	(void)state;
	rig_usual(r);
	dma_counter_set(r->d, 5, DMA_RECEPTION, 130,
			(struct dma_counter){ .value = start, .base = 1000,
					      .most = RIG_BYTES - 1 });
	for (uint32_t n = 0; n < 4; n++) {
		struct dma_descriptor desc = rig_put(r, 5, 0, 2000 * n, 1500);

		desc.header.counter = 130;
		rig_pattern(r, n, 0, 1500);
		dma_counter_add(r->d, 5, DMA_RECEPTION, 130, 1500);
		rig_inject(r, n, desc);
		if (n == 1) /* l. 128: the increment is atomic: bytes are coming in */
			fake_sim_run(&r->sim, r->sim.now_ps + 500 * PS_PER_NS);
	}
	rig_run(r);
	assert_int_equal(dma_counter_get(r->d, 5, DMA_RECEPTION, 130).value, start);
	for (uint32_t n = 0; n < 4; n++)
		assert_memory_equal(&r->memory[5][1000 + 2000 * n], r->memory[n], 1500);
	rig_destroy(r);
}

/* l. 138: "an additional maximum max address". */
static void a_put_beyond_the_last_address_is_a_fault(void **state)
{
	struct rig *r = rig_create("2x2x2", 0, 0);

	(void)state;
	rig_usual(r);
	dma_counter_set(r->d, 1, DMA_RECEPTION, 0, (struct dma_counter){ .value = 240,
									 .most = 999 });
	rig_inject(r, 0, rig_put(r, 1, 0, 761, 240));
	rig_run(r);
	assert_int_equal(r->faults, 1);
	assert_int_equal(dma_counter_get(r->d, 1, DMA_RECEPTION, 0).value, 240);
	rig_inject(r, 0, rig_put(r, 1, 0, 760, 240));
	rig_run(r);
	assert_int_equal(r->faults, 1);
	assert_int_equal(dma_counter_get(r->d, 1, DMA_RECEPTION, 0).value, 0);
	rig_destroy(r);
}

/* l. 116: "sends a short get message which contains a put descriptor and an injection FIFO id";
 * no core of the target is involved. */
static void a_remote_get_fetches(void **state)
{
	struct rig *r = rig_create("4x4x4", 0, 0);

	(void)state;
	rig_usual(r);
	rig_pattern(r, 42, 3000, 2000);
	rig_keep(r, 0, 0, rig_put(r, 0, 3000, 9000, 2000));
	dma_counter_add(r->d, 0, DMA_RECEPTION, 0, 2000);
	rig_inject(r, 0, rig_get(r, 42, 0, 1));
	rig_run(r);
	assert_int_equal(r->faults, 0);
	assert_int_equal(r->zeros[0], 1);
	assert_memory_equal(&r->memory[0][9000], &r->memory[42][3000], 2000);
	/* l. 152: "a message is fully contained in one torus packet". */
	assert_int_equal(dma_counts(r->d, 42).packets[2], 1);
	assert_int_equal(dma_injfifo_head(r->d, 42, 0), 1);
	rig_destroy(r);
}

/* l. 154: "third party sends": A asks B to send to C, and chains of that: A > B > C > D. */
static void third_parties_send(void **state)
{
	struct rig *r = rig_create("4x4x4", 0, 0);

	(void)state;
	rig_usual(r);
	/* A (0) to B (9): a get whose descriptor, in B's FIFO, is a get to C (18), whose
	 * descriptor, in B's memory, puts from C's to D (27). */
	rig_keep(r, 0, 0, rig_get(r, 18, 64, 1));
	rig_keep(r, 9, 64, rig_put(r, 27, 500, 600, 700));
	rig_pattern(r, 18, 500, 700);
	dma_counter_add(r->d, 27, DMA_RECEPTION, 0, 700);
	rig_inject(r, 0, rig_get(r, 9, 0, 1));
	rig_run(r);
	assert_int_equal(r->faults, 0);
	assert_int_equal(r->zeros[27], 1);
	assert_memory_equal(&r->memory[27][600], &r->memory[18][500], 700);
	rig_destroy(r);
}

/* l. 158: "have node A send a single packet to node B resulting in node B send[ing]" to several. */
static void one_packet_makes_seven_messages(void **state)
{
	struct rig *r = rig_create("4x4x4", 0, 0);
	struct dma_descriptor eight;

	(void)state;
	rig_usual(r);
	for (unsigned i = 0; i < DMA_GET_DESCRIPTORS; i++) {
		rig_keep(r, 0, i * DMA_DESCRIPTOR_BYTES, rig_put(r, 20 + i, 100 * i, 50, 90));
		dma_counter_add(r->d, 20 + i, DMA_RECEPTION, 0, 90);
	}
	rig_pattern(r, 7, 0, 1000);
	rig_inject(r, 0, rig_get(r, 7, 0, DMA_GET_DESCRIPTORS));
	rig_run(r);
	for (unsigned i = 0; i < DMA_GET_DESCRIPTORS; i++) {
		assert_int_equal(r->zeros[20 + i], 1);
		assert_memory_equal(&r->memory[20 + i][50], &r->memory[7][100 * i], 90);
	}
	assert_int_equal(dma_counts(r->d, 7).packets[2], 1);
	assert_int_equal(r->faults, 0);
	eight = rig_get(r, 7, 0, 8);
	rig_inject(r, 0, eight);
	assert_int_equal(r->faults, 1);
	rig_run(r);
	rig_destroy(r);
}

/* l. 164: "need only set the consumer pointer to its original value". */
static void a_pattern_is_sent_again_by_its_head(void **state)
{
	struct rig *r = rig_create("4x4x4", 0, 0);

	(void)state;
	rig_usual(r);
	for (uint32_t n = 1; n <= 26; n++)
		rig_inject(r, 0, rig_put(r, n, 0, 0, 300));
	rig_run(r);
	for (unsigned again = 2; again <= 4; again++) {
		dma_injfifo_set_head(r->d, 0, 0, 0, r->sim.now_ps);
		rig_run(r);
		for (uint32_t n = 1; n <= 26; n++)
			assert_int_equal(dma_counts(r->d, n).bytes, 300 * again);
	}
	assert_int_equal(dma_counts(r->d, 0).descriptors, 4 * 26);
	rig_destroy(r);
}

/* l. 226: "waiting for the token counter to be greater than or equal to the submessage size". */
static void paced_gets_keep_within_their_tokens(void **state)
{
	const uint32_t tokens = 3000, piece = 1200, bytes = 20000;
	struct rig *r = rig_create("4x4x4", tokens, piece);
	struct dma_descriptor get;

	(void)state;
	rig_usual(r);
	rig_pattern(r, 33, 0, bytes);
	rig_keep(r, 0, 60000, rig_put(r, 0, 0, 30000, bytes));
	dma_counter_add(r->d, 0, DMA_RECEPTION, 0, bytes);
	get = rig_get(r, 33, 60000, 1);
	get.header.flags |= DMA_FLAG_PACED;
	rig_inject(r, 0, get);
	rig_run(r);
	assert_int_equal(r->faults, 0);
	assert_memory_equal(&r->memory[0][30000], r->memory[33], bytes);
	assert_int_equal(dma_counts(r->d, 33).packets[2], (bytes + piece - 1) / piece);
	/* Bytes under way are never more than the counter began with, and two pieces are. */
	assert_true(dma_counts(r->d, 0).tokens_least <= tokens - 2 * piece);
	rig_destroy(r);
}

/* l. 188: "packets can be broadcast down a single dimension of a three dimensional torus". */
static void a_put_is_left_all_along_a_line(void **state)
{
	struct rig *r = rig_create("8x2x2", 0, 0);
	struct dma_descriptor desc;

	(void)state;
	rig_usual(r);
	rig_pattern(r, 0, 0, 1000);
	/* l. 204: half of the line in each direction. */
	for (unsigned way = 0; way < 2; way++) {
		uint8_t end[NET_DIMS_MAX] = { way ? 5 : 4, 0, 0 };

		desc = rig_put(r, net_node_of(&r->shape, end), 0, 8000, 1000);
		desc.header.routing = DMA_IS_DMA | DMA_CHANNEL_ESCAPE;
		desc.header.hints = (uint8_t)((way ? 0x40 : 0x80) | DMA_DEPOSIT);
		rig_inject(r, 0, desc);
	}
	rig_run(r);
	assert_int_equal(r->faults, 0);
	for (uint8_t x = 1; x < 8; x++) {
		uint32_t node = net_node_of(&r->shape, (uint8_t[NET_DIMS_MAX]){ x, 0, 0 });

		assert_int_equal(dma_counts(r->d, node).bytes, 1000);
		assert_memory_equal(&r->memory[node][8000], r->memory[0], 1000);
	}
	rig_destroy(r);
}

static void a_local_copy_counts_on_both_sides(void **state)
{
	struct rig *r = rig_create("2x2x2", 0, 0);
	struct dma_descriptor desc;

	(void)state;
	rig_usual(r);
	rig_pattern(r, 3, 0, 5000);
	desc = rig_put(r, 3, 0, 10000, 5000);
	desc.flags = DMA_LOCAL;
	dma_counter_add(r->d, 3, DMA_INJECTION, 0, 5000);
	dma_counter_add(r->d, 3, DMA_RECEPTION, 0, 5000);
	rig_inject(r, 3, desc);
	assert_memory_equal(&r->memory[3][10000], r->memory[3], 5000);
	assert_int_equal(r->zeros[3], 1);
	assert_int_equal(dma_counter_get(r->d, 3, DMA_INJECTION, 0).value, 0);
	assert_int_equal(r->router->packets_inside(r->net), 0);
	rig_destroy(r);
}

/* l. 178: "improves performance of a large message by splitting [it] across multiple Injection
 * FIFOs": one with a mask of one of the torus' FIFOs and hints of one link, or six. */
static void six_fifos_use_six_links(void **state)
{
	ps_t took_ps[2];

	(void)state;
	for (unsigned many = 0; many < 2; many++) {
		struct rig *r = rig_create("4x4x4", 0, 0);
		unsigned fifos = many ? 6 : 1;

		rig_usual(r);
		dma_injfifo_disable(r->d, 0, 0);
		for (unsigned f = 0; f < fifos; f++)
			rig_fifo(r, 0, f, (uint8_t)(1u << f));
		for (unsigned f = 0; f < fifos; f++) {
			uint8_t at[NET_DIMS_MAX] = { 0 };

			at[f / 2] = f % 2 ? 3 : 1; /* a neighbour by each link */
			struct dma_descriptor desc =
				rig_put(r, net_node_of(&r->shape, at), 0, 0, 48000 / fifos);

			dma_counter_add(r->d, net_node_of(&r->shape, at), DMA_RECEPTION, 0,
					48000 / fifos);
			assert_int_equal(dma_inject(r->d, 0, f, &desc, 0), 0);
		}
		rig_run(r);
		took_ps[many] = 0;
		for (uint32_t n = 1; n < 64; n++)
			took_ps[many] = ps_max(took_ps[many], r->zero_ps[n]);
		rig_destroy(r);
	}
	double gain = (double)took_ps[0] / (double)took_ps[1];

	if (gain < 5.5 || gain > 6.5)
		fail_msg("six FIFOs are %.2f times as fast", gain);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(descriptors_and_headers_have_their_sizes),
		cmocka_unit_test(a_put_writes_and_counts),
		cmocka_unit_test(the_injection_counter_goes_down_packet_by_packet),
		cmocka_unit_test(messages_share_a_counter),
		cmocka_unit_test(a_put_beyond_the_last_address_is_a_fault),
		cmocka_unit_test(a_remote_get_fetches),
		cmocka_unit_test(third_parties_send),
		cmocka_unit_test(one_packet_makes_seven_messages),
		cmocka_unit_test(a_pattern_is_sent_again_by_its_head),
		cmocka_unit_test(paced_gets_keep_within_their_tokens),
		cmocka_unit_test(a_put_is_left_all_along_a_line),
		cmocka_unit_test(a_local_copy_counts_on_both_sides),
		cmocka_unit_test(six_fifos_use_six_links),
	};

	return cmocka_run_group_tests_name("dma", tests, NULL, NULL);
}
