/*
 * neighbour.c - how much one node sends to its neighbour along E, which two links lead to: direct
 * puts by dynamic routing through several injection FIFOs, each with a network FIFO of its own.
 * Usage: neighbour [BYTES [MESSAGES]]   of each message, 1 MiB; of each FIFO, 4
 * Prints "neighbour FIFOS GB/s" for 1, 2, 4 and 8 FIFOs, by the receiver's time from barrier to
 * barrier.
 */
#include "pair.h"

#define FIFOS 8
#define FIFO_BYTES 4096
#define MOST_BYTES (4 << 20)
#define MOST_MESSAGES (FIFO_BYTES / 64 - 1)

static char source[FIFOS * MOST_BYTES] __attribute__((aligned(128)));
static char target[FIFOS * MOST_BYTES] __attribute__((aligned(128)));
static volatile uint64_t counter __attribute__((aligned(64)));
static char memory[FIFOS * FIFO_BYTES] __attribute__((aligned(64)));
static MUHWI_Descriptor_t descriptor[FIFOS] __attribute__((aligned(64)));
static MUSPI_InjFifoSubGroup_t group;
static uint64_t bytes = 1 << 20;
static unsigned messages = 4;

static const uint64_t maps[FIFOS] = {
	MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_EP, MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_EM,
	MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_AP, MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_AM,
	MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_BP, MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_BM,
	MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_CP, MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_CM,
};

static void describe(int fifo, int to)
{
	MUSPI_Pt2PtDirectPutDescriptorInfo_t info;

	memset(&info, 0, sizeof info);
	pair_base(&info.Base, &info.Pt2Pt, source + fifo * bytes, bytes, to);
	info.Base.Torus_FIFO_Map = maps[fifo];
	info.Pt2Pt.Misc1 = MUHWI_PACKET_USE_DYNAMIC_ROUTING;
	info.Pt2Pt.Misc2 = MUHWI_PACKET_VIRTUAL_CHANNEL_DYNAMIC;
	info.DirectPut.Rec_Payload_Base_Address_Id = 0;
	info.DirectPut.Rec_Payload_Offset = fifo * bytes;
	info.DirectPut.Rec_Counter_Base_Address_Id = 1;
	check(MUSPI_CreatePt2PtDirectPutDescriptor(&descriptor[fifo], &info), "descriptor");
}

static void send(int fifos)
{
	for (unsigned m = 0; m < messages; m++)
		for (int i = 0; i < fifos; i++)
			while (MUSPI_InjFifoInject(MUSPI_IdToInjFifo((uint32_t)i, &group),
						   &descriptor[i]) == (uint64_t)-1)
				;
}

static void measure(int fifos, int me)
{
	uint64_t all = bytes * messages * (uint64_t)fifos;

	counter = all;
	pair_barrier();
	uint64_t from = GetTimeBase();

	if (me == 0)
		send(fifos);
	else
		while (counter != 0)
			;
	uint64_t cycles = GetTimeBase() - from;

	pair_barrier();
	if (me == 1)
		printf("neighbour %d %.3f\n", fifos, (double)all * CORE_HZ / 1e9 / (double)cycles);
}

int main(int argc, char **argv)
{
	int me = pair_me();

	if (argc > 1)
		bytes = strtoull(argv[1], NULL, 10);
	if (argc > 2)
		messages = (unsigned)strtoul(argv[2], NULL, 10);
	check(bytes == 0 || bytes > MOST_BYTES, "1 B to 4 MiB");
	check(messages == 0 || messages > MOST_MESSAGES, "1 to 63 messages");
	put_open_fifos(0, &group, FIFOS, memory, FIFO_BYTES);
	put_open_bats(target, &counter);
	for (int i = 0; i < FIFOS; i++)
		describe(i, 1 - me);
	for (int fifos = 1; fifos <= FIFOS; fifos *= 2)
		measure(fifos, me);
	return 0;
}
