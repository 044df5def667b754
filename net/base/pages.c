/* pages.c - see pages.h. */
#include "pages.h"

#include <sys/mman.h>

/* Below it, huge pages would only waste memory. */
#define LARGE_BYTES ((size_t)8 << 20)

static void *(*from)(size_t bytes);

void pages_from(void *(*take)(size_t bytes))
{
	from = take;
}

void *pages_alloc(size_t bytes)
{
	if (from)
		return from(bytes);
	void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (p == MAP_FAILED)
		return NULL;
	if (bytes >= LARGE_BYTES)
		madvise(p, bytes, MADV_HUGEPAGE);
	return p;
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
		munmap(p, bytes);
}
