/*
 * wait_mail.h - for wait_random.c and wait_ties.c: FIFOs and base addresses of one of several
 * processes on a node, puts with a counter for each phase, messages for one of two memory FIFOs.
 * Process t uses subgroup t (up to 4 processes a node).
 */
#ifndef WAIT_MAIL_H
#define WAIT_MAIL_H

#include "spi_test.h"

#include <string.h>

#include <spi/include/kernel/MU.h>
#include <spi/include/kernel/process.h>
#include <spi/include/mu/Addressing_inlines.h>
#include <spi/include/mu/Descriptor_inlines.h>
#include <spi/include/mu/InjFifo.h>
#include <spi/include/mu/RecFifo.h>

#define PHASES_MAX 24
#define BYTES_MAX 2048
#define RANKS_MAX 64
#define INJ_BYTES 4096
#define REC_BYTES 65536 /* holds all messages of a run: no sender ever waits for room */

static char inj_memory[2][INJ_BYTES] __attribute__((aligned(64)));
static char rec_memory[2][REC_BYTES] __attribute__((aligned(64)));
static MUSPI_InjFifoSubGroup_t inj;
static MUSPI_RecFifoSubGroup_t rec;
static MUSPI_BaseAddressTableSubGroup_t bat;
static BG_CoordinateMapping_t map[RANKS_MAX];
static uint32_t rank, ranks, process, processes;

static unsigned char inbox[PHASES_MAX][BYTES_MAX] __attribute__((aligned(64)));
static unsigned char outbox[PHASES_MAX][BYTES_MAX] __attribute__((aligned(64)));
static volatile uint64_t counter[PHASES_MAX] __attribute__((aligned(64)));
static volatile uint64_t letters[PHASES_MAX]; /* packets for memory FIFOs */
static uint64_t letters_sum;

static void open_fifo(uint32_t i)
{
	Kernel_MemoryRegion_t r;

	CHECK(Kernel_CreateMemoryRegion(&r, inj_memory[i], INJ_BYTES) == 0);
	CHECK(Kernel_InjFifoInit(&inj, i, &r, (uint64_t)inj_memory[i] - (uint64_t)r.BaseVa,
				 INJ_BYTES - 1) == 0);
	CHECK(Kernel_CreateMemoryRegion(&r, rec_memory[i], REC_BYTES) == 0);
	CHECK(Kernel_RecFifoInit(&rec, i, &r, (uint64_t)rec_memory[i] - (uint64_t)r.BaseVa,
				 REC_BYTES - 1) == 0);
}

/* Function ids of messages are 1 + phase. */
static int receive(void *phase, MUHWI_PacketHeader_t *packet, uint32_t bytes)
{
	const unsigned char *at = (const unsigned char *)(packet + 1);

	letters_sum = letters_sum * 31 + bytes + at[0] + at[7];
	letters[(long)phase]++;
	return 0;
}

static void mail_open(void)
{
	Kernel_InjFifoAttributes_t ia[2];
	Kernel_RecFifoAttributes_t ra[2];
	uint32_t ids[2] = { 0, 1 };
	uint64_t entries = 0;

	memset(ia, 0, sizeof ia);
	memset(ra, 0, sizeof ra);
	rank = Kernel_GetRank();
	process = Kernel_MyTcoord();
	processes = (uint32_t)Kernel_ProcessCount();
	CHECK(Kernel_RanksToCoords(sizeof map, map, &entries) == 0);
	ranks = (uint32_t)entries;
	CHECK(processes <= 4);
	CHECK(Kernel_AllocateInjFifos(process, &inj, 2, ids, ia) == 0);
	CHECK(Kernel_AllocateRecFifos(process, &rec, 2, ids, ra) == 0);
	open_fifo(0);
	open_fifo(1);
	CHECK(Kernel_InjFifoActivate(&inj, 2, ids, KERNEL_INJ_FIFO_ACTIVATE) == 0);
	CHECK(Kernel_RecFifoEnable(0, 0xc000u >> 4 * process) == 0);
	CHECK(Kernel_AllocateBaseAddressTable(process, &bat, 2, ids, 0) == 0);
	CHECK(MUSPI_SetBaseAddress(&bat, 0, test_physical(inbox)) == 0);
	CHECK(MUSPI_SetBaseAddress(&bat, 1,
				   MUSPI_GetAtomicAddress(test_physical(counter),
							  MUHWI_ATOMIC_OPCODE_STORE_ADD)) == 0);
	for (long i = 0; i < PHASES_MAX; i++)
		MUSPI_RegisterRecvFunction(receive, (void *)i, (uint32_t)(1 + i));
}

static void mail_base(MUSPI_BaseDescriptorInfoFields_t *base,
		      MUSPI_Pt2PtDescriptorInfoFields_t *way, uint32_t to, unsigned phase,
		      uint64_t bytes)
{
	base->Payload_Address = test_physical(outbox[phase]);
	base->Message_Length = bytes;
	base->Torus_FIFO_Map = map[to].a == map[rank].a && map[to].b == map[rank].b &&
			map[to].c == map[rank].c && map[to].d == map[rank].d &&
			map[to].e == map[rank].e ?
		MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_LOCAL0 : MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_AP;
	MUSPI_SetUpDestination(&base->Dest, map[to].a, map[to].b, map[to].c, map[to].d,
			       map[to].e);
	way->Misc1 = MUHWI_PACKET_USE_DETERMINISTIC_ROUTING;
	way->Misc2 = MUHWI_PACKET_VIRTUAL_CHANNEL_DETERMINISTIC;
}

static void mail_inject(uint32_t fifo, MUHWI_Descriptor_t *d)
{
	while (MUSPI_InjFifoInject(MUSPI_IdToInjFifo((int)fifo, &inj), d) == (uint64_t)-1)
		;
}

/* The first bytes of outbox[phase] to the same place of another rank's inbox, and count
 * them down there; through injection FIFO 0 or 1, one for each thread that may put. */
static void mail_put(uint32_t fifo, uint32_t to, unsigned phase, uint64_t bytes)
{
	MUSPI_Pt2PtDirectPutDescriptorInfo_t info;
	MUHWI_Descriptor_t d __attribute__((aligned(64)));

	memset(&info, 0, sizeof info);
	mail_base(&info.Base, &info.Pt2Pt, to, phase, bytes);
	info.DirectPut.Rec_Payload_Base_Address_Id = (uint16_t)(map[to].t * 8);
	info.DirectPut.Rec_Payload_Offset = phase * (uint64_t)BYTES_MAX;
	info.DirectPut.Rec_Counter_Base_Address_Id = (uint16_t)(map[to].t * 8 + 1);
	info.DirectPut.Rec_Counter_Offset = phase * UINT64_C(8);
	CHECK(MUSPI_CreatePt2PtDirectPutDescriptor(&d, &info) == 0);
	mail_inject(fifo, &d);
}

/* Up to 512 bytes: one packet. */
static inline void mail_letter(uint32_t to, unsigned phase, uint64_t bytes, uint32_t rec_fifo)
{
	MUSPI_Pt2PtMemoryFIFODescriptorInfo_t info;
	MUHWI_Descriptor_t d __attribute__((aligned(64)));

	memset(&info, 0, sizeof info);
	mail_base(&info.Base, &info.Pt2Pt, to, phase, bytes);
	info.MemFIFO.Rec_FIFO_Id = (uint16_t)(map[to].t * 4 + rec_fifo);
	info.MemFIFO.SoftwareBytes[0] = (uint8_t)(1 + phase);
	CHECK(MUSPI_CreatePt2PtMemoryFIFODescriptor(&d, &info) == 0);
	mail_inject(0, &d);
}

static inline uint32_t mail_poll(int i)
{
	return MUSPI_RecFifoPoll(MUSPI_IdToRecFifo(i, &rec), 3);
}

static inline uint64_t mail_tail(int i)
{
	return MUSPI_getHwTail(&MUSPI_IdToRecFifo(i, &rec)->_fifo);
}

#endif
