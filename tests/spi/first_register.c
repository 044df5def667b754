/*
 * first_register.c - a thread ends the waits of others by a store, and goes on to use registers
 * for the first time on its node.  What has come for them before, of a barrier that the other
 * nodes have entered, is written then, but the store has come earlier.  When each of the others
 * saw it is printed.
 */
#include "spi_test.h"

#include <pthread.h>

#include <hwi/include/bqc/A2_inlines.h>
#include <spi/include/kernel/location.h>

#define WAITING 15

static volatile uint64_t flag;
static volatile struct {
	uint64_t word[16];
} from, to; /* copying takes longer than a look at the flag */
static uint64_t seen[WAITING];

static void *wait_for_flag(void *arg)
{
	uint64_t t = (uintptr_t)arg;

	while (GetTimeBase() < 200000 + 7 * t) /* each looks at a time of its own */
		;
	while (!flag)
		;
	seen[t] = GetTimeBase();
	return NULL;
}

int main(void)
{
	pthread_t thread[WAITING];

	for (uintptr_t t = 0; t < WAITING; t++)
		CHECK(pthread_create(&thread[t], NULL, wait_for_flag, (void *)t) == 0);
	while (GetTimeBase() < 300000 - 40000u * Kernel_GetRank())
		;
	flag = 1;
	to = from;
	test_barrier();
	for (int t = 0; t < WAITING; t++) {
		CHECK(pthread_join(thread[t], NULL) == 0);
		printf("thread %d saw it at %llu\n", t, (unsigned long long)seen[t]);
	}
	return 0;
}
