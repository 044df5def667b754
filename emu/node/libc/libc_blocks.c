/*
 * libc_blocks.c - memcpy and its like for programs: the host's, after the time that long
 * blocks take (emu/node/machine/memory.h).  What their instructions take, thunks charge.
 */
#include "libc.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "emu/node/image/clear.h"
#include "emu/node/machine/booted.h"
#include "emu/node/machine/memory.h"

void *emu_memcpy(void *to, const void *from, size_t n)
{
	memory_pass(n, n);
	return memcpy(to, from, n);
}

void *emu_memmove(void *to, const void *from, size_t n)
{
	memory_pass(n, n);
	return memmove(to, from, n);
}

void *emu_mempcpy(void *to, const void *from, size_t n)
{
	memory_pass(n, n);
	return mempcpy(to, from, n);
}

/* Inside the caller's heap, where nothing is protected. */
static bool is_heap(const void *at, size_t n)
{
	const struct process *p = process_self();
	uint64_t offset = (uintptr_t)at - (uintptr_t)p->base, end = space.slot_bytes;

	return !p->protections && offset >= machine_heap_offset() && offset < end &&
		n <= end - offset;
}

void *emu_memset(void *to, int byte, size_t n)
{
	memory_pass(0, n);
	if (n < CLEAR_BYTES_MIN || byte || !is_heap(to, n))
		return memset(to, byte, n);
	clear_memory(to, n);
	return to;
}

void emu_bzero(void *to, size_t n)
{
	emu_memset(to, 0, n);
}

void emu_bcopy(const void *from, void *to, size_t n)
{
	emu_memmove(to, from, n);
}

int emu_memcmp(const void *a, const void *b, size_t n)
{
	memory_pass(2 * n, 0);
	return memcmp(a, b, n);
}
