/*
 * shared_at_once.c - what a rank stores to another rank's memory, right after it has asked for
 * an address there, is seen at once, however that one computes, or, with an argument, waits.
 * For two ranks a node.
 *
 * Not here: what the calls return (conformance_memory.c).
 */
#include <fcntl.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

#include <hwi/include/bqc/A2_inlines.h>
#include <spi/include/kernel/location.h>
#include <spi/include/kernel/memory.h>

#include "spi_test.h"

#define ROUNDS_MAX 1000000
#define SOON 150 /* cycles: the call, the store, a round of the loop that sees it */

static volatile uint64_t stored_at __attribute__((aligned(128)));

struct meeting {
	volatile uint64_t pa, left;
};

static uint64_t pa_of(volatile void *p)
{
	Kernel_MemoryRegion_t r;

	CHECK(Kernel_CreateMemoryRegion(&r, (void *)p, 8) == 0);
	return (uintptr_t)p - (uintptr_t)r.BaseVa + (uintptr_t)r.BasePa;
}

/* The ranks share nothing any more when it returns; rank 1 has told where its word is. */
static uint64_t meet(int first)
{
	int fd = shm_open("/meeting", O_RDWR | O_CREAT, 0600);
	struct meeting *m;
	uint64_t pa;

	CHECK(fd >= 0 && ftruncate(fd, sizeof *m) == 0);
	m = mmap(NULL, sizeof *m, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	CHECK(m != MAP_FAILED);
	if (!first)
		m->pa = pa_of(&stored_at);
	while (!(pa = m->pa))
		;
	CHECK(munmap(m, sizeof *m) == 0);
	return pa;
}

int main(int argc, char **argv)
{
	int first = Kernel_MyTcoord() == 0;
	uint64_t pa = meet(first), sum = 0;
	void *there;

	(void)argv;
	if (first) {
		for (volatile int i = 0; i < 20000; i++)
			;
		uint64_t now = GetTimeBase();

		CHECK(Kernel_Physical2GlobalVirtual((void *)pa, &there) == 0);
		*(volatile uint64_t *)there = now;
		for (volatile int i = 0; i < 20000; i++)
			;
		return 0;
	}
	while (argc > 1 && !stored_at)
		sum = 1;
	for (int i = 0; i < ROUNDS_MAX && !stored_at; i++)
		sum += i;
	uint64_t seen = GetTimeBase();

	CHECK(stored_at && (sum || argc > 1));
	CHECK(seen >= stored_at && seen - stored_at < SOON);
	return 0;
}
