/*
 * reach_wait.c - a program that can use memory of the node's other processes waits for what
 * nothing does, and in each round sets a flag and clears it around a call that gives way.  On a
 * node of its own nobody sees the flag: a deadlock, which has to be found.
 */
#include "spi_test.h"

#include <spi/include/kernel/location.h>
#include <spi/include/kernel/memory.h>

static volatile uint64_t done, flag;

int main(int argc, char **argv)
{
	Kernel_MemoryRegion_t region;
	void *global;

	(void)argv;
	if (argc > 1) { /* never; that the program could is what counts */
		CHECK(Kernel_CreateMemoryRegion(&region, (void *)&flag, sizeof flag) == 0);
		CHECK(Kernel_Physical2GlobalVirtual(region.BasePa, &global) == 0);
	}
	while (!done) {
		flag = 1;
		CHECK(Kernel_GetRank() < 2);
		flag = 0;
	}
	return 0;
}
