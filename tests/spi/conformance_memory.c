/*
 * conformance_memory.c - results and errors of the calls on memory: regions,
 * addresses, sizes, blocks that are not to be had.
 */
#include "conformance.h"

#include <string.h>

#include <spi/include/kernel/memory.h>

static char data[100];

static void regions(void)
{
	Kernel_MemoryRegion_t r, other, global;
	int local;
	void *base;
	size_t bytes;
	char *heap = malloc(50);

	CHECK_EFAULT(Kernel_CreateMemoryRegion(bad, data, sizeof data));
	for (int i = 0; i < 2; i++) /* the others are the last and the first byte of ours */
		CHECK(Kernel_CreateMemoryRegion(&r, bad_pointers[i], 1) == EINVAL);
	CHECK(Kernel_CreateMemoryRegion(&r, data, sizeof data) == 0);
	CHECK((char *)r.BaseVa <= data);
	CHECK(data + sizeof data <= (char *)r.BaseVa + r.Bytes);
	CHECK((uintptr_t)r.BasePa + r.Bytes <= UINT64_C(1) << 36);
	CHECK(sizeof r == 24);
	/* Stack and heap too; the length is not checked. */
	CHECK(Kernel_CreateMemoryRegion(&other, &local, (size_t)1 << 50) == 0);
	CHECK((char *)&local - (char *)other.BaseVa + (char *)other.BasePa ==
	      (char *)&local - (char *)r.BaseVa + (char *)r.BasePa);
	CHECK(Kernel_CreateMemoryRegion(&other, heap, 50) == 0);
	/* The region of a region is that region. */
	CHECK(Kernel_CreateMemoryRegion(&other, r.BaseVa, r.Bytes) == 0);
	CHECK(!memcmp(&other, &r, sizeof r));
	CHECK(Kernel_CreateMemoryRegion(&other, (char *)r.BaseVa - 1, 1) == EINVAL);

	CHECK(Kernel_QueryMemoryRegion(&r, &base, &bytes) == 0);
	CHECK(base == r.BaseVa && bytes == r.Bytes);
	CHECK_EFAULT(Kernel_QueryMemoryRegion(bad, &base, &bytes));
	CHECK_EFAULT(Kernel_QueryMemoryRegion(&r, bad, &bytes));
	CHECK_EFAULT(Kernel_QueryMemoryRegion(&r, &base, bad));

	CHECK(Kernel_CreateGlobalMemoryRegion(&r, &global) == 0);
	CHECK(global.Bytes == r.Bytes && global.BasePa == r.BasePa);
	data[7] = 42;
	CHECK(((char *)global.BaseVa)[data - (char *)r.BaseVa + 7] == 42);
	CHECK_EFAULT(Kernel_CreateGlobalMemoryRegion(bad, &global));
	CHECK_EFAULT(Kernel_CreateGlobalMemoryRegion(&r, bad));
	CHECK(Kernel_DestroyMemoryRegion(&r) == 0);
	CHECK(Kernel_DestroyMemoryRegion(NULL) == 0);
	free(heap);
}

static void addresses(void)
{
	Kernel_MemoryRegion_t r;
	void *va, *gva;

	CHECK(Kernel_CreateMemoryRegion(&r, data, sizeof data) == 0);
	void *pa = (char *)r.BasePa + (data - (char *)r.BaseVa);

	CHECK(Kernel_Physical2Virtual(pa, &va) == 0 && va == data);
	CHECK(Kernel_Physical2Virtual((char *)r.BasePa + r.Bytes, &va) == ENOENT);
	CHECK(Kernel_Physical2Virtual((void *)(UINT64_C(1) << 40), &va) == ENOENT);
	CHECK(Kernel_Physical2Virtual(NULL, &va) == ENOENT);
	CHECK_EFAULT(Kernel_Physical2Virtual(pa, bad));
	data[0] = 43;
	CHECK(Kernel_Physical2GlobalVirtual(pa, &gva) == 0 && *(char *)gva == 43);
	CHECK_EFAULT(Kernel_Physical2GlobalVirtual(pa, bad));
}

static uint64_t size_of(enum KERNEL_MEMSIZETYPE type)
{
	uint64_t bytes = 1;

	CHECK(Kernel_GetMemorySize(type, &bytes) == 0);
	return bytes;
}

static void sizes(void)
{
	uint64_t bytes, heap = size_of(KERNEL_MEMSIZE_HEAP), free_heap, high;
	char *volatile block; /* else a compiler may do without it */

	CHECK(size_of(KERNEL_MEMSIZE_SHARED) ==
	      (Kernel_ProcessCount() == 1 ? 32u : 64u) << 20);
	CHECK(size_of(KERNEL_MEMSIZE_PERSIST) == 0);
	CHECK(size_of(KERNEL_MEMSIZE_MMAP) == 0);
	CHECK(size_of(KERNEL_MEMSIZE_STACK) < 65536);
	CHECK(size_of(KERNEL_MEMSIZE_STACKAVAIL) > 1 << 20);
	CHECK(size_of(KERNEL_MEMSIZE_GUARD) > 0);
	free_heap = size_of(KERNEL_MEMSIZE_HEAPAVAIL);
	CHECK(free_heap == size_of(KERNEL_MEMSIZE_ESTHEAPAVAIL));
	block = malloc(1 << 20);
	CHECK(block && size_of(KERNEL_MEMSIZE_HEAP) >= heap + (1 << 20));
	CHECK(size_of(KERNEL_MEMSIZE_HEAPAVAIL) <= free_heap - (1 << 20));
	high = size_of(KERNEL_MEMSIZE_HEAPMAX);
	CHECK(high >= size_of(KERNEL_MEMSIZE_HEAP));
	CHECK(high < size_of(KERNEL_MEMSIZE_HEAP) + (4 << 20)); /* not what there could be */
	free(block);
	CHECK(size_of(KERNEL_MEMSIZE_HEAPMAX) == high);
	block = malloc(8 << 20);
	CHECK(block && size_of(KERNEL_MEMSIZE_HEAPMAX) >= high + (7 << 20));
	free(block);
	CHECK(Kernel_GetMemorySize((enum KERNEL_MEMSIZETYPE)199, &bytes) == EINVAL);
	CHECK(Kernel_GetMemorySize((enum KERNEL_MEMSIZETYPE)212, &bytes) == EINVAL);
	CHECK_EFAULT(Kernel_GetMemorySize(KERNEL_MEMSIZE_HEAP, bad));
}

/* A call that fails changes nothing but its result, and errno where the standard says so. */
static void refused_blocks(void)
{
	int (*volatile memalign_call)(void **, size_t, size_t) = posix_memalign;
	void *(*volatile calloc_call)(size_t, size_t) = calloc;
	void *(*volatile realloc_call)(void *, size_t) = realloc;
	char *block = malloc(16);
	void *out = block;

	errno = 0;
	CHECK(memalign_call(&out, sizeof(void *), SIZE_MAX) == ENOMEM && out == block);
	CHECK(memalign_call(&out, sizeof(void *) + 1, 16) == EINVAL && out == block);
	CHECK(errno == 0);
	CHECK(!calloc_call(SIZE_MAX / 2, 3) && errno == ENOMEM);
	strcpy(block, "kept");
	errno = 0;
	CHECK(!realloc_call(block, SIZE_MAX - 64) && errno == ENOMEM);
	CHECK(!strcmp(block, "kept"));
	free(block);
}

static void units(void)
{
	static char name[] = "kept";
	static uint64_t word;

	CHECK(Kernel_L2AtomicsAllocate(data, sizeof data) == 0);
	CHECK(Kernel_L2AtomicsAllocate(NULL, 8) == EFAULT);
	CHECK(Kernel_L2AtomicsAllocate(bad_pointers[1], 8) == EFAULT);
	CHECK(Kernel_L2AtomicsAllocate(bad_pointers[2], 2) == EFAULT);
	CHECK(Kernel_L2AtomicsBaseAddress() == UINT64_C(0x0004000000000000));
	CHECK(Kernel_FastL2BaseAddress() == UINT64_C(0x0005000001600000));
	CHECK(Kernel_FirstThreadWakeupWAC() == 0);
	CHECK(Kernel_SetRollbackIndicator(&word) == 0 && word == 0);
	errno = 0;
	CHECK(persist_open(name, O_RDWR, 0) == -1 && errno == ENOENT);
	CHECK(persist_open(NULL, O_RDWR, 0) == -1 && errno == EFAULT);
}

int main(void)
{
	conformance_init();
	regions();
	addresses();
	sizes();
	refused_blocks();
	units();
	return 0;
}
