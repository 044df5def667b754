/*
 * libc_heap.c - malloc and friends for programs: each process has a heap of its
 * own, behind the image in its slot, so that what a program allocates can be
 * handed to the message unit and has the same address in every run.
 * What libc allocates on behalf of programs: host_malloc.c.
 */
#include "libc.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "emu/calls/call_wrap.h"
#include "emu/image/heap.h"
#include "emu/machine/call.h"
#include "emu/machine/machine.h"
#include "emu/report/report.h"

#define DEFAULT_ALIGN 16

static struct heap *heap_self(void)
{
	return machine_heap(process_self());
}

/* True if p, which is in some window, is in the caller's slot. */
static bool is_own(const void *p)
{
	return (uintptr_t)p - (uintptr_t)process_self()->base < space.slot_bytes;
}

static void *or_enomem(void *p)
{
	if (!p)
		errno = ENOMEM;
	return p;
}

void *emu_malloc(size_t bytes)
{
	return or_enomem(heap_alloc(heap_self(), bytes, DEFAULT_ALIGN));
}

void *emu_calloc(size_t n, size_t bytes)
{
	size_t total;

	if (__builtin_mul_overflow(n, bytes, &total)) {
		errno = ENOMEM;
		return NULL;
	}
	return or_enomem(heap_calloc(heap_self(), total, DEFAULT_ALIGN));
}

/* p is not a block of the process: reports it and ends the process. */
static void bad_free(void *p)
{
	report_assertion(thread_self, "free", "pointer", (uintptr_t)p);
	process_exit(128 + 6);
}

void emu_free(void *p)
{
	if (!p)
		return;
	if (!space_contains(p)) {
		free(p); /* the host's */
		return;
	}
	/* libc may hand back what it allocated for another process: that heap
	 * may be in use by another worker, so the block is left alone. */
	if (is_own(p) && heap_free(heap_self(), p) != 0)
		bad_free(p);
}

/* A block that has to move is copied. */
static void *resize(void *p, size_t bytes)
{
	struct heap *h = heap_self();
	size_t had = heap_usable(h, p);
	void *now = heap_realloc(h, p, bytes);

	if (now && now != p && !machine.model->untimed)
		call_charge(0, CALL_COPY_RATE, had < bytes ? had : bytes);
	return or_enomem(now);
}

void *emu_realloc(void *p, size_t bytes)
{
	if (!p)
		return emu_malloc(bytes);
	if (!space_contains(p))
		return realloc(p, bytes);
	if (!is_own(p))
		bad_free(p);
	if (bytes == 0) {
		emu_free(p);
		return NULL;
	}
	return resize(p, bytes);
}

void *emu_reallocarray(void *p, size_t n, size_t bytes)
{
	size_t total;

	if (__builtin_mul_overflow(n, bytes, &total)) {
		errno = ENOMEM;
		return NULL;
	}
	return emu_realloc(p, total);
}

int emu_posix_memalign(void **out, size_t align, size_t bytes)
{
	if (align < sizeof(void *) || (align & (align - 1)))
		return EINVAL;
	void *p = heap_alloc(heap_self(), bytes, align);

	if (!p)
		return ENOMEM;
	*out = p;
	return 0;
}

void *emu_aligned_alloc(size_t align, size_t bytes)
{
	if (!align || (align & (align - 1))) {
		errno = EINVAL;
		return NULL;
	}
	return or_enomem(heap_alloc(heap_self(), bytes,
				    align < DEFAULT_ALIGN ? DEFAULT_ALIGN : align));
}

void *emu_valloc(size_t bytes)
{
	return emu_aligned_alloc(4096, bytes);
}

void *emu_pvalloc(size_t bytes)
{
	return emu_aligned_alloc(4096, (bytes + 4095) & ~(size_t)4095);
}

size_t emu_malloc_usable_size(void *p)
{
	return p && space_contains(p) && is_own(p) ? heap_usable(heap_self(), p) : 0;
}
