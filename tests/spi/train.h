/*
 * train.h - for the train_*.c programs: collectives of many packets, which the emulator
 * may carry out in trains (bgq-run --trains).  Every node prints when it was where in
 * simulated time and a digest of what it received; tests/test_trains.sh compares that
 * with the same program's output when every packet is simulated.
 */
#ifndef TRAIN_H
#define TRAIN_H

#include "collective.h"

#ifndef TRAIN_MAX
#define TRAIN_MAX (512u << 10)
#endif
#define TRAIN_ROOM (TRAIN_MAX + (128u << 10)) /* for buffers that begin further on */
#define WORLD  MUHWI_PACKET_VIRTUAL_CHANNEL_USER_COMM_WORLD
#define SUB    MUHWI_PACKET_VIRTUAL_CHANNEL_USER_SUB_COMM
#define ADD    MUHWI_COLLECTIVE_OP_CODE_UNSIGNED_ADD
#define GUARD  0xa5

static unsigned char from[TRAIN_ROOM] __attribute__((aligned(128)));
static unsigned char to[TRAIN_ROOM] __attribute__((aligned(128)));
static uint64_t bytes; /* of the message */

/* ---- what is sent, and whether it came */

static inline uint64_t train_pairs(void)
{
	return (uint64_t)coll_nodes * (coll_nodes - 1) / 2;
}

/* The first message byte need not be aligned. */
static inline uint64_t train_word(const void *at, uint64_t i)
{
	uint64_t v;

	memcpy(&v, (const char *)at + 8 * i, sizeof v);
	return v;
}

static inline void train_fill(void *at, uint64_t length)
{
	for (uint64_t i = 0; i < length / 8; i++) {
		uint64_t v = coll_node * UINT64_C(0x10001) + i * UINT64_C(0x100000003);

		memcpy((char *)at + 8 * i, &v, sizeof v);
	}
}

static inline uint64_t train_sum(uint64_t i)
{
	return train_pairs() * UINT64_C(0x10001) + i * UINT64_C(0x100000003) * coll_nodes;
}

/* Words first to last of a sum over all nodes. */
static inline void train_check_part(const void *at, uint64_t first, uint64_t last)
{
	for (uint64_t i = first; i < last; i++)
		CHECK(train_word(at, i) == train_sum(i));
}

static inline void train_check(const void *at, uint64_t length)
{
	train_check_part(at, 0, length / 8);
}

static inline uint64_t train_digest(const void *at, uint64_t length)
{
	uint64_t h = length;

	for (uint64_t i = 0; i < length / 8; i++)
		h = (h ^ train_word(at, i)) * UINT64_C(0x9e3779b97f4a7c15);
	for (uint64_t i = length / 8 * 8; i < length; i++)
		h = (h ^ ((const unsigned char *)at)[i]) * UINT64_C(0x9e3779b97f4a7c15);
	return h ^ h >> 32;
}

static inline int train_untouched(const unsigned char *first, const unsigned char *last)
{
	size_t n = (size_t)(last - first);

	return n == 0 || (*first == GUARD && memcmp(first, first + 1, n - 1) == 0);
}

/* ---- times */

static inline uint64_t now(void)
{
	return GetTimeBase();
}

/* Numbers that this node saw; train_print shows and forgets them. */
#define TRAIN_SEEN 64
static uint64_t train_seen[TRAIN_SEEN];
static unsigned train_seens;

static inline void note(uint64_t v)
{
	CHECK(train_seens < TRAIN_SEEN);
	train_seen[train_seens++] = v;
}

static inline void train_print(const char *what, const void *at, uint64_t length)
{
	char line[32 + 24 * TRAIN_SEEN];
	int n = 0;

	for (unsigned i = 0; i < train_seens; i++)
		n += sprintf(line + n, " %llu", (unsigned long long)train_seen[i]);
	line[n] = '\0';
	train_seens = 0;
	printf("%s, node %u:%s, %016llx\n", what, coll_node, line,
	       (unsigned long long)train_digest(at, length));
}

static inline void until(volatile uint64_t *counter, uint64_t left)
{
	while (*counter > left)
		;
}

static inline void delay_cycles(uint64_t cycles)
{
	uint64_t start = now();

	while (now() - start < cycles)
		;
}

#define MICROSECOND 1600u

/* ---- set-up */

static inline void train_base(uint32_t id, const volatile void *at)
{
	CHECK(MUSPI_SetBaseAddress(&coll_bat, id, test_physical(at)) == 0);
}

static inline uint64_t train_counter_address(volatile uint64_t *counter)
{
	return MUSPI_GetAtomicAddress(test_physical(counter), MUHWI_ATOMIC_OPCODE_STORE_ADD);
}

/* A sum of 64-bit integers over all nodes, to base address COLL_PAYLOAD + offset. */
static inline MUHWI_Descriptor_t train_allreduce(const void *at, uint64_t offset,
						 uint64_t length)
{
	return coll_put(at, offset, length, ADD, 0, SUB | MUHWI_COLLECTIVE_TYPE_ALLREDUCE);
}

/* Buffers, the counter, and all nodes are ready. */
static inline void train_ready(void)
{
	memset(to, GUARD, sizeof to);
	train_fill(from, bytes);
	coll_counter = bytes;
	test_barrier();
}

static inline void train_done(const char *what)
{
	note(now());
	train_check(to, bytes);
	CHECK(train_untouched(to + bytes, to + sizeof to));
	train_print(what, to, bytes);
	test_barrier();
}

static inline void train_destination(MUHWI_Destination_t *d, uint32_t node)
{
	const uint32_t size[5] = { coll_net.Anodes, coll_net.Bnodes, coll_net.Cnodes,
				   coll_net.Dnodes, coll_net.Enodes };
	uint32_t at[5];

	for (int k = 4; k >= 0; k--) {
		at[k] = node % size[k];
		node /= size[k];
	}
	MUSPI_SetUpDestination(d, at[0], at[1], at[2], at[3], at[4]);
}

/* ---- puts from node to node, beside the collective: base addresses of their own */
#define TRAIN_PUT_GROUP 2 /* injection FIFOs */
#define TRAIN_PUT_TO    2 /* base addresses */
#define TRAIN_PUT_COUNT 3

static char train_put_memory[COLL_INJ_BYTES] __attribute__((aligned(64)));
static volatile uint64_t train_put_counter __attribute__((aligned(64)));
static MUSPI_InjFifoSubGroup_t train_put_inj;
static MUSPI_BaseAddressTableSubGroup_t train_put_bat;

static inline void train_puts_init(void *inbox)
{
	uint32_t ids[2] = { TRAIN_PUT_TO, TRAIN_PUT_COUNT };

	coll_fifo(&train_put_inj, TRAIN_PUT_GROUP, 0, train_put_memory);
	CHECK(Kernel_AllocateBaseAddressTable(0, &train_put_bat, 2, ids, 0) == 0);
	CHECK(MUSPI_SetBaseAddress(&train_put_bat, TRAIN_PUT_TO, test_physical(inbox)) == 0);
	CHECK(MUSPI_SetBaseAddress(&train_put_bat, TRAIN_PUT_COUNT,
				   train_counter_address(&train_put_counter)) == 0);
}

static inline void train_put(const void *at, uint32_t node, uint64_t offset, uint64_t length)
{
	MUSPI_Pt2PtDirectPutDescriptorInfo_t info;
	MUHWI_Descriptor_t d;

	memset(&info, 0, sizeof info);
	info.Base.Payload_Address = test_physical(at);
	info.Base.Message_Length = length;
	info.Base.Torus_FIFO_Map = MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_AM >> (coll_node + offset) % 10;
	train_destination(&info.Base.Dest, node);
	info.Pt2Pt.Misc1 = MUHWI_PACKET_USE_DYNAMIC_ROUTING;
	info.Pt2Pt.Misc2 = MUHWI_PACKET_VIRTUAL_CHANNEL_DYNAMIC;
	info.DirectPut.Rec_Payload_Base_Address_Id = TRAIN_PUT_TO;
	info.DirectPut.Rec_Payload_Offset = offset;
	info.DirectPut.Rec_Counter_Base_Address_Id = TRAIN_PUT_COUNT;
	CHECK(MUSPI_CreatePt2PtDirectPutDescriptor(&d, &info) == 0);
	while (MUSPI_InjFifoInject(MUSPI_IdToInjFifo(0, &train_put_inj), &d) == (uint64_t)-1)
		;
}

/* ---- a program is a list of ways, of which the command line names one */
struct train_way {
	const char *name;
	void (*run)(void);
};

/* Usage: train_... WAY [bytes]. */
static inline void train_main(int argc, char **argv, const struct train_way *way)
{
	bytes = argc > 2 ? strtoull(argv[2], NULL, 0) : 128 << 10;
	CHECK(argc > 1 && bytes <= TRAIN_MAX);
	while (way->name && strcmp(way->name, argv[1]) != 0)
		way++;
	CHECK(way->name);
	coll_init(to);
	way->run();
}

#endif
