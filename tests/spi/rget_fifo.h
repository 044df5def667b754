/*
 * rget_fifo.h - an injection FIFO for the payloads of remote gets, in memory of the program's.
 * The caller activates it, or does not.
 */
#ifndef RGET_FIFO_H
#define RGET_FIFO_H

#include "spi_test.h"

#include <string.h>

#include <spi/include/kernel/MU.h>
#include <spi/include/mu/InjFifo.h>

#define RGET_ID 9 /* of the node: in subgroup 1 */

static uint32_t rget_id(void)
{
	return RGET_ID % BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP;
}

static void rget_init(MUSPI_InjFifoSubGroup_t *group, void *memory, uint64_t bytes)
{
	uint32_t id = rget_id();
	Kernel_InjFifoAttributes_t attr;
	Kernel_MemoryRegion_t r;

	memset(&attr, 0, sizeof attr);
	attr.RemoteGet = 1;
	CHECK(Kernel_AllocateInjFifos(1, group, 1, &id, &attr) == 0);
	CHECK(Kernel_CreateMemoryRegion(&r, memory, bytes) == 0);
	CHECK(Kernel_InjFifoInit(group, id, &r, (uint64_t)memory - (uint64_t)r.BaseVa,
				 bytes - 1) == 0);
}

#endif
