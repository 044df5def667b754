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
#include "put.h"

#define ROUNDS 50
#define MESSAGE_BYTES 8
#define NS_PER_CYCLE 0.625

static struct {
	volatile uint64_t counter;  /* MESSAGE_BYTES, down to 0 on arrival */
	volatile uint64_t received; /* the other side's payload */
	uint64_t send;
} box __attribute__((aligned(64)));

static MUSPI_GIBarrier_t barrier;
static MUHWI_Descriptor_t descriptor __attribute__((aligned(64)));

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
	if (MUSPI_InjFifoInject(MUSPI_IdToInjFifo(0, &put_inj), &descriptor) == (uint64_t)-1)
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

	put_init(&box.received, &box.counter);
	check(MUSPI_GIBarrierInit(&barrier, 0), "barrier");
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
