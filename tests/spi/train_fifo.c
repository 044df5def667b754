/*
 * train_fifo.c - long allreduces into memory FIFOs: all nodes poll as fast as they can; or
 * one comes so late that its FIFO is full and the tree stands still until it polls; then
 * one by direct put right behind one by memory FIFO.
 * Usage: train_fifo WAY [bytes]; see ways[].
 */
#include "train.h"

static uint64_t came_bytes, came_digest;
static unsigned came_packets;

static int receive(void *unused, MUHWI_PacketHeader_t *packet, uint32_t length)
{
	(void)unused;
	uint32_t payload = length - (uint32_t)sizeof *packet;

	for (uint64_t i = 0; i < payload / 8; i++)
		CHECK(train_word(packet + 1, i) == train_sum(came_bytes / 8 + i));
	came_digest = came_digest * 3 + train_digest(packet + 1, payload);
	came_bytes += payload;
	if (++came_packets % 32 == 0)
		note(now());
	return 0;
}

static void send(void)
{
	MUSPI_CollectiveMemoryFIFODescriptorInfo_t info;
	MUHWI_Descriptor_t d;

	memset(&info, 0, sizeof info);
	coll_message(&info.Base, &info.Collective, from, bytes, ADD, 0,
		     SUB | MUHWI_COLLECTIVE_TYPE_ALLREDUCE);
	info.MemFIFO.SoftwareBytes[0] = 1;
	CHECK(MUSPI_CreateCollectiveMemoryFIFODescriptor(&d, &info) == 0);
	note(now());
	coll_inject(d);
}

static void poll(void)
{
	while (came_bytes < bytes)
		MUSPI_RecFifoPoll(MUSPI_IdToRecFifo(0, &coll_rec), 4);
	note(now());
	CHECK(came_bytes == bytes);
}

static void fast(void)
{
	train_ready();
	send();
	poll();
	train_print("fast", &came_digest, sizeof came_digest);
	test_barrier();
}

static void late(void)
{
	train_ready();
	send();
	if (coll_node == coll_nodes / 2 + 3)
		delay_cycles(100 * MICROSECOND);
	poll();
	train_print("late", &came_digest, sizeof came_digest);
	test_barrier();
}

static void both(void)
{
	train_ready();
	send();
	coll_inject(train_allreduce(from, 0, bytes));
	poll();
	note(coll_counter);
	coll_wait();
	train_done("both");
}

static const struct train_way ways[] = {
	{ "fast", fast }, { "late", late }, { "both", both }, { NULL, NULL },
};

int main(int argc, char **argv)
{
	MUSPI_RegisterRecvFunction(receive, NULL, 1);
	train_main(argc, argv, ways);
	return 0;
}
