/*
 * pair_fifo.h - for benchmarks of memory-FIFO messages between the two nodes of pair.h: one
 * reception FIFO, pair_rec, and what is called for each packet in it.
 */
#ifndef PAIR_FIFO_H
#define PAIR_FIFO_H

#include "pair.h"

#include <spi/include/mu/RecFifo.h>

#define PAIR_REC_BYTES 65536

static MUSPI_RecFifoSubGroup_t pair_rec;
static char pair_rec_memory[PAIR_REC_BYTES] __attribute__((aligned(32)));

static inline void pair_rec_open(MUSPI_RecvFunction_t take)
{
	uint32_t id = 0;
	Kernel_RecFifoAttributes_t attr;
	Kernel_MemoryRegion_t r;

	memset(&attr, 0, sizeof attr);
	check(Kernel_AllocateRecFifos(0, &pair_rec, 1, &id, &attr), "reception FIFO");
	check((int)Kernel_CreateMemoryRegion(&r, pair_rec_memory, PAIR_REC_BYTES), "region");
	check(Kernel_RecFifoInit(&pair_rec, id, &r, (uint64_t)pair_rec_memory - (uint64_t)r.BaseVa,
				 PAIR_REC_BYTES - 1), "FIFO init");
	check(Kernel_RecFifoEnable(0, 1u << 15), "enable");
	MUSPI_RegisterRecvFunction(take, NULL, 1);
}

#endif
