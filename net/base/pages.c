/* pages.c - see pages.h. */
#include "pages.h"

#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The calling process, in place of a descriptor of it. */
#define SELF (-10000)
/* Below them, huge pages would only waste memory, or, of a table that is touched as a whole, cost
 * more to clear than its own pages. */
#define LARGE_BYTES ((size_t)2 << 20)
#define FULL_BYTES ((size_t)512 << 10)
#define HUGE_BYTES ((size_t)2 << 20)

static void *(*from)(size_t bytes);

void pages_from(void *(*take)(size_t bytes))
{
	from = take;
}

/* Bytes of address space for a table: whole huge pages, if it may have some. */
static size_t reserved(size_t bytes)
{
	return bytes < FULL_BYTES ? bytes : (bytes + HUGE_BYTES - 1) & ~(HUGE_BYTES - 1);
}

static void *map(size_t bytes)
{
	void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	return p == MAP_FAILED ? NULL : p;
}

/* From a multiple of HUGE_BYTES on. */
static void *map_aligned(size_t bytes)
{
	char *p = map(bytes + HUGE_BYTES);

	if (!p)
		return NULL;
	size_t before = -(uintptr_t)p & (HUGE_BYTES - 1);

	if (before)
		munmap(p, before);
	munmap(p + before + bytes, HUGE_BYTES - before);
	return p + before;
}

static void *alloc(size_t bytes, size_t huge_from)
{
	if (from)
		return from(bytes);
	if (bytes < huge_from)
		return map(reserved(bytes));
	void *p = map_aligned(reserved(bytes));

	if (p)
		madvise(p, reserved(bytes), MADV_HUGEPAGE);
	return p;
}

void *pages_alloc(size_t bytes)
{
	return alloc(bytes, LARGE_BYTES);
}

void *pages_alloc_full(size_t bytes)
{
	return alloc(bytes, FULL_BYTES);
}

size_t pages_committed(const void *p, size_t bytes)
{
	unsigned char there[512];
	size_t committed = 0;

	for (size_t at = 0; at < bytes; at += sizeof there * PAGE_BYTES) {
		size_t pages = (bytes - at + PAGE_BYTES - 1) / PAGE_BYTES;

		pages = pages < sizeof there ? pages : sizeof there;
		if (mincore((char *)p + at, pages * PAGE_BYTES, there) != 0)
			continue; /* nothing is mapped */
		for (size_t i = 0; i < pages; i++)
			committed += there[i] & 1u;
	}
	return committed * PAGE_BYTES;
}

void pages_free(void *p, size_t bytes)
{
	if (p && !from)
		munmap(p, reserved(bytes));
}

static size_t total(const struct iovec *at, unsigned count)
{
	size_t bytes = 0;

	for (unsigned i = 0; i < count; i++)
		bytes += at[i].iov_len;
	return bytes;
}

bool pages_advise(const struct iovec *at, unsigned count, int advice)
{
	bool all = true;

	if (!count || syscall(SYS_process_madvise, SELF, at, (size_t)count, advice, 0) ==
		      (long)total(at, count))
		return true;
	for (unsigned i = 0; i < count; i++)
		all = madvise(at[i].iov_base, at[i].iov_len, advice) == 0 && all;
	return all;
}
