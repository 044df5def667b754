/*
 * counted_seen.c - loops that wait and count in memory which others use meanwhile: rank 0 of each
 * pair reads the words that rank 1 counts in by remote gets, puts into them, also what they held
 * at first, adds to them, and changes words beside them.  Both print what they have found, and
 * when.
 * Pins that a count in memory is what it would be if each round were executed, whenever the
 * message unit uses it; not how long that takes the host.
 * Usage: counted_seen [SEED]   on an even number of nodes
 */
#include "rget_fifo.h"
#include "wait_mail.h"

#include <hwi/include/bqc/A2_inlines.h>

#define NOINLINE __attribute__((noinline))
#define START UINT64_C(0x0000000500001000)
enum { BOX, ANSWER = 22, END = 23 };

static char rget_memory[64 * 64] __attribute__((aligned(64)));
static MUHWI_Descriptor_t piece __attribute__((aligned(64)));
static volatile uint64_t never;
static uint64_t seed;

static uint64_t pick(uint64_t below)
{
	seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (seed >> 33) % below;
}

static void rget_open(void)
{
	static MUSPI_InjFifoSubGroup_t group;
	uint32_t id = rget_id();

	rget_init(&group, rget_memory, sizeof rget_memory);
	CHECK(Kernel_InjFifoActivate(&group, 1, &id, KERNEL_INJ_FIFO_ACTIVATE) == 0);
}

/* ---- loops: until *end is 0 */

typedef volatile uint64_t word;

static uint64_t up(word *p, word *end)
{
	while (*end)
		++*p;
	return *p;
}

static uint64_t down_in_half(word *p, word *end)
{
	volatile int *half = (volatile int *)p;

	while (*end)
		--half[1];
	return *p;
}

static uint64_t both_halves(word *p, word *end)
{
	volatile int *half = (volatile int *)p;

	while (*end) {
		half[0] += 2;
		half[1]--;
	}
	return *p;
}

/* The words are stored to, and never read. */
static uint64_t stores_only(word *p, word *end)
{
	uint64_t n = 77;

	while (*end) {
		n += 7;
		*p = n;
		p[1] = n * 2;
	}
	return n;
}

static NOINLINE uint64_t leaf(uint64_t n)
{
	return n + never;
}

static uint64_t (*volatile leaf_at)(uint64_t n) = leaf;

/* Functions that call others begin with a check. */
static NOINLINE uint64_t middle(uint64_t n)
{
	return leaf_at(n + 1) + leaf_at(2);
}

static uint64_t (*volatile middle_at)(uint64_t n) = middle;

static NOINLINE uint64_t top(uint64_t n)
{
	return middle_at(n) + middle_at(1) + leaf_at(0);
}

static uint64_t (*volatile top_at)(uint64_t n) = top;

/* Several checks in a round, before and after the words change. */
static uint64_t at_length(word *p, word *end)
{
	uint64_t last = 0;

	while (*end) {
		top_at(5);
		++*p;
		top_at(7);
		p[2] -= 3;
		middle_at(9);
		last = *p + 1;
	}
	return last;
}

/* Like at_length(), but looks late in a round at the word that it waits for. */
static uint64_t late(word *p, word *end)
{
	for (;;) {
		*p += 9;
		top_at(1);
		if (!*end)
			return top_at(*p);
		middle_at(3);
		p[3]++;
	}
}

/* Comes to its end again and again. */
static uint64_t limited(word *p, word *end)
{
	volatile int *half = (volatile int *)p;
	uint64_t ends = 0;

	half[0] = 6000;
	while (*end)
		if (--half[0] == 0) {
			half[0] = 6000;
			ends++;
		}
	return ends << 32 | (uint32_t)half[0];
}

static uint64_t delays(word *p, word *end)
{
	for (*p = 0; *p < 50000; ++*p)
		;
	while (*end)
		p[1] += 2;
	return p[1];
}

static uint64_t gives_up(word *p, word *end)
{
	uint64_t tries = 0, last = 1;

	while (*end && tries < 30000) {
		tries++;
		last = 3 * tries + 2;
	}
	*p = last;
	while (*end)
		p[3] -= 5;
	return tries * 1000003 + last;
}

static uint64_t (*const loops[])(word *p, word *end) = {
	up, down_in_half, both_halves, stores_only, at_length, late, limited, delays, gives_up,
};
#define LOOPS (sizeof loops / sizeof *loops)

/* ---- what rank 0 of a pair does meanwhile */

enum op { READ, PUT_SAME, PUT_OTHER, PUT_HALF, PUT_BESIDE, ADD, LETTER, OPS };

static void linger_for(uint64_t cycles)
{
	uint64_t start = GetTimeBase();

	while (GetTimeBase() - start < cycles)
		;
}

static uint64_t read_word(uint32_t to, word *p)
{
	MUSPI_Pt2PtDirectPutDescriptorInfo_t back;
	MUSPI_Pt2PtRemoteGetDescriptorInfo_t get;
	MUHWI_Descriptor_t d __attribute__((aligned(64)));
	word *answer = (word *)(void *)inbox[ANSWER];

	memset(&back, 0, sizeof back);
	mail_base(&back.Base, &back.Pt2Pt, rank, BOX, 32);
	back.Base.Torus_FIFO_Map = MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_AP;
	back.Base.Payload_Address = test_physical(p);
	back.DirectPut.Rec_Payload_Base_Address_Id = 0;
	back.DirectPut.Rec_Payload_Offset = ANSWER * (uint64_t)BYTES_MAX;
	back.DirectPut.Rec_Counter_Base_Address_Id = 1;
	back.DirectPut.Rec_Counter_Offset = ANSWER * UINT64_C(8);
	CHECK(MUSPI_CreatePt2PtDirectPutDescriptor(&piece, &back) == 0);
	memset(&get, 0, sizeof get);
	mail_base(&get.Base, &get.Pt2Pt, to, BOX, sizeof piece);
	get.Base.Payload_Address = test_physical(&piece);
	get.RemoteGet.Type = MUHWI_PACKET_TYPE_GET;
	get.RemoteGet.Rget_Inj_FIFO_Id = RGET_ID;
	CHECK(MUSPI_CreatePt2PtRemoteGetDescriptor(&d, &get) == 0);
	counter[ANSWER] = 32;
	mail_inject(0, &d);
	while (counter[ANSWER])
		;
	return ((answer[0] * 31 + answer[1]) * 31 + answer[2]) * 31 + answer[3];
}

/* Puts bytes at an offset of the words, and counts them down in counter[1], which nothing reads. */
static void put(uint32_t to, uint64_t at, const void *from, uint64_t bytes)
{
	MUSPI_Pt2PtDirectPutDescriptorInfo_t info;
	MUHWI_Descriptor_t d __attribute__((aligned(64)));

	memcpy(outbox[BOX], from, bytes);
	memset(&info, 0, sizeof info);
	mail_base(&info.Base, &info.Pt2Pt, to, BOX, bytes);
	info.DirectPut.Rec_Payload_Base_Address_Id = 0;
	info.DirectPut.Rec_Payload_Offset = at;
	info.DirectPut.Rec_Counter_Base_Address_Id = 1;
	info.DirectPut.Rec_Counter_Offset = 8;
	CHECK(MUSPI_CreatePt2PtDirectPutDescriptor(&d, &info) == 0);
	mail_inject(0, &d);
	linger_for(3000); /* until outbox may be used again */
}

static void act(enum op op, uint32_t to, word *p)
{
	static const uint64_t same = START, other = 1234567, beside = 99;
	static const uint32_t half = 0x01234567;

	switch (op) {
	case READ:
		printf("rank %u reads %llx\n", rank, (unsigned long long)read_word(to, p));
		break;
	case PUT_SAME: put(to, 0, &same, sizeof same); break;
	case PUT_OTHER: put(to, 0, &other, sizeof other); break;
	case PUT_HALF: put(to, 4 * pick(2), &half, sizeof half); break;
	case PUT_BESIDE: put(to, 32, &beside, sizeof beside); break;
	case ADD: mail_put(0, to, BOX, 8 * (1 + pick(4))); break;
	default: mail_letter(to, BOX, 64, 0); break;
	}
}

static void looks(uint32_t to, word *p)
{
	for (unsigned i = 2 + (unsigned)pick(4); i > 0; i--) {
		linger_for(1 + pick(1 + (UINT64_C(1) << (8 + pick(12)))));
		act((enum op)pick(OPS), to, p);
	}
	linger_for(1 + pick(3000));
	printf("rank %u last reads %llx\n", rank, (unsigned long long)read_word(to, p));
	outbox[END][0] = 1;
	mail_put(0, to, END, 8);
}

static void pair(unsigned loop, int in_counter)
{
	word *p = in_counter ? &counter[BOX] : (word *)(void *)inbox[BOX];
	uint64_t start, n;

	for (int i = 0; i < 4; i++)
		p[i] = START;
	counter[END] = 8;
	test_barrier();
	start = GetTimeBase();
	if (rank % 2 == 0) {
		looks(rank + 1, p);
	} else {
		n = loops[loop](p, &counter[END]);
		printf("rank %u loop %u: %llx after %llu cycles, %llx %llx %llx %llx\n", rank,
		       loop, (unsigned long long)n, (unsigned long long)(GetTimeBase() - start),
		       (unsigned long long)p[0], (unsigned long long)p[1],
		       (unsigned long long)p[2], (unsigned long long)p[3]);
	}
	test_barrier();
	linger_for(20000);
	while (mail_poll(0) != 0)
		;
	test_barrier();
}

int main(int argc, char **argv)
{
	mail_open();
	rget_open();
	seed = (argc > 1 ? strtoull(argv[1], NULL, 10) : 1) * 1000003 + rank;
	test_barrier();
	for (int times = 0; times < 4; times++)
		for (unsigned loop = 0; loop < LOOPS; loop++)
			pair(loop, times % 2);
	CHECK(never == 0);
	return 0;
}
