/* pages.c - see pages.h. */
#include "pages.h"

#include <sys/mman.h>

/* Below it, huge pages would only waste memory. */
#define LARGE_BYTES ((size_t)8 << 20)

void *pages_alloc(size_t bytes)
{
	void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (p == MAP_FAILED)
		return NULL;
	if (bytes >= LARGE_BYTES)
		madvise(p, bytes, MADV_HUGEPAGE);
	return p;
}

void pages_free(void *p, size_t bytes)
{
	if (p)
		munmap(p, bytes);
}
