/* mmio_pages.c - see mmio_pages.h. */
#include "mmio_pages.h"

#include <errno.h>
#include <sys/mman.h>
#include <unistd.h>

#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0x100000
#endif

struct mmio_pages mmio_pages;

static void *map(void *at, uint64_t bytes, int protection, int flags, int fd)
{
	void *p = mmap(at, bytes, protection, MAP_SHARED | MAP_NORESERVE | flags, fd, 0);

	if (p != MAP_FAILED)
		madvise(p, bytes, MADV_NOHUGEPAGE); /* of each block few pages are used */
	return p;
}

static int map_both(uint64_t bytes, int fd)
{
	void *shown = map((void *)MMIO_BASE, bytes, PROT_READ, MAP_FIXED_NOREPLACE, fd);

	if (shown == MAP_FAILED)
		return -errno;
	void *written = MAP_FAILED;

	errno = EEXIST;
	if (shown == (void *)MMIO_BASE) /* else a kernel without NOREPLACE */
		written = map(NULL, bytes, PROT_READ | PROT_WRITE, 0, fd);
	if (written == MAP_FAILED) {
		int rc = -errno;

		munmap(shown, bytes);
		return rc;
	}
	mmio_pages = (struct mmio_pages){ .written = written, .bytes = bytes };
	return 0;
}

int mmio_reserve(uint32_t nodes)
{
	uint64_t bytes = (nodes + MMIO_BLOCK_NODES - 1) / MMIO_BLOCK_NODES * MMIO_BLOCK_BYTES;
	int fd = memfd_create("bgqemu-registers", MFD_CLOEXEC), rc;

	if (fd < 0)
		return -errno;
	rc = ftruncate(fd, (off_t)bytes) == 0 ? map_both(bytes, fd) : -errno;
	close(fd);
	return rc;
}
