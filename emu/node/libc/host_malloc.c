/*
 * host_malloc.c - interposition of the host's allocator.  libc allocates on behalf of
 * programs (strdup, getline, open files), and they free or grow those
 * blocks.  So libc's requests while a program runs come from its node's
 * heap, all others and the emulator's own (host_heap.h) from jemalloc, and memory inside a
 * window always goes back to the heap it came from.
 *
 * Part of bgq-run only, not of the library that tests link.  The sanitizers
 * bring their own allocator.
 */
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

#include <errno.h>
#include <stdlib.h>

#include <jemalloc/jemalloc.h>

#include "libc.h"
#include "emu/node/image/host_heap.h"
#include "emu/node/machine/process.h"

extern char __executable_start, etext;

static bool for_program(const void *caller)
{
	bool from_us = (const char *)caller >= &__executable_start &&
		(const char *)caller < &etext;

	return thread_self && !host_heap_entered && !from_us;
}

static void *malloc_for_program(size_t bytes)
{
	void *p = libc_stream_room(bytes);

	return p ? p : emu_malloc(bytes);
}

#define FOR_PROGRAM() for_program(__builtin_return_address(0))
/* An allocator that is inlined would see its caller's return address instead of its own. */
#define ALLOCATOR __attribute__((noinline))

ALLOCATOR void *malloc(size_t bytes)
{
	return FOR_PROGRAM() ? malloc_for_program(bytes) : mallocx(bytes ? bytes : 1, 0);
}

ALLOCATOR void *calloc(size_t n, size_t bytes)
{
	size_t total;

	if (FOR_PROGRAM())
		return emu_calloc(n, bytes);
	if (__builtin_mul_overflow(n, bytes, &total)) {
		errno = ENOMEM;
		return NULL;
	}
	return mallocx(total ? total : 1, MALLOCX_ZERO);
}

void free(void *p)
{
	if (!p)
		return;
	if (!space_contains(p))
		dallocx(p, 0);
	else if (thread_self)
		libc_free(p);
}

ALLOCATOR void *realloc(void *p, size_t bytes)
{
	if (!p)
		return FOR_PROGRAM() ? emu_malloc(bytes) : mallocx(bytes ? bytes : 1, 0);
	if (space_contains(p))
		return emu_realloc(p, bytes);
	return rallocx(p, bytes ? bytes : 1, 0);
}

ALLOCATOR void *aligned_alloc(size_t align, size_t bytes)
{
	return FOR_PROGRAM() ? emu_aligned_alloc(align, bytes)
			     : mallocx(bytes ? bytes : 1, MALLOCX_ALIGN(align));
}

ALLOCATOR void *memalign(size_t align, size_t bytes)
{
	return aligned_alloc(align, bytes);
}

ALLOCATOR int posix_memalign(void **out, size_t align, size_t bytes)
{
	if (FOR_PROGRAM())
		return emu_posix_memalign(out, align, bytes);
	*out = mallocx(bytes ? bytes : 1, MALLOCX_ALIGN(align));
	return *out ? 0 : ENOMEM;
}

#endif
