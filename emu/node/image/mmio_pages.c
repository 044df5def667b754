/* mmio_pages.c - see mmio_pages.h. */
#include "mmio_pages.h"

#include <errno.h>
#include <sys/mman.h>

#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0x100000
#endif

struct mmio_pages mmio_pages;

static int fail(void *p, uint64_t bytes)
{
	int rc = -errno;

	munmap(p, bytes);
	return rc;
}

/* Memory twice: a second mapping of what is shared needs neither a file, which a host may forbid
 * or limit (ulimit -f), nor memory of its own. */
int mmio_reserve(uint32_t nodes)
{
	uint64_t bytes = (nodes + MMIO_BLOCK_NODES - 1) / MMIO_BLOCK_NODES * MMIO_BLOCK_BYTES;
	int shared = MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE;
	void *base = (void *)MMIO_BASE;
	int reserved = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE;
	void *place = mmap(base, bytes, PROT_NONE, reserved, -1, 0);

	if (place == MAP_FAILED)
		return -errno;
	errno = EEXIST;
	if (place != base) /* a kernel without NOREPLACE */
		return fail(place, bytes);
	void *written = mmap(NULL, bytes, PROT_READ | PROT_WRITE, shared, -1, 0);

	if (written == MAP_FAILED)
		return fail(place, bytes);
	madvise(written, bytes, MADV_NOHUGEPAGE); /* of each block few pages are used */
	if (mremap(written, 0, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, base) == MAP_FAILED ||
	    mprotect(base, bytes, PROT_READ) != 0) {
		munmap(written, bytes);
		return fail(base, bytes);
	}
	mmio_pages = (struct mmio_pages){ .written = written, .bytes = bytes };
	return 0;
}
