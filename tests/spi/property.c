/*
 * property.c - random valid messages between all ranks at once (property.h), through
 * the SPI: every byte arrives, every counter ends at exactly 0, nothing beside the
 * targets changes, packets are complete and, where that is promised, in order.
 * Rank 0 prints a digest of what all have received, of the bytes in their FIFOs and
 * of the times, which must be the same for any number of workers.
 *
 * Usage: property [MESSAGES [SEED]], or PROPERTY_MESSAGES in the environment.
 * With --clock off, times and the order of packets are not fixed and left out:
 * give a third argument, "untimed".
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

#define INJ_BYTES 2048
/* Room for all descriptors that a phase can bring: a full remote-get FIFO holds up the
 * network behind it, and may wait for itself. */
#define RGET_BYTES 32768
#define REC_BYTES 32768
#define FILL 0xee

static unsigned char source[PROPERTY_SOURCE] __attribute__((aligned(64)));
static unsigned char target[PROPERTY_TARGET] __attribute__((aligned(64)));
static uint64_t counters[PROPERTY_MESSAGES] __attribute__((aligned(64)));
static MUHWI_Descriptor_t pieces[PROPERTY_MESSAGES][PROPERTY_PIECES] __attribute__((aligned(64)));
static char inj_memory[PROPERTY_INJ][INJ_BYTES] __attribute__((aligned(64)));
static char rget_memory[PROPERTY_RGET][RGET_BYTES] __attribute__((aligned(64)));
static char rec_memory[PROPERTY_REC][REC_BYTES] __attribute__((aligned(64)));
static const uint32_t rec_bytes[PROPERTY_REC] = { 576, 4096, REC_BYTES };
static uint32_t packets[PROPERTY_MESSAGES], next_at[PROPERTY_MESSAGES];
static uint64_t last[PROPERTY_INJ]; /* number of the last descriptor */

static MUSPI_InjFifoSubGroup_t inj, rget;
static MUSPI_RecFifoSubGroup_t rec;
static MUSPI_BaseAddressTableSubGroup_t bat;
static Personality_t self;
static struct property phase;
static uint32_t rank;

/* ---- addresses */

/* Ranks are nodes: one process each, the default mapping. */
static void destination(MUHWI_Destination_t *d, uint32_t node)
{
	const Personality_Networks_t *n = &self.Network_Config;
	uint32_t e = node % n->Enodes, rest = node / n->Enodes;
	uint32_t dd = rest % n->Dnodes, c, b;

	rest /= n->Dnodes;
	c = rest % n->Cnodes;
	rest /= n->Cnodes;
	b = rest % n->Bnodes;
	MUSPI_SetUpDestination(d, rest / n->Bnodes, b, c, dd, e);
}

/* ---- units: as in test_mu_property.c */

static void open_injfifos(void)
{
	static const uint32_t bytes[] = { INJ_BYTES, RGET_BYTES };
	MUSPI_InjFifoSubGroup_t *group[] = { &inj, &rget };
	char *memory[] = { inj_memory[0], rget_memory[0] };
	const uint32_t count[] = { PROPERTY_INJ, PROPERTY_RGET };

	for (uint32_t g = 0; g < 2; g++) {
		Kernel_InjFifoAttributes_t attr[PROPERTY_INJ];
		uint32_t ids[PROPERTY_INJ] = { 0, 1, 2, 3 };
		Kernel_MemoryRegion_t r;

		memset(attr, 0, sizeof attr);
		for (uint32_t i = 0; i < count[g]; i++)
			attr[i].RemoteGet = g;
		attr[0].Priority = g == 0;
		CHECK(Kernel_AllocateInjFifos(g, group[g], count[g], ids, attr) == 0);
		CHECK(Kernel_CreateMemoryRegion(&r, memory[g], 1) == 0);
		for (uint32_t i = 0; i < count[g]; i++)
			CHECK(Kernel_InjFifoInit(group[g], i, &r,
						 (uint64_t)memory[g] + i * bytes[g] -
							 (uint64_t)r.BaseVa,
						 bytes[g] - 1) == 0);
		CHECK(Kernel_InjFifoActivate(group[g], count[g], ids,
					     KERNEL_INJ_FIFO_ACTIVATE) == 0);
	}
}

static void open_rest(void)
{
	Kernel_RecFifoAttributes_t attr[PROPERTY_REC];
	uint32_t ids[PROPERTY_REC] = { 0, 1, 2 };
	Kernel_MemoryRegion_t r;

	memset(attr, 0, sizeof attr);
	CHECK(Kernel_AllocateRecFifos(0, &rec, PROPERTY_REC, ids, attr) == 0);
	CHECK(Kernel_CreateMemoryRegion(&r, rec_memory, sizeof rec_memory) == 0);
	for (uint32_t i = 0; i < PROPERTY_REC; i++)
		CHECK(Kernel_RecFifoInit(&rec, i, &r, (uint64_t)rec_memory[i] - (uint64_t)r.BaseVa,
					 rec_bytes[i] - 1) == 0);
	CHECK(Kernel_RecFifoEnable(0, 0xe000) == 0);
	CHECK(Kernel_AllocateBaseAddressTable(0, &bat, 2, ids, 0) == 0);
	CHECK(MUSPI_SetBaseAddress(&bat, 0, test_physical(target)) == 0);
	CHECK(MUSPI_SetBaseAddress(&bat, 1, MUSPI_GetAtomicAddress(
			test_physical(counters), MUHWI_ATOMIC_OPCODE_STORE_ADD)) == 0);
}

/* ---- sending */

static void base_info(MUSPI_BaseDescriptorInfoFields_t *base,
		      MUSPI_Pt2PtDescriptorInfoFields_t *pt2pt,
		      const struct property_message *m, uint32_t to, uint64_t pa, uint64_t bytes)
{
	base->Payload_Address = pa;
	base->Message_Length = bytes;
	base->Torus_FIFO_Map = m->map;
	destination(&base->Dest, to);
	pt2pt->Hints_ABCD = m->hints_abcd;
	pt2pt->Misc1 = m->routing;
	pt2pt->Misc2 = m->channel;
}

/* Bytes [at, end) of the source to the same place of the target. */
static void describe_put(MUHWI_Descriptor_t *d, const struct property_message *m, uint32_t k,
			 uint32_t to, uint32_t at, uint32_t end)
{
	MUSPI_Pt2PtDirectPutDescriptorInfo_t info;

	memset(&info, 0, sizeof info);
	base_info(&info.Base, &info.Pt2Pt, m, to, test_physical(source) + m->source_at + at,
		  end - at);
	info.DirectPut.Rec_Payload_Base_Address_Id = 0;
	info.DirectPut.Rec_Payload_Offset = m->target_at + at;
	info.DirectPut.Rec_Counter_Base_Address_Id = 1;
	info.DirectPut.Rec_Counter_Offset = 8 * k;
	CHECK(MUSPI_CreatePt2PtDirectPutDescriptor(d, &info) == 0);
}

static void describe_fifo(MUHWI_Descriptor_t *d, const struct property_message *m, uint32_t k,
			  uint32_t to)
{
	MUSPI_Pt2PtMemoryFIFODescriptorInfo_t info;

	memset(&info, 0, sizeof info);
	base_info(&info.Base, &info.Pt2Pt, m, to, test_physical(source) + m->source_at,
		  phase.message[k].length);
	info.MemFIFO.Rec_FIFO_Id = (uint16_t)m->rec;
	info.MemFIFO.SoftwareBytes[0] = 1; /* function */
	info.MemFIFO.SoftwareBytes[1] = (uint8_t)k;
	CHECK(MUSPI_CreatePt2PtMemoryFIFODescriptor(d, &info) == 0);
}

static void describe_get(MUHWI_Descriptor_t *d, const struct property_message *m, uint32_t k,
			 uint32_t to)
{
	const uint32_t length = phase.message[k].length;
	MUSPI_Pt2PtRemoteGetDescriptorInfo_t info;

	for (uint32_t i = 0; i < m->pieces; i++)
		describe_put(&pieces[k][i], m, k, to, property_piece(length, i, m->pieces),
			     property_piece(length, i + 1, m->pieces));
	memset(&info, 0, sizeof info);
	base_info(&info.Base, &info.Pt2Pt, m, m->source, test_physical(pieces[k]),
		  m->pieces * sizeof(MUHWI_Descriptor_t));
	info.RemoteGet.Type = MUHWI_PACKET_TYPE_GET;
	info.RemoteGet.Rget_Inj_FIFO_Id = (uint16_t)(BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP + m->rget);
	CHECK(MUSPI_CreatePt2PtRemoteGetDescriptor(d, &info) == 0);
}

/* 0 if there is no room. */
static int send(uint32_t k)
{
	uint32_t to = property_target(&phase, k, rank);
	struct property_message m = property_message(&phase, k, to);
	MUHWI_Descriptor_t d __attribute__((aligned(64)));

	switch (phase.message[k].kind) {
	case PROPERTY_PUT: describe_put(&d, &m, k, to, 0, phase.message[k].length); break;
	case PROPERTY_FIFO: describe_fifo(&d, &m, k, to); break;
	case PROPERTY_GET: describe_get(&d, &m, k, to); break;
	}
	uint64_t number = MUSPI_InjFifoInject(MUSPI_IdToInjFifo((int)m.inj, &inj), &d);

	if (number == (uint64_t)-1)
		return 0;
	last[m.inj] = number;
	return 1;
}

/* ---- receiving */

static int receive(void *param, MUHWI_PacketHeader_t *packet, uint32_t packet_bytes)
{
	const MUHWI_MessageUnitHeader_t *mu = &packet->messageUnitHeader;
	uint32_t k = mu->Packet_Types.Memory_FIFO.Unused2[1];
	uint32_t at = mu->Packet_Types.Memory_FIFO.Put_Offset_LSB, bytes;

	(void)param;
	CHECK(k < PROPERTY_MESSAGES && phase.message[k].kind == PROPERTY_FIFO);
	CHECK(at <= phase.message[k].length && at % 512 == 0);
	struct property_message m = property_message(&phase, k, rank);

	bytes = phase.message[k].length - at < 512 ? phase.message[k].length - at : 512;
	CHECK(packet_bytes == 32 + (bytes + 31) / 32 * 32);
	CHECK(!m.ordered || at == next_at[k]);
	next_at[k] = at + bytes;
	memcpy(target + m.target_at + at, packet + 1, bytes);
	counters[k] -= bytes;
	packets[k]++;
	return 0;
}

static void poll(void)
{
	for (int i = 0; i < (int)PROPERTY_REC; i++)
		MUSPI_RecFifoPoll(MUSPI_IdToRecFifo(i, &rec), 1000);
}

static int complete(void)
{
	for (uint32_t k = 0; k < PROPERTY_MESSAGES; k++)
		if (*(volatile uint64_t *)&counters[k] != 0 ||
		    (phase.message[k].kind == PROPERTY_FIFO &&
		     packets[k] < property_packets(phase.message[k].length)))
			return 0;
	for (int i = 0; i < (int)PROPERTY_INJ; i++)
		if (!MUSPI_CheckDescComplete(MUSPI_IdToInjFifo(i, &inj), last[i]))
			return 0;
	return 1;
}

/* ---- checking */

static void check_target(void)
{
	uint32_t at = 0;

	for (uint32_t k = 0; k < PROPERTY_MESSAGES; k++) {
		const struct property_common *c = &phase.message[k];
		struct property_message m = property_message(&phase, k, rank);

		for (; at < m.target_at; at++)
			CHECK(target[at] == FILL);
		for (uint32_t i = 0; i < c->length; i++, at++)
			CHECK(target[at] == property_byte(m.source, m.source_at + i));
		CHECK(packets[k] == (c->kind == PROPERTY_FIFO ? property_packets(c->length) : 0));
		CHECK(counters[k] == 0);
	}
	for (; at < phase.target_bytes; at++)
		CHECK(target[at] == FILL);
}

static uint64_t run_phase(uint64_t seed, uint32_t ranks, uint32_t number, uint64_t digest)
{
	uint32_t next = 0;

	property_phase(&phase, seed, ranks, number);
	phase.hints = 1;
	memset(target, FILL, phase.target_bytes);
	memset(packets, 0, sizeof packets);
	memset(next_at, 0, sizeof next_at);
	for (uint32_t k = 0; k < PROPERTY_MESSAGES; k++)
		counters[k] = phase.message[k].length;
	test_barrier();
	while (next < PROPERTY_MESSAGES || !complete()) {
		if (next < PROPERTY_MESSAGES)
			next += (uint32_t)send(next);
		poll();
	}
	test_barrier(); /* all have what they asked others' puts for */
	check_target();
	return property_digest(digest, target, phase.target_bytes);
}

/* The sum of all ranks' digests, at rank 0: each is added to a word there. */
static uint64_t sum_up(uint64_t digest)
{
	static uint64_t mine __attribute__((aligned(64)));
	MUSPI_Pt2PtDirectPutDescriptorInfo_t info;
	struct property_message way = { .map = 0x8000, .channel = 0x20 };
	MUHWI_Descriptor_t d __attribute__((aligned(64)));
	uint32_t ranks = phase.nodes;

	mine = digest;
	counters[0] = 0;               /* the sum */
	counters[1] = 8ull * ranks;    /* bytes to come */
	test_barrier();
	memset(&info, 0, sizeof info);
	base_info(&info.Base, &info.Pt2Pt, &way, 0, test_physical(&mine), sizeof mine);
	info.DirectPut.Rec_Payload_Base_Address_Id = 1; /* a store-add, too */
	info.DirectPut.Rec_Counter_Base_Address_Id = 1;
	info.DirectPut.Rec_Counter_Offset = 8;
	CHECK(MUSPI_CreatePt2PtDirectPutDescriptor(&d, &info) == 0);
	CHECK(MUSPI_InjFifoInject(MUSPI_IdToInjFifo(1, &inj), &d) != (uint64_t)-1);
	while (rank == 0 && *(volatile uint64_t *)&counters[1] != 0)
		;
	test_barrier();
	return counters[0];
}

int main(int argc, char **argv)
{
	const char *text = getenv("PROPERTY_MESSAGES");
	uint64_t messages = strtoull(argc > 1 ? argv[1] : text ? text : "2048", NULL, 0);
	uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 0) : 1, digest = PROPERTY_DIGEST;

	CHECK(Kernel_GetPersonality(&self, sizeof self) == 0);
	const Personality_Networks_t *n = &self.Network_Config;
	uint32_t ranks = (uint32_t)n->Anodes * n->Bnodes * n->Cnodes * n->Dnodes * n->Enodes;
	uint32_t phases = (uint32_t)((messages + ranks * PROPERTY_MESSAGES - 1) /
				     (ranks * PROPERTY_MESSAGES));

	rank = Kernel_GetRank();
	for (uint32_t i = 0; i < PROPERTY_SOURCE; i++)
		source[i] = property_byte(rank, i);
	open_injfifos();
	open_rest();
	MUSPI_RegisterRecvFunction(receive, NULL, 1);
	for (uint32_t p = 0; p < phases; p++)
		digest = run_phase(seed, ranks, p, digest);
	if (argc <= 3) {
		uint64_t now = GetTimeBase();

		digest = property_digest(digest, rec_memory, sizeof rec_memory);
		digest = property_digest(digest, rget_memory, sizeof rget_memory);
		digest = property_digest(digest, &now, sizeof now);
	}
	digest = sum_up(digest);
	if (rank == 0)
		printf("%u messages in %u phases: digest %016llx\n",
		       phases * ranks * PROPERTY_MESSAGES, phases, (unsigned long long)digest);
	return 0;
}
