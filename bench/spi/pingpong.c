/*
 * pingpong.c - the short-message latency test of the SC11 paper, section V.A:
 * direct put of 8 bytes between node (0,0,0,0,0) and nodes further and further
 * away along A, B, C, D and E.  An SPI program like any other: nothing in it
 * knows of the emulator.
 *
 * Prints one line per distance: hops, hardware ns, total ns.  Total is half a
 * round trip; hardware is from the end of the injection call to the moment the
 * other side sees the counter at zero, by the common time base (what reading it
 * costs is in both readings).
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <hwi/include/bqc/A2_inlines.h>
#include <spi/include/kernel/MU.h>
#include <spi/include/kernel/location.h>
#include <spi/include/kernel/process.h>
#include <spi/include/mu/Addressing_inlines.h>
#include <spi/include/mu/Descriptor_inlines.h>
#include <spi/include/mu/GIBarrier.h>
#include <spi/include/mu/InjFifo.h>

#define ROUNDS 50
#define FIFO_BYTES 4096
#define MESSAGE_BYTES 8
#define NS_PER_CYCLE 0.625

static char fifo_memory[FIFO_BYTES] __attribute__((aligned(64)));
static struct {
	volatile uint64_t counter;  /* MESSAGE_BYTES, down to 0 on arrival */
	volatile uint64_t received; /* the other side's payload */
	uint64_t send;
} box __attribute__((aligned(64)));

static MUSPI_InjFifoSubGroup_t inj;
static MUSPI_BaseAddressTableSubGroup_t bat;
static MUSPI_GIBarrier_t barrier;
static MUHWI_Descriptor_t descriptor __attribute__((aligned(64)));

static void check(int rc, const char *what)
{
	if (rc == 0)
		return;
	fprintf(stderr, "pingpong: %s: error %d\n", what, rc);
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
	check(MUSPI_SetBaseAddress(&bat, 0, physical(&box.received)), "payload base");
	check(MUSPI_SetBaseAddress(&bat, 1,
				   MUSPI_GetAtomicAddress(physical(&box.counter),
							  MUHWI_ATOMIC_OPCODE_STORE_ADD)),
	      "counter base");
	check(MUSPI_GIBarrierInit(&barrier, 0), "barrier");
}

static void describe(const uint32_t to[5])
{
	MUSPI_Pt2PtDirectPutDescriptorInfo_t info;

	memset(&info, 0, sizeof info);
	info.Base.Payload_Address = physical(&box.send);
	info.Base.Message_Length = MESSAGE_BYTES;
	info.Base.Torus_FIFO_Map = MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_AP;
	MUSPI_SetUpDestination(&info.Base.Dest, to[0], to[1], to[2], to[3], to[4]);
	info.Pt2Pt.Misc1 = MUHWI_PACKET_USE_DETERMINISTIC_ROUTING;
	info.Pt2Pt.Misc2 = MUHWI_PACKET_VIRTUAL_CHANNEL_DETERMINISTIC;
	info.DirectPut.Rec_Payload_Base_Address_Id = 0;
	info.DirectPut.Rec_Counter_Base_Address_Id = 1;
	check(MUSPI_CreatePt2PtDirectPutDescriptor(&descriptor, &info), "descriptor");
}

static void put(void)
{
	if (MUSPI_InjFifoInject(MUSPI_IdToInjFifo(0, &inj), &descriptor) == (uint64_t)-1)
		check(1, "injection FIFO full");
}

static void await(void)
{
	while (box.counter != 0)
		;
	box.counter = MESSAGE_BYTES;
}

/* Both sides run the same loop, one a message behind. */
static uint64_t round_trips(int first, int stamp, uint64_t *hardware)
{
	uint64_t start = GetTimeBase(), injected = 0;

	*hardware = 0;
	for (int i = 0; i < ROUNDS; i++) {
		if (first) {
			put();
			if (stamp)
				injected = GetTimeBase();
		}
		await();
		if (stamp && !first)
			box.send = GetTimeBase(); /* seen at; goes back with the answer */
		if (!first)
			put();
		else if (stamp)
			*hardware += box.received - injected;
	}
	return GetTimeBase() - start;
}

static void walk(uint32_t to[5], const Personality_t *p, int hops)
{
	const uint32_t size[5] = { p->Network_Config.Anodes, p->Network_Config.Bnodes,
				   p->Network_Config.Cnodes, p->Network_Config.Dnodes,
				   p->Network_Config.Enodes };

	memset(to, 0, 5 * sizeof *to);
	for (int d = 0; d < 5; d++) {
		to[d] = (uint32_t)hops < size[d] - 1 ? (uint32_t)hops : size[d] - 1;
		hops -= (int)to[d];
	}
}

int main(void)
{
	static const uint32_t origin[5];
	Personality_t p;
	uint32_t to[5];
	int most = 0;

	check(Kernel_GetPersonality(&p, sizeof p), "personality");
	const uint32_t me[5] = { p.Network_Config.Acoord, p.Network_Config.Bcoord,
				 p.Network_Config.Ccoord, p.Network_Config.Dcoord,
				 p.Network_Config.Ecoord };

	set_up();
	most = p.Network_Config.Anodes + p.Network_Config.Bnodes + p.Network_Config.Cnodes +
	       p.Network_Config.Dnodes + p.Network_Config.Enodes - 5;

	for (int hops = 1; hops <= most; hops++) {
		walk(to, &p, hops);
		int first = !memcmp(me, origin, sizeof me), last = !memcmp(me, to, sizeof me);
		uint64_t total, stamped, hardware;

		box.counter = MESSAGE_BYTES;
		MUSPI_GIBarrierEnterAndWait(&barrier);
		if (first || last) {
			describe(first ? to : origin);
			MUSPI_GIBarrierEnterAndWait(&barrier);
			total = round_trips(first, 0, &hardware);
			stamped = round_trips(first, 1, &hardware);
			(void)stamped;
			if (first)
				printf("%d %.1f %.1f\n", hops,
				       (double)hardware / ROUNDS * NS_PER_CYCLE,
				       (double)total / ROUNDS / 2 * NS_PER_CYCLE);
		} else {
			MUSPI_GIBarrierEnterAndWait(&barrier);
		}
	}
	return 0;
}
