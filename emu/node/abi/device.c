/* device.c - see device.h. */
#include "device.h"

#include <stddef.h>

#include <hwi/include/bqc/PhysicalMap.h>
#include <spi/include/kernel/memory.h>

#include "include/bgqemu/abi_mmio.h"
#include "emu/node/kernel/kernel_l1p.h"
#include "emu/node/machine/booted.h"
#include "emu/node/image/mmio_pages.h"

#define FAST_L2 UINT64_C(0x0005000001600000) /* Kernel_FastL2BaseAddress() */

struct range {
	uint64_t first, last;
	const char *refusal;
};

/* Ranges that are not served, and why; the first that fits holds. */
static const struct range range[] = {
	{ PHYMAP_MINADDR_MU, PHYMAP_MAXADDR_MU,
	  "registers of the message unit take plain loads and stores of 8 bytes only, below its "
	  "17 groups" },
	{ PHYMAP_MINADDR_DCR, PHYMAP_MAXADDR_DCR,
	  "device control registers take plain loads of 8 bytes only" },
	{ PHYMAP_MINADDR_L1P, PHYMAP_MAXADDR_L1P,
	  "registers of the L1 prefetcher and of the wakeup unit take plain loads and stores of "
	  "8 bytes only, in the first 8 KiB" },
	{ PHYMAP_MINADDR_L2, PHYMAP_MAXADDR_L2,
	  "the L2 central unit is not modelled: there is no speculation" },
	{ FAST_L2, FAST_L2 + PHYMAP_SIZE_L2 - 1,
	  "the L2 central unit is not modelled: there is no speculation" },
	{ PHYMAP_MINADDR_UPC, PHYMAP_MAXADDR_UPC,
	  "the registers of the performance counters are not modelled: see bgpm/include/bgpm.h" },
	{ PHYMAP_MINADDR_INTAG, PHYMAP_MAXADDR_INTAG,
	  "the interrupt aggregator is not modelled" },
	{ PHYMAP_MINADDR_PCIE, PHYMAP_MAXADDR_PCIE, "PCI Express is for I/O nodes" },
	{ PHYMAP_MINADDR_MMIO, PHYMAP_MAXADDR_MMIO, "no device for programs is there" },
	{ PHYMAP_MINADDR_MMIO + PHYMAP_PRIVILEGEDOFFSET,
	  PHYMAP_MAXADDR_MMIO + PHYMAP_PRIVILEGEDOFFSET,
	  "a privileged address: a program's is PHYMAP_PRIVILEGEDOFFSET below it" },
};

static bool within(uint64_t address, uint64_t first, uint64_t last)
{
	return address - first <= last - first;
}

const char *device_refusal(uint64_t address)
{
	for (size_t i = 0; i < sizeof range / sizeof *range; i++)
		if (within(address, range[i].first, range[i].last))
			return range[i].refusal;
	return NULL;
}

static enum device_place find_mu(uint64_t address, uint64_t *at)
{
	uint32_t node = thread_self->node, off;

	*at = mmio_from_machine(node, address);
	if (!mmio_is_of(node, *at, &off))
		return DEVICE_REFUSED;
	return booted.node[node].registers ? DEVICE_SHOWN : DEVICE_LATER;
}

enum device_place device_find(uint64_t address, uint64_t *at)
{
	if (!within(address, PHYMAP_MINADDR_PCIE,
		    PHYMAP_MAXADDR_MMIO + PHYMAP_PRIVILEGEDOFFSET))
		return DEVICE_NONE;
	if (address % 8)
		return DEVICE_REFUSED;
	if (within(address, PHYMAP_MINADDR_MU, PHYMAP_MAXADDR_MU))
		return find_mu(address, at);
	if (within(address, PHYMAP_MINADDR_L1P, PHYMAP_MINADDR_L1P + KERNEL_L1P_BYTES - 1)) {
		*at = kernel_l1p_find();
		if (!*at)
			return DEVICE_LATER;
		*at += address - PHYMAP_MINADDR_L1P;
		return DEVICE_MEMORY;
	}
	if (within(address, PHYMAP_MINADDR_DCR, PHYMAP_MAXADDR_DCR)) {
		*at = (address - PHYMAP_MINADDR_DCR) / 8;
		return DEVICE_DCR;
	}
	return DEVICE_REFUSED;
}

void device_prepare(uint64_t address)
{
	if (within(address, PHYMAP_MINADDR_MU, PHYMAP_MAXADDR_MU))
		bgqemu_mmio_base();
	else
		Kernel_L1pBaseAddress();
}
