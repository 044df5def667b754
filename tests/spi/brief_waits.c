/*
 * brief_waits.c - waits at one place that another thread soon ends, and then one that nothing
 * ends: a deadlock, which has to be found although the loop makes calls that change nothing.
 * Usage: brief_waits register|call
 */
#include <string.h>

#include "spi_threads.h"

#include "../../bench/spi/put.h"

#define WAITS 12

static volatile int flag;
static int by_call;

static void *ends(void *arg)
{
	for (int i = 1; i <= WAITS; i++) {
		while (flag != -i)
			;
		DelayTimeBase(60);
		flag = i;
	}
	return arg;
}

static __attribute__((noinline)) void await(int value)
{
	MUSPI_InjFifo_t *f = MUSPI_IdToInjFifo(0, &put_inj);

	while (flag != value)
		if (by_call)
			Kernel_GetRank();
		else
			MUSPI_getHwFreeSpace(f);
}

int main(int argc, char **argv)
{
	static volatile uint64_t payload, counter;
	pthread_t t;

	by_call = argc > 1 && !strcmp(argv[1], "call");
	put_init(&payload, &counter);
	t = start(ends, 0);
	for (int i = 1; i <= WAITS; i++) {
		flag = -i;
		await(i);
	}
	CHECK(finish(t) == 0);
	await(WAITS + 1);
	return 0;
}
