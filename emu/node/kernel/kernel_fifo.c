/*
 * kernel_fifo.c - Kernel_* calls that give allocated FIFOs their memory and
 * switch them on (spi/include/kernel/MU.h).  Copies arguments in and results
 * out, as kernel_mu.c does.
 */
#include <errno.h>
#include <stddef.h>
#include <string.h>

#include "mu/mu.h"
#include "emu/node/machine/units.h"
#include "kernel_mu.h"

/* Both kinds of FIFO begin empty at the start of their memory. */
static void fifo_place(MUSPI_Fifo_t *f, uint8_t *va, uint64_t pa, uint64_t size_1)
{
	f->pa_start = pa;
	f->va_start = f->va_head = f->va_tail = va;
	f->va_end = va + size_1 + 1;
	f->size_1 = size_1;
}

/* The offset in its window that the program gives for the FIFO: 0, or EFAULT. */
static int fifo_memory(const char *call, const Kernel_MemoryRegion_t *region,
		       uint64_t offset, uint64_t *pa)
{
	Kernel_MemoryRegion_t r;

	if (!call_may_access(region, sizeof r))
		return EFAULT;
	memcpy(&r, region, sizeof r);
	*pa = (uintptr_t)r.BaseVa + offset - (uintptr_t)space_window(self_node());
	if (*pa >= space.window_bytes)
		kernel_assert_failed(call, "FIFO address", (uintptr_t)r.BaseVa + offset);
	return 0;
}

int32_t Kernel_InjFifoInit(MUSPI_InjFifoSubGroup_t *sg, uint32_t id,
			   Kernel_MemoryRegion_t *region, uint64_t offset, uint64_t size_1)
{
	const uint64_t *counts;
	uint32_t subgroup;
	uint64_t pa;
	MUSPI_InjFifo_t f;

	call_begin_in_order();
	if (kernel_get_injfifos(__func__, sg, &subgroup) ||
	    fifo_memory(__func__, region, offset, &pa))
		return EFAULT;
	kernel_check_id(__func__, id, MU_INJ_PER_SUBGROUP);
	if (mu_injfifo_init(units.mu, self_node(), subgroup * MU_INJ_PER_SUBGROUP + id, pa,
			    size_1 + 1, self_now()) != 0)
		kernel_assert_failed(__func__, "FIFO start or size", size_1 + 1);
	char *at = (char *)sg + offsetof(MUSPI_InjFifoSubGroup_t, _injfifos) + id * sizeof f;

	memcpy(&f, at, sizeof f);
	counts = kernel_register(subgroup, INJ_OFFSET(id) + COUNTS_OFFSET);
	fifo_place(&f._fifo, space_window(self_node()) + pa, pa, size_1);
	f.numInjected = 0;
	f.charged = 0;
	f.descCount = counts[0];
	f.freeSpace = counts[1];
	memcpy(at, &f, sizeof f);
	return 0;
}

int32_t Kernel_RecFifoInit(MUSPI_RecFifoSubGroup_t *sg, uint32_t id,
			   Kernel_MemoryRegion_t *region, uint64_t offset, uint64_t size_1)
{
	uint32_t subgroup;
	uint64_t pa;
	MUSPI_RecFifo_t f;

	call_begin_in_order();
	if (kernel_get_recfifos(__func__, sg, &subgroup) ||
	    fifo_memory(__func__, region, offset, &pa))
		return EFAULT;
	kernel_check_id(__func__, id, MU_REC_PER_SUBGROUP);
	if (mu_recfifo_init(units.mu, self_node(), subgroup * MU_REC_PER_SUBGROUP + id, pa,
			    size_1 + 1, self_now()) != 0)
		kernel_assert_failed(__func__, "FIFO start or size", size_1 + 1);
	char *at = (char *)sg + offsetof(MUSPI_RecFifoSubGroup_t, _recfifos) + id * sizeof f;

	memcpy(&f, at, sizeof f);
	fifo_place(&f._fifo, space_window(self_node()) + pa, pa, size_1);
	f.numProcessed = 0;
	memcpy(at, &f, sizeof f);
	return 0;
}

int32_t Kernel_InjFifoActivate(MUSPI_InjFifoSubGroup_t *sg, uint32_t n, uint32_t *fifoids,
			       uint32_t activate)
{
	uint32_t subgroup, ids[MU_INJ_PER_SUBGROUP];

	call_begin_in_order();
	if (kernel_get_injfifos(__func__, sg, &subgroup) ||
	    kernel_get_ids(__func__, fifoids, n, MU_INJ_PER_SUBGROUP, ids))
		return EFAULT;
	for (uint32_t i = 0; i < n; i++)
		mu_injfifo_activate(units.mu, self_node(),
				    subgroup * MU_INJ_PER_SUBGROUP + ids[i],
				    activate == KERNEL_INJ_FIFO_ACTIVATE, self_now());
	return 0;
}

int32_t Kernel_RecFifoEnable(uint32_t group, uint64_t bits)
{
	call_begin_in_order();
	if (group >= MU_SUBGROUPS / 4)
		kernel_assert_failed(__func__, "group id", group);
	if ((bits & 0xffff) == 0)
		kernel_assert_failed(__func__, "enable bits", bits);
	for (uint32_t f = 0; f < 16; f++)
		if (bits >> (15 - f) & 1)
			mu_recfifo_enable(units.mu, self_node(), group * 16 + f, 1,
					  self_now());
	return 0;
}

int32_t Kernel_RecFifoDisable(uint32_t group, uint64_t bits)
{
	(void)group, (void)bits;
	call_begin_in_order();
	return 0;
}
