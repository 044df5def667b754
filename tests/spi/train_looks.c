/*
 * train_looks.c - what threads do in the midst of a long allreduce: they look at the
 * counter, at the data or at the clock, each node in its own way, and go to work before
 * the end.  What they find, and when, is printed.
 * Usage: train_looks WAY [bytes]; see ways[].
 */
#include "train.h"

#include <spi/include/l2/atomic.h>

static volatile uint64_t inbox __attribute__((aligned(64)));

static void start(void)
{
	note(now());
	coll_inject(train_allreduce(from, 0, bytes));
}

/* ---- looks */

/* At steps that are no whole packets and differ from node to node. */
static void thresholds(void)
{
	uint64_t step = bytes / (3 + coll_node % 5) + coll_node * 8;

	train_ready();
	start();
	for (uint64_t left = bytes; left > step;) {
		left -= step;
		until(&coll_counter, left);
		note(now());
		note(coll_counter);
	}
	coll_wait();
	train_done("thresholds");
}

/* No look at the counter until a word has come: then it says how many more have. */
static void wait_word(uint64_t i)
{
	volatile uint64_t *word = (volatile uint64_t *)to + i;

	while (*word == UINT64_C(0x0101010101010101) * GUARD)
		;
	note(now());
	note(coll_counter);
}

static void words(void)
{
	train_ready();
	start();
	for (unsigned part = 1; coll_node % 3 && part < 8; part += coll_node % 3)
		wait_word(bytes / 64 * part + coll_node * 5);
	coll_wait();
	train_done("words");
}

/* A word at the end is last, though its look is not at the counter. */
static void last_word(void)
{
	train_ready();
	start();
	wait_word(bytes / 8 - 1);
	coll_wait();
	train_done("last word");
}

/* How far the data has come by when the counter says so: neither more nor less. */
static void frontier(void)
{
	uint64_t i = 0;

	train_ready();
	start();
	for (unsigned part = 1; part < 10; part++) {
		until(&coll_counter, bytes / 10 * (10 - part) + coll_node * 24);
		note(coll_counter);
		while (i < bytes / 8 && train_word(to, i) == train_sum(i))
			i++;
		note(i);
	}
	coll_wait();
	train_done("frontier");
}

/* Uses at once what has come; what the program stores there stays. */
static void consume(void)
{
	uint64_t used = 0;

	train_ready();
	start();
	while (used < bytes) {
		uint64_t here = bytes - coll_counter;

		if (here < used + bytes / 24 && here < bytes)
			continue;
		train_check_part(to, used / 8, here / 8);
		memset(to + used, coll_node % 2 ? 0 : GUARD, here - used);
		used = here;
		note(here);
		note(now());
	}
	for (uint64_t i = 0; i < bytes; i++)
		CHECK(to[i] == (coll_node % 2 ? 0 : GUARD));
	train_print("consume", to, bytes);
	test_barrier();
}

/* The counter counts other things, too, and what it has come to is not nothing. */
static void shared_counter(void)
{
	const uint64_t other = 1 << 20;

	CHECK(Kernel_L2AtomicsAllocate((void *)&coll_counter, sizeof coll_counter) == 0);
	train_ready();
	coll_counter += other;
	test_barrier();
	start();
	until(&coll_counter, other + bytes / 2 + coll_node * 100);
	note(now());
	note(coll_counter);
	L2_AtomicStoreAdd(&coll_counter, 10000);
	until(&coll_counter, other + 10000 + bytes / 8);
	note(now());
	coll_counter -= 10000;
	note(coll_counter);
	until(&coll_counter, other);
	train_done("counter");
}

/* Ways to wait in which the emulator sees more or less of a spin. */
static void wait_counting(uint64_t left)
{
	uint64_t looks = 0;

	while (coll_counter > left)
		CHECK(++looks < UINT64_C(1) << 30);
}

static void wait_by_clock(uint64_t left)
{
	uint64_t began = now();

	while (coll_counter > left && now() - began < 1000 * MICROSECOND)
		;
}

static void wait_by_l2(uint64_t left)
{
	while (L2_AtomicLoad(&coll_counter) > left)
		;
}

static void wait_by_sleep(uint64_t left)
{
	while (coll_counter > left)
		delay_cycles(3 * MICROSECOND);
}

static void loops(void)
{
	static void (*const wait[])(uint64_t) = { wait_counting, wait_by_clock, wait_by_l2,
						  wait_by_sleep };

	CHECK(Kernel_L2AtomicsAllocate((void *)&coll_counter, sizeof coll_counter) == 0);
	train_ready();
	start();
	if (coll_node % 8 < 4) { /* the others only wait for the end */
		wait[coll_node % 4](bytes / 3);
		note(now());
	}
	coll_wait();
	train_done("loops");
}

/* ---- work in the midst */

/* One in eight tells another one, which waits for that or for a part of the data. */
static void sends(void)
{
	static uint64_t word;
	int waits = coll_node % 8 == 6;
	uint64_t tells_at = bytes / 8 * (1 + coll_node / 8 % 7);

	train_puts_init((void *)&inbox);
	word = 1000 + coll_node;
	train_put_counter = sizeof word;
	inbox = 0;
	train_ready();
	start();
	if (coll_node % 8 == 3) {
		until(&coll_counter, tells_at);
		train_put(&word, (coll_node + 3) % coll_nodes, 0, sizeof word);
		note(now());
	} else if (waits) {
		while (inbox == 0 && coll_counter > bytes / 4)
			;
		note(now());
		note(inbox);
		note(coll_counter);
	}
	coll_wait();
	note(now());
	if (waits) {
		while (train_put_counter != 0)
			;
		CHECK(inbox == 1000 + coll_node - 3);
	}
	train_done("sends");
}

/* All meet, each after another part of its data; those that wait do not read it. */
static void barrier(void)
{
	train_ready();
	start();
	until(&coll_counter, bytes / 40 * (10 + coll_node % 20));
	note(now());
	test_barrier();
	note(now());
	note(coll_counter);
	coll_wait();
	train_done("barrier");
}

/* The first quarter was sent long ago. */
static void overwrite(void)
{
	train_ready();
	start();
	until(&coll_counter, bytes / 4);
	note(now());
	memset(from, 0x77, bytes / 4);
	note(now());
	coll_wait();
	train_done("overwrite");
}

/* The end of some nodes' contributions changes while the message is on its way: each word
 * is a sum of those that had changed and those that had not. */
static void change(void)
{
	const uint64_t delta = UINT64_C(1) << 56;

	train_ready();
	start();
	if (coll_node % 3 == 1) {
		until(&coll_counter, bytes / 2 + coll_node * 100);
		note(now());
		for (uint64_t i = bytes / 16; i < bytes / 8; i++)
			((volatile uint64_t *)from)[i] += delta;
		note(now());
	}
	coll_wait();
	note(now());
	train_check_part(to, 0, bytes / 16);
	for (uint64_t i = bytes / 16; i < bytes / 8; i++)
		CHECK((train_word(to, i) - train_sum(i)) % delta == 0);
	train_print("change", to, bytes);
	test_barrier();
}

/* ---- which rank begins when */

static void compute(uint64_t rounds)
{
	volatile uint64_t x = coll_node;

	for (uint64_t i = 0; i < rounds; i++)
		x = x * 3 + 1;
}

static void delays(void)
{
	train_ready();
	switch (coll_node % 7) {
	case 1: delay_cycles(20 * MICROSECOND); break;
	case 3: compute(6000 + coll_node * 10); break;
	case 4: Delay(11 * MICROSECOND); break;
	case 6: delay_cycles(coll_node * 997); break;
	default: break;
	}
	start();
	until(&coll_counter, bytes / 2);
	note(now());
	coll_wait();
	train_done("delays");
}

/* ---- a broadcast, whose receivers have sent nothing; some come late to look */
static void broadcast(void)
{
	uint32_t root = coll_nodes - 3;

	train_ready();
	if (coll_node == root) {
		for (uint64_t i = 0; i < bytes / 8; i++) {
			uint64_t v = train_sum(i);

			memcpy(from + 8 * i, &v, sizeof v);
		}
		note(now());
		coll_inject(coll_put(from, 0, bytes, MUHWI_COLLECTIVE_OP_CODE_OR, 0,
				     SUB | MUHWI_COLLECTIVE_TYPE_BROADCAST));
	}
	if (coll_node % 4 == 1)
		wait_word(bytes / 16 + coll_node);
	else if (coll_node % 4 == 2)
		until(&coll_counter, bytes / 3);
	else if (coll_node % 4 == 3)
		delay_cycles(70 * MICROSECOND);
	note(now());
	wait_word(bytes / 8 - 1);
	coll_wait();
	train_done("broadcast");
}

static const struct train_way ways[] = {
	{ "thresholds", thresholds }, { "words", words }, { "last_word", last_word },
	{ "frontier", frontier }, { "consume", consume }, { "counter", shared_counter },
	{ "loops", loops }, { "sends", sends }, { "barrier", barrier },
	{ "overwrite", overwrite }, { "change", change }, { "delays", delays },
	{ "broadcast", broadcast }, { NULL, NULL },
};

int main(int argc, char **argv)
{
	train_main(argc, argv, ways);
	return 0;
}
