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

/* Injection FIFOs 0 to n - 1 of a subgroup, one after the other in memory. */
static inline void put_open_fifos(uint32_t subgroup, MUSPI_InjFifoSubGroup_t *group, uint32_t n,
				  char *memory, uint64_t fifo_bytes)
{
	Kernel_InjFifoAttributes_t attr[8];
	uint32_t ids[8];

	memset(attr, 0, sizeof attr);
	for (uint32_t i = 0; i < n; i++)
		ids[i] = i;
	check(Kernel_AllocateInjFifos(subgroup, group, n, ids, attr), "injection FIFOs");
	for (uint32_t i = 0; i < n; i++) {
		char *at = memory + i * fifo_bytes;
		Kernel_MemoryRegion_t r;

		check((int)Kernel_CreateMemoryRegion(&r, at, fifo_bytes), "region");
		check(Kernel_InjFifoInit(group, i, &r, (uint64_t)at - (uint64_t)r.BaseVa,
					 fifo_bytes - 1), "FIFO init");
	}
	check(Kernel_InjFifoActivate(group, n, ids, KERNEL_INJ_FIFO_ACTIVATE), "activate");
}

/* Puts to this node: payload to *payload, counted down at *counter. */
static inline void put_open_bats(volatile void *payload, volatile uint64_t *counter)
{
	uint32_t ids[2] = { 0, 1 };

	check(Kernel_AllocateBaseAddressTable(0, &put_bat, 2, ids, 0), "BAT");
	check(MUSPI_SetBaseAddress(&put_bat, 0, physical(payload)), "payload base");
	check(MUSPI_SetBaseAddress(&put_bat, 1,
				   MUSPI_GetAtomicAddress(physical(counter),
							  MUHWI_ATOMIC_OPCODE_STORE_ADD)),
	      "counter base");
}

static inline void put_init(volatile uint64_t *payload, volatile uint64_t *counter)
{
	put_open_fifos(0, &put_inj, 1, put_fifo_memory, PUT_FIFO_BYTES);
	put_open_bats(payload, counter);
}

#endif
