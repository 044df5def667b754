/*
 * collective_busy.c - collectives while the same links carry other traffic: every node
 * puts to eight others by dynamic routing, and before that has come, all reduce twice.
 * Every byte and every sum is checked.  Prints when the last node was through with each
 * round; with an argument, time means nothing (--clock off).
 */
#include "collective_buffers.h"

#define ROUNDS    6
#define PUTS      8
#define PUT_BYTES 4096
#define REDUCED   2048
#define PUT_GROUP 2 /* injection FIFOs */
#define PUT_TO    2 /* base addresses */
#define PUT_COUNT 3

static unsigned char inbox[PUTS][PUT_BYTES] __attribute__((aligned(64)));
static unsigned char outbox[PUT_BYTES] __attribute__((aligned(64)));
static volatile uint64_t put_counter __attribute__((aligned(64)));
static char put_memory[COLL_INJ_BYTES] __attribute__((aligned(64)));
static MUSPI_InjFifoSubGroup_t put_inj;
static MUSPI_BaseAddressTableSubGroup_t put_bat;

static void puts_init(void)
{
	uint32_t ids[2] = { PUT_TO, PUT_COUNT };

	coll_fifo(&put_inj, PUT_GROUP, 0, put_memory);
	CHECK(Kernel_AllocateBaseAddressTable(0, &put_bat, 2, ids, 0) == 0);
	CHECK(MUSPI_SetBaseAddress(&put_bat, PUT_TO, test_physical(inbox)) == 0);
	CHECK(MUSPI_SetBaseAddress(&put_bat, PUT_COUNT,
				   MUSPI_GetAtomicAddress(test_physical((void *)&put_counter),
							  MUHWI_ATOMIC_OPCODE_STORE_ADD)) == 0);
}

static unsigned char byte_of(uint32_t node, unsigned round, uint32_t i)
{
	return (unsigned char)(node * 31 + round * 7 + i * 3 + i / 256);
}

/* How far away put number i goes; the same way on all nodes, so each gets PUTS. */
static uint32_t distance(unsigned round, unsigned i)
{
	return (1 + i * (coll_nodes / PUTS) + round * 5) % coll_nodes;
}

static void put(unsigned round, unsigned i)
{
	MUSPI_Pt2PtDirectPutDescriptorInfo_t info;
	uint32_t to_node = (coll_node + distance(round, i)) % coll_nodes, rest = to_node;
	MUHWI_Descriptor_t d;
	uint32_t at[5];
	const uint32_t size[5] = { coll_net.Anodes, coll_net.Bnodes, coll_net.Cnodes,
				   coll_net.Dnodes, coll_net.Enodes };

	for (int k = 4; k >= 0; k--) {
		at[k] = rest % size[k];
		rest /= size[k];
	}
	memset(&info, 0, sizeof info);
	info.Base.Payload_Address = test_physical(outbox);
	info.Base.Message_Length = PUT_BYTES;
	info.Base.Torus_FIFO_Map = MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_AM >> i;
	MUSPI_SetUpDestination(&info.Base.Dest, at[0], at[1], at[2], at[3], at[4]);
	info.Pt2Pt.Misc1 = MUHWI_PACKET_USE_DYNAMIC_ROUTING;
	info.Pt2Pt.Misc2 = MUHWI_PACKET_VIRTUAL_CHANNEL_DYNAMIC;
	info.DirectPut.Rec_Payload_Base_Address_Id = PUT_TO;
	info.DirectPut.Rec_Payload_Offset = i * PUT_BYTES;
	info.DirectPut.Rec_Counter_Base_Address_Id = PUT_COUNT;
	CHECK(MUSPI_CreatePt2PtDirectPutDescriptor(&d, &info) == 0);
	while (MUSPI_InjFifoInject(MUSPI_IdToInjFifo(0, &put_inj), &d) == (uint64_t)-1)
		;
}

static void allreduce(uint64_t bytes, uint8_t operation)
{
	coll_inject(coll_put(from, 0, bytes, operation, 0,
			     SUB | MUHWI_COLLECTIVE_TYPE_ALLREDUCE));
	coll_wait();
}

static void check_puts(unsigned round)
{
	for (unsigned i = 0; i < PUTS; i++) {
		uint32_t source = (coll_node + coll_nodes - distance(round, i)) % coll_nodes;

		for (uint32_t k = 0; k < PUT_BYTES; k++)
			CHECK(inbox[i][k] == byte_of(source, round, k));
	}
}

static void exchange(unsigned round)
{
	uint64_t through;

	for (uint32_t i = 0; i < PUT_BYTES; i++)
		outbox[i] = byte_of(coll_node, round, i);
	put_counter = PUTS * PUT_BYTES;
	coll_counter = REDUCED;
	integers(from, REDUCED);
	test_barrier();
	for (unsigned i = 0; i < PUTS; i++)
		put(round, i);
	allreduce(REDUCED, ADD);
	for (uint64_t i = 0; i < REDUCED / 8; i++)
		CHECK(word(result, i) == pairs() + i * 1000000 * coll_nodes);
	test_barrier();
	coll_counter = REDUCED;
	doubles(from, REDUCED);
	test_barrier();
	allreduce(REDUCED, FP_ADD);
	for (uint64_t i = 0; i < REDUCED / 8; i++)
		CHECK(number(result, i) == (double)pairs() * 0.5 + (double)(i * coll_nodes));
	while (put_counter != 0)
		;
	through = GetTimeBase();
	check_puts(round);
	test_barrier();
	coll_counter = sizeof through;
	memcpy(from, &through, sizeof through);
	test_barrier();
	allreduce(sizeof through, MUHWI_COLLECTIVE_OP_CODE_UNSIGNED_MAX);
	if (coll_node == 0 && !untimed)
		printf("round %u: the last one at %llu\n", round,
		       (unsigned long long)word(result, 0));
}

int main(int argc, char **argv)
{
	(void)argv;
	if (!buffers_init(argc))
		return 0;
	puts_init();
	for (unsigned round = 0; round < ROUNDS; round++)
		exchange(round);
	step("end");
	return 0;
}
