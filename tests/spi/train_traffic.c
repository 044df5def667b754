/*
 * train_traffic.c - puts from node to node that begin in the midst of a long allreduce and
 * are over before it ends: between all neighbours, of one pair, begun by the clock, or on
 * their way before the allreduce begins.
 * Usage: train_traffic WAY [bytes]; see ways[].
 */
#include "train.h"

#define PUTS      4
#define PUT_BYTES 3072

static unsigned char inbox[PUTS * PUT_BYTES] __attribute__((aligned(64)));
static unsigned char outbox[PUT_BYTES] __attribute__((aligned(64)));

static unsigned char byte_of(uint32_t node, uint32_t i)
{
	return (unsigned char)(node * 31 + i * 3 + i / 256);
}

/* Prepares for the puts that are to come here. */
static void prepare(unsigned puts)
{
	train_puts_init(inbox);
	for (uint32_t i = 0; i < PUT_BYTES; i++)
		outbox[i] = byte_of(coll_node, i);
	memset(inbox, 0, sizeof inbox);
	train_put_counter = puts * PUT_BYTES;
	train_ready();
	note(now());
}

static void start(void)
{
	coll_inject(train_allreduce(from, 0, bytes));
}

/* To the nodes 1, 2, 4 and 8 after this one: neighbours, mostly. */
static void put_all(void)
{
	for (unsigned i = 0; i < PUTS; i++)
		train_put(outbox, (coll_node + (1u << i)) % coll_nodes, i * PUT_BYTES, PUT_BYTES);
}

static void wait_all(void)
{
	while (train_put_counter != 0)
		;
	note(now());
	note(coll_counter);
	for (unsigned i = 0; i < PUTS; i++)
		for (uint32_t k = 0; k < PUT_BYTES; k++)
			CHECK(inbox[i * PUT_BYTES + k] ==
			      byte_of((coll_node + coll_nodes - (1u << i) % coll_nodes) %
				      coll_nodes, k));
}

static void neighbours(void)
{
	prepare(PUTS);
	start();
	until(&coll_counter, bytes / 4 * 3);
	put_all();
	wait_all();
	coll_wait();
	train_done("neighbours");
}

/* All other nodes only wait for the end. */
static void pair(void)
{
	uint32_t sender = 2, receiver = coll_nodes - 5;

	prepare(coll_node == receiver);
	start();
	if (coll_node == sender) {
		until(&coll_counter, bytes / 2);
		note(now());
		train_put(outbox, receiver, 0, PUT_BYTES);
	} else if (coll_node == receiver) {
		while (train_put_counter != 0)
			;
		note(now());
		note(coll_counter);
		for (uint32_t k = 0; k < PUT_BYTES; k++)
			CHECK(inbox[k] == byte_of(sender, k));
	}
	coll_wait();
	train_done("pair");
}

/* Some nodes look at the clock only; one begins after the other. */
static void by_clock(void)
{
	uint64_t began;

	prepare(PUTS);
	began = now();
	start();
	delay_cycles(20 * MICROSECOND + coll_node % 8 * 1500);
	put_all();
	note(now() - began);
	wait_all();
	coll_wait();
	train_done("by the clock");
}

static void before(void)
{
	prepare(PUTS);
	put_all();
	start();
	wait_all();
	until(&coll_counter, bytes / 2);
	note(now());
	coll_wait();
	train_done("before");
}

static const struct train_way ways[] = {
	{ "neighbours", neighbours }, { "pair", pair }, { "clock", by_clock },
	{ "before", before }, { NULL, NULL },
};

int main(int argc, char **argv)
{
	train_main(argc, argv, ways);
	return 0;
}
