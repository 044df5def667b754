/*
 * stream_depth.c - one load of each line of 128 bytes in memory, as the prefetcher of the core is
 * set, and then without it.
 * Prints "stream DEPTH cycles" of a line for depths 1, 3 and 8, and 0 for none.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <hwi/include/bqc/A2_inlines.h>
#include <spi/include/l1p/sprefetch.h>

#define LINE 128
#define BYTES (64 << 20)

static void pass(const char *at, int depth)
{
	uint64_t from = GetTimeBase(), sum = 0;

	for (long i = 0; i < BYTES; i += LINE)
		sum += *(const volatile uint64_t *)(at + i);
	printf("stream %d %.1f\n", depth,
	       (double)(GetTimeBase() - from + sum) / (BYTES / LINE));
}

int main(void)
{
	static const int depths[] = { 1, 3, 8 };
	char *at = calloc(BYTES, 1);

	for (unsigned i = 0; i < sizeof depths / sizeof *depths; i++) {
		if (L1P_SetStreamDepth((uint32_t)depths[i]))
			return 1;
		pass(at, depths[i]);
	}
	if (L1P_SetStreamPolicy(L1P_stream_disable))
		return 1;
	pass(at, 0);
	free(at);
	return 0;
}
