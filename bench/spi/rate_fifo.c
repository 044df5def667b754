/*
 * rate_fifo.c - memory-FIFO messages of 8 bytes a second: windows of messages that
 * the receiver drains, back and forth between two nodes.  Prints "fifo rate" for
 * MUSPI_RecFifoPoll() and "fifo_packets rate" for packets taken one by one, the
 * room given back when the window is through.
 */
#include "pair_fifo.h"

#define FROM(node) (0x1122334455667788ul + (uint64_t)(node))

static uint64_t payload;
static volatile uint64_t unused[2];
static MUHWI_Descriptor_t descriptor __attribute__((aligned(64)));
static uint32_t received;
static uint64_t expected, wrong; /* a payload, and the bits that ever differed */

static int take(void *param, MUHWI_PacketHeader_t *packet, uint32_t bytes)
{
	(void)param, (void)bytes;
	wrong |= *(const uint64_t *)(packet + 1) ^ expected;
	received++;
	return 0;
}

static void describe(int to)
{
	MUSPI_Pt2PtMemoryFIFODescriptorInfo_t info;

	memset(&info, 0, sizeof info);
	pair_base(&info.Base, &info.Pt2Pt, &payload, 8, to);
	info.MemFIFO.SoftwareBytes[0] = 1;
	check(MUSPI_CreatePt2PtMemoryFIFODescriptor(&descriptor, &info), "descriptor");
}

static void drain_poll(void)
{
	for (received = 0; received < pair_window;)
		MUSPI_RecFifoPoll(MUSPI_IdToRecFifo(0, &pair_rec), pair_window);
}

static void drain_packets(void)
{
	MUSPI_RecFifo_t *f = MUSPI_IdToRecFifo(0, &pair_rec);

	for (received = 0; received < pair_window;) {
		uint32_t wrap, bytes, got = 0, there = MUSPI_getAvailableBytes(f, &wrap);

		for (; got < there; got += bytes)
			take(NULL, wrap ? MUSPI_getNextPacketWrap(f, &bytes)
					: MUSPI_getNextPacketOptimized(f, &bytes), bytes);
		MUSPI_syncRecFifoHwHead(f);
	}
}

static inline void exchange(int me, void (*drain)(void))
{
	for (unsigned i = 0; i < pair_windows; i++) {
		if (me)
			drain();
		for (unsigned k = 0; k < pair_window; k++)
			pair_inject(&descriptor);
		if (!me)
			drain();
	}
}

static void by_poll(int me)
{
	exchange(me, drain_poll);
}

static void by_packets(int me)
{
	exchange(me, drain_packets);
}

int main(int argc, char **argv)
{
	int me = pair_me();

	pair_arguments(argc, argv);
	payload = FROM(me);
	expected = FROM(1 - me);
	put_init(&unused[0], &unused[1]);
	pair_rec_open(take);
	describe(1 - me);
	pair_barrier();
	pair_measure("fifo", by_poll, me, 2 * pair_windows * pair_window);
	pair_measure("fifo_packets", by_packets, me, 2 * pair_windows * pair_window);
	check(wrong != 0, "payload");
	return 0;
}
