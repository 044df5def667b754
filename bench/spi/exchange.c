/*
 * exchange.c - nearest-neighbour throughput, section V.B of the SC11 paper: one
 * node, its ten torus links looped back (A+ to A-, ...), a direct put on each of
 * them at the same time.  An SPI program like any other.
 *
 * Usage: exchange [BYTES]   of 4 KB to 4 MB, or messages of one size, sent once
 * Prints one line per message size: KiB, GB/s sent and received over all links.
 * Sizes go up through the same buffers, without a pass to warm them up.
 */
#include "put.h"

#define LINKS 10
#define LEAST_BYTES 4096
#define MOST_BYTES (4 << 20)
#define ROUNDS 5 /* the paper does not say; matters to 2 MB only */
#define CORE_HZ 1.6e9

static char send_buffers[LINKS * MOST_BYTES] __attribute__((aligned(128)));
static char receive_buffers[LINKS * MOST_BYTES] __attribute__((aligned(128)));
static char *send_buffer = send_buffers, *receive_buffer = receive_buffers;
static uint64_t most_bytes = MOST_BYTES;
static volatile uint64_t counter[LINKS] __attribute__((aligned(64)));
static MUHWI_Descriptor_t descriptor[LINKS] __attribute__((aligned(64)));
static char fifo[LINKS][4096] __attribute__((aligned(64)));
static MUSPI_InjFifoSubGroup_t group[2];

static const struct link {
	uint64_t map;
	uint8_t abcd, e;
} links[LINKS] = {
	{ MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_AM, MUHWI_PACKET_HINT_AM, 0 },
	{ MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_AP, MUHWI_PACKET_HINT_AP, 0 },
	{ MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_BM, MUHWI_PACKET_HINT_BM, 0 },
	{ MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_BP, MUHWI_PACKET_HINT_BP, 0 },
	{ MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_CM, MUHWI_PACKET_HINT_CM, 0 },
	{ MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_CP, MUHWI_PACKET_HINT_CP, 0 },
	{ MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_DM, MUHWI_PACKET_HINT_DM, 0 },
	{ MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_DP, MUHWI_PACKET_HINT_DP, 0 },
	{ MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_EM, 0, MUHWI_PACKET_HINT_EM },
	{ MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_EP, 0, MUHWI_PACKET_HINT_EP },
};

static MUSPI_InjFifo_t *fifo_of(int link)
{
	return MUSPI_IdToInjFifo((uint32_t)link % 8, &group[link / 8]);
}

static void describe(int link, uint64_t bytes, const Personality_t *p)
{
	const Personality_Networks_t *n = &p->Network_Config;
	MUSPI_Pt2PtDirectPutDescriptorInfo_t info;

	memset(&info, 0, sizeof info);
	info.Base.Payload_Address = physical(send_buffer + (uint64_t)link * most_bytes);
	info.Base.Message_Length = bytes;
	info.Base.Torus_FIFO_Map = links[link].map;
	MUSPI_SetUpDestination(&info.Base.Dest, n->Acoord, n->Bcoord, n->Ccoord, n->Dcoord,
			       n->Ecoord);
	info.Pt2Pt.Hints_ABCD = links[link].abcd;
	info.Pt2Pt.Misc1 = links[link].e | MUHWI_PACKET_USE_DETERMINISTIC_ROUTING |
			   MUHWI_PACKET_DO_NOT_ROUTE_TO_IO_NODE;
	info.Pt2Pt.Misc2 = MUHWI_PACKET_VIRTUAL_CHANNEL_DETERMINISTIC;
	info.DirectPut.Rec_Payload_Base_Address_Id = 0;
	info.DirectPut.Rec_Payload_Offset = (uint64_t)link * most_bytes;
	info.DirectPut.Rec_Counter_Base_Address_Id = 1;
	info.DirectPut.Rec_Counter_Offset = (uint64_t)link * sizeof counter[0];
	check(MUSPI_CreatePt2PtDirectPutDescriptor(&descriptor[link], &info), "descriptor");
}

/* Compilers are to have little choice here: FIFOs are found before, and their number is not
 * known to them. */
static MUSPI_InjFifo_t *fifos[LINKS];
static volatile int links_used = LINKS;

/* Done when everything has come and everything has left; counters are ready for the next round
 * then.  Returns other than 0 if a FIFO is full. */
static __attribute__((noinline)) uint64_t exchange(uint64_t bytes, int n)
{
	uint64_t sequence[LINKS], full = 0;

	for (int i = 0; i < n; i++) {
		sequence[i] = MUSPI_InjFifoInject(fifos[i], &descriptor[i]);
		full |= sequence[i] >> 63;
	}
	for (int i = 0; i < n; i++) {
		while (counter[i] != 0)
			;
		counter[i] = bytes;
	}
	ppc_msync();
	for (int i = 0; i < n; i++)
		while (!MUSPI_CheckDescComplete(fifos[i], sequence[i]))
			;
	return full;
}

static void print(uint64_t bytes, int rounds, uint64_t cycles)
{
	double seconds = (double)cycles / CORE_HZ;

	printf("%llu %.2f\n", (unsigned long long)bytes >> 10,
	       2.0 * LINKS * rounds * (double)bytes / seconds * 1e-9);
}

static void verify(uint64_t bytes)
{
	for (uint64_t i = 0; i < LINKS * most_bytes; i += most_bytes)
		check(memcmp(receive_buffer + i, send_buffer + i, bytes), "compare");
}

static void measure(uint64_t bytes, int rounds, const Personality_t *p)
{
	uint64_t full = 0;

	for (int i = 0; i < LINKS; i++) {
		describe(i, bytes, p);
		counter[i] = bytes;
		memset(send_buffer + (uint64_t)i * most_bytes, 'A' + i, bytes);
	}
	ppc_msync();
	if (bytes == LEAST_BYTES) /* code that has never run is no part of a throughput */
		full |= exchange(bytes, links_used);
	uint64_t start = GetTimeBase();

	for (int i = 0; i < rounds; i++)
		full |= exchange(bytes, links_used);
	print(bytes, rounds, GetTimeBase() - start);
	check(full != 0, "injection FIFO full");
	verify(bytes);
}

/* Other buffers, for messages of one size. */
static void enlarge(uint64_t bytes)
{
	most_bytes = bytes;
	check(posix_memalign((void **)&send_buffer, 128, LINKS * bytes), "memory");
	check(posix_memalign((void **)&receive_buffer, 128, LINKS * bytes), "memory");
}

int main(int argc, char **argv)
{
	Personality_t p;

	check(Kernel_GetPersonality(&p, sizeof p), "personality");
	if (argc > 1)
		enlarge(strtoull(argv[1], NULL, 0));
	put_open_fifos(0, &group[0], 8, fifo[0], sizeof fifo[0]);
	put_open_fifos(1, &group[1], LINKS - 8, fifo[8], sizeof fifo[0]);
	put_open_bats(receive_buffer, counter);
	for (int i = 0; i < LINKS; i++)
		fifos[i] = fifo_of(i);
	if (argc > 1)
		measure(most_bytes, 1, &p);
	for (uint64_t bytes = LEAST_BYTES; argc == 1 && bytes <= MOST_BYTES; bytes *= 2)
		measure(bytes, ROUNDS, &p);
	return 0;
}
