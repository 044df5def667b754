/*
 * kernel_l1p.c - the cores' L1 prefetchers: a page of registers in the node's
 * window for each, which programs read and write as plain memory, and the kernel's
 * calls on lists (spi/include/kernel/memory.h).
 *
 * No list is ever recorded or played, so a list is always finished, at its beginning.  How far
 * streams fetch ahead has an effect on time with --memory-model only (emu/core/cache/).
 */
#include <errno.h>
#include <string.h>

#include <hwi/include/bqc/l1p_mmio.h>
#include <spi/include/kernel/location.h>
#include <spi/include/kernel/memory.h>

#include "kernel.h"
#include "kernel_l1p.h"
#include "kernel_node.h"
#include "emu/node/machine/process.h"

#define CFG_PF_USR 0x108u
#define LIST_ALIGN 64u
#define LIST_MIN 128u
#define CURRENT_UNIT 16u /* of the registers that count within a list */

/* Value of the register as the firmware leaves it. */
#define PF_USR_BOOT                                                                   \
	(L1P_CFG_PF_USR_dfetch_depth(2) | L1P_CFG_PF_USR_dfetch_max_footprint(7) |    \
	 L1P_CFG_PF_USR_ifetch_max_footprint(2) | L1P_CFG_PF_USR_pf_stream_est_on_dcbt | \
	 L1P_CFG_PF_USR_pf_stream_prefetch_enable |                                   \
	 L1P_CFG_PF_USR_pf_stream_establish_enable |                                  \
	 L1P_CFG_PF_USR_pf_adaptive_enable | L1P_CFG_PF_USR_pf_adaptive_throttle(15))

static uint8_t *window(void)
{
	return space_window(thread_self->node);
}

static volatile uint64_t *core_register(uint32_t core, uint32_t offset)
{
	return (volatile uint64_t *)(window() + SPACE_L1P + core * KERNEL_L1P_BYTES + offset);
}

static volatile uint64_t *list_register(uint32_t offset)
{
	return core_register(Kernel_ProcessorCoreID(),
			     offset + L1P_PP_THREADOFFSET * Kernel_ProcessorThreadID());
}

uint64_t Kernel_L1pBaseAddress(void)
{
	struct kernel_node *k = kernel_node_self();
	uint32_t core = Kernel_ProcessorCoreID();

	call_begin();
	if (!(k->l1p_ready >> core & 1)) {
		k->l1p_ready |= 1u << core;
		*core_register(core, CFG_PF_USR) = PF_USR_BOOT;
		for (uint32_t t = 0; t < 4; t++)
			*core_register(core, L1P_PP_STATUS + t * L1P_PP_THREADOFFSET) =
				L1P_PP_STATUS_FINISHED;
	}
	return (uintptr_t)core_register(core, 0);
}

uint64_t kernel_l1p_find(void)
{
	uint32_t core = Kernel_ProcessorCoreID();

	if (!(kernel_node_find()->l1p_ready >> core & 1))
		return 0;
	return (uintptr_t)core_register(core, 0);
}

void kernel_l1p_streams(unsigned *each, unsigned *all)
{
	uint32_t core = Kernel_ProcessorCoreID();
	bool ready = kernel_node_find()->l1p_ready >> core & 1;
	uint64_t is = ready ? *core_register(core, CFG_PF_USR) : PF_USR_BOOT;

	*each = is & L1P_CFG_PF_USR_pf_stream_prefetch_enable
			? (unsigned)_BGQ_GET(3, 42, is) + 1 : 0;
	*all = (unsigned)_BGQ_GET(4, 46, is) + 1;
}

/* Returns the same base as Kernel_L1pBaseAddress(): programs see no difference between the two
 * paths. */
uint64_t Kernel_FastL1pBaseAddress(void)
{
	return Kernel_L1pBaseAddress();
}

static uint64_t list_pa(const void *va)
{
	uint64_t pa = (uint64_t)((const uint8_t *)va - window());

	return (pa + LIST_ALIGN - 1) & ~(uint64_t)(LIST_ALIGN - 1);
}

static void lists_set(uint64_t read_pa, uint64_t write_pa, uint64_t most)
{
	*list_register(L1P_PP_ADDR_READ) = read_pa;
	*list_register(L1P_PP_ADDR_WRITE) = write_pa;
	*list_register(L1P_PP_MAXSIZE) = most;
	*list_register(L1P_PP_ADDR_CURREAD) = read_pa / CURRENT_UNIT;
	*list_register(L1P_PP_ADDR_CURWRITE) = write_pa / CURRENT_UNIT;
}

uint64_t Kernel_L1pSetPatternAddress(void *read_list, void *write_list, size_t bytes)
{
	call_begin();
	if (!read_list && !write_list && !bytes) {
		lists_set(0, 0, 0);
		return 0;
	}
	if (!call_may_access(read_list, bytes) || !call_may_access(write_list, bytes))
		return EFAULT;
	if (bytes < LIST_MIN)
		return EINVAL;
	lists_set(list_pa(read_list), list_pa(write_list),
		  (bytes - LIST_ALIGN) & ~(uint64_t)(LIST_ALIGN - 1));
	return 0;
}

uint64_t Kernel_L1pGetCurrentPatternAddress(void **read_list, void **write_list)
{
	call_begin();
	if (!call_may_access(read_list, sizeof *read_list) ||
	    !call_may_access(write_list, sizeof *write_list))
		return EFAULT;
	/* Programs can store anything in these registers. */
	uintptr_t r = (uintptr_t)window() + *list_register(L1P_PP_ADDR_CURREAD) * CURRENT_UNIT;
	uintptr_t w = (uintptr_t)window() + *list_register(L1P_PP_ADDR_CURWRITE) * CURRENT_UNIT;

	if (!call_may_access((void *)r, 1) || !call_may_access((void *)w, 1))
		return EINVAL; /* none set */
	memcpy(read_list, &r, sizeof r);
	memcpy(write_list, &w, sizeof w);
	return 0;
}

uint64_t Kernel_L1pSetCurrentPatternAddress(void *read_list, void *write_list)
{
	call_begin();
	if (!call_may_access(read_list, 1) || !call_may_access(write_list, 1))
		return EFAULT;
	*list_register(L1P_PP_ADDR_CURREAD) =
		(uint64_t)((uint8_t *)read_list - window()) / CURRENT_UNIT;
	*list_register(L1P_PP_ADDR_CURWRITE) =
		(uint64_t)((uint8_t *)write_list - window()) / CURRENT_UNIT;
	return 0;
}
