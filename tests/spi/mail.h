/*
 * mail.h - the set-up that the message tests share: one injection FIFO, one
 * reception FIFO, memory-FIFO descriptors by rank.
 */
#ifndef MAIL_H
#define MAIL_H

#include "spi_test.h"

#include <string.h>

#include <spi/include/kernel/MU.h>
#include <spi/include/kernel/process.h>
#include <spi/include/mu/Descriptor_inlines.h>
#include <spi/include/mu/InjFifo.h>
#include <spi/include/mu/RecFifo.h>

#define MAIL_INJ_BYTES 1024
#ifndef MAIL_REC_BYTES
#define MAIL_REC_BYTES 8192
#endif

static char mail_inj_memory[MAIL_INJ_BYTES] __attribute__((aligned(64)));
static char mail_rec_memory[MAIL_REC_BYTES] __attribute__((aligned(32)));
static MUSPI_InjFifoSubGroup_t mail_inj;
static MUSPI_RecFifoSubGroup_t mail_rec;
static Personality_t mail_self;

static inline void mail_init(void)
{
	Kernel_InjFifoAttributes_t ia;
	Kernel_RecFifoAttributes_t ra;
	Kernel_MemoryRegion_t r;
	uint32_t id = 0;

	memset(&ia, 0, sizeof ia);
	memset(&ra, 0, sizeof ra);
	CHECK(Kernel_GetPersonality(&mail_self, sizeof mail_self) == 0);
	CHECK(Kernel_AllocateInjFifos(0, &mail_inj, 1, &id, &ia) == 0);
	CHECK(Kernel_AllocateRecFifos(0, &mail_rec, 1, &id, &ra) == 0);
	CHECK(Kernel_CreateMemoryRegion(&r, mail_inj_memory, MAIL_INJ_BYTES) == 0);
	CHECK(Kernel_InjFifoInit(&mail_inj, 0, &r,
				 (uint64_t)mail_inj_memory - (uint64_t)r.BaseVa,
				 MAIL_INJ_BYTES - 1) == 0);
	CHECK(Kernel_CreateMemoryRegion(&r, mail_rec_memory, MAIL_REC_BYTES) == 0);
	CHECK(Kernel_RecFifoInit(&mail_rec, 0, &r,
				 (uint64_t)mail_rec_memory - (uint64_t)r.BaseVa,
				 MAIL_REC_BYTES - 1) == 0);
	CHECK(Kernel_InjFifoActivate(&mail_inj, 1, &id, KERNEL_INJ_FIFO_ACTIVATE) == 0);
	CHECK(Kernel_RecFifoEnable(0, 1u << 15) == 0);
}

/* Coordinates of a rank under the default mapping. */
static inline void mail_destination(MUHWI_Destination_t *d, uint32_t rank)
{
	const Personality_Networks_t *n = &mail_self.Network_Config;
	uint32_t e = rank % n->Enodes, rest = rank / n->Enodes;
	uint32_t dd = rest % n->Dnodes, c, b;

	rest /= n->Dnodes;
	c = rest % n->Cnodes;
	rest /= n->Cnodes;
	b = rest % n->Bnodes;
	MUSPI_SetUpDestination(d, rest / n->Bnodes, b, c, dd, e);
}

/* Inject a descriptor whose payload lies nowhere. */
static inline void mail_inject_wild(void)
{
	MUSPI_Pt2PtMemoryFIFODescriptorInfo_t info;
	MUHWI_Descriptor_t d __attribute__((aligned(64)));

	memset(&info, 0, sizeof info);
	info.Base.Payload_Address = UINT64_C(0xdeadbeef0);
	info.Base.Message_Length = 64;
	info.Base.Torus_FIFO_Map = MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_AP;
	CHECK(MUSPI_CreatePt2PtMemoryFIFODescriptor(&d, &info) == 0);
	CHECK(MUSPI_InjFifoInject(MUSPI_IdToInjFifo(0, &mail_inj), &d) == 1);
}

/* Inject bytes at payload for function id of rank; returns the sequence number.
 * Waits while the FIFO is full. */
static inline uint64_t mail_send(uint32_t rank, const void *payload, uint64_t bytes,
				 uint8_t function)
{
	MUSPI_Pt2PtMemoryFIFODescriptorInfo_t info;
	MUHWI_Descriptor_t d __attribute__((aligned(64)));
	uint64_t seq;

	memset(&info, 0, sizeof info);
	info.Base.Payload_Address = test_physical(payload);
	info.Base.Message_Length = bytes;
	/* One network FIFO: through several, packets may overtake each other. */
	info.Base.Torus_FIFO_Map = MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_AP;
	mail_destination(&info.Base.Dest, rank);
	info.Pt2Pt.Misc1 = MUHWI_PACKET_USE_DETERMINISTIC_ROUTING;
	info.Pt2Pt.Misc2 = MUHWI_PACKET_VIRTUAL_CHANNEL_DETERMINISTIC;
	info.MemFIFO.Rec_FIFO_Id = 0;
	info.MemFIFO.Rec_Put_Offset = 0;
	info.MemFIFO.SoftwareBytes[0] = function;
	CHECK(MUSPI_CreatePt2PtMemoryFIFODescriptor(&d, &info) == 0);
	do {
		seq = MUSPI_InjFifoInject(MUSPI_IdToInjFifo(0, &mail_inj), &d);
	} while (seq == (uint64_t)-1);
	return seq;
}

#endif
