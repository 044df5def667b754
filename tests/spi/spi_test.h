/*
 * spi_test.h - for the SPI programs under tests/spi: they run on every emulated
 * node, check what they see and end with 0 only if all of it was right.
 */
#ifndef SPI_TEST_H
#define SPI_TEST_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <spi/include/kernel/location.h>
#include <spi/include/kernel/memory.h>
#include <spi/include/mu/GIBarrier.h>

#define CHECK(x)                                                                      \
	do {                                                                          \
		if (!(x)) {                                                           \
			fprintf(stderr, "%s:%d: rank %u: %s\n", __FILE__, __LINE__,   \
				Kernel_GetRank(), #x);                                \
			exit(1);                                                      \
		}                                                                     \
	} while (0)

/* Before a loop: compilers leave it as it is, one round after the other. */
#ifdef __clang__
#define NOT_UNROLLED _Pragma("clang loop unroll(disable)")
#else
#define NOT_UNROLLED _Pragma("GCC unroll 1")
#endif

/* Makes an object fit for L2 atomics. */
#define L2_ALLOCATE(object)                                                           \
	CHECK(Kernel_L2AtomicsAllocate((void *)(uintptr_t)&(object), sizeof(object)) == 0)

/* Returns the address as the message unit knows it. */
static inline uint64_t test_physical(const volatile void *p)
{
	Kernel_MemoryRegion_t r;

	CHECK(Kernel_CreateMemoryRegion(&r, (void *)p, 1) == 0);
	return (uint64_t)r.BasePa + ((uint64_t)p - (uint64_t)r.BaseVa);
}

static inline void test_barrier(void)
{
	static MUSPI_GIBarrier_t barrier;

	CHECK(MUSPI_GIBarrierInit(&barrier, 0) == 0);
	CHECK(MUSPI_GIBarrierEnterAndWait(&barrier) == 0);
}

#endif
