/*
 * collective_more.c - collectives over the whole machine into memory FIFOs, of no bytes
 * and of many; as message libraries use them, of lengths that are no whole number of words,
 * and to no node; one that a single node starts on all by a remote get; and what the status
 * register says of sums that overflow.
 * Prints when each step was over; with an argument, time means nothing (--clock off).
 */
#include "collective_buffers.h"

#include <hwi/include/bqc/nd_500_dcr.h>

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

/* A reduction of no bytes to a node that does not exist: all wait for all, and none of its
 * packets comes; what is sent behind it does. */
static void to_nowhere(void)
{
	MUSPI_CollectiveMemoryFIFODescriptorInfo_t info;
	MUHWI_Descriptor_t d;

	memset(&info, 0, sizeof info);
	coll_message(&info.Base, &info.Collective, from, 0, ADD, 0,
		     SUB | MUHWI_COLLECTIVE_TYPE_REDUCE);
	info.Base.Dest.Destination.E_Destination = 3;
	info.MemFIFO.SoftwareBytes[0] = 1;
	CHECK(MUSPI_CreateCollectiveMemoryFIFODescriptor(&d, &info) == 0);
	came_packets = 0;
	test_barrier();
	coll_inject(d);
	into_memory_fifo(8);
	step("to nowhere");
}

/* ---- a last word that is not whole */

/* All but the root send zeroes, and all get what the root has sent. */
static void any_length(uint32_t root, uint64_t bytes)
{
	memset(from, 0, sizeof from);
	for (uint64_t i = 0; coll_node == root && i < sizeof from; i++)
		from[i] = (unsigned char)(i * 7 + 1); /* behind the end, too */
	result_clear();
	coll_counter = bytes;
	test_barrier();
	coll_inject(coll_put(from, 0, bytes, MUHWI_COLLECTIVE_OP_CODE_OR, 0,
			     SUB | MUHWI_COLLECTIVE_TYPE_ALLREDUCE));
	coll_wait();
	for (uint64_t i = 0; i < bytes; i++)
		CHECK(result[i] == (unsigned char)(i * 7 + 1));
	result_ends_after(bytes);
}

static void any_lengths(void)
{
	static const uint64_t bytes[] = { 1, 3, 13, 31, 511, 513, 1031, 8191 };

	for (unsigned i = 0; i < sizeof bytes / sizeof *bytes; i++)
		any_length(i % coll_nodes, bytes[i]);
	step("any length");
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
	if (!buffers_init(argc))
		return 0;
	MUSPI_RegisterRecvFunction(receive, NULL, 1);
	into_memory_fifo(0);
	into_memory_fifo(8);
	into_memory_fifo(2000);
	to_nowhere();
	any_lengths();
	for (uint32_t node = 0; node < coll_nodes; node += 11) {
		started_by(node);
		step("remote get");
	}
	exceptions();
	return 0;
}
