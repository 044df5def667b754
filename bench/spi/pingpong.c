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

/* Compilers are to have no choice in the rounds but of registers: what is the same in all of
 * them is decided outside, and parts are no functions. */
#define PART static inline __attribute__((always_inline))

static uint64_t full; /* a put that did not fit */

PART void put(void)
{
	full |= MUSPI_InjFifoInject(MUSPI_IdToInjFifo(0, &put_inj), &descriptor) >> 63;
}

PART void await(void)
{
	while (box.counter != 0)
		;
	box.counter = MESSAGE_BYTES;
}

static uint64_t ping(void)
{
	uint64_t start = GetTimeBase();

	for (int i = 0; i < ROUNDS; i++) {
		put();
		await();
	}
	return GetTimeBase() - start;
}

static void pong(void)
{
	for (int i = 0; i < ROUNDS; i++) {
		await();
		put();
	}
}

/* Returns the cycles of all rounds, each from the end of the injection until the other side has
 * seen the message. */
static uint64_t ping_stamped(void)
{
	uint64_t hardware = 0;

	for (int i = 0; i < ROUNDS; i++) {
		put();
		uint64_t injected = GetTimeBase();
		await();
		hardware += box.received - injected;
	}
	return hardware;
}

static void pong_stamped(void)
{
	for (int i = 0; i < ROUNDS; i++) {
		await();
		box.send = GetTimeBase(); /* seen at; goes back with the answer */
		put();
	}
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

static void print(int hops, uint64_t total, uint64_t hardware)
{
	printf("%d %.1f %.1f\n", hops, (double)hardware / ROUNDS * NS_PER_CYCLE,
	       (double)total / ROUNDS / 2 * NS_PER_CYCLE);
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

		box.counter = MESSAGE_BYTES;
		MUSPI_GIBarrierEnterAndWait(&barrier);
		if (first || last) {
			describe(first ? to : origin);
			MUSPI_GIBarrierEnterAndWait(&barrier);
			if (first) {
				uint64_t total = ping(), hardware = ping_stamped();

				print(hops, total, hardware);
			} else {
				pong();
				pong_stamped();
			}
			check(full != 0, "injection FIFO full");
		} else {
			MUSPI_GIBarrierEnterAndWait(&barrier);
		}
	}
	return 0;
}
