/*
 * slow_node.c - each rank times equal pieces of work, one after the other: instructions alone, and
 * SPI calls; it prints the core cycles of each piece.  What a slow node does to them is seen by it
 * (test_slow_node.sh).
 */
#include "spi_test.h"

#include <hwi/include/bqc/A2_inlines.h>

#define PIECES 6

static volatile unsigned sum;

static uint64_t instructions(void)
{
	uint64_t begin = GetTimeBase();

	for (unsigned i = 0; i < 2000; i++)
		sum = sum * 3 + i;
	return GetTimeBase() - begin;
}

static uint64_t calls(void)
{
	uint64_t begin = GetTimeBase();

	for (unsigned i = 0; i < 100; i++)
		ppc_msync();
	return GetTimeBase() - begin;
}

int main(void)
{
	for (unsigned i = 0; i < PIECES; i++) {
		uint64_t at = GetTimeBase() * 5 / 8, code = instructions();

		printf("rank %u at %llu: code %llu calls %llu\n", Kernel_GetRank(),
		       (unsigned long long)at, (unsigned long long)code,
		       (unsigned long long)calls());
	}
	return 0;
}
