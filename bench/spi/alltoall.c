/*
 * alltoall.c - all-to-all throughput, section V.C of the SC11 paper: each node puts
 * one message to each of the others, in a random order of its own, with dynamic
 * routing.  An SPI program like any other.
 *
 * Arguments: [-z ZONE] [-f FIFOS] [-w BYTES] [-d] [-t] BYTES...; -w: a node works on all its
 * messages in turn, so much of each at a time, as IBM's msg_alltoall does (2048);
 * -d: deterministic routing; -t: prints as layers.c, too.  Prints
 * one line per message size: KiB, percent of the peak, microseconds, from one barrier
 * of all nodes to the next.  The peak is what the links of the longest dimension that
 * is a torus, each shared by 1/8 of all pairs for each node of its length, allow with
 * 512 bytes in 512/0.9 of the wire.
 *
 * The messages of a node to different others overlap in memory, 128 bytes apart, and
 * what it receives goes to one of SLOTS places by the number of its source: memory
 * for all of 512 nodes' messages of 32 KB is more than a host has.
 */
#include <unistd.h>

#include "put.h"

#define NODES_MAX  16384
#define BYTES_MAX  32768
#define GROUPS      8 /* subgroups with 8 injection FIFOs each */
#define FIFOS_MAX  (8 * GROUPS)
#define FIFO_BYTES  1024
#define SLOTS       32
#define STEP_BYTES  128
#define PACKET_BYTES 512
#define CORE_HZ     1.6e9
#define LINK_BYTES_PER_S 1.8e9
#define MAP_TORUS   0xffc0 /* all ten network injection FIFOs of the links */

static uint64_t send_buffer[(BYTES_MAX + NODES_MAX * STEP_BYTES) / 8]
	__attribute__((aligned(128)));
static uint64_t receive_buffer[SLOTS][BYTES_MAX / 8] __attribute__((aligned(128)));
static volatile uint64_t counter __attribute__((aligned(64)));
static char fifo_memory[FIFOS_MAX][FIFO_BYTES] __attribute__((aligned(64)));
static MUSPI_InjFifoSubGroup_t group[GROUPS];
static uint32_t others[NODES_MAX];
static MUHWI_Destination_t destination_of[NODES_MAX];
static uint32_t shape[5], nodes, self;
static unsigned fifos = FIFOS_MAX, zone, deterministic, spans;
static uint64_t window = 2048;

static MUSPI_InjFifo_t *fifo_of(unsigned i)
{
	return MUSPI_IdToInjFifo(i % 8, &group[i / 8]);
}

static void find_place(void)
{
	Personality_t p;

	check(Kernel_GetPersonality(&p, sizeof p), "personality");
	const Personality_Networks_t *n = &p.Network_Config;
	const uint32_t size[5] = { n->Anodes, n->Bnodes, n->Cnodes, n->Dnodes, n->Enodes };
	const uint32_t at[5] = { n->Acoord, n->Bcoord, n->Ccoord, n->Dcoord, n->Ecoord };

	nodes = 1;
	for (int d = 0; d < 5; d++) {
		shape[d] = size[d];
		nodes *= size[d];
		self = self * size[d] + at[d];
	}
	check(nodes < 2 || nodes > NODES_MAX, "2 to 16384 nodes");
}

/* The other nodes in an order that depends on this one (xorshift, Fisher-Yates). */
static void choose_order(void)
{
	uint64_t x = UINT64_C(0x9e3779b97f4a7c15) * (self + 1);

	for (uint32_t i = 0; i < nodes; i++) {
		uint32_t j;

		x ^= x << 13;
		x ^= x >> 7;
		x ^= x << 17;
		j = (uint32_t)((x >> 32) * (i + 1) >> 32);
		others[i] = others[j];
		others[j] = i;
	}
}

/* Sets the fields that all descriptors have in common. */
static void describe(MUHWI_Descriptor_t *d, uint64_t at, uint64_t bytes)
{
	MUSPI_Pt2PtDirectPutDescriptorInfo_t info;

	memset(&info, 0, sizeof info);
	info.Base.Message_Length = bytes;
	info.Base.Torus_FIFO_Map = MAP_TORUS;
	info.Pt2Pt.Misc1 = deterministic ? MUHWI_PACKET_USE_DETERMINISTIC_ROUTING
					 : MUHWI_PACKET_USE_DYNAMIC_ROUTING;
	info.Pt2Pt.Misc2 = deterministic ? MUHWI_PACKET_VIRTUAL_CHANNEL_DETERMINISTIC
					 : MUHWI_PACKET_VIRTUAL_CHANNEL_DYNAMIC;
	info.DirectPut.Rec_Payload_Base_Address_Id = 0;
	info.DirectPut.Rec_Payload_Offset = self % SLOTS * sizeof receive_buffer[0] + at;
	info.DirectPut.Rec_Counter_Base_Address_Id = 1;
	check(MUSPI_CreatePt2PtDirectPutDescriptor(d, &info), "descriptor");
	MUSPI_SetZoneRouting(d, (uint8_t)(zone << 3));
}

static void set_destinations(void)
{
	for (uint32_t i = 0; i < nodes; i++) {
		uint32_t c[5], rest = i;

		for (int d = 4; d >= 0; d--) {
			c[d] = rest % shape[d];
			rest /= shape[d];
		}
		MUSPI_SetUpDestination(&destination_of[i], c[0], c[1], c[2], c[3], c[4]);
	}
}

/* Bytes [at, at + bytes) of each message. */
static void send_part(uint64_t at, uint64_t bytes)
{
	const uint64_t from = physical(send_buffer) + at;
	MUHWI_Descriptor_t d __attribute__((aligned(64)));
	unsigned f = 0;

	describe(&d, at, bytes);
	for (uint32_t i = 0; i < nodes; i++) {
		if (others[i] == self)
			continue;
		MUSPI_SetDestination(&d, destination_of[others[i]]);
		d.Pa_Payload = from + others[i] * (uint64_t)STEP_BYTES;
		while (MUSPI_InjFifoInject(fifo_of(f), &d) == (uint64_t)-1)
			;
		f = (f + 1) % fifos;
	}
}

static void send_all(uint64_t bytes)
{
	for (uint64_t at = 0; at < bytes; at += window)
		send_part(at, bytes - at < window ? bytes - at : window);
}

/* A word says whose it is and where it was. */
static uint64_t word_of(uint32_t node, uint64_t index)
{
	return (uint64_t)node << 32 | index;
}

/* Each packet of each slot is, all of it, what one of its sources has sent here. */
static void check_slots(uint64_t bytes)
{
	for (uint32_t s = 0; s < SLOTS && s < nodes; s++)
		for (uint64_t at = 0; at < bytes; at += PACKET_BYTES) {
			const uint64_t *packet = receive_buffer[s] + at / 8;
			uint32_t from = (uint32_t)(packet[0] >> 32);
			uint64_t first = (self * (uint64_t)STEP_BYTES + at) / 8;

			if (s == self && s + SLOTS >= nodes)
				continue; /* no other one's */
			check(from == self || from >= nodes || from % SLOTS != s, "source");
			for (uint64_t i = 0; i < PACKET_BYTES / 8 && at + 8 * i < bytes; i++)
				check(packet[i] != word_of(from, first + i), "payload");
		}
}

static double peak_seconds(uint64_t bytes)
{
	uint32_t longest = 0;

	for (int d = 0; d < 5; d++)
		if (shape[d] > longest)
			longest = shape[d];
	return (double)nodes * (double)bytes * longest / 8 / LINK_BYTES_PER_S;
}

static void measure(uint64_t bytes, MUSPI_GIBarrier_t *barrier)
{
	counter = (nodes - 1) * bytes;
	memset(receive_buffer, 0xff, sizeof receive_buffer);
	check(MUSPI_GIBarrierEnterAndWait(barrier), "barrier");
	uint64_t start = GetTimeBase();

	send_all(bytes);
	while (counter != 0)
		;
	check(MUSPI_GIBarrierEnterAndWait(barrier), "barrier");
	uint64_t end = GetTimeBase();
	double seconds = (double)(end - start) / CORE_HZ;

	check_slots(bytes);
	if (self == 0) {
		printf("%g %.2f %.2f\n", (double)bytes / 1024,
		       100 * peak_seconds(bytes) / seconds, seconds * 1e6);
		if (spans)
			printf("span %llu %llu packets %llu\n", (unsigned long long)start,
			       (unsigned long long)end,
			       (unsigned long long)nodes * (nodes - 1) *
			       ((bytes + PACKET_BYTES - 1) / PACKET_BYTES));
		fflush(stdout);
	}
}

int main(int argc, char **argv)
{
	MUSPI_GIBarrier_t barrier;
	int option;

	while ((option = getopt(argc, argv, "z:f:w:dt")) != -1)
		switch (option) {
		case 'z': zone = (unsigned)atoi(optarg); break;
		case 'f': fifos = (unsigned)atoi(optarg); break;
		case 'w': window = strtoul(optarg, NULL, 10); break;
		case 'd': deterministic = 1; break;
		case 't': spans = 1; break;
		default: return 2;
		}
	check(zone > 3 || fifos < 1 || fifos > FIFOS_MAX || !window || window % 8,
	      "-z 0 to 3, -f 1 to 64, -w bytes by 8");
	find_place();
	choose_order();
	set_destinations();
	for (unsigned g = 0; g < GROUPS; g++)
		put_open_fifos(g, &group[g], 8, fifo_memory[8 * g], FIFO_BYTES);
	put_open_bats(receive_buffer, &counter);
	for (uint64_t i = 0; i < sizeof send_buffer / 8 &&
			     i < (BYTES_MAX + (uint64_t)nodes * STEP_BYTES) / 8; i++)
		send_buffer[i] = word_of(self, i);
	check(MUSPI_GIBarrierInit(&barrier, 0), "barrier");
	for (int i = optind; i < argc; i++) {
		uint64_t bytes = strtoul(argv[i], NULL, 10);

		check(!bytes || bytes % 8 || bytes > BYTES_MAX, "8 to 32768 bytes, by 8");
		measure(bytes, &barrier);
	}
	if (spans) /* what counts needs an event behind them */
		check(MUSPI_GIBarrierEnterAndWait(&barrier), "barrier");
	return 0;
}
