/*
 * collective.h - the set-up that the tests of collectives share: one injection FIFO,
 * a reception FIFO, one FIFO for remote gets, two base addresses.  Every node has the
 * same ids, so that a result finds its way on each of them.
 */
#ifndef COLLECTIVE_H
#define COLLECTIVE_H

#include "spi_test.h"

#include <string.h>

#include <hwi/include/bqc/A2_inlines.h>
#include <spi/include/kernel/MU.h>
#include <spi/include/kernel/process.h>
#include <spi/include/mu/Addressing_inlines.h>
#include <spi/include/mu/Descriptor_inlines.h>
#include <spi/include/mu/InjFifo.h>
#include <spi/include/mu/RecFifo.h>

#define COLL_INJ_BYTES  4096
#define COLL_REC_BYTES  65536
#define COLL_RGET_GROUP 1
#define COLL_RGET_ID    BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP
#define COLL_PAYLOAD    0 /* base addresses */
#define COLL_COUNTER    1

static char coll_inj_memory[COLL_INJ_BYTES] __attribute__((aligned(64)));
static char coll_rget_memory[COLL_INJ_BYTES] __attribute__((aligned(64)));
static char coll_rec_memory[COLL_REC_BYTES] __attribute__((aligned(32)));
static MUSPI_InjFifoSubGroup_t coll_inj, coll_rget;
static MUSPI_RecFifoSubGroup_t coll_rec;
static MUSPI_BaseAddressTableSubGroup_t coll_bat;
static volatile uint64_t coll_counter __attribute__((aligned(64)));
static Personality_Networks_t coll_net;
static uint32_t coll_node, coll_nodes;

static inline void coll_fifo(MUSPI_InjFifoSubGroup_t *g, uint32_t group, int rget, char *memory)
{
	Kernel_InjFifoAttributes_t attr;
	Kernel_MemoryRegion_t r;
	uint32_t id = 0;

	memset(&attr, 0, sizeof attr);
	attr.RemoteGet = rget != 0;
	CHECK(Kernel_AllocateInjFifos(group, g, 1, &id, &attr) == 0);
	CHECK(Kernel_CreateMemoryRegion(&r, memory, COLL_INJ_BYTES) == 0);
	CHECK(Kernel_InjFifoInit(g, 0, &r, (uint64_t)memory - (uint64_t)r.BaseVa,
				 COLL_INJ_BYTES - 1) == 0);
	CHECK(Kernel_InjFifoActivate(g, 1, &id, KERNEL_INJ_FIFO_ACTIVATE) == 0);
}

/* Results of direct puts go to `to`. */
static inline void coll_init(void *to)
{
	Kernel_RecFifoAttributes_t attr;
	uint32_t id = 0, bats[2] = { COLL_PAYLOAD, COLL_COUNTER };
	Kernel_MemoryRegion_t r;
	Personality_t p;

	CHECK(Kernel_GetPersonality(&p, sizeof p) == 0);
	coll_net = p.Network_Config;
	coll_nodes = (uint32_t)coll_net.Anodes * coll_net.Bnodes * coll_net.Cnodes *
		     coll_net.Dnodes * coll_net.Enodes;
	coll_node = (((coll_net.Acoord * (uint32_t)coll_net.Bnodes + coll_net.Bcoord) *
		      coll_net.Cnodes + coll_net.Ccoord) * coll_net.Dnodes + coll_net.Dcoord) *
		    coll_net.Enodes + coll_net.Ecoord;
	coll_fifo(&coll_inj, 0, 0, coll_inj_memory);
	coll_fifo(&coll_rget, COLL_RGET_GROUP, 1, coll_rget_memory);
	memset(&attr, 0, sizeof attr);
	CHECK(Kernel_AllocateRecFifos(0, &coll_rec, 1, &id, &attr) == 0);
	CHECK(Kernel_CreateMemoryRegion(&r, coll_rec_memory, COLL_REC_BYTES) == 0);
	CHECK(Kernel_RecFifoInit(&coll_rec, 0, &r,
				 (uint64_t)coll_rec_memory - (uint64_t)r.BaseVa,
				 COLL_REC_BYTES - 1) == 0);
	CHECK(Kernel_RecFifoEnable(0, 1u << 15) == 0);
	CHECK(Kernel_AllocateBaseAddressTable(0, &coll_bat, 2, bats, 0) == 0);
	CHECK(MUSPI_SetBaseAddress(&coll_bat, COLL_PAYLOAD, test_physical(to)) == 0);
	CHECK(MUSPI_SetBaseAddress(&coll_bat, COLL_COUNTER,
				   MUSPI_GetAtomicAddress(test_physical(&coll_counter),
							  MUHWI_ATOMIC_OPCODE_STORE_ADD)) == 0);
}

/* Destinations, and the rest of the descriptor, are the caller's. */
static inline void coll_message(MUSPI_BaseDescriptorInfoFields_t *base,
				MUSPI_CollectiveDescriptorInfoFields_t *c, const void *from,
				uint64_t bytes, uint8_t operation, unsigned cls,
				unsigned channel_type)
{
	base->Payload_Address = test_physical(from);
	base->Message_Length = bytes;
	base->Torus_FIFO_Map = MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_CUSER;
	c->Op_Code = operation;
	c->Word_Length = 8;
	c->Class_Route = (uint8_t)cls;
	c->Misc = (uint8_t)channel_type;
}

/* To base + offset on whoever receives it; coll_counter counts the bytes. */
static inline MUHWI_Descriptor_t coll_put(const void *from, uint64_t offset, uint64_t bytes,
					  uint8_t operation, unsigned cls, unsigned channel_type)
{
	MUSPI_CollectiveDirectPutDescriptorInfo_t info;
	MUHWI_Descriptor_t d;

	memset(&info, 0, sizeof info);
	coll_message(&info.Base, &info.Collective, from, bytes, operation, cls, channel_type);
	info.DirectPut.Rec_Payload_Base_Address_Id = COLL_PAYLOAD;
	info.DirectPut.Rec_Payload_Offset = offset;
	info.DirectPut.Rec_Counter_Base_Address_Id = COLL_COUNTER;
	CHECK(MUSPI_CreateCollectiveDirectPutDescriptor(&d, &info) == 0);
	return d;
}

static inline void coll_inject(MUHWI_Descriptor_t d)
{
	while (MUSPI_InjFifoInject(MUSPI_IdToInjFifo(0, &coll_inj), &d) == (uint64_t)-1)
		;
}

static inline void coll_wait(void)
{
	while (coll_counter != 0)
		;
}

#endif
