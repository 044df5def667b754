/*
 * conformance.h - for the programs that check Kernel_* calls against the headers in
 * spi/include/kernel: pointers that a call must refuse with EFAULT.
 */
#ifndef CONFORMANCE_H
#define CONFORMANCE_H

#include "spi_test.h"

#include <errno.h>

#include <spi/include/kernel/memory.h>

#define BAD_POINTERS 4
static void *bad_pointers[BAD_POINTERS];

/* NULL, a variable of a neighbouring node, the last byte of one's own memory, and
 * what lies before it. */
static inline void conformance_init(void)
{
	static int mine;
	Kernel_MemoryRegion_t r;

	CHECK(Kernel_CreateMemoryRegion(&r, &mine, sizeof mine) == 0);
	bad_pointers[0] = NULL;
	bad_pointers[1] = Kernel_GetRank() ? (char *)&mine - r.Bytes : (char *)&mine + r.Bytes;
	bad_pointers[2] = (char *)r.BaseVa + r.Bytes - 1;
	bad_pointers[3] = r.BaseVa;
}

/* call, an expression with the void pointer bad in it, returns EFAULT for each. */
#define CHECK_EFAULT(call)                                                            \
	do {                                                                          \
		for (int bad_i = 0; bad_i < BAD_POINTERS; bad_i++) {                  \
			void *bad = bad_pointers[bad_i];                              \
			CHECK((call) == EFAULT);                                      \
		}                                                                     \
	} while (0)

#endif
