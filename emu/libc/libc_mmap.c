/*
 * libc_mmap.c - mmap for programs.  What a process maps
 * lies in its node's window, so that it can be handed to the message unit and
 * has the same address in every run: private memory in the heap, shared objects
 * where emu/machine/shm.c put them.  Must never give a program memory of the host.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "emu/machine/call.h"
#include "emu/io/io.h"
#include "libc.h"
#include "emu/machine/machine.h"
#include "emu/machine/protect.h"
#include "emu/machine/shm.h"
#include "net/base/pages.h"

static int result(int rc)
{
	if (rc >= 0)
		return rc;
	errno = -rc;
	return -1;
}

static void *failed(int err)
{
	errno = err;
	return MAP_FAILED;
}

/* prot: where the host has no mapping left for it, the pages stay writable. */
static void *map_private(void *at, size_t bytes, int prot, int flags, int fd, off_t offset)
{
	uint8_t *p = at;
	int err = 0;

	if (!(flags & MAP_FIXED)) {
		if (emu_posix_memalign((void **)&p, PAGE_BYTES, bytes) != 0)
			return failed(ENOMEM);
	} else if (!call_may_access(at, bytes)) {
		return failed(ENOMEM);
	}
	protect_undo(process_self(), p, bytes); /* a fixed mapping replaces what was there */
	memset(p, 0, bytes);
	if (!(flags & MAP_ANONYMOUS))
		err = -io_map_file(fd, p, bytes, offset);
	if (err && !(flags & MAP_FIXED))
		emu_free(p);
	else if (!err)
		protect_set(process_self(), p, bytes, prot);
	return err ? failed(err) : p;
}

void *emu_mmap(void *at, size_t bytes, int prot, int flags, int fd, off_t offset)
{
	int err, object;

	call_begin();
	if (!bytes || bytes > space.slot_bytes || offset % PAGE_BYTES)
		return failed(EINVAL);
	bytes = (bytes + PAGE_BYTES - 1) & ~(size_t)(PAGE_BYTES - 1);
	if (!(flags & MAP_ANONYMOUS) && (object = io_shm_of(fd)) >= 0) {
		void *p = shm_object_at(object, (uint64_t)offset, bytes, &err);

		return p ? p : failed(err);
	}
	/* No process has children here to share with, and files are not written
	 * through mappings, as on the machine. */
	if (!(flags & MAP_ANONYMOUS) && (flags & MAP_SHARED) && (prot & PROT_WRITE))
		return failed(ENODEV);
	return map_private(at, bytes, prot, flags, fd, offset);
}

/* What was mapped in one piece is given back in one piece; shared objects stay. */
int emu_munmap(void *p, size_t bytes)
{
	call_begin();
	if ((uintptr_t)p % PAGE_BYTES || !bytes || !call_may_access(p, bytes))
		return result(-EINVAL);
	bytes = (bytes + PAGE_BYTES - 1) & ~(size_t)(PAGE_BYTES - 1);
	if ((uintptr_t)p - (uintptr_t)process_self()->base < space.slot_bytes &&
	    emu_malloc_usable_size(p) >= bytes)
		emu_free(p);
	return 0;
}

/* Memory that processes share is the node's: it stays as it is. */
int emu_mprotect(void *p, size_t bytes, int prot)
{
	call_begin();
	if (!bytes)
		return result((uintptr_t)p % PAGE_BYTES ? -EINVAL : 0);
	if (segment_contains(segment_shared(), p, bytes))
		return result(prot & PROT_WRITE ? 0 : -ENOTSUP);
	if (!segment_contains(segment_own(), p, bytes))
		return result(-ENOMEM);
	return result(protect_set(process_self(), p, bytes, prot));
}
