/*
 * test_mu_fifo.c - memory FIFO messages from descriptor to reception FIFO: the
 * time of every step, contents, both rings' wrap, back-pressure on both sides,
 * arbitration, and what is refused.  Not here: routes, links (a fake network).
 */
#include "fake_net.h"

#define INJ  PA               /* where tests place injection FIFOs */
#define REC  (PA + 0x40000)   /* and reception FIFOs */
#define DATA (PA + 0x100000)  /* and what they send */

static uint8_t pattern(uint64_t i)
{
	return (uint8_t)(i * 13 + i / 256 + 1);
}

static void fill(struct rig *r, uint32_t node, uint64_t pa, uint64_t bytes)
{
	for (uint64_t i = 0; i < bytes; i++)
		*at(r, node, pa + i) = pattern(i);
}

/* The packet at reception FIFO 0's head on node 1, spliced if it wraps; moves
 * the head past it.  Returns its bytes, 0 if the FIFO is empty. */
static unsigned take(struct rig *r, uint8_t packet[544])
{
	uint64_t start = reg(r, 1, REC_REG(0u, F_START));
	uint64_t size = reg(r, 1, REC_REG(0u, F_SIZE)) + 1;
	uint64_t head = reg(r, 1, REC_REG(0u, F_HEAD));
	unsigned bytes;

	if (head == reg(r, 1, REC_REG(0u, F_TAIL)))
		return 0;
	bytes = 32 + 32u * (*at(r, 1, head + 8) & 0x1f);
	for (unsigned i = 0; i < bytes; i++)
		packet[i] = *at(r, 1, start + (head - start + i) % size);
	store(r, 1, REC_REG(0u, F_HEAD), start + (head - start + bytes) % size);
	return bytes;
}

/* ---- time */

static void each_step_takes_its_time(void **state)
{
	struct rig *r = *state;
	uint8_t d[64];
	ps_t sent = SEND_PS, arrived = sent + DELAY_PS, stored = arrived + STORE_PS(64);

	injfifo_open(r, 0, 0, 0, INJ, 512);
	recfifo_open(r, 1, 0, REC, 1024);
	*at(r, 0, DATA) = 1;
	desc_fifo(d, 1, DATA, 8, 0);
	inject(r, 0, 0, d);
	assert_int_equal(reg(r, 0, INJ_REG(0u, F_FREE)), 6);
	run_until(r, 10); /* the MU sees the tail at 1, has the descriptor at 11 */
	*at(r, 0, INJ + 16) = 9;
	run_until(r, 11);
	*at(r, 0, INJ + 16) = 64;
	run_until(r, 210); /* the payload is read at 211 */
	*at(r, 0, DATA) = 2;
	run_until(r, 211);
	*at(r, 0, DATA) = 3;
	run_until(r, sent);
	assert_int_equal(r->net.order_ps[0], sent);
	run_until(r, sent + 20000 - 1);
	assert_int_equal(reg(r, 0, INJ_REG(0u, F_COUNT)), 0);
	assert_int_equal(r->delivered[0], 0);
	run_until(r, sent + 20000);
	assert_int_equal(reg(r, 0, INJ_REG(0u, F_COUNT)), 1);
	assert_int_equal(reg(r, 0, INJ_REG(0u, F_FREE)), 7);
	assert_int_equal(reg(r, 0, INJ_REG(0u, F_HEAD)), INJ + 64);
	assert_int_equal(r->delivered[0], 1);
	run_until(r, stored - 1);
	assert_int_equal(*at(r, 1, REC), 0xee);
	run_until(r, stored);
	assert_int_equal(*at(r, 1, REC), 0x55);
	assert_int_equal(*at(r, 1, REC + 32), 2);
	assert_int_equal(*at(r, 1, REC + 40), 0xee); /* 9 bytes, as it was at 11 */
	assert_int_equal(*at(r, 1, REC + 41), 0);
	run_until(r, stored + 3000000 - 1);
	assert_int_equal(reg(r, 1, REC_REG(0u, F_TAIL)), REC);
	assert_int_equal(r->delivered[1], 0);
	run_until(r, stored + 3000000);
	assert_int_equal(reg(r, 1, REC_REG(0u, F_TAIL)), REC + 64);
	assert_int_equal(r->delivered[1], 1);
}

static void next_descriptor_is_fetched_meanwhile(void **state)
{
	struct rig *r = *state;
	uint8_t d[64];

	injfifo_open(r, 0, 0, 0, INJ, 512);
	recfifo_open(r, 1, 0, REC, 1024);
	r->machine.mu_complete_ps = 1000;
	desc_fifo(d, 1, DATA, 8, 0);
	for (int i = 0; i < 3; i++)
		inject(r, 0, 0, d);
	run(r);
	assert_int_equal(r->net.order_ps[0], SEND_PS);
	/* Only payload and hand-over lie between, no fetch. */
	assert_int_equal(r->net.order_ps[1], SEND_PS + 3200);
	assert_int_equal(r->net.order_ps[2], SEND_PS + 2 * 3200);
	assert_int_equal(reg(r, 0, INJ_REG(0u, F_COUNT)), 3);
}

static void engine_fetches_the_next_payload_while_it_hands_a_packet_over(void **state)
{
	struct rig *r = *state;
	uint8_t d[64];

	recfifo_open(r, 1, 0, REC, 4096);
	desc_fifo(d, 1, DATA, 513, 0); /* two packets */
	for (unsigned f = 0; f < 3; f++) {
		injfifo_open(r, 0, f, 0, INJ + 512 * f, 512);
		inject(r, 0, f, d);
	}
	run(r);
	assert_int_equal(r->net.order_count, 6);
	for (unsigned i = 0; i < 6; i++)
		assert_int_equal(r->net.order_ps[i], SEND_PS + 3000 * i);
}

static void fetch_that_takes_longer_than_the_hand_over_sets_the_pace(void **state)
{
	struct rig *r = *state;
	uint8_t d[64];

	recfifo_open(r, 1, 0, REC, 4096);
	r->machine.mu_payload_fetch_ps = 5000;
	desc_fifo(d, 1, DATA, 1025, 0); /* three packets */
	injfifo_open(r, 0, 0, 0, INJ, 512);
	inject(r, 0, 0, d);
	run(r);
	for (unsigned i = 0; i < 3; i++)
		assert_int_equal(r->net.order_ps[i], SEND_PS + 4800 + 5000 * i);
}

static void slow_completion_keeps_its_order(void **state)
{
	struct rig *r = *state;
	uint8_t d[64];

	r->machine.mu_complete_ps = 500000;
	injfifo_open(r, 0, 0, 0, INJ, 512);
	recfifo_open(r, 1, 0, REC, 1024);
	desc_fifo(d, 1, DATA, 8, 0);
	for (int i = 0; i < 3; i++)
		inject(r, 0, 0, d);
	run_until(r, SEND_PS + 500000);
	assert_int_equal(reg(r, 0, INJ_REG(0u, F_COUNT)), 1);
	run_until(r, SEND_PS + 3200 + 500000 - 1);
	assert_int_equal(reg(r, 0, INJ_REG(0u, F_COUNT)), 1);
	run_until(r, SEND_PS + 3200 + 500000);
	assert_int_equal(reg(r, 0, INJ_REG(0u, F_COUNT)), 2);
	run(r);
	assert_int_equal(reg(r, 0, INJ_REG(0u, F_COUNT)), 3);
	assert_int_equal(reg(r, 1, REC_REG(0u, F_TAIL)), REC + 3 * 64);
}

static void tail_store_is_not_noticed_early(void **state)
{
	struct rig *r = *state;
	uint8_t d[64];

	injfifo_open(r, 0, 0, 0, INJ, 512);
	recfifo_open(r, 1, 0, REC, 1024);
	desc_fifo(d, 1, DATA, 8, 0);
	put64(d, 24, 0x8000);
	inject(r, 0, 0, d);
	run_until(r, 11); /* the MU would fetch at once, if it knew */
	put64(d, 24, 0x4000);
	inject(r, 0, 0, d);
	run_until(r, 21);
	*at(r, 0, INJ + 64 + 24) = 0; /* map: read at 11 + 1 + 10 */
	*at(r, 0, INJ + 64 + 25) = 0x20;
	run(r);
	assert_int_equal(r->net.injected[NET_INJ_AM], 1);
	assert_int_equal(r->net.injected[NET_INJ_BM], 1);
}

static void slower_packet_holds_the_tail_back(void **state)
{
	struct rig *r = *state;
	uint8_t d[64], e[64];
	ps_t big = SEND_PS + DELAY_PS + STORE_PS(544);
	ps_t small = SEND_PS + DELAY_PS + STORE_PS(32);

	injfifo_open(r, 0, 0, 0, INJ, 512);
	injfifo_open(r, 0, 1, 0, INJ + 512, 512);
	recfifo_open(r, 1, 0, REC, 1024);
	desc_fifo(d, 1, DATA, 512, 0);
	put64(d, 24, 0x8000);
	desc_fifo(e, 1, DATA, 0, 0);
	inject(r, 0, 0, d);
	inject(r, 0, 1, e);
	run_until(r, small + 3000000);
	assert_int_equal(*at(r, 1, REC + 544), 0x55); /* stored behind the big one */
	assert_int_equal(reg(r, 1, REC_REG(0u, F_TAIL)), REC);
	run_until(r, big + 3000000);
	assert_int_equal(reg(r, 1, REC_REG(0u, F_TAIL)), REC + 544 + 32);
}

static void engine_reads_one_packet_at_a_time(void **state)
{
	struct rig *r = *state;
	uint8_t d[64];
	ps_t first = SEND_PS + DELAY_PS, second = first + 3200;

	/* The second packet comes before the first one has been read out. */
	r->machine.mu_rec_ps_per_4_bytes = 5000;
	injfifo_open(r, 0, 0, 0, INJ, 512);
	recfifo_open(r, 1, 0, REC, 1024);
	desc_fifo(d, 1, DATA, 32, 0);
	inject(r, 0, 0, d);
	inject(r, 0, 0, d);
	assert_true(second < first + 16 * 5000);
	run_until(r, first + 32 * 5000 + 300000 - 1);
	assert_int_equal(*at(r, 1, REC + 64), 0xee);
	run_until(r, first + 32 * 5000 + 300000);
	assert_int_equal(*at(r, 1, REC + 64), 0x55);
	run(r);
}

/* ---- contents */

static void messages_arrive_whole(void **state)
{
	struct rig *r = *state;
	static const uint32_t lengths[] = { 0, 1, 31, 32, 511, 512, 513, 1024, 102400 };
	const uint64_t offset = UINT64_C(0x1ffffffe00); /* the put offset has 37 bits */
	uint8_t d[64], packet[544];

	injfifo_open(r, 0, 0, 0, INJ, 128);
	recfifo_open(r, 1, 0, REC, 0x20000);
	fill(r, 0, DATA, 102400);
	for (unsigned k = 0; k < sizeof lengths / sizeof *lengths; k++) {
		uint32_t length = lengths[k], got = 0;

		desc_fifo(d, 1, DATA, length, 0);
		put16(d, 44, 0x1f | 1 << 5);  /* FIFO 0, software bit, offset's top */
		memcpy(d + 46, &(uint32_t){ (uint32_t)offset }, 4);
		memcpy(d + 50, "software bytes", 14);
		inject(r, 0, 0, d);
		run(r);
		do {
			unsigned bytes = take(r, packet), n = length - got;

			n = n < 512 ? n : 512;
			assert_int_equal(bytes, 32 + (n + 31) / 32 * 32);
			assert_int_equal(get16(packet, 12) >> 5, 1);
			assert_int_equal(header_put_offset(packet),
					 (offset + got) & ((UINT64_C(1) << 37) - 1));
			assert_memory_equal(packet + 18, "software bytes", 14);
			for (unsigned i = 0; i < n; i++)
				assert_int_equal(packet[32 + i], pattern(got + i));
			for (unsigned i = 32 + n; i < bytes; i++)
				assert_int_equal(packet[i], 0);
			got += n;
		} while (got < length);
		assert_int_equal(take(r, packet), 0);
		assert_int_equal(reg(r, 0, INJ_REG(0u, F_COUNT)), k + 1);
	}
}

static void both_rings_wrap(void **state)
{
	struct rig *r = *state;
	uint8_t d[64], packet[544];

	/* Three descriptors at once; 600 bytes of reception FIFO cut every packet
	 * but the first somewhere else. */
	injfifo_open(r, 0, 0, 0, INJ, 256);
	recfifo_open(r, 1, 0, REC, 608);
	fill(r, 0, DATA, 4096);
	for (unsigned round = 0; round < 19; round++) {
		for (unsigned i = 0; i < 3; i++) {
			desc_fifo(d, 1, DATA + round, 96 + 32 * i, 0);
			inject(r, 0, 0, d);
		}
		assert_int_equal(reg(r, 0, INJ_REG(0u, F_FREE)), 0);
		run(r);
		assert_int_equal(reg(r, 0, INJ_REG(0u, F_FREE)), 3);
		assert_int_equal(reg(r, 0, INJ_REG(0u, F_COUNT)), 3 * (round + 1));
		for (unsigned i = 0; i < 3; i++) {
			assert_int_equal(take(r, packet), 128 + 32 * i);
			for (unsigned b = 0; b < 96 + 32 * i; b++)
				assert_int_equal(packet[32 + b], pattern(round + b));
		}
		assert_int_equal(reg(r, 1, REC_REG(0u, F_HEAD)),
				 REC + (round + 1) * 480 % 608);
	}
	assert_int_equal(*at(r, 1, REC + 608), 0xee); /* nothing behind its end */
	assert_int_equal(*at(r, 1, REC - 1), 0xee);
	assert_int_equal(r->ras_count, 0);
}

/* ---- back-pressure */

static void full_reception_fifo_loses_nothing(void **state)
{
	struct rig *r = *state;
	uint8_t d[64], packet[544];

	/* 32 bytes stay unused: five packets of 96 fill 512 - 32. */
	injfifo_open(r, 0, 0, 0, INJ, 4096);
	recfifo_open(r, 1, 0, REC, 576);
	fill(r, 0, DATA, 64 * 40);
	for (unsigned i = 0; i < 40; i++) {
		desc_fifo(d, 1, DATA + 64 * i, 64, 0);
		inject(r, 0, 0, d);
	}
	run(r);
	assert_int_equal(reg(r, 0, INJ_REG(0u, F_COUNT)), 40);
	assert_int_equal(reg(r, 1, REC_REG(0u, F_TAIL)), REC + 5 * 96);
	for (unsigned i = 0; i < 40; i++) {
		assert_int_equal(take(r, packet), 96);
		for (unsigned b = 0; b < 64; b++)
			assert_int_equal(packet[32 + b], pattern(64 * i + b));
		run(r);
	}
	assert_int_equal(take(r, packet), 0);
	assert_int_equal(r->ras_count, 0);
}

static void full_network_is_waited_for(void **state)
{
	struct rig *r = *state;
	uint8_t d[64];

	injfifo_open(r, 0, 0, 0, INJ, 4096);
	recfifo_open(r, 1, 0, REC, 0x4000);
	r->net.full = 1u << NET_INJ_AP;
	desc_fifo(d, 1, DATA, 700, 0);
	inject(r, 0, 0, d);
	run(r);
	assert_int_equal(r->net.order_count, 0);
	assert_int_equal(reg(r, 0, INJ_REG(0u, F_COUNT)), 0);
	r->sim.now_ps = 1000000;
	net_unblock(r, 0, NET_INJ_AM); /* not the one */
	assert_int_equal(r->net.order_count, 0);
	net_unblock(r, 0, NET_INJ_AP);
	run(r);
	assert_int_equal(r->net.order_ps[0], 1000000);
	assert_int_equal(r->net.order_ps[1], 1003000);
	assert_int_equal(reg(r, 0, INJ_REG(0u, F_COUNT)), 1);
	assert_int_equal(reg(r, 1, REC_REG(0u, F_TAIL)), REC + 544 + 32 + 192);
}

/* ---- arbitration */

static void message_spreads_over_its_map(void **state)
{
	struct rig *r = *state;
	uint8_t d[64];

	injfifo_open(r, 0, 0, 0, INJ, 4096);
	recfifo_open(r, 1, 0, REC, 0x8000);
	desc_fifo(d, 1, DATA, 512 * 8, 0);
	put64(d, 24, 0x8000 | 0x1000 | 0x10); /* AM, BP, LOCAL1 */
	inject(r, 0, 0, d);
	run(r);
	static const uint8_t expect[] = {
		NET_INJ_AM, NET_INJ_BP, NET_INJ_LOCAL1, NET_INJ_AM, NET_INJ_BP,
		NET_INJ_LOCAL1, NET_INJ_AM, NET_INJ_BP,
	};
	assert_int_equal(r->net.order_count, 8);
	assert_memory_equal(r->net.order, expect, 8);
	for (unsigned i = 0; i < 8; i++)
		assert_int_equal(r->net.order_ps[i], SEND_PS + i / 3 * 3000);
	/* The next packet takes the engine that has been idle the longest. */
	desc_fifo(d, 1, DATA, 8, 0);
	put64(d, 24, 0x8000 | 0x1000 | 0x10);
	inject(r, 0, 0, d);
	run(r);
	assert_int_equal(r->net.order[8], NET_INJ_LOCAL1);
}

static void fifos_take_turns_and_priority_goes_first(void **state)
{
	struct rig *r = *state;
	uint8_t d[64];

	recfifo_open(r, 1, 0, REC, 0x4000);
	for (uint32_t k = 0; k < 4; k++) {
		injfifo_open(r, 0, k, k == 3 ? MU_ATTR_PRIORITY : 0, INJ + 4096 * k, 4096);
		desc_fifo(d, 1, DATA, 512 * 3, 0);
		d[63] = (uint8_t)k; /* last software byte */
		inject(r, 0, k, d);
	}
	run(r);
	static const uint8_t expect[] = { 0, 3, 3, 3, 0, 1, 2, 0, 1, 2, 1, 2 };
	for (unsigned i = 0; i < 12; i++)
		assert_int_equal(*at(r, 1, REC + 544 * i + 31), expect[i]);
}

static void local_destination_takes_any_fifo(void **state)
{
	struct rig *r = *state;
	uint8_t d[64];

	injfifo_open(r, 1, 0, 0, INJ, 4096);
	recfifo_open(r, 1, 0, REC, 0x4000);
	desc_fifo(d, 1, DATA, 8, 0);
	inject(r, 1, 0, d);
	put64(d, 24, 0x30);
	inject(r, 1, 0, d);
	run(r);
	assert_int_equal(reg(r, 1, REC_REG(0u, F_TAIL)), REC + 128);
}

/* ---- what is refused */

static void bad_descriptor_is_reported_and_skipped(void **state)
{
	struct rig *r = *state;
	uint8_t good[64], d[64];
	static const struct {
		unsigned offset, bytes;
		uint64_t value;
		const char *field;
	} bad[] = {
		{ 32, 1, 0x5a, "Virtual_channel" },
		{ 32, 1, 0x54, "Data_Packet_Type" },
		{ 36, 4, NODES << 24, "Destination" },
		{ 36, 4, 1 << 24 | 1, "Destination" },
		{ 24, 8, 0, "Torus_FIFO_Map" },
		{ 24, 8, 0x10007, "Torus_FIFO_Map" },
		{ 8, 8, 0, "Pa_Payload" },
		{ 8, 8, PA - 1, "Pa_Payload" },
		{ 8, 8, PA + MEMORY_BYTES - 7, "Pa_Payload" },
		{ 8, 8, ~UINT64_C(0), "Pa_Payload" },
		{ 16, 8, UINT64_C(1) << 63, "Pa_Payload" },
		{ 40, 1, 2 << 6 | 16, "Message_Length" },
		{ 40, 1, 3 << 6 | 16, "Message_Length" },
		{ 8, 8, UINT64_C(1) << 36 | (PA + MEMORY_BYTES), "Pa_Payload" },
		{ 8, 8, UINT64_C(1) << 36 | DATA | 7, "Pa_Payload" },
	};
	unsigned n = sizeof bad / sizeof *bad;

	injfifo_open(r, 0, 0, 0, INJ, 4096);
	recfifo_open(r, 1, 0, REC, 0x4000);
	desc_fifo(good, 1, DATA, 8, 0);
	for (unsigned i = 0; i < n; i++) {
		memcpy(d, good, sizeof d);
		memcpy(d + bad[i].offset, &bad[i].value, bad[i].bytes);
		inject(r, 0, 0, d);
		inject(r, 0, 0, good);
		run(r);
		assert_ras(r, i + 1, "injection FIFO", bad[i].field);
		assert_int_equal(r->ras.node, 0);
		assert_int_equal(r->ras.id, 0);
		assert_int_equal(reg(r, 0, INJ_REG(0u, F_COUNT)), 2 * (i + 1));
		assert_int_equal(reg(r, 1, REC_REG(0u, F_TAIL)), REC + 64 * (i + 1));
	}
}

static void prefetch_sends_nothing(void **state)
{
	struct rig *r = *state;
	uint8_t d[64];

	injfifo_open(r, 0, 0, 0, INJ, 4096);
	desc_fifo(d, 1, DATA, 512, 0);
	d[0] = 1;
	inject(r, 0, 0, d);
	run(r);
	assert_int_equal(reg(r, 0, INJ_REG(0u, F_COUNT)), 1);
	assert_int_equal(r->net.order_count, 0);
	assert_int_equal(r->ras_count, 0);
}

static void bad_pointers_are_reported_and_ignored(void **state)
{
	struct rig *r = *state;
	uint8_t d[64], packet[544];
	static const uint64_t tails[] = {
		INJ + 32, INJ + 1, INJ - 64, INJ + 512 + 64, 0, ~UINT64_C(0),
	}, heads[] = {
		REC + 16, REC - 32, REC + 1024 + 32, 0, REC + 96, REC + 1024 - 32,
	};
	unsigned n = 0;

	injfifo_open(r, 0, 0, 0, INJ, 512);
	recfifo_open(r, 1, 0, REC, 1024);
	assert_int_equal(mu_injfifo_activate(r->mu, 0, 0, 0, 0), 0);
	desc_fifo(d, 1, DATA, 8, 0);
	inject(r, 0, 0, d);
	for (unsigned i = 0; i < sizeof tails / sizeof *tails; i++) {
		store(r, 0, INJ_REG(0u, F_TAIL), tails[i]);
		assert_ras(r, ++n, "injection FIFO", "tail");
		assert_int_equal(reg(r, 0, INJ_REG(0u, F_TAIL)), INJ + 64);
	}
	store(r, 0, INJ_REG(1u, F_TAIL), INJ);
	assert_ras(r, ++n, "injection FIFO", "tail");
	store(r, 0, INJ_REG(0u, F_HEAD), INJ + 32);
	assert_ras(r, ++n, "injection FIFO", "head");
	assert_int_equal(mu_injfifo_activate(r->mu, 0, 0, 1, 0), 0);
	store(r, 0, INJ_REG(0u, F_TAIL), INJ); /* it is at work */
	assert_ras(r, ++n, "injection FIFO", "tail");
	store(r, 0, INJ_REG(0u, F_HEAD), INJ + 64);
	assert_ras(r, ++n, "injection FIFO", "head");
	run(r);
	for (unsigned i = 0; i < sizeof heads / sizeof *heads; i++) {
		store(r, 1, REC_REG(0u, F_HEAD), heads[i]);
		assert_ras(r, ++n, "reception FIFO", "head");
		assert_int_equal(reg(r, 1, REC_REG(0u, F_HEAD)), REC);
	}
	store(r, 1, REC_REG(1u, F_HEAD), REC);
	assert_ras(r, ++n, "reception FIFO", "head");
	assert_int_equal(take(r, packet), 64);
}

/* Descriptors stay where they are, and can be sent again, or taken back. */
static void injection_fifo_starts_where_it_is_told(void **state)
{
	struct rig *r = *state;
	uint8_t d[64], packet[544];

	injfifo_open(r, 0, 0, 0, INJ, 512);
	recfifo_open(r, 1, 0, REC, 8192);
	for (unsigned i = 0; i < 3; i++) {
		desc_fifo(d, 1, DATA, 32 * i + 8, 0);
		inject(r, 0, 0, d);
		run(r);
		assert_int_equal(take(r, packet), 32 * i + 64);
	}
	store(r, 0, INJ_REG(0u, F_HEAD), INJ + 64); /* on: starts at once */
	run(r);
	assert_int_equal(take(r, packet), 96);
	assert_int_equal(take(r, packet), 128);
	assert_int_equal(reg(r, 0, INJ_REG(0u, F_COUNT)), 5);
	assert_int_equal(mu_injfifo_activate(r->mu, 0, 0, 0, 0), 0);
	store(r, 0, INJ_REG(0u, F_HEAD), INJ);
	store(r, 0, INJ_REG(0u, F_TAIL), INJ + 64);
	assert_int_equal(mu_injfifo_activate(r->mu, 0, 0, 1, 0), 0);
	run(r);
	assert_int_equal(take(r, packet), 64);
	assert_int_equal(reg(r, 0, INJ_REG(0u, F_COUNT)), 6);
	assert_int_equal(r->ras_count, 0);
}

static void unusable_reception_fifo_drops_with_a_record(void **state)
{
	struct rig *r = *state;
	uint8_t d[64];
	const uint32_t id = 0, none = 0;

	injfifo_open(r, 0, 0, 0, INJ, 512);
	desc_fifo(d, 1, DATA, 8, 0);
	inject(r, 0, 0, d);
	run(r);
	assert_ras(r, 1, "reception FIFO", "Rec_FIFO_Id");
	assert_string_equal(r->ras.text, "not allocated");
	assert_int_equal(r->ras.node, 1);
	assert_int_equal(mu_recfifo_alloc(r->mu, 1, 0, 1, &id, &none), 0);
	inject(r, 0, 0, d);
	run(r);
	assert_int_equal(r->ras_count, 2);
	assert_string_equal(r->ras.text, "not initialised");
	assert_int_equal(mu_recfifo_init(r->mu, 1, 0, REC, 1024, 0), 0);
	inject(r, 0, 0, d);
	run(r);
	assert_int_equal(r->ras_count, 3);
	assert_string_equal(r->ras.text, "not enabled");
	desc_fifo(d, 1, DATA, 8, 511);
	inject(r, 0, 0, d);
	run(r);
	assert_int_equal(r->ras_count, 4);
	assert_int_equal(r->ras.id, 511);
}

static void packet_refused_by_the_network_counts_as_sent(void **state)
{
	struct rig *r = *state;
	uint8_t d[64];

	injfifo_open(r, 0, 0, 0, INJ, 512);
	r->net.refuses = true;
	desc_fifo(d, 1, DATA, 1000, 0);
	inject(r, 0, 0, d);
	run(r);
	assert_ras(r, 2, "network injection FIFO", "Destination");
	assert_int_equal(reg(r, 0, INJ_REG(0u, F_COUNT)), 1);
}

int main(void)
{
#define T(f) cmocka_unit_test_setup_teardown(f, rig_setup, rig_teardown)
	const struct CMUnitTest tests[] = {
		T(each_step_takes_its_time),
		T(next_descriptor_is_fetched_meanwhile),
		T(engine_fetches_the_next_payload_while_it_hands_a_packet_over),
		T(fetch_that_takes_longer_than_the_hand_over_sets_the_pace),
		T(slow_completion_keeps_its_order),
		T(tail_store_is_not_noticed_early),
		T(slower_packet_holds_the_tail_back),
		T(engine_reads_one_packet_at_a_time),
		T(messages_arrive_whole),
		T(both_rings_wrap),
		T(full_reception_fifo_loses_nothing),
		T(full_network_is_waited_for),
		T(message_spreads_over_its_map),
		T(fifos_take_turns_and_priority_goes_first),
		T(local_destination_takes_any_fifo),
		T(bad_descriptor_is_reported_and_skipped),
		T(prefetch_sends_nothing),
		T(bad_pointers_are_reported_and_ignored),
		T(injection_fifo_starts_where_it_is_told),
		T(unusable_reception_fifo_drops_with_a_record),
		T(packet_refused_by_the_network_counts_as_sent),
	};

	return cmocka_run_group_tests_name("mu memory FIFOs", tests, NULL, NULL);
}
