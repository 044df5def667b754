/*
 * libc_memory.c - advice on memory, and what the heap is asked about itself.  There is no break:
 * the heap is not one piece that grows.
 */
#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <sys/mman.h>

#include "emu/node/io/mapped.h"
#include "emu/node/machine/call.h"
#include "libc.h"
#include "emu/node/machine/booted.h"
#include "net/base/pages.h"

/* Advice that changes what memory holds is followed, all other ignored. */
static int advise(void *p, size_t bytes, int advice)
{
	if ((uintptr_t)p % PAGE_BYTES)
		return EINVAL;
	if (bytes && !call_may_access(p, bytes))
		return ENOMEM;
	if (bytes && advice == MADV_DONTNEED && segment_contains(segment_own(), p, bytes))
		return (int)-mapped_clear(p, (bytes + PAGE_BYTES - 1) &
						     ~(size_t)(PAGE_BYTES - 1));
	return 0;
}

int emu_madvise(void *p, size_t bytes, int advice)
{
	int error;

	call_begin();
	error = advise(p, bytes, advice);
	if (error)
		errno = error;
	return error ? -1 : 0;
}

/* Like madvise(), but POSIX_MADV_DONTNEED loses nothing. */
int emu_posix_madvise(void *p, size_t bytes, int advice)
{
	call_begin();
	return advise(p, bytes, advice == POSIX_MADV_DONTNEED ? POSIX_MADV_NORMAL : advice);
}

/* Where it would be. */
static uint8_t *heap_end(void)
{
	return process_self()->base + machine_heap_offset() +
	       machine_heap_extent(process_self()->base);
}

void *emu_sbrk(intptr_t more)
{
	call_begin();
	if (more == 0)
		return heap_end();
	errno = ENOMEM;
	return (void *)-1;
}

int emu_brk(void *to)
{
	call_begin();
	if (to == heap_end())
		return 0;
	errno = ENOMEM;
	return -1;
}

struct mallinfo2 emu_mallinfo2(void)
{
	size_t all = machine_heap_extent(process_self()->base);
	size_t used = machine_heap_used(process_self());

	call_begin();
	return (struct mallinfo2){ .arena = all, .uordblks = used, .fordblks = all - used };
}

/* Like mallinfo2(), in ints, which may be too small. */
struct mallinfo emu_mallinfo(void)
{
	struct mallinfo2 m = emu_mallinfo2();

	return (struct mallinfo){ .arena = (int)m.arena, .uordblks = (int)m.uordblks,
				  .fordblks = (int)m.fordblks };
}

int emu_mallopt(int what, int value)
{
	(void)what, (void)value;
	call_begin();
	return 1; /* done, as far as it goes */
}
