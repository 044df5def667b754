/*
 * test_mu_put.c - direct puts, their counters, atomic addresses, and remote
 * gets: bytes, times, and what is refused.  Not here: routes, links.
 */
#include "fake_net.h"

#define INJ  PA
#define RGET (PA + 0x2000)
#define DATA (PA + 0x100000)
#define DEST (PA + 0x140000)
#define COUNTER (PA + 0x1000)
#define ATOMIC UINT64_C(0x1000000000)
#define MASK37 ((UINT64_C(1) << 37) - 1)
enum { STORE_TWIN = 1, STORE_ADD = 2, STORE_ADD_COHERENCE_ON_ZERO = 3 };

#define COUNTER_ATOMIC (COUNTER | ATOMIC | STORE_ADD)

static uint8_t pattern(uint64_t i)
{
	return (uint8_t)(i * 29 + i / 256 + 3);
}

/* Node 0 sends; node 1 has BAT 0 = DEST, BAT 1 = the counter's address. */
static void open_put(struct rig *r)
{
	injfifo_open(r, 0, 0, 0, INJ, 1024);
	bat_open(r, 1, 0, DEST);
	bat_open(r, 1, 1, COUNTER_ATOMIC);
	for (unsigned i = 0; i < 0x20000; i++)
		*at(r, 0, DATA + i) = pattern(i);
}

static void latency_is_the_sum_of_the_stages(void **state)
{
	struct rig *r = *state;
	uint8_t d[64];
	ps_t stored = SEND_PS + DELAY_PS + STORE_PS(64), counted = stored + 4000000;

	open_put(r);
	*word(r, 1, COUNTER) = 32;
	desc_put(d, 1, DATA, 32, 0, 0, 1, 0);
	inject(r, 0, 0, d);
	run_until(r, stored - 1);
	assert_int_equal(*at(r, 1, DEST), 0xee);
	run_until(r, stored);
	assert_memory_equal(at(r, 1, DEST), at(r, 0, DATA), 32);
	assert_int_equal(r->delivered[1], 1);
	run_until(r, counted - 1);
	assert_int_equal(*word(r, 1, COUNTER), 32);
	assert_int_equal(r->delivered[1], 1);
	run_until(r, counted);
	assert_int_equal(*word(r, 1, COUNTER), 0);
	assert_int_equal(r->delivered[1], 2);
}

static void any_alignment_arrives_and_counts_to_zero(void **state)
{
	struct rig *r = *state;
	static const uint32_t lengths[] = { 1, 7, 8, 31, 32, 33, 511, 512, 513, 1500 };
	uint8_t d[64];

	open_put(r);
	for (unsigned k = 0; k < sizeof lengths / sizeof *lengths; k++)
		for (unsigned shift = 0; shift < 40; shift += 3) {
			uint32_t n = lengths[k], from = shift, to = (shift * 7 + k) % 64;

			memset(at(r, 1, DEST), 0xee, 2048);
			*word(r, 1, COUNTER) = n;
			desc_put(d, 1, DATA + from, n, 0, 64 + to, 1, 0);
			inject(r, 0, 0, d);
			run(r);
			assert_int_equal(*word(r, 1, COUNTER), 0);
			assert_memory_equal(at(r, 1, DEST + 64 + to), at(r, 0, DATA + from), n);
			assert_int_equal(*at(r, 1, DEST + 64 + to - 1), 0xee);
			assert_int_equal(*at(r, 1, DEST + 64 + to + n), 0xee);
		}
	assert_int_equal(r->ras_count, 0);
}

static void long_put_over_all_engines_arrives(void **state)
{
	struct rig *r = *state;
	uint8_t d[64];
	const uint32_t n = 100 * 1024 + 13;

	open_put(r);
	*word(r, 1, COUNTER) = n;
	desc_put(d, 1, DATA + 5, n, 0, 11, 1, 0);
	put64(d, 24, MAP_ALL);
	inject(r, 0, 0, d);
	run(r);
	assert_int_equal(*word(r, 1, COUNTER), 0);
	assert_memory_equal(at(r, 1, DEST + 11), at(r, 0, DATA + 5), n);
	for (int i = NET_INJ_AM; i <= NET_INJ_LOCAL1; i++)
		assert_true(r->net.injected[i] >= 16);
	assert_int_equal(*at(r, 1, DEST + 10), 0xee);
	assert_int_equal(*at(r, 1, DEST + 11 + n), 0xee);
}

static void offsets_add_modulo_37_bits(void **state)
{
	struct rig *r = *state;
	uint8_t d[64];

	open_put(r);
	bat_open(r, 1, 9, DEST + 4096);
	bat_open(r, 1, 543, 0);
	*word(r, 1, COUNTER) = 5;
	desc_put(d, 1, DATA, 5, 9, (UINT64_C(0) - 4096) & MASK37, 543,
		 COUNTER | ATOMIC | STORE_ADD_COHERENCE_ON_ZERO);
	inject(r, 0, 0, d);
	run(r);
	assert_memory_equal(at(r, 1, DEST), at(r, 0, DATA), 5);
	assert_int_equal(*word(r, 1, COUNTER), 0);
	/* Bits above the 37 of a counter offset are not the machine's. */
	*word(r, 1, COUNTER) = 5;
	put64(d, 56, (COUNTER | ATOMIC | STORE_ADD) | UINT64_C(1) << 37);
	inject(r, 0, 0, d);
	run(r);
	assert_int_equal(*word(r, 1, COUNTER), 0);
}

static void wrong_puts_are_reported(void **state)
{
	struct rig *r = *state;
	static const struct {
		uint32_t bat;
		uint64_t offset;
		uint32_t counter_bat;
		uint64_t counter_offset;
		const char *field;
		bool stored;
	} bad[] = {
		{ 2, 0, 1, 0, "Rec_Payload_Base_Address_Id", false },
		{ 1023, 0, 1, 0, "Rec_Payload_Base_Address_Id", false },
		{ 0, UINT64_C(0) - DEST, 1, 0, "Put_Offset", false },
		{ 0, PA + MEMORY_BYTES - DEST - 7, 1, 0, "Put_Offset", false },
		{ 0, 0, 2, 0, "Rec_Counter_Base_Address_Id", true },
		{ 0, 0, 1023, 0, "Rec_Counter_Base_Address_Id", true },
		{ 0, 0, 0, COUNTER - DEST, "Counter_Offset", true },  /* not atomic */
		{ 0, 0, 1, MEMORY_BYTES, "Counter_Offset", true },
		{ 0, 0, 1, 2, "Counter_Offset", true },               /* opcode 4 */
		{ 0, 0, 1, MASK37, "Counter_Offset", true },          /* opcode 1 */
	};
	uint8_t d[64];

	open_put(r);
	*word(r, 1, COUNTER) = 8;
	for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
		memset(at(r, 1, DEST), 0xee, 8);
		desc_put(d, 1, DATA, 8, bad[i].bat, bad[i].offset & MASK37,
			 bad[i].counter_bat, bad[i].counter_offset & MASK37);
		inject(r, 0, 0, d);
		run(r);
		assert_ras(r, i + 1, "base address table entry", bad[i].field);
		assert_int_equal(r->ras.node, 1);
		assert_int_equal(*word(r, 1, COUNTER), 8);
		assert_int_equal(*at(r, 1, DEST) == pattern(0), bad[i].stored);
	}
}

static void put_to_an_unused_node_is_reported(void **state)
{
	struct rig *r = *state;
	uint8_t d[64];

	open_put(r);
	desc_put(d, 2, DATA, 8, 0, 0, 1, 0);
	inject(r, 0, 0, d);
	run(r);
	assert_ras(r, 1, "base address table entry", "Rec_Payload_Base_Address_Id");
	assert_int_equal(r->ras.node, 2);
}

static void empty_put_changes_nothing_and_completes(void **state)
{
	struct rig *r = *state;
	uint8_t d[64];

	open_put(r);
	*word(r, 1, COUNTER) = 77;
	desc_put(d, 1, DATA, 0, 0, 0, 1, 0);
	inject(r, 0, 0, d);
	/* Nor does it need a place to put nothing. */
	desc_put(d, 1, 0, 0, 0, UINT64_C(0) - DEST, 1, 0);
	inject(r, 0, 0, d);
	run(r);
	assert_int_equal(r->ras_count, 0);
	assert_int_equal(r->net.order_count, 2); /* packets */
	assert_int_equal(reg(r, 0, INJ_REG(0u, F_COUNT)), 2);
	assert_int_equal(*word(r, 1, COUNTER), 77);
	assert_int_equal(*at(r, 1, DEST), 0xee);
	assert_int_equal(*at(r, 1, DEST - 1), 0xee);
}

/* ---- atomic addresses */

static void payload_may_come_from_an_atomic_load(void **state)
{
	struct rig *r = *state;
	const uint64_t failed = UINT64_C(1) << 63, w = DATA + 64;
	static const struct {
		unsigned op;
		uint64_t before, word, after; /* of three in a row */
		uint64_t sent_failed, left;
	} ops[] = {
		{ 0, 1, 5, 9, 0, 5 }, { 1, 1, 5, 9, 0, 0 }, { 2, 1, 5, 9, 0, 6 },
		{ 3, 1, 5, 9, 0, 4 }, { 4, 1, 5, 9, 0, 6 }, { 4, 1, 9, 9, 1, 9 },
		{ 5, 1, 5, 9, 0, 4 }, { 5, 5, 5, 9, 1, 5 }, { 6, 1, 9, 9, 0, 10 },
		{ 6, 1, 5, 9, 1, 5 },
	};
	uint8_t d[64];

	open_put(r);
	for (unsigned i = 0; i < sizeof ops / sizeof *ops; i++) {
		*word(r, 0, w - 8) = ops[i].before;
		*word(r, 0, w) = ops[i].word;
		*word(r, 0, w + 8) = ops[i].after;
		*word(r, 1, COUNTER) = 8;
		desc_put(d, 1, w | ATOMIC | ops[i].op, 8, 0, 0, 1, 0);
		inject(r, 0, 0, d);
		run(r);
		assert_int_equal(*word(r, 1, DEST), ops[i].sent_failed ? failed : ops[i].word);
		assert_int_equal(*word(r, 0, w), ops[i].left);
		assert_int_equal(*word(r, 0, w - 8), ops[i].before);
		assert_int_equal(*word(r, 0, w + 8), ops[i].after);
		assert_int_equal(*word(r, 1, COUNTER), 0);
	}
	assert_int_equal(r->ras_count, 0);
	desc_put(d, 1, w | ATOMIC, 9, 0, 0, 1, 0);
	inject(r, 0, 0, d);
	run(r);
	assert_ras(r, 1, "injection FIFO", "Message_Length");
}

static void payload_may_go_into_an_atomic_store(void **state)
{
	struct rig *r = *state;
	const uint64_t minus = UINT64_C(1) << 63;
	const struct {
		unsigned op;
		uint64_t word, after, sent, left, left_after;
	} ops[] = {
		{ 0, 12, 1, 10, 10, 1 },
		{ 1, 12, 12, 10, 10, 10 },
		{ 1, 12, 1, 10, 12, 1 },
		{ 2, 12, 1, 10, 22, 1 },
		{ 3, 12, 1, 10, 22, 1 },
		{ 4, 12, 1, 10, 14, 1 },
		{ 5, 12, 1, 10, 6, 1 },
		{ 6, 12, 1, 10, 12, 1 },
		{ 6, 12, 1, minus, minus, 1 },
		{ 7, 12, 1, minus, 12, 1 },
		{ 7, minus | 12, 1, minus | 10, minus | 10, 1 },
	};
	uint8_t d[64];

	open_put(r);
	for (unsigned i = 0; i < sizeof ops / sizeof *ops; i++) {
		*word(r, 0, DATA) = ops[i].sent;
		*word(r, 1, DEST) = ops[i].word;
		*word(r, 1, DEST + 8) = ops[i].after;
		*word(r, 1, COUNTER) = 8;
		desc_put(d, 1, DATA, 8, 0, ATOMIC | ops[i].op, 1, 0);
		inject(r, 0, 0, d);
		run(r);
		assert_int_equal(*word(r, 1, DEST), ops[i].left);
		assert_int_equal(*word(r, 1, DEST + 8), ops[i].left_after);
		assert_int_equal(*word(r, 1, COUNTER), 0);
	}
	assert_int_equal(r->ras_count, 0);
	desc_put(d, 1, DATA, 16, 0, ATOMIC, 1, 0);
	inject(r, 0, 0, d);
	run(r);
	assert_ras(r, 1, "base address table entry", "Put_Offset");
}

/* ---- remote gets */

/* Node 1 asks node 0 for n pieces of 100 bytes, each its own descriptor. */
static void get_pieces(struct rig *r, unsigned n)
{
	uint8_t d[64];

	open_put(r);
	injfifo_open(r, 1, 0, 0, INJ, 1024);
	*word(r, 1, COUNTER) = 100 * n;
	for (unsigned i = 0; i < n; i++)
		desc_put(at(r, 1, DATA + 64 * i), 1, DATA + 100 * i, 100, 0, 100 * i, 1, 0);
	desc_get(d, 0, DATA, 64 * n, 20);
	inject(r, 1, 0, d);
}

static void remote_get_brings_the_data(void **state)
{
	struct rig *r = *state;
	ps_t appended = SEND_PS + DELAY_PS + STORE_PS(96);

	injfifo_open(r, 0, 20, MU_ATTR_REMOTE_GET, RGET, 576);
	get_pieces(r, 1);
	run_until(r, appended - 1);
	assert_int_equal(reg(r, 0, INJ_REG(20u, F_TAIL)), RGET);
	run_until(r, appended);
	assert_int_equal(reg(r, 0, INJ_REG(20u, F_TAIL)), RGET + 64);
	run(r);
	assert_int_equal(r->net.order_ps[1], appended + SEND_PS - 1); /* no tail store */
	assert_int_equal(*word(r, 1, COUNTER), 0);
	assert_memory_equal(at(r, 1, DEST), at(r, 0, DATA), 100);
	assert_int_equal(reg(r, 0, INJ_REG(20u, F_COUNT)), 1);
	assert_int_equal(reg(r, 0, INJ_REG(20u, F_HEAD)), RGET + 64);
}

static void remote_gets_beyond_the_fifo_wait(void **state)
{
	struct rig *r = *state;

	/* 30 descriptors in packets of 8 into a FIFO for 8: it wraps as well. */
	injfifo_open(r, 0, 20, MU_ATTR_REMOTE_GET, RGET, 576);
	get_pieces(r, 30);
	run(r);
	assert_int_equal(*word(r, 1, COUNTER), 0);
	assert_memory_equal(at(r, 1, DEST), at(r, 0, DATA), 3000);
	assert_int_equal(reg(r, 0, INJ_REG(20u, F_COUNT)), 30);
	assert_int_equal(*at(r, 0, RGET + 576), 0xee);
	assert_int_equal(r->ras_count, 0);
}

static void remote_get_needs_a_fifo_for_it(void **state)
{
	struct rig *r = *state;
	uint8_t d[64];
	const uint32_t id = 5, rget = MU_ATTR_REMOTE_GET;

	get_pieces(r, 1);
	run(r);
	assert_ras(r, 1, "injection FIFO", "Rget_Inj_FIFO_Id");
	assert_string_equal(r->ras.text, "not allocated");
	assert_int_equal(r->ras.id, 20);
	desc_get(d, 0, DATA, 64, 0);
	inject(r, 1, 0, d);
	run(r);
	assert_int_equal(r->ras_count, 2);
	assert_string_equal(r->ras.text, "not allocated for remote gets");
	assert_int_equal(mu_injfifo_alloc(r->mu, 0, 0, 1, &id, &rget), 0);
	desc_get(d, 0, DATA, 64, 5);
	inject(r, 1, 0, d);
	run(r);
	assert_int_equal(r->ras_count, 3);
	assert_string_equal(r->ras.text, "not initialised");
	desc_get(d, 0, DATA, 64, 1023);
	inject(r, 1, 0, d);
	run(r);
	assert_int_equal(r->ras_count, 4);
	assert_int_equal(*word(r, 1, COUNTER), 100);
}

int main(void)
{
#define T(f) cmocka_unit_test_setup_teardown(f, rig_setup, rig_teardown)
	const struct CMUnitTest tests[] = {
		T(latency_is_the_sum_of_the_stages),
		T(any_alignment_arrives_and_counts_to_zero),
		T(long_put_over_all_engines_arrives),
		T(offsets_add_modulo_37_bits),
		T(wrong_puts_are_reported),
		T(put_to_an_unused_node_is_reported),
		T(empty_put_changes_nothing_and_completes),
		T(payload_may_come_from_an_atomic_load),
		T(payload_may_go_into_an_atomic_store),
		T(remote_get_brings_the_data),
		T(remote_gets_beyond_the_fifo_wait),
		T(remote_get_needs_a_fifo_for_it),
	};

	return cmocka_run_group_tests_name("mu puts and gets", tests, NULL, NULL);
}
