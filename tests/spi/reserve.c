/*
 * reserve.c - a reservation is lost to every store to its line by another thread or the message
 * unit, whatever it stores, and to no other store.  Usage: reserve
 */
#include "mail.h"

#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <hwi/include/bqc/A2_inlines.h>
#include <spi/include/mu/Addressing_inlines.h>
#include <spi/include/l2/atomic.h>

#define LINE 64

/* One page for all, so that every store is near. */
static struct {
	volatile uint64_t before[8];
	volatile uint64_t word, same_line[7];
	volatile uint64_t after[8];
	volatile uint64_t go, done, more[6];
	unsigned char bytes[512];
	volatile uint64_t far[128];
} page __attribute__((aligned(4096)));

/* ---- what the other thread does: 1, if the reservation is to be lost */

static int nothing(void)
{
	return 0;
}

static int aba(void)
{
	page.word = 7;
	page.word = 5;
	return 1;
}

static int the_value(void)
{
	page.word = 5;
	return 1;
}

static int one_byte(void)
{
	*(volatile unsigned char *)&page.same_line[6] = 0;
	return 1;
}

static int line_before(void)
{
	page.before[7] = page.before[7] + 1;
	return 0;
}

static int line_after(void)
{
	page.after[0]++;
	return 0;
}

static int many_elsewhere(void)
{
	for (unsigned i = 0; i < 128; i++)
		page.far[i] += i;
	return 0;
}

static int elsewhere_then_here(void)
{
	many_elsewhere();
	aba();
	many_elsewhere();
	return 1;
}

static int copied(void)
{
	static const uint64_t five = 5;
	volatile size_t bytes = sizeof five; /* by the library */

	memcpy((void *)(uintptr_t)&page.word, &five, bytes);
	return 1;
}

static int copied_beside(void)
{
	memset(page.bytes, 1, sizeof page.bytes);
	return 0;
}

static int cleared_across(void)
{
	memset((void *)(uintptr_t)page.before, 0, 2 * LINE);
	page.word = 5;
	return 1;
}

static int unaligned(void)
{
	uint64_t v;

	memcpy(&v, (char *)(uintptr_t)&page.word - 4, 8);
	v += UINT64_C(1) << 32;
	memcpy((char *)(uintptr_t)&page.word - 4, &v, 8);
	page.word = 5;
	return 1;
}

static int swapped(void)
{
	__sync_bool_compare_and_swap(&page.word, 5, 6);
	__sync_bool_compare_and_swap(&page.word, 6, 5);
	return 1;
}

static int swapped_beside(void)
{
	__sync_fetch_and_add(&page.after[3], 1);
	return 0;
}

static int l2_added(void)
{
	L2_AtomicStoreAdd(&page.word, 0);
	return 1;
}

static int l2_added_beside(void)
{
	L2_AtomicStoreAdd(&page.after[0], 1);
	return 0;
}

static int l2_loaded(void)
{
	return L2_AtomicLoad(&page.word) != 5;
}

static int l2_alias(void)
{
	*__l2_op_ptr(&page.word, L2_ATOMIC_OPCODE_STORE_ADD) = 0;
	return 1;
}

static int reserved_too(void)
{
	CHECK(LoadReserved((uint64_t *)(uintptr_t)&page.word) == 5);
	return 0;
}

static int conditional(void)
{
	CHECK(LoadReserved((uint64_t *)(uintptr_t)&page.word) == 5);
	CHECK(StoreConditional((uint64_t *)(uintptr_t)&page.word, 5));
	return 1;
}

static int conditional_beside(void)
{
	uint64_t *p = (uint64_t *)(uintptr_t)&page.after[2];

	while (!StoreConditional(p, LoadReserved(p) + 1))
		;
	return 0;
}

/* The message unit stores 5 there; payload and counter are physical addresses. */
static void put_to(volatile uint64_t *to)
{
	static volatile uint64_t five = 5, left __attribute__((aligned(64)));
	MUSPI_Pt2PtDirectPutDescriptorInfo_t info;
	MUHWI_Descriptor_t d __attribute__((aligned(64)));

	memset(&info, 0, sizeof info);
	left = 8;
	info.Base.Payload_Address = test_physical(&five);
	info.Base.Message_Length = 8;
	info.Base.Torus_FIFO_Map = MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_LOCAL0;
	mail_destination(&info.Base.Dest, Kernel_GetRank());
	info.Pt2Pt.Misc1 = MUHWI_PACKET_USE_DETERMINISTIC_ROUTING;
	info.Pt2Pt.Misc2 = MUHWI_PACKET_VIRTUAL_CHANNEL_DETERMINISTIC;
	info.DirectPut.Rec_Payload_Offset = test_physical(to);
	info.DirectPut.Rec_Counter_Offset =
		MUSPI_GetAtomicAddress(test_physical(&left), MUHWI_ATOMIC_OPCODE_STORE_ADD);
	CHECK(MUSPI_CreatePt2PtDirectPutDescriptor(&d, &info) == 0);
	while (MUSPI_InjFifoInject(MUSPI_IdToInjFifo(0, &mail_inj), &d) == (uint64_t)-1)
		;
	while (left)
		;
}

static int put(void)
{
	put_to(&page.word);
	return 1;
}

static int put_beside(void)
{
	put_to(&page.after[0]);
	return 0;
}

static int read_into(void)
{
	int fd[2];

	CHECK(pipe(fd) == 0 && write(fd[1], "\5\0\0\0\0\0\0", 8) == 8);
	CHECK(read(fd[0], (void *)(uintptr_t)&page.word, 8) == 8);
	close(fd[0]);
	close(fd[1]);
	return 1;
}

#define WAY(name) { #name, name }
static const struct {
	const char *name;
	int (*run)(void);
} ways[] = {
	WAY(nothing), WAY(aba), WAY(the_value), WAY(one_byte), WAY(line_before), WAY(line_after),
	WAY(many_elsewhere), WAY(elsewhere_then_here), WAY(copied), WAY(copied_beside),
	WAY(cleared_across), WAY(unaligned), WAY(swapped), WAY(swapped_beside), WAY(l2_added),
	WAY(l2_added_beside), WAY(l2_loaded), WAY(l2_alias), WAY(reserved_too), WAY(conditional),
	WAY(conditional_beside), WAY(put), WAY(put_beside), WAY(read_into),
};
#define WAYS (sizeof ways / sizeof *ways)

static int lost[WAYS];

static void *other(void *arg)
{
	for (uint64_t i = 0; i < WAYS; i++) {
		while (page.go != i + 1)
			;
		lost[i] = ways[i].run();
		page.done = i + 1;
	}
	return arg;
}

static void with_another(void)
{
	uint64_t *word = (uint64_t *)(uintptr_t)&page.word;
	pthread_t t;

	CHECK(pthread_create(&t, NULL, other, NULL) == 0);
	for (uint64_t i = 0; i < WAYS; i++) {
		page.word = 5;
		CHECK(LoadReserved(word) == 5);
		page.go = i + 1;
		page.same_line[0] = i; /* own stores do not lose it */
		page.word = 5;
		while (page.done != i + 1)
			;
		int stored = StoreConditional(word, 6);

		if (stored == lost[i])
			printf("%s: stored %d\n", ways[i].name, stored);
		CHECK(stored == !lost[i]);
		CHECK(page.word == (stored ? 6 : 5));
		CHECK(!StoreConditional(word, 7)); /* the first one took it */
	}
	CHECK(pthread_join(t, NULL) == 0);
}

/* ---- one thread */

static void alone(void)
{
	uint64_t *a = (uint64_t *)(uintptr_t)&page.word, *b = (uint64_t *)(uintptr_t)&page.far[8];

	*a = *b = 1;
	CHECK(!StoreConditional(a, 2));
	CHECK(LoadReserved(a) == 1 && LoadReserved(b) == 1);
	CHECK(!StoreConditional(a, 2)); /* replaced by the second one, */
	CHECK(!StoreConditional(b, 2)); /* which that took */
	CHECK(LoadReserved(a) == 1 && StoreConditional(a, 2) && *a == 2);
	CHECK(LoadReserved(a) == 2);
	printf("a line of output\n");
	fflush(stdout);
	usleep(10);
	CHECK(StoreConditional(a, 3) && *a == 3);
}

/* ---- waitrsv wakes although the word has its old value */

static void *waits(void *arg)
{
	CHECK(LoadReserved((uint64_t *)(uintptr_t)&page.word) == 5);
	page.go = 100;
	ppc_waitrsv();
	CHECK(!StoreConditional((uint64_t *)(uintptr_t)&page.word, 9));
	return arg;
}

static void wait_for_loss(void)
{
	pthread_t t;

	page.word = 5;
	page.go = 0;
	CHECK(pthread_create(&t, NULL, waits, NULL) == 0);
	while (page.go != 100)
		;
	usleep(100);
	page.after[1]++;
	aba();
	CHECK(pthread_join(t, NULL) == 0 && page.word == 5);
}

/* ---- a packet for the reception FIFO, where a word of its memory is reserved */

static int kept_beside_packet(uint64_t offset)
{
	volatile uint64_t *word = (volatile uint64_t *)(uintptr_t)(mail_rec_memory + offset);
	MUSPI_RecFifo_t *f = MUSPI_IdToRecFifo(0, &mail_rec);
	uint32_t wrap, bytes;

	(void)LoadReserved(word);
	test_barrier();
	mail_send(Kernel_GetRank() ^ 1, (const void *)(uintptr_t)page.bytes, 32, 1);
	while (!MUSPI_getAvailableBytes(f, &wrap))
		;
	MUSPI_getNextPacketWrap(f, &bytes);
	MUSPI_syncRecFifoHwHead(f);
	return StoreConditional(word, 0);
}

static void received(void)
{
	CHECK(!kept_beside_packet(32)); /* the payload of the first one */
	CHECK(kept_beside_packet(4096));
	CHECK(!kept_beside_packet(2 * 64)); /* the header of the third one */
}

int main(void)
{
	MUSPI_BaseAddressTableSubGroup_t bat;
	uint32_t id = 0;

	L2_ALLOCATE(page);
	mail_init();
	CHECK(Kernel_AllocateBaseAddressTable(0, &bat, 1, &id, 0) == 0);
	alone();
	with_another();
	wait_for_loss();
	received();
	printf("rank %u at %llu\n", Kernel_GetRank(), (unsigned long long)GetTimeBase());
	return 0;
}
