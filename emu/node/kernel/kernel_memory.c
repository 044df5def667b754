/*
 * kernel_memory.c - Kernel_* calls on memory (spi/include/kernel/memory.h).
 * A process has two segments: its slot of the node's window, from the lowest byte
 * of its stack on, and the memory that the node's processes share.  The region of
 * any of its addresses is the whole segment, and a physical address is an offset
 * in the window.
 */
#include <errno.h>
#include <string.h>

#include <spi/include/kernel/memory.h>

#include "emu/core/calls/call_stack.h"
#include "emu/node/image/heap.h"
#include "emu/node/posix/thread.h"
#include "kernel.h"
#include "emu/node/machine/l2_memory.h"
#include "emu/node/machine/booted.h"
#include "emu/node/machine/job.h"
#include "emu/show/report/report.h"
#include "emu/node/machine/shm.h"

/* Numbers of the machine, for programs that print or compare them. */
#define L2_ATOMICS_BASE UINT64_C(0x0004000000000000)
#define FAST_L2_BASE    UINT64_C(0x0005000001600000)

bool kernel_copy_out(void *to, const void *from, size_t bytes)
{
	if (!call_may_access(to, bytes))
		return false;
	memcpy(to, from, bytes);
	return true;
}

void kernel_assert_failed(const char *call, const char *argument, unsigned long long value)
{
	report_assertion(thread_self, call, argument, value);
	process_fail();
}

uint32_t Kernel_CreateMemoryRegion(Kernel_MemoryRegion_t *region, void *va, size_t bytes)
{
	struct segment s = segment_shared();
	Kernel_MemoryRegion_t r;

	(void)bytes; /* the kernel does not check it: the region is the segment */
	call_begin();
	if (!call_may_access(region, sizeof *region))
		return EFAULT;
	if (!segment_contains(s, va, 1)) /* the slot begins with its stack's guard, which counts */
		s = (struct segment){ process_self()->base, space.slot_bytes };
	if (!segment_contains(s, va, 1))
		return EINVAL;
	r.BaseVa = s.va;
	r.BasePa = (void *)(s.va - space_window(thread_self->node));
	r.Bytes = s.bytes;
	memcpy(region, &r, sizeof r);
	return 0;
}

uint32_t Kernel_DestroyMemoryRegion(Kernel_MemoryRegion_t *region)
{
	(void)region;
	call_begin();
	return 0;
}

uint32_t Kernel_QueryMemoryRegion(Kernel_MemoryRegion_t *region, void **base, size_t *bytes)
{
	Kernel_MemoryRegion_t r;

	call_begin();
	if (!call_may_access(region, sizeof r) || !call_may_access(base, sizeof *base) ||
	    !call_may_access(bytes, sizeof *bytes))
		return EFAULT;
	memcpy(&r, region, sizeof r);
	memcpy(base, &r.BaseVa, sizeof *base);
	memcpy(bytes, &r.Bytes, sizeof *bytes);
	return 0;
}

/* All processes of a node see its memory at the same addresses: as known from what the program
 * calls (image_bind.c). */
uint32_t Kernel_CreateGlobalMemoryRegion(const Kernel_MemoryRegion_t *region,
					 Kernel_MemoryRegion_t *global)
{
	Kernel_MemoryRegion_t r;

	call_begin();
	if (!call_may_access(region, sizeof r) || !call_may_access(global, sizeof r))
		return EFAULT;
	node_reach_memory(thread_self->node);
	memcpy(&r, region, sizeof r);
	r.BaseVa = (void *)((uintptr_t)space_window(thread_self->node) + (uintptr_t)r.BasePa);
	memcpy(global, &r, sizeof r);
	return 0;
}

uint32_t Kernel_Physical2Virtual(void *pa, void **va)
{
	uintptr_t at = (uintptr_t)space_window(thread_self->node) + (uintptr_t)pa;

	call_begin();
	if (!call_may_access(va, sizeof *va))
		return EFAULT;
	if ((uintptr_t)pa >= space.window_bytes || !call_may_access((void *)at, 1))
		return ENOENT;
	memcpy(va, &at, sizeof at);
	return 0;
}

uint32_t Kernel_Physical2GlobalVirtual(void *pa, void **va)
{
	uintptr_t at = (uintptr_t)space_window(thread_self->node) + (uintptr_t)pa;

	call_begin();
	node_reach_memory(thread_self->node);
	if (!kernel_copy_out(va, &at, sizeof at))
		return EFAULT;
	return 0;
}

uint64_t Kernel_L2AtomicsAllocate(void *va, size_t bytes)
{
	call_begin();
	return call_may_access(va, bytes) ? (uint64_t)l2_memory_allocate(va, bytes) : EFAULT;
}

uint64_t Kernel_L2AtomicsBaseAddress(void)
{
	call_begin();
	return L2_ATOMICS_BASE;
}

uint64_t Kernel_FastL2BaseAddress(void)
{
	call_begin();
	return FAST_L2_BASE;
}

uint64_t Kernel_FirstThreadWakeupWAC(void)
{
	call_begin();
	return 0;
}

uint64_t Kernel_GetPrivilegeMode(void)
{
	call_begin();
	return 0;
}

/* Sets the word that tells the kernel whether it may roll back after a soft error.  There
 * are no soft errors. */
uint64_t Kernel_SetRollbackIndicator(volatile uint64_t *indicator)
{
	(void)indicator;
	call_begin();
	return 0;
}

/* A job has persistent memory if it asks for some, which jobs here cannot. */
int persist_open(char *name, int flags, uint32_t mode)
{
	(void)flags, (void)mode;
	call_begin();
	errno = call_may_access(name, 1) ? ENOENT : EFAULT;
	return -1;
}

int Kernel_GetMemorySize(enum KERNEL_MEMSIZETYPE type, uint64_t *size)
{
	const struct thread *t = thread_self;
	const struct process *p = t->process;
	struct posix_thread_bounds stack = posix_thread_stack(t);
	const uint8_t *frame = call_stack_seen(__builtin_frame_address(0));
	uint64_t heap = space.slot_bytes - machine_heap_offset();
	uint64_t used = machine_heap_used(p);
	uint64_t bytes;

	call_begin();
	if (!call_may_access(size, sizeof *size))
		return EFAULT;
	switch (type) {
	case KERNEL_MEMSIZE_SHARED: bytes = job.opt.controls.shared_bytes; break;
	case KERNEL_MEMSIZE_PERSIST:
	case KERNEL_MEMSIZE_MMAP: bytes = 0; break;
	case KERNEL_MEMSIZE_HEAPAVAIL:
	case KERNEL_MEMSIZE_ESTHEAPAVAIL: bytes = heap - used; break;
	case KERNEL_MEMSIZE_STACKAVAIL:
	case KERNEL_MEMSIZE_ESTSTACKAVAIL: bytes = (uint64_t)(frame - stack.low); break;
	case KERNEL_MEMSIZE_STACK:
	case KERNEL_MEMSIZE_ESTSTACK: bytes = (uint64_t)(stack.high - frame); break;
	case KERNEL_MEMSIZE_HEAP: bytes = used; break;
	case KERNEL_MEMSIZE_GUARD: bytes = stack.guard_bytes; break;
	case KERNEL_MEMSIZE_HEAPMAX: bytes = machine_heap_extent(p->base); break;
	default: return EINVAL;
	}
	memcpy(size, &bytes, sizeof bytes);
	return 0;
}
