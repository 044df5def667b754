/*
 * overflow_polls.c - each rank's second thread calls itself without end on a small stack and
 * looks at the clock at each level, so that it often gives way there: its stack may be full
 * where the emulator carries out what others do.
 * Usage: overflow_polls BYTES   of a level's frame, to end at another place
 */
#include "spi_test.h"

#include <alloca.h>
#include <pthread.h>
#include <stdlib.h>

#include <hwi/include/bqc/A2_inlines.h>

static size_t bytes;

static uint64_t deeper(uint64_t n)
{
	volatile char *part = alloca(bytes);
	uint64_t until = GetTimeBase() + 20;

	part[0] = (char)n;
	while (GetTimeBase() < until)
		;
	return n + 1 == 0 ? n : deeper(n + 1) + (uint64_t)part[0];
}

static void *recurse(void *arg)
{
	(void)arg;
	return (void *)deeper(0);
}

int main(int argc, char **argv)
{
	pthread_attr_t a;
	pthread_t t;

	bytes = argc > 1 ? strtoul(argv[1], NULL, 0) : 16;
	pthread_attr_init(&a);
	CHECK(pthread_attr_setstacksize(&a, 65536) == 0);
	CHECK(pthread_create(&t, &a, recurse, NULL) == 0);
	CHECK(pthread_join(t, NULL) == 0);
	return 0;
}
