/*
 * kernel_memory.c - Kernel_* calls on memory (spi/include/kernel/memory.h).
 * A process has one segment, its node's window, from the lowest byte of its
 * stack on: the region of any of its addresses is the whole of it, and a
 * physical address is an offset in the window.
 */
#include <errno.h>

#include <spi/include/kernel/memory.h>

#include "heap.h"
#include "kernel.h"
#include "machine.h"
#include "report.h"


bool kernel_can_access(const void *p, size_t bytes)
{
	uint64_t off = (uintptr_t)p - (uintptr_t)space_window(thread_self->node);

	return off >= SPACE_STACK + SPACE_GUARD_BYTES && off < space.window_bytes &&
	       bytes <= space.window_bytes - off;
}

void kernel_assert_failed(const char *call, const char *argument, unsigned long long value)
{
	report_assertion(thread_self, call, argument, value);
	process_exit(128 + 6);
}

uint32_t Kernel_CreateMemoryRegion(Kernel_MemoryRegion_t *region, void *va, size_t bytes)
{
	uint8_t *window = space_window(thread_self->node);

	(void)bytes; /* the kernel does not check it: the region is the segment */
	kernel_call();
	if (!kernel_can_access(region, sizeof *region))
		return EFAULT;
	if (!kernel_can_access(va, 1))
		return EINVAL;
	region->BaseVa = window;
	region->BasePa = NULL;
	region->Bytes = space.window_bytes;
	return 0;
}

uint32_t Kernel_DestroyMemoryRegion(Kernel_MemoryRegion_t *region)
{
	(void)region;
	kernel_call();
	return 0;
}

uint32_t Kernel_Physical2Virtual(void *pa, void **va)
{
	uint8_t *window = space_window(thread_self->node);

	kernel_call();
	if (!kernel_can_access(va, sizeof *va))
		return EFAULT;
	if (!kernel_can_access(window + (uintptr_t)pa, 1) ||
	    (uintptr_t)pa >= space.window_bytes)
		return ENOENT;
	*va = window + (uintptr_t)pa;
	return 0;
}

/* One process a node: its own addresses serve. */
uint32_t Kernel_Physical2GlobalVirtual(void *pa, void **va)
{
	kernel_call();
	if (!kernel_can_access(va, sizeof *va))
		return EFAULT;
	*va = space_window(thread_self->node) + (uintptr_t)pa;
	return 0;
}

/* L2 atomics work on any memory of the node. */
uint64_t Kernel_L2AtomicsAllocate(void *va, size_t bytes)
{
	kernel_call();
	return kernel_can_access(va, bytes) ? 0 : EFAULT;
}

int Kernel_GetMemorySize(enum KERNEL_MEMSIZETYPE type, uint64_t *size)
{
	const struct thread *t = thread_self;
	uint64_t stack = SPACE_IMAGE - SPACE_STACK - SPACE_GUARD_BYTES;
	uint64_t heap = space.window_bytes - machine_heap_offset();
	uint64_t used = machine_heap_used(t->node);
	uint64_t frame = (uintptr_t)__builtin_frame_address(0) -
			 (uintptr_t)space_window(t->node) - SPACE_STACK - SPACE_GUARD_BYTES;

	kernel_call();
	if (!kernel_can_access(size, sizeof *size))
		return EFAULT;
	switch (type) {
	case KERNEL_MEMSIZE_SHARED:
	case KERNEL_MEMSIZE_PERSIST:
	case KERNEL_MEMSIZE_MMAP: *size = 0; return 0;
	case KERNEL_MEMSIZE_HEAPAVAIL:
	case KERNEL_MEMSIZE_ESTHEAPAVAIL: *size = heap - used; return 0;
	case KERNEL_MEMSIZE_STACKAVAIL:
	case KERNEL_MEMSIZE_ESTSTACKAVAIL: *size = frame; return 0;
	case KERNEL_MEMSIZE_STACK:
	case KERNEL_MEMSIZE_ESTSTACK: *size = stack - frame; return 0;
	case KERNEL_MEMSIZE_HEAP: *size = used; return 0;
	case KERNEL_MEMSIZE_GUARD: *size = SPACE_GUARD_BYTES; return 0;
	case KERNEL_MEMSIZE_HEAPMAX: *size = heap; return 0;
	}
	return EINVAL;
}
