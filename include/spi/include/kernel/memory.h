/*
 * kernel/memory.h - memory as the message unit and the L2 cache see it.
 *
 * Physical addresses (PA) are below 2^36 and belong to the node: a process's
 * static data, stacks, heap and shared segments all have one.  No call waits.
 * Functions of the runtime; must never become macros.  The C headers are here
 * because programs count on them.
 */
#ifndef SPI_KERNEL_MEMORY_H
#define SPI_KERNEL_MEMORY_H

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>

#include <spi/include/kernel/cnk/kernel_impl.h>
#include <cnk/include/Config.h>
#include <cnk/include/SPI_syscalls.h>
#include <firmware/include/VirtualMap.h>
#include <hwi/include/bqc/l1p_mmio.h>
#include <hwi/include/common/compiler_support.h>

/* A piece of memory that is contiguous in both address spaces. */
typedef struct Kernel_MemoryRegion {
	size_t Bytes;
	void *BaseVa;
	void *BasePa;
} __attribute__((__packed__)) Kernel_MemoryRegion_t;

/* The machine's library keeps the regions that a process has asked for in a list of its own,
 * which packages that bring that library's source define once more.  Never looked at here. */
typedef struct CNKSPI_MemoryRegionCacheElement {
	void *startPtr;
	void *endPtr;
	void *PA;
	uint64_t bytes;
} CNKSPI_MemoryRegionCacheElement_t;

#define CNKSPI_MAX_NUM_CACHED_MEMORY_REGIONS 5

enum KERNEL_MEMSIZETYPE {
	KERNEL_MEMSIZE_SHARED = 200,
	KERNEL_MEMSIZE_PERSIST,
	KERNEL_MEMSIZE_HEAPAVAIL,
	KERNEL_MEMSIZE_ESTHEAPAVAIL,
	KERNEL_MEMSIZE_STACKAVAIL,
	KERNEL_MEMSIZE_ESTSTACKAVAIL,
	KERNEL_MEMSIZE_STACK,
	KERNEL_MEMSIZE_ESTSTACK,
	KERNEL_MEMSIZE_HEAP,
	KERNEL_MEMSIZE_GUARD,
	KERNEL_MEMSIZE_HEAPMAX,
	KERNEL_MEMSIZE_MMAP
};

#ifdef __cplusplus
extern "C" {
#endif

/* See CNKSPI_MemoryRegionCacheElement_t. */
extern CNKSPI_MemoryRegionCacheElement_t _cnkspi_MemoryRegionCache[];
extern uint64_t _cnkspi_MemoryRegionCacheNumElements;
extern uint64_t _cnkspi_MemoryRegionCacheLastAccessedElementNumber;
extern uint64_t _cnkspi_MemoryRegionCacheLock;

/* ---- Virtual and physical addresses. */

/* *memregion = the whole segment (static data, heap, ...) that holds the
 * address; it may be larger or, by its end, smaller than requested_size.  A
 * buffer's PA is BasePa + (va - BaseVa).  Returns 0; EFAULT; EINVAL for an
 * address in no segment. */
uint32_t Kernel_CreateMemoryRegion(Kernel_MemoryRegion_t *memregion,
				   void *base_virtualaddress, size_t requested_size);
/* Returns 0; the memory stays what it was. */
uint32_t Kernel_DestroyMemoryRegion(Kernel_MemoryRegion_t *memregion);
/* *base, *bytes = BaseVa and Bytes of the region.  Returns 0 or EFAULT. */
uint32_t Kernel_QueryMemoryRegion(Kernel_MemoryRegion_t *memregion, void **base,
				  size_t *bytes);
/* The region with BaseVa as the other processes of the node see it.  Returns 0 or
 * EFAULT. */
uint32_t Kernel_CreateGlobalMemoryRegion(const Kernel_MemoryRegion_t *memregion,
					 Kernel_MemoryRegion_t *glob_memregion);

/* *VA = the caller's address of the physical address.  Returns 0, or ENOENT if
 * none of its memory is there. */
uint32_t Kernel_Physical2Virtual(void *PA, void **VA);
/* *GVA = an address of PA that is good in every process of the node.  Returns 0. */
uint32_t Kernel_Physical2GlobalVirtual(void *PA, void **GVA);

/* ---- L2 atomics. */

/* Make [va, va+length) ready for L2_Atomic operations, in whole units of 32 KiB; plain loads
 * and stores stay legal.  Elsewhere these operations end the rank as by SIGSEGV.  Returns 0,
 * EFAULT or ENOMEM. */
uint64_t Kernel_L2AtomicsAllocate(void *atomic_vaddress, size_t length);

/* ---- Sizes of the caller's memory. */

/* HEAP is what is in use, HEAPMAX the most of the heap that ever was.
 * Returns 0; EFAULT; EINVAL for an unknown type, or one that only the first
 * thread of the process may ask for. */
int Kernel_GetMemorySize(enum KERNEL_MEMSIZETYPE type, uint64_t *size);

/* Opens name below /dev/persist.  As open(2): -1 with errno ENOENT, because jobs have
 * no persistent memory. */
int persist_open(char *name, int oflag, uint32_t mode);

/* Returns 0: the caller runs in user mode. */
uint64_t Kernel_GetPrivilegeMode(void);

/* ---- Base addresses of hardware units. */
/* Of the L2 central unit: the machine's number, for programs that print or compare it.
 * Speculation is not modelled, and an access there ends the process. */
uint64_t Kernel_FastL2BaseAddress(void);
/* Of alias addresses: plus an address times 32, a hardware thread times 64 and an opcode
 * times 8, that at which a plain load or store of 8 bytes is the operation. */
uint64_t Kernel_L2AtomicsBaseAddress(void);
/* First address compare register of the wakeup unit that is for programs: 0. */
uint64_t Kernel_FirstThreadWakeupWAC(void);

/* ---- The L1 prefetcher of the caller's core.
 *
 * Its registers (hwi/include/bqc/l1p_mmio.h, offsets of L1P_PP_*) are memory that
 * may be read and written.  Caches are not modelled, so nothing written has an
 * effect, and a list that was started is finished at once, at its beginning. */
uint64_t Kernel_L1pBaseAddress(void);
uint64_t Kernel_FastL1pBaseAddress(void);

/* The calling hardware thread's lists: of size bytes each, at the next multiples of
 * 64; none, if all arguments are 0.  Returns 0; EFAULT; EINVAL for less than 128
 * bytes. */
uint64_t Kernel_L1pSetPatternAddress(void *readptr, void *writeptr, size_t size);
/* Where the lists are at.  Get returns 0; EFAULT; EINVAL if there are none.  Set
 * returns 0 or EFAULT. */
uint64_t Kernel_L1pGetCurrentPatternAddress(void **readptr, void **writeptr);
uint64_t Kernel_L1pSetCurrentPatternAddress(void *readptr, void *writeptr);

/* Where the program says whether the kernel may roll back after a soft error.
 * Returns 0; there are none. */
uint64_t Kernel_SetRollbackIndicator(volatile uint64_t *ptr);

/* A file system in memory.  Not supported: the call ends the process with a
 * message. */
int Kernel_SetLocalFSWindow(size_t fs_size, void *fs_baseaddr);

#ifdef __cplusplus
}
#endif
#endif
