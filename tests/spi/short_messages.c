/*
 * short_messages.c - many messages of mostly one packet between all ranks at once: memory FIFO and
 * direct puts, by dynamic and by deterministic routes.  Each is delivered exactly once, whole and
 * unchanged; what one rank sends another for its memory FIFO by the deterministic route comes in
 * the order in which it was sent; memory around the puts is left alone.  The digest is of the order
 * in which packets came and of the times: the same for any number of workers.
 *
 * Message i of a window of WINDOW has one kind, length and place for all ranks, and goes from each
 * rank to the one that is some shift further on, so that each knows what it has to get.
 *
 * Rank 0 prints how many there were, how long each window's took to come, in all and for the mean
 * of the ranks, and a digest.
 *
 * Usage: short_messages [MESSAGES [SEED [stream]]]     of all ranks together
 * With stream, each is a put of 512 bytes to the next rank: links that are never idle.
 * Never: a window that ends before all it brings is there and looked at.
 */
#include "property.h"
#include "spi_test.h"

#include <string.h>

#include <spi/include/kernel/MU.h>
#include <spi/include/kernel/process.h>
#include <spi/include/mu/Addressing_inlines.h>
#include <spi/include/mu/Descriptor_inlines.h>
#include <spi/include/mu/InjFifo.h>
#include <spi/include/mu/RecFifo.h>

#define WINDOW       128u /* messages between two barriers, of each rank */
#define LONGEST      1536u
#define PACKET       512u
#define SOURCE_BYTES 8192u
#define SLOT         (LONGEST + 64u)
#define INJ_BYTES    2048u
#define REC_BYTES    16384u /* less than a window brings: senders wait for room */
#define RANKS_MAX    1024u
#define FILL         0xee
#define LATE_CYCLES  80000u /* for what would come twice: far longer than a time-out */

struct message {
	uint32_t shift, length, source_at;
	int put, dynamic;
};

static uint64_t source[SOURCE_BYTES / 8] __attribute__((aligned(64)));
static unsigned char fill[SLOT];
static MUHWI_Descriptor_t descriptor[WINDOW] __attribute__((aligned(64)));
static unsigned char target[WINDOW * SLOT] __attribute__((aligned(64)));
static uint64_t counter[WINDOW] __attribute__((aligned(64)));
static char inj_memory[2][INJ_BYTES] __attribute__((aligned(64)));
static char rec_memory[REC_BYTES] __attribute__((aligned(64)));
static MUSPI_InjFifoSubGroup_t inj;
static MUSPI_RecFifoSubGroup_t rec;
static MUSPI_BaseAddressTableSubGroup_t bat;
static uint64_t source_pa;
static MUHWI_Destination_t node[RANKS_MAX];
static uint32_t rank, ranks;
static int stream;
static uint64_t coming; /* cycles until all of each window was there */

static struct message message[WINDOW];
static uint32_t window;
static uint32_t here[WINDOW]; /* packets of a message that have come, a bit each */
static uint32_t to_come;      /* packets for the memory FIFO */
static int last[RANKS_MAX];   /* the deterministic message that came last from a rank */
static uint64_t digest = PROPERTY_DIGEST;

/* ---- what goes where */

/* Word k of a rank's source, whatever the order of its bytes. */
static uint64_t word_of(uint32_t from, uint32_t k)
{
	return (k + from * UINT64_C(8191) + 1) * UINT64_C(0x9e3779b97f4a7c15);
}

static void plan(uint64_t seed)
{
	uint32_t places = ranks < 17 ? ranks - 1 : 16, step = (ranks - 1) / places;

	to_come = 0;
	for (uint32_t i = 0; i < WINDOW; i++) {
		struct message *m = &message[i];
		uint64_t state = property_mix(seed ^ (uint64_t)window << 32 ^ i);
		uint32_t long_one = property_below(&state, 16) == 0;

		/* Few shifts: many messages from each of some ranks, whose order can be seen. */
		m->shift = 1 + property_below(&state, places) * step;
		m->put = property_below(&state, 2) != 0;
		m->dynamic = property_below(&state, 2) != 0;
		m->length = 1 + property_below(&state, long_one ? LONGEST : PACKET);
		m->source_at = property_below(&state, SOURCE_BYTES - LONGEST) & ~7u;
		if (stream)
			*m = (struct message){ 1, PACKET, m->source_at, 1, 0 };
		to_come += m->put ? 0 : property_packets(m->length);
		counter[i] = m->put ? m->length : 0;
		here[i] = 0;
	}
	for (uint32_t r = 0; r < ranks; r++)
		last[r] = -1;
}

static uint32_t sender(const struct message *m)
{
	return (rank + ranks - m->shift % ranks) % ranks;
}

/* ---- units */

static void open_units(void)
{
	Kernel_InjFifoAttributes_t ia[2];
	Kernel_RecFifoAttributes_t ra;
	uint32_t ids[2] = { 0, 1 };
	Kernel_MemoryRegion_t r;

	memset(ia, 0, sizeof ia);
	memset(&ra, 0, sizeof ra);
	CHECK(Kernel_AllocateInjFifos(0, &inj, 2, ids, ia) == 0);
	CHECK(Kernel_CreateMemoryRegion(&r, inj_memory, sizeof inj_memory) == 0);
	for (uint32_t i = 0; i < 2; i++)
		CHECK(Kernel_InjFifoInit(&inj, i, &r,
					 (uint64_t)inj_memory[i] - (uint64_t)r.BaseVa,
					 INJ_BYTES - 1) == 0);
	CHECK(Kernel_InjFifoActivate(&inj, 2, ids, KERNEL_INJ_FIFO_ACTIVATE) == 0);
	CHECK(Kernel_AllocateRecFifos(0, &rec, 1, ids, &ra) == 0);
	CHECK(Kernel_CreateMemoryRegion(&r, rec_memory, sizeof rec_memory) == 0);
	CHECK(Kernel_RecFifoInit(&rec, 0, &r, (uint64_t)rec_memory - (uint64_t)r.BaseVa,
				 REC_BYTES - 1) == 0);
	CHECK(Kernel_RecFifoEnable(0, 0x8000) == 0);
	CHECK(Kernel_AllocateBaseAddressTable(0, &bat, 2, ids, 0) == 0);
	CHECK(MUSPI_SetBaseAddress(&bat, 0, test_physical(target)) == 0);
	CHECK(MUSPI_SetBaseAddress(&bat, 1,
				   MUSPI_GetAtomicAddress(test_physical(counter),
							  MUHWI_ATOMIC_OPCODE_STORE_ADD)) == 0);
	source_pa = test_physical(source);
}

/* ---- sending */

static void base_info(MUSPI_BaseDescriptorInfoFields_t *base,
		      MUSPI_Pt2PtDescriptorInfoFields_t *way, const struct message *m)
{
	base->Payload_Address = source_pa + m->source_at;
	base->Message_Length = m->length;
	/* One injection FIFO of the network, or any of the torus: then they may overtake. */
	base->Torus_FIFO_Map = m->dynamic ? 0xffc0 : MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_AP;
	base->Dest = node[(rank + m->shift) % ranks];
	way->Misc1 = m->dynamic ? MUHWI_PACKET_USE_DYNAMIC_ROUTING :
				  MUHWI_PACKET_USE_DETERMINISTIC_ROUTING;
	way->Misc2 = m->dynamic ? MUHWI_PACKET_VIRTUAL_CHANNEL_DYNAMIC :
				  MUHWI_PACKET_VIRTUAL_CHANNEL_DETERMINISTIC;
}

static void describe_put(MUHWI_Descriptor_t *d, const struct message *m, uint32_t i)
{
	MUSPI_Pt2PtDirectPutDescriptorInfo_t info;

	memset(&info, 0, sizeof info);
	base_info(&info.Base, &info.Pt2Pt, m);
	info.DirectPut.Rec_Payload_Base_Address_Id = 0;
	info.DirectPut.Rec_Payload_Offset = i * (uint64_t)SLOT + i % 64;
	info.DirectPut.Rec_Counter_Base_Address_Id = 1;
	info.DirectPut.Rec_Counter_Offset = 8ul * i;
	CHECK(MUSPI_CreatePt2PtDirectPutDescriptor(d, &info) == 0);
}

static void describe_fifo(MUHWI_Descriptor_t *d, const struct message *m, uint32_t i)
{
	MUSPI_Pt2PtMemoryFIFODescriptorInfo_t info;

	memset(&info, 0, sizeof info);
	base_info(&info.Base, &info.Pt2Pt, m);
	info.MemFIFO.SoftwareBytes[0] = 1; /* function */
	info.MemFIFO.SoftwareBytes[1] = (uint8_t)i;
	info.MemFIFO.SoftwareBytes[2] = (uint8_t)window;
	CHECK(MUSPI_CreatePt2PtMemoryFIFODescriptor(d, &info) == 0);
}

static void describe_all(void)
{
	for (uint32_t i = 0; i < WINDOW; i++)
		if (message[i].put)
			describe_put(&descriptor[i], &message[i], i);
		else
			describe_fifo(&descriptor[i], &message[i], i);
}

/* 0 if there is no room. */
static int send(uint32_t i)
{
	MUSPI_InjFifo_t *fifo = MUSPI_IdToInjFifo(message[i].dynamic, &inj);

	return MUSPI_InjFifoInject(fifo, &descriptor[i]) != (uint64_t)-1;
}

/* ---- receiving */

/* source_at is that of a word. */
static int same_bytes(const unsigned char *at, uint32_t from, uint32_t source_at, uint32_t bytes)
{
	uint64_t word, is;
	uint32_t k;

	for (k = 0; k + 8 <= bytes; k += 8) {
		memcpy(&is, at + k, 8);
		if (is != word_of(from, (source_at + k) / 8))
			return 0;
	}
	word = word_of(from, (source_at + k) / 8);
	return memcmp(&word, at + k, bytes - k) == 0;
}

static int receive(void *param, MUHWI_PacketHeader_t *packet, uint32_t packet_bytes)
{
	const MUHWI_MessageUnitHeader_t *mu = &packet->messageUnitHeader;
	uint32_t i = mu->Packet_Types.Memory_FIFO.Unused2[1];
	uint32_t at = mu->Packet_Types.Memory_FIFO.Put_Offset_LSB, bytes;
	const struct message *m = &message[i];

	(void)param;
	CHECK(mu->Packet_Types.Memory_FIFO.Unused2[2] == (uint8_t)window);
	CHECK(i < WINDOW && !m->put && at < m->length && at % PACKET == 0);
	uint32_t from = sender(m), bit = 1u << at / PACKET;

	bytes = m->length - at < PACKET ? m->length - at : PACKET;
	CHECK(packet_bytes == 32 + (bytes + 31) / 32 * 32);
	CHECK((here[i] & bit) == 0); /* not twice */
	if (!m->dynamic) {
		CHECK(here[i] == bit - 1 && (int)i >= last[from]); /* in order */
		last[from] = (int)i;
	}
	here[i] |= bit;
	CHECK(same_bytes((const unsigned char *)(packet + 1), from, m->source_at + at, bytes));
	digest = (digest ^ ((uint64_t)i << 32 | at)) * UINT64_C(0x100000001b3);
	to_come--;
	return 0;
}

static void poll(void)
{
	MUSPI_RecFifoPoll(MUSPI_IdToRecFifo(0, &rec), 1000);
}

/* ---- a window */

static void check_window(void)
{
	for (uint32_t i = 0; i < WINDOW; i++) {
		const struct message *m = &message[i];
		const unsigned char *slot = target + i * SLOT;
		uint32_t begin = i % 64, end = begin + m->length;

		CHECK(counter[i] == 0);
		if (!m->put) {
			CHECK(here[i] == (1u << property_packets(m->length)) - 1);
			CHECK(memcmp(slot, fill, SLOT) == 0);
			continue;
		}
		CHECK(same_bytes(slot + begin, sender(m), m->source_at, m->length));
		CHECK(memcmp(slot, fill, begin) == 0 && memcmp(slot + end, fill, SLOT - end) == 0);
	}
}

static void run_window(uint64_t seed)
{
	uint32_t next = 0, done = 0;

	plan(seed);
	describe_all();
	memset(target, FILL, sizeof target);
	test_barrier();
	uint64_t begin = GetTimeBase();

	while (next < WINDOW || to_come || done < WINDOW) {
		if (next < WINDOW)
			next += (uint32_t)send(next);
		poll();
		while (done < WINDOW && *(volatile uint64_t *)&counter[done] == 0)
			done++;
	}
	uint64_t now = GetTimeBase();

	coming += now - begin;
	check_window();
	digest = property_digest(digest, &now, sizeof now);
	test_barrier();
}

/* The sum of all ranks' values, at rank 0: each is added to a word there. */
static uint64_t sum_up(uint64_t value)
{
	static uint64_t mine __attribute__((aligned(64)));
	MUSPI_Pt2PtDirectPutDescriptorInfo_t info;
	MUHWI_Descriptor_t d __attribute__((aligned(64)));

	mine = value;
	counter[0] = 0;            /* the sum */
	counter[1] = 8ull * ranks; /* bytes that are to come */
	test_barrier();
	memset(&info, 0, sizeof info);
	info.Base.Payload_Address = test_physical(&mine);
	info.Base.Message_Length = sizeof mine;
	info.Base.Torus_FIFO_Map = rank ? MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_AP :
					  MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_LOCAL0;
	info.Base.Dest = node[0];
	info.Pt2Pt.Misc2 = MUHWI_PACKET_VIRTUAL_CHANNEL_DETERMINISTIC;
	info.DirectPut.Rec_Payload_Base_Address_Id = 1; /* a store-add, too */
	info.DirectPut.Rec_Counter_Base_Address_Id = 1;
	info.DirectPut.Rec_Counter_Offset = 8;
	CHECK(MUSPI_CreatePt2PtDirectPutDescriptor(&d, &info) == 0);
	CHECK(MUSPI_InjFifoInject(MUSPI_IdToInjFifo(0, &inj), &d) != (uint64_t)-1);
	while (rank == 0 && *(volatile uint64_t *)&counter[1] != 0)
		;
	test_barrier();
	return counter[0];
}

int main(int argc, char **argv)
{
	uint64_t messages = strtoull(argc > 1 ? argv[1] : "4096", NULL, 0);
	uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 0) : 1, entries = 0;

	stream = argc > 3;
	static BG_CoordinateMapping_t map[RANKS_MAX];

	rank = Kernel_GetRank();
	CHECK(Kernel_RanksToCoords(sizeof map, map, &entries) == 0);
	CHECK(entries > 1 && entries <= RANKS_MAX && Kernel_ProcessCount() == 1);
	ranks = (uint32_t)entries;
	for (uint32_t r = 0; r < ranks; r++)
		MUSPI_SetUpDestination(&node[r], map[r].a, map[r].b, map[r].c, map[r].d, map[r].e);
	for (uint32_t k = 0; k < SOURCE_BYTES / 8; k++)
		source[k] = word_of(rank, k);
	memset(fill, FILL, sizeof fill);
	open_units();
	MUSPI_RegisterRecvFunction(receive, NULL, 1);
	uint32_t windows = (uint32_t)((messages + ranks * WINDOW - 1) / (ranks * WINDOW));
	for (window = 0; window < windows; window++)
		run_window(seed);
	window--;
	for (uint64_t end = GetTimeBase(); GetTimeBase() < end + LATE_CYCLES;)
		poll();
	check_window(); /* nothing has come since */
	digest = sum_up(digest);
	coming = sum_up(coming);
	if (rank == 0)
		printf("%llu messages in %llu cycles: digest %016llx\n",
		       (unsigned long long)windows * WINDOW * ranks,
		       (unsigned long long)(coming / ranks), (unsigned long long)digest);
	return 0;
}
