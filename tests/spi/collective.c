/*
 * collective.c - collectives over the whole machine in class route 0, one contribution
 * of each node: all-reduces, reductions, broadcasts, by direct put and into memory
 * FIFOs, of no bytes and of many, from and to addresses that differ from node to node;
 * several at a time; one that a single node starts on all by a remote get; and what the
 * status register says of sums that overflow.
 * Prints when each step was over; with an argument, time means nothing (--clock off).
 */
#include "collective.h"

#include <hwi/include/bqc/nd_500_dcr.h>

#define MOST   40000
#define WORLD  MUHWI_PACKET_VIRTUAL_CHANNEL_USER_COMM_WORLD
#define SUB    MUHWI_PACKET_VIRTUAL_CHANNEL_USER_SUB_COMM
#define ADD    MUHWI_COLLECTIVE_OP_CODE_UNSIGNED_ADD
#define FP_ADD MUHWI_COLLECTIVE_OP_CODE_FLOATING_POINT_ADD
#define FP_MAX MUHWI_COLLECTIVE_OP_CODE_FLOATING_POINT_MAX
#define GUARD  0xa5

static unsigned char from[MOST + 64] __attribute__((aligned(64)));
static unsigned char to[MOST + 128] __attribute__((aligned(64)));
static unsigned char *result; /* base address COLL_PAYLOAD */
static int untimed;

static void step(const char *name)
{
	test_barrier();
	if (coll_node == 0 && untimed)
		printf("%s\n", name);
	else if (coll_node == 0)
		printf("%s: %llu\n", name, (unsigned long long)GetTimeBase());
}

static void result_clear(void)
{
	memset(to, GUARD, sizeof to);
}

/* Nothing but result[0..bytes) was written. */
static void result_ends_after(uint64_t bytes)
{
	for (unsigned char *p = to; p < to + sizeof to; p++)
		CHECK((p >= result && p < result + bytes) || *p == GUARD);
}

static uint64_t word(const unsigned char *at, uint64_t i)
{
	uint64_t v;

	memcpy(&v, at + 8 * i, sizeof v);
	return v;
}

static double number(const unsigned char *at, uint64_t i)
{
	double v;

	memcpy(&v, at + 8 * i, sizeof v);
	return v;
}

/* ---- all-reduce */

static void integers(unsigned char *at, uint64_t bytes)
{
	for (uint64_t i = 0; i < bytes / 8; i++) {
		uint64_t v = coll_node + i * 1000000;

		memcpy(at + 8 * i, &v, sizeof v);
	}
}

static void doubles(unsigned char *at, uint64_t bytes)
{
	for (uint64_t i = 0; i < bytes / 8; i++) {
		double v = (double)coll_node * 0.5 + (double)i;

		memcpy(at + 8 * i, &v, sizeof v);
	}
}

static uint64_t pairs(void)
{
	return (uint64_t)coll_nodes * (coll_nodes - 1) / 2;
}

static void allreduce(uint64_t bytes, uint8_t operation, unsigned channel)
{
	/* Any address will do, another one on each node. */
	unsigned char *mine = from + coll_node * 13 % 64;

	result_clear();
	if (operation == ADD)
		integers(mine, bytes);
	else
		doubles(mine, bytes);
	coll_counter = bytes;
	test_barrier();
	coll_inject(coll_put(mine, 0, bytes, operation, 0,
			     channel | MUHWI_COLLECTIVE_TYPE_ALLREDUCE));
	coll_wait();
	for (uint64_t i = 0; i < bytes / 8; i++) {
		if (operation == ADD)
			CHECK(word(result, i) == pairs() + i * 1000000 * coll_nodes);
		else if (operation == FP_ADD)
			CHECK(number(result, i) == (double)pairs() * 0.5 + (double)(i * coll_nodes));
		else
			CHECK(number(result, i) == (coll_nodes - 1) * 0.5 + (double)i);
	}
	result_ends_after(bytes);
}

static void allreduces(void)
{
	static const uint64_t sizes[] = { 8, 24, 32, 512, 520, 4104, 32768 };

	for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		allreduce(sizes[i], ADD, SUB);
		allreduce(sizes[i], FP_ADD, WORLD);
		allreduce(sizes[i], FP_MAX, SUB);
		step("allreduce");
	}
}

/* Eight messages one behind the other, on both channels in turn. */
static void pipe(void)
{
	result_clear();
	integers(from, 8 * 1024);
	coll_counter = 8 * 1024;
	test_barrier();
	for (unsigned k = 0; k < 8; k++)
		coll_inject(coll_put(from + 1024 * k, 1024 * k, 1024, ADD, 0,
				     (k & 1 ? SUB : WORLD) | MUHWI_COLLECTIVE_TYPE_ALLREDUCE));
	coll_wait();
	for (uint64_t i = 0; i < 1024; i++)
		CHECK(word(result, i) == pairs() + i * 1000000 * coll_nodes);
	result_ends_after(8 * 1024);
	step("pipe");
}

/* ---- one receives, one sends */

static void destination(MUHWI_Destination_t *d, uint32_t node)
{
	uint32_t e = node % coll_net.Enodes, rest = node / coll_net.Enodes;
	uint32_t dd = rest % coll_net.Dnodes, c, b;

	rest /= coll_net.Dnodes;
	c = rest % coll_net.Cnodes;
	rest /= coll_net.Cnodes;
	b = rest % coll_net.Bnodes;
	MUSPI_SetUpDestination(d, rest / coll_net.Bnodes, b, c, dd, e);
}

static void reduce(uint32_t node)
{
	MUHWI_Descriptor_t d = coll_put(from, 0, 600, ADD, 0, SUB | MUHWI_COLLECTIVE_TYPE_REDUCE);

	destination(&d.PacketHeader.NetworkHeader.collective.Destination, node);
	result_clear();
	integers(from, 600);
	coll_counter = coll_node == node ? 600 : 0;
	test_barrier();
	coll_inject(d);
	coll_wait();
	for (uint64_t i = 0; i < 75 && coll_node == node; i++)
		CHECK(word(result, i) == pairs() + i * 1000000 * coll_nodes);
	test_barrier();
	CHECK(coll_counter == 0);
	result_ends_after(coll_node == node ? 600 : 0);
}

static void broadcast(uint32_t node)
{
	result_clear();
	for (unsigned i = 0; i < 1001; i++)
		from[i] = (unsigned char)(i * 7 + node);
	coll_counter = 1001;
	test_barrier();
	if (coll_node == node)
		coll_inject(coll_put(from, 0, 1001, MUHWI_COLLECTIVE_OP_CODE_OR, 0,
				     SUB | MUHWI_COLLECTIVE_TYPE_BROADCAST));
	coll_wait();
	for (unsigned i = 0; i < 1001; i++)
		CHECK(result[i] == (unsigned char)(i * 7 + node));
	result_ends_after(1001);
}

/* ---- memory FIFOs */

static uint64_t came_bytes, came_sum;
static unsigned came_packets;

static int receive(void *unused, MUHWI_PacketHeader_t *packet, uint32_t bytes)
{
	(void)unused;
	came_packets++;
	came_bytes += bytes - sizeof *packet;
	for (uint64_t i = 0; i < (bytes - sizeof *packet) / 8; i++)
		came_sum += word((unsigned char *)(packet + 1), i);
	return 0;
}

static void into_memory_fifo(uint64_t bytes)
{
	MUSPI_CollectiveMemoryFIFODescriptorInfo_t info;
	unsigned packets = bytes ? (unsigned)((bytes + 511) / 512) : 1;
	MUHWI_Descriptor_t d;

	memset(&info, 0, sizeof info);
	coll_message(&info.Base, &info.Collective, from, bytes, ADD, 0,
		     SUB | MUHWI_COLLECTIVE_TYPE_ALLREDUCE);
	info.MemFIFO.SoftwareBytes[0] = 1;
	CHECK(MUSPI_CreateCollectiveMemoryFIFODescriptor(&d, &info) == 0);
	integers(from, bytes);
	came_packets = 0;
	came_bytes = came_sum = 0;
	test_barrier();
	coll_inject(d);
	while (came_packets < packets)
		MUSPI_RecFifoPoll(MUSPI_IdToRecFifo(0, &coll_rec), 4);
	CHECK(came_packets == packets);
	CHECK(came_bytes == (bytes + 31) / 32 * 32);
	CHECK(came_sum == bytes / 8 * pairs() +
			  (bytes ? bytes / 8 * (bytes / 8 - 1) / 2 * 1000000 * coll_nodes : 0));
	step("memory FIFO");
}

/* ---- what went wrong, in the network's status register */

static uint64_t errors(void)
{
	return DCRReadUser(ND_500_DCR(NON_FATAL_ERR0));
}

/* Every node hears of it; those whose logic made it know that, too. */
static void exceptions(void)
{
	const uint64_t overflow = ND_500_DCR__NON_FATAL_ERR0__RCP_C0_OVERFLOW_SET_set(UINT64_C(1));
	const uint64_t nan = ND_500_DCR__NON_FATAL_ERR0__RCP_C0_NAN_SET_set(UINT64_C(1));
	const uint64_t made = ND_500_DCR__NON_FATAL_ERR0__COLL_OVERFLOW_set(UINT64_C(1)) |
			      ND_500_DCR__NON_FATAL_ERR0__COLL_NAN_GENERATED_set(UINT64_C(1));
	double infinity = coll_node % 2 ? __builtin_inf() : -__builtin_inf();
	uint64_t big = UINT64_MAX;

	CHECK(errors() == 0);
	test_barrier();
	coll_counter = 8;
	memcpy(from, &big, sizeof big);
	coll_inject(coll_put(from, 0, 8, ADD, 0, SUB | MUHWI_COLLECTIVE_TYPE_ALLREDUCE));
	coll_wait();
	CHECK((errors() & ~made) == (coll_nodes > 1 ? overflow : 0));
	test_barrier();
	coll_counter = 8;
	memcpy(from, &infinity, sizeof infinity);
	coll_inject(coll_put(from, 0, 8, FP_ADD, 0, SUB | MUHWI_COLLECTIVE_TYPE_ALLREDUCE));
	coll_wait();
	CHECK((errors() & ~made) == (coll_nodes > 1 ? overflow | nan : 0));
	CHECK(coll_nodes == 1 || number(result, 0) != number(result, 0));
	step("exceptions");
}

/* ---- one node starts a collective on all */

static void started_by(uint32_t node)
{
	static MUHWI_Descriptor_t allreduce_here __attribute__((aligned(64)));
	MUSPI_CollectiveRemoteGetDescriptorInfo_t info;
	MUHWI_Descriptor_t d;

	result_clear();
	integers(from, 4096);
	coll_counter = 4096;
	allreduce_here = coll_put(from, 0, 4096, ADD, 0, SUB | MUHWI_COLLECTIVE_TYPE_ALLREDUCE);
	memset(&info, 0, sizeof info);
	coll_message(&info.Base, &info.Collective, &allreduce_here, sizeof allreduce_here,
		     MUHWI_COLLECTIVE_OP_CODE_OR, 0, WORLD | MUHWI_COLLECTIVE_TYPE_BROADCAST);
	info.RemoteGet.Type = MUHWI_PACKET_TYPE_GET;
	info.RemoteGet.Rget_Inj_FIFO_Id = COLL_RGET_ID;
	CHECK(MUSPI_CreateCollectiveRemoteGetDescriptor(&d, &info) == 0);
	test_barrier();
	if (coll_node == node)
		coll_inject(d);
	coll_wait();
	for (uint64_t i = 0; i < 512; i++)
		CHECK(word(result, i) == pairs() + i * 1000000 * coll_nodes);
	result_ends_after(4096);
}

int main(int argc, char **argv)
{
	(void)argv;
	untimed = argc > 1;
	if (Kernel_MyTcoord() != 0)
		return 0; /* one contribution per node */
	coll_init(to);
	result = to + 1 + coll_node * 29 % 63;
	CHECK(MUSPI_SetBaseAddress(&coll_bat, COLL_PAYLOAD, test_physical(result)) == 0);
	MUSPI_RegisterRecvFunction(receive, NULL, 1);
	test_barrier();
	allreduces();
	pipe();
	for (uint32_t node = 0; node < coll_nodes; node += 5) {
		reduce(node);
		broadcast(coll_nodes - 1 - node);
		started_by(node);
		step("reduce, broadcast, remote get");
	}
	into_memory_fifo(0);
	into_memory_fifo(8);
	into_memory_fifo(2000);
	exceptions();
	return 0;
}
