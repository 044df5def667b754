/*
 * reserve_shared.c - reservations by each name that source has for them (assembly, XL's
 * built-ins, SPI's functions; of 4 and of 8 bytes), in memory that two ranks of a node share:
 * lost to the other rank's A, B, A, kept beside its stores to other lines.  For two ranks a node.
 */
#include "spi_test.h"

#include <fcntl.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

#include <hwi/include/bqc/A2_inlines.h>
#include <spi/include/kernel/location.h>

#define A 5
#define B 7

static struct shared {
	volatile uint64_t before[8];
	volatile uint64_t word, same_line[7];
	volatile uint64_t after[8];
	volatile uint64_t go, done;
} *s;

/* ---- names: load() with reservation, store(): whether it was stored */

static uint64_t lwarx(void)
{
	uint32_t v;

	__asm__ volatile("lwarx %0,0,%1" : "=r"(v) : "r"(&s->word) : "memory");
	return v;
}

static int stwcx(uint32_t v)
{
	uint64_t cr;

	__asm__ volatile("stwcx. %1,0,%2; mfcr %0"
			 : "=r"(cr) : "r"(v), "r"(&s->word) : "memory", "cr0");
	return cr >> 29 & 1;
}

static uint64_t ldarx(void)
{
	uint64_t v;

	__asm__ volatile("ldarx %0,0,%1" : "=r"(v) : "r"(&s->word) : "memory");
	return v;
}

static int stdcx(uint32_t v)
{
	uint64_t cr;

	__asm__ volatile("stdcx. %1,0,%2; mfcr %0"
			 : "=r"(cr) : "r"((uint64_t)v), "r"(&s->word) : "memory", "cr0");
	return cr >> 29 & 1;
}

static uint64_t xl_lwarx(void)
{
	return (uint32_t)__lwarx((volatile int *)(uintptr_t)&s->word);
}

static int xl_stwcx(uint32_t v)
{
	return __stwcx((volatile int *)(uintptr_t)&s->word, (int)v);
}

static uint64_t xl_ldarx(void)
{
	return (uint64_t)__ldarx((volatile long *)(uintptr_t)&s->word);
}

static int xl_stdcx(uint32_t v)
{
	return __stdcx((volatile long *)(uintptr_t)&s->word, (long)v);
}

static uint64_t spi_load32(void)
{
	return LoadReserved32((volatile uint32_t *)(uintptr_t)&s->word);
}

static int spi_store32(uint32_t v)
{
	return StoreConditional32((volatile uint32_t *)(uintptr_t)&s->word, v);
}

static uint64_t spi_load(void)
{
	return LoadReserved(&s->word);
}

static int spi_store(uint32_t v)
{
	return StoreConditional(&s->word, v);
}

static const struct {
	const char *name;
	uint64_t (*load)(void);
	int (*store)(uint32_t v);
} names[] = {
	{ "lwarx", lwarx, stwcx }, { "ldarx", ldarx, stdcx },
	{ "__lwarx", xl_lwarx, xl_stwcx }, { "__ldarx", xl_ldarx, xl_stdcx },
	{ "LoadReserved32", spi_load32, spi_store32 }, { "LoadReserved", spi_load, spi_store },
};
#define NAMES (sizeof names / sizeof *names)

/* ---- what the other rank does; each is done beside each name */

static void nothing(void)
{
}

static void aba(void)
{
	s->word = B;
	s->word = A;
}

static void beside(void)
{
	s->before[7]++;
	s->after[0]++;
}

static void in_the_line(void)
{
	s->same_line[6]++;
}

static void swapped(void)
{
	int v = A;

	CHECK(__compare_and_swap((volatile int *)(uintptr_t)&s->word, &v, B));
	v = B;
	CHECK(__compare_and_swap((volatile int *)(uintptr_t)&s->word, &v, A));
}

static void added(void)
{
	CHECK(__fetch_and_addlp((volatile long *)(uintptr_t)&s->word, 1) == A);
	CHECK(__fetch_and_addlp((volatile long *)(uintptr_t)&s->word, -1) == A + 1);
}

static void host_atomic(void)
{
	__sync_fetch_and_add(&s->word, 1);
	__sync_fetch_and_sub(&s->word, 1);
}

static const struct {
	void (*run)(void);
	int loses;
} acts[] = {
	{ nothing, 0 }, { aba, 1 }, { beside, 0 }, { in_the_line, 1 }, { swapped, 1 },
	{ added, 1 }, { host_atomic, 1 },
};
#define ACTS (sizeof acts / sizeof *acts)

static void reserve_each(void)
{
	for (uint64_t i = 0; i < NAMES * ACTS; i++) {
		unsigned n = i / ACTS, a = i % ACTS;

		s->word = A;
		CHECK(names[n].load() == A);
		s->go = i + 1;
		while (s->done != i + 1)
			;
		int stored = names[n].store(6);

		if (stored == acts[a].loses)
			printf("%s, act %u: stored %d\n", names[n].name, a, stored);
		CHECK(stored != acts[a].loses && s->word == (stored ? 6 : A));
		CHECK(!names[n].store(9));
	}
}

static void act_each(void)
{
	for (uint64_t i = 0; i < NAMES * ACTS; i++) {
		while (s->go != i + 1)
			;
		acts[i % ACTS].run();
		s->done = i + 1;
	}
}

int main(void)
{
	int fd = shm_open("/reserved", O_RDWR | O_CREAT, 0600);

	CHECK(fd >= 0 && ftruncate(fd, 4096) == 0);
	s = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	CHECK(s != MAP_FAILED);
	if (Kernel_MyTcoord() == 0)
		reserve_each();
	else
		act_each();
	printf("rank %u at %llu\n", Kernel_GetRank(), (unsigned long long)GetTimeBase());
	return 0;
}
