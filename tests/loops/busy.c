/*
 * busy.c - what the other nodes do while rank 0 is in its loops: ranks 1 and up compute
 * and send messages round a ring of theirs, until rank 0 says that it has finished.  With
 * a crowd, rank 1 also puts data and counts into the memory of rank 0's node, beside what
 * the loops use.  None of it may change how long a loop takes.
 */
#include "../spi/mail.h"
#include "loops.h"

#include <spi/include/mu/Addressing_inlines.h>

#define WORK 8
#define STOP 9
#define LAST 10
#define CREDIT 8 /* messages under way from each rank to the next */
#define BYTES_MAX 400

static uint32_t rank, ranks;
static unsigned received, stopped, last;
static char letter[BYTES_MAX] __attribute__((aligned(64)));
static MUSPI_BaseAddressTableSubGroup_t bat;
static struct {
	uint64_t inbox[64];
	uint64_t counter;
} beside __attribute__((aligned(4096)));

static int receive(void *count, MUHWI_PacketHeader_t *packet, uint32_t bytes)
{
	(void)packet, (void)bytes;
	++*(unsigned *)count;
	return 0;
}

static void poll(void)
{
	MUSPI_RecFifoPoll(MUSPI_IdToRecFifo(0, &mail_rec), 10);
}

static void open_bat(void)
{
	uint32_t ids[2] = { 0, 1 };

	CHECK(Kernel_AllocateBaseAddressTable(0, &bat, 2, ids, 0) == 0);
	CHECK(MUSPI_SetBaseAddress(&bat, 0, test_physical(beside.inbox)) == 0);
	CHECK(MUSPI_SetBaseAddress(&bat, 1,
				   MUSPI_GetAtomicAddress(test_physical(&beside.counter),
							  MUHWI_ATOMIC_OPCODE_STORE_ADD)) == 0);
}

static void put_to_first(void)
{
	MUSPI_Pt2PtDirectPutDescriptorInfo_t info;
	MUHWI_Descriptor_t d __attribute__((aligned(64)));

	memset(&info, 0, sizeof info);
	info.Base.Payload_Address = test_physical(letter);
	info.Base.Message_Length = sizeof beside.inbox;
	info.Base.Torus_FIFO_Map = MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_AP;
	mail_destination(&info.Base.Dest, 0);
	info.Pt2Pt.Misc1 = MUHWI_PACKET_USE_DETERMINISTIC_ROUTING;
	info.Pt2Pt.Misc2 = MUHWI_PACKET_VIRTUAL_CHANNEL_DETERMINISTIC;
	info.DirectPut.Rec_Payload_Base_Address_Id = 0;
	info.DirectPut.Rec_Counter_Base_Address_Id = 1;
	CHECK(MUSPI_CreatePt2PtDirectPutDescriptor(&d, &info) == 0);
	MUSPI_InjFifoInject(MUSPI_IdToInjFifo(0, &mail_inj), &d); /* or not, if it is full */
}

/* Up to some microseconds, in a register, in memory, or in floating point. */
static void compute(uint64_t x)
{
	static volatile uint64_t sink;
	double y = 1;

	for (uint64_t i = x >> 8 & 0x1fff; i > 0; i--)
		y = y * 0.999 + (double)i;
	for (uint64_t i = x >> 20 & 0x3ff; i > 0; i--)
		sink++;
	sink += (uint64_t)y;
}

static void work(int crowd)
{
	uint32_t next = rank % (ranks - 1) + 1;
	uint64_t x = rank * UINT64_C(0x9e3779b97f4a7c15);

	for (unsigned sent = 0; !stopped; sent++) {
		x ^= x << 13;
		x ^= x >> 7;
		x ^= x << 17;
		compute(x);
		while (sent - received >= CREDIT && (int)(sent - received) > 0 && !stopped)
			poll();
		poll();
		mail_send(next, letter, 8 + x % (BYTES_MAX - 8), WORK);
		if (crowd && rank == 1)
			put_to_first();
	}
	mail_send(next, letter, 8, LAST);
	while (!last)
		poll();
}

void busy_begin(int crowd)
{
	uint64_t entries = 0;
	BG_CoordinateMapping_t map[64];

	rank = Kernel_GetRank();
	CHECK(Kernel_RanksToCoords(sizeof map, map, &entries) == 0);
	ranks = (uint32_t)entries;
	mail_init();
	MUSPI_RegisterRecvFunction(receive, &received, WORK);
	MUSPI_RegisterRecvFunction(receive, &stopped, STOP);
	MUSPI_RegisterRecvFunction(receive, &last, LAST);
	open_bat();
	if (ranks == 1)
		return;
	test_barrier();
	if (rank != 0)
		work(crowd);
}

void busy_end(void)
{
	for (uint32_t r = 1; r < ranks; r++)
		mail_send(r, letter, 8, STOP);
}

void *busy_reception(void)
{
	return MUSPI_IdToRecFifo(0, &mail_rec);
}

void *busy_injection(void)
{
	return MUSPI_IdToInjFifo(0, &mail_inj);
}
