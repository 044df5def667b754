/*
 * core_ends.c - ranks that end in different ways, for core files: 0 returns, 1 exits with 3,
 * 2 aborts, 3 stores to address 16 while another of its threads sleeps.
 */
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include <spi/include/kernel/location.h>

static void *sleeps(void *unused)
{
	(void)unused;
	sleep(1000);
	return NULL;
}

static __attribute__((noinline)) void store_at(volatile int *volatile p)
{
	*p = 1;
}

int main(void)
{
	pthread_t thread;

	switch (Kernel_GetRank()) {
	case 1: exit(3);
	case 2: abort();
	case 3:
		pthread_create(&thread, NULL, sleeps, NULL);
		usleep(10);
		store_at((int *)(uintptr_t)16);
	}
	return 0;
}
