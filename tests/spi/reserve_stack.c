/*
 * reserve_stack.c - a lock-free stack of threads, by reservations: SPI's, XL's builtins and
 * assembly.  Each thread pops two blocks, pushes the first again before the second one is used,
 * so that its top often is A, B and A again in the time of another thread's pop; no block may be
 * lost or given to two.  Usage: reserve_stack THREADS ROUNDS
 */
#include "spi_test.h"

#include <pthread.h>
#include <stdint.h>

#include <hwi/include/bqc/A2_inlines.h>

#define THREADS_MAX 64
#define BLOCKS (2 * THREADS_MAX)

struct block {
	struct block *next;
	uint64_t owner;
} __attribute__((aligned(64)));

static struct block block[BLOCKS];
static struct block *top __attribute__((aligned(64)));
static int rounds;
static volatile int begun;

static struct block *reserve(unsigned way)
{
	struct block *b;

	if (way % 2 == 0)
		return (struct block *)LoadReserved((uint64_t *)&top);
	__asm__ volatile("ldarx %0,0,%1" : "=r"(b) : "r"(&top) : "memory");
	return b;
}

static int store(unsigned way, struct block *b)
{
	uint64_t cr;

	if (way % 2 == 0)
		return StoreConditional((uint64_t *)&top, (uint64_t)b);
	__asm__ volatile("stdcx. %1,0,%2; mfcr %0"
			 : "=r"(cr) : "r"(b), "r"(&top) : "memory", "cr0");
	return cr >> 29 & 1;
}

static void push(unsigned way, struct block *b)
{
	do
		b->next = reserve(way);
	while (!store(way, b));
}

static struct block *pop(unsigned way)
{
	for (;;) {
		struct block *b = reserve(way);

		if (!b || store(way, b->next))
			return b;
	}
}

static void *run(void *arg)
{
	uint64_t me = (uintptr_t)arg, wrong = 0;

	while (!begun)
		;
	for (int i = 0; i < rounds; i++) {
		struct block *a = pop((unsigned)me), *b = pop((unsigned)me);

		CHECK(a && b && a != b);
		wrong += a->owner != 0 || b->owner != 0;
		a->owner = b->owner = me;
		a->owner = 0;
		push((unsigned)me, a);
		wrong += b->owner != me;
		b->owner = 0;
		push((unsigned)me, b);
	}
	return (void *)(uintptr_t)wrong;
}

int main(int argc, char **argv)
{
	int threads = argc > 1 ? atoi(argv[1]) : 8, left = 0;
	pthread_t t[THREADS_MAX];

	rounds = argc > 2 ? atoi(argv[2]) : 50;
	for (int i = 0; i < 2 * threads; i++)
		push(0, &block[i]);
	for (int i = 0; i < threads; i++)
		CHECK(pthread_create(&t[i], NULL, run, (void *)(uintptr_t)(i + 1)) == 0);
	begun = 1;
	for (int i = 0; i < threads; i++) {
		void *wrong;

		CHECK(pthread_join(t[i], &wrong) == 0 && !wrong);
	}
	while (pop(0))
		left++;
	CHECK(left == 2 * threads);
	printf("rank %u: %d blocks at %llu\n", Kernel_GetRank(), left,
	       (unsigned long long)GetTimeBase());
	return 0;
}
