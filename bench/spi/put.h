/*
 * put.h - what the direct-put benchmarks share: one injection FIFO, and base
 * address table entries 0 (payload) and 1 (counter, an atomic store-add).
 */
#ifndef PUT_H
#define PUT_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <hwi/include/bqc/A2_inlines.h>
#include <spi/include/kernel/MU.h>
#include <spi/include/kernel/location.h>
#include <spi/include/kernel/process.h>
#include <spi/include/mu/Addressing_inlines.h>
#include <spi/include/mu/Descriptor_inlines.h>
#include <spi/include/mu/GIBarrier.h>
#include <spi/include/mu/InjFifo.h>

#define PUT_FIFO_BYTES 65536

static char put_fifo_memory[PUT_FIFO_BYTES] __attribute__((aligned(64)));
static MUSPI_InjFifoSubGroup_t put_inj;
static MUSPI_BaseAddressTableSubGroup_t put_bat;

static inline void check(int rc, const char *what)
{
	if (rc == 0)
		return;
	fprintf(stderr, "%s: error %d\n", what, rc);
	exit(1);
}

static inline uint64_t physical(volatile void *p)
{
	Kernel_MemoryRegion_t r;

	check((int)Kernel_CreateMemoryRegion(&r, (void *)p, 8), "memory region");
	return (uint64_t)r.BasePa + ((uint64_t)p - (uint64_t)r.BaseVa);
}

/* Puts to this node: payload to *payload, counted down at *counter. */
static inline void put_init(volatile uint64_t *payload, volatile uint64_t *counter)
{
	uint32_t fifo = 0, bats[2] = { 0, 1 };
	Kernel_InjFifoAttributes_t attr;
	Kernel_MemoryRegion_t region;

	memset(&attr, 0, sizeof attr);
	check(Kernel_AllocateInjFifos(0, &put_inj, 1, &fifo, &attr), "injection FIFO");
	check((int)Kernel_CreateMemoryRegion(&region, put_fifo_memory, PUT_FIFO_BYTES), "region");
	check(Kernel_InjFifoInit(&put_inj, fifo, &region,
				 (uint64_t)put_fifo_memory - (uint64_t)region.BaseVa,
				 PUT_FIFO_BYTES - 1), "FIFO init");
	check(Kernel_InjFifoActivate(&put_inj, 1, &fifo, KERNEL_INJ_FIFO_ACTIVATE), "activate");
	check(Kernel_AllocateBaseAddressTable(0, &put_bat, 2, bats, 0), "BAT");
	check(MUSPI_SetBaseAddress(&put_bat, 0, physical(payload)), "payload base");
	check(MUSPI_SetBaseAddress(&put_bat, 1,
				   MUSPI_GetAtomicAddress(physical(counter),
							  MUHWI_ATOMIC_OPCODE_STORE_ADD)),
	      "counter base");
}

#endif
