/* pages.c - see pages.h. */
#include "pages.h"

#include <sys/syscall.h>
#include <unistd.h>

/* The calling process, in place of a descriptor of it. */
#define SELF (-10000)
/* Below it, huge pages would only waste memory; and below that, there is none. */
#define LARGE_BYTES ((size_t)8 << 20)
#define HUGE_BYTES ((size_t)2 << 20)

static void *(*from)(size_t bytes);

void pages_from(void *(*take)(size_t bytes))
{
	from = take;
}

static void *alloc(size_t bytes, size_t huge_from)
{
	if (from)
		return from(bytes);
	void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (p == MAP_FAILED)
		return NULL;
	if (bytes >= huge_from)
		madvise(p, bytes, MADV_HUGEPAGE);
	return p;
}

void *pages_alloc(size_t bytes)
{
	return alloc(bytes, LARGE_BYTES);
}

void *pages_alloc_full(size_t bytes)
{
	return alloc(bytes, HUGE_BYTES);
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
