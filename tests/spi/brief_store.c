/*
 * brief_store.c - a thread waits, and in each round sets a flag and clears it before it looks
 * again; between the two it gives way: in a call, or at a check.  Another thread waits to see
 * the flag set, at intervals that vary, so that no two loops run in step, and ends both waits.
 * Each round leaves memory as it was, but is no wait that
 * may be skipped.
 */
#include "spi_test.h"

#include <pthread.h>

#include <hwi/include/bqc/A2_inlines.h>
#include <spi/include/kernel/location.h>

static volatile uint64_t done, flag;
static volatile int rounds = 20;
static uint64_t seen;

static void give_way_in_calls(void)
{
	CHECK(Kernel_GetRank() == Kernel_GetRank());
}

static void give_way_at_checks(void)
{
	for (int i = 0; i < rounds; i++)
		;
}

static void *sets(void *arg)
{
	void (*give_way)(void) = arg ? give_way_in_calls : give_way_at_checks;

	while (!done) {
		flag = 1;
		give_way();
		flag = 0;
	}
	return NULL;
}

static void *looks(void *arg)
{
	uint64_t from = GetTimeBase() + 200000;

	(void)arg;
	while (GetTimeBase() < from)
		;
	for (uint32_t n = 1; !flag; n = n * 1664525 + 1013904223)
		for (uint32_t i = n >> 27; i > 0; i--)
			__asm__ volatile("" : : : "memory");
	seen = GetTimeBase();
	done = 1;
	return NULL;
}

int main(void)
{
	pthread_t thread[2];

	for (uintptr_t calls = 0; calls < 2; calls++) {
		done = flag = 0;
		CHECK(pthread_create(&thread[0], NULL, sets, (void *)calls) == 0);
		CHECK(pthread_create(&thread[1], NULL, looks, NULL) == 0);
		CHECK(pthread_join(thread[0], NULL) == 0);
		CHECK(pthread_join(thread[1], NULL) == 0);
		printf("seen at %llu\n", (unsigned long long)seen);
	}
	return 0;
}
