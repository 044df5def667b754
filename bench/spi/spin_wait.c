/*
 * spin_wait.c - all nodes but one spin raw on a word in memory, for as many
 * simulated microseconds as the argument says; then node 0 releases them, each
 * by a direct put.  Waiting should cost the host nothing.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <hwi/include/bqc/A2_inlines.h>
#include <spi/include/kernel/MU.h>
#include <spi/include/kernel/location.h>
#include <spi/include/kernel/process.h>
#include <spi/include/mu/Addressing_inlines.h>
#include <spi/include/mu/Descriptor_inlines.h>
#include <spi/include/mu/GIBarrier.h>
#include <spi/include/mu/InjFifo.h>

#define FIFO_BYTES 65536

static char fifo_memory[FIFO_BYTES] __attribute__((aligned(64)));
static volatile uint64_t counter = 8, released;
static uint64_t send = 1;
static MUSPI_InjFifoSubGroup_t inj;
static MUSPI_BaseAddressTableSubGroup_t bat;

static void check(int rc, const char *what)
{
	if (rc == 0)
		return;
	fprintf(stderr, "spin_wait: %s: error %d\n", what, rc);
	exit(1);
}

static uint64_t physical(volatile void *p)
{
	Kernel_MemoryRegion_t r;

	check((int)Kernel_CreateMemoryRegion(&r, (void *)p, 8), "memory region");
	return (uint64_t)r.BasePa + ((uint64_t)p - (uint64_t)r.BaseVa);
}

static void set_up(void)
{
	uint32_t fifo = 0, bats[2] = { 0, 1 };
	Kernel_InjFifoAttributes_t attr;
	Kernel_MemoryRegion_t region;

	memset(&attr, 0, sizeof attr);
	check(Kernel_AllocateInjFifos(0, &inj, 1, &fifo, &attr), "injection FIFO");
	check((int)Kernel_CreateMemoryRegion(&region, fifo_memory, FIFO_BYTES), "region");
	check(Kernel_InjFifoInit(&inj, fifo, &region,
				 (uint64_t)fifo_memory - (uint64_t)region.BaseVa,
				 FIFO_BYTES - 1), "FIFO init");
	check(Kernel_InjFifoActivate(&inj, 1, &fifo, KERNEL_INJ_FIFO_ACTIVATE), "activate");
	check(Kernel_AllocateBaseAddressTable(0, &bat, 2, bats, 0), "BAT");
	check(MUSPI_SetBaseAddress(&bat, 0, physical(&released)), "payload base");
	check(MUSPI_SetBaseAddress(&bat, 1,
				   MUSPI_GetAtomicAddress(physical(&counter),
							  MUHWI_ATOMIC_OPCODE_STORE_ADD)),
	      "counter base");
}

static void release(const MUHWI_Destination_t *to)
{
	MUSPI_Pt2PtDirectPutDescriptorInfo_t info;
	MUHWI_Descriptor_t d __attribute__((aligned(64)));

	memset(&info, 0, sizeof info);
	info.Base.Payload_Address = physical(&send);
	info.Base.Message_Length = 8;
	info.Base.Torus_FIFO_Map = MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_AP;
	info.Base.Dest = *to;
	info.Pt2Pt.Misc1 = MUHWI_PACKET_USE_DETERMINISTIC_ROUTING;
	info.Pt2Pt.Misc2 = MUHWI_PACKET_VIRTUAL_CHANNEL_DETERMINISTIC;
	info.DirectPut.Rec_Counter_Base_Address_Id = 1;
	check(MUSPI_CreatePt2PtDirectPutDescriptor(&d, &info), "descriptor");
	while (MUSPI_InjFifoInject(MUSPI_IdToInjFifo(0, &inj), &d) == (uint64_t)-1)
		;
}

int main(int argc, char **argv)
{
	MUSPI_GIBarrier_t barrier;
	Personality_t p;

	check(Kernel_GetPersonality(&p, sizeof p), "personality");
	set_up();
	check(MUSPI_GIBarrierInit(&barrier, 0), "barrier");
	MUSPI_GIBarrierEnterAndWait(&barrier);
	const Personality_Networks_t *n = &p.Network_Config;

	if (Kernel_GetRank() != 0) {
		while (counter != 0)
			;
		return released == 1 ? 0 : 1;
	}
	usleep((useconds_t)(argc > 1 ? atoi(argv[1]) : 1000));
	for (uint32_t a = 0; a < n->Anodes; a++)
		for (uint32_t b = 0; b < n->Bnodes; b++)
			for (uint32_t c = 0; c < n->Cnodes; c++)
				for (uint32_t d = 0; d < n->Dnodes; d++)
					for (uint32_t e = 0; e < n->Enodes; e++) {
						MUHWI_Destination_t to;

						MUSPI_SetUpDestination(&to, a, b, c, d, e);
						if (a | b | c | d | e)
							release(&to);
					}
	return 0;
}
