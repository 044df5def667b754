/* mmio_pages.c - see mmio_pages.h. */
#include "mmio_pages.h"

#include <errno.h>
#include <sys/mman.h>
#include <unistd.h>

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
 * or limit (ulimit -f), nor memory of its own.  NULL: this host maps nothing again (emulators of
 * other processors do not). */
static void *written_again(void *base, uint64_t bytes)
{
	int shared = MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE;
	void *written = mmap(NULL, bytes, PROT_READ | PROT_WRITE, shared, -1, 0);

	if (written == MAP_FAILED)
		return NULL;
	if (mremap(written, 0, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, base) == MAP_FAILED) {
		munmap(written, bytes);
		return NULL;
	}
	return written;
}

/* By a file without a name. */
static void *written_by_file(void *base, uint64_t bytes)
{
	int fd = memfd_create("bgqemu-registers", MFD_CLOEXEC);
	void *written = MAP_FAILED;

	if (fd < 0)
		return NULL;
	if (ftruncate(fd, (off_t)bytes) == 0 &&
	    mmap(base, bytes, PROT_READ, MAP_SHARED | MAP_FIXED, fd, 0) != MAP_FAILED)
		written = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	int error = errno;

	close(fd);
	errno = error;
	return written == MAP_FAILED ? NULL : written;
}

int mmio_reserve(uint32_t nodes)
{
	uint64_t bytes = (nodes + MMIO_BLOCK_NODES - 1) / MMIO_BLOCK_NODES * MMIO_BLOCK_BYTES;
	void *base = (void *)MMIO_BASE;
	int reserved = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE;
	void *place = mmap(base, bytes, PROT_NONE, reserved, -1, 0);

	if (place == MAP_FAILED)
		return -errno;
	errno = EEXIST;
	if (place != base) /* a kernel without NOREPLACE */
		return fail(place, bytes);
	void *written = written_again(base, bytes);

	if (!written)
		written = written_by_file(base, bytes);
	if (!written || mprotect(base, bytes, PROT_READ) != 0)
		return fail(base, bytes);
	madvise(written, bytes, MADV_NOHUGEPAGE); /* of each block few pages are used */
	mmio_pages = (struct mmio_pages){ .written = written, .bytes = bytes };
	return 0;
}
