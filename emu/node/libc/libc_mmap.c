/*
 * libc_mmap.c - mmap for programs.  What a process maps
 * lies in its node's window, so that it can be handed to the message unit and
 * has the same address in every run: private memory in the heap, shared objects
 * where emu/node/machine/shm.c put them.  Must never give a program memory of the host.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "emu/node/machine/call.h"
#include "emu/node/io/io.h"
#include "emu/node/io/backed.h"
#include "emu/node/io/mapped.h"
#include "libc.h"
#include "emu/node/machine/booted.h"
#include "emu/node/machine/job.h"
#include "emu/node/machine/own_code.h"
#include "emu/node/machine/process.h"
#include "emu/node/machine/protect.h"
#include "emu/node/machine/shm.h"
#include "emu/show/report/report.h"
#include "net/base/pages.h"

/* Arguments of mmap(), in whole pages. */
struct request {
	size_t bytes;
	int prot, flags, fd;
	off_t offset;
};

static void *failed(int err)
{
	errno = err;
	return MAP_FAILED;
}

/* Fills a mapping with the contents of its file; 0 or -errno. */
static int fill(void *p, const struct request *q)
{
	if (q->flags & MAP_ANONYMOUS)
		return 0;
	if (q->flags & MAP_SHARED)
		return mapped_share(q->fd, p, q->offset);
	int rc = io_map_file(q->fd, p, q->bytes, q->offset);

	return rc ? rc : backed_add(q->fd, p, q->bytes, q->offset);
}

/* Zeroed memory of the heap becomes a mapping.  prot: where the host has no mapping left for it,
 * the pages stay writable. */
static void *map_block(void *p, const struct request *q)
{
	int rc = mapped_add(p, q->bytes);

	if (rc) {
		emu_free(p);
		return failed(-rc);
	}
	rc = fill(p, q);
	if (rc) {
		mapped_remove(p, q->bytes, emu_free);
		return failed(-rc);
	}
	protect_set(process_self(), p, q->bytes, q->prot);
	return p;
}

static void *map_new(const struct request *q)
{
	void *p = libc_zeroed(PAGE_BYTES, q->bytes);

	return p ? map_block(p, q) : failed(ENOMEM);
}

/* Ranks of the machine have the same addresses, so programs map memory where another rank has. */
static void name_owner(const void *at, uint64_t pc)
{
	const struct process *owner = own_code_owner((uintptr_t)at);
	char name[64], text[160];

	if (!owner)
		return;
	snprintf(text, sizeof text,
		 "memory of %s: ranks have different addresses without --equal-addresses",
		 machine_name_process(owner, name, sizeof name));
	report_misuse(thread_self, "mmap", at, text, pc);
}

/* In place of what is there, which may be free: unmapped before. */
static void *map_fixed(void *at, const struct request *q, uint64_t pc)
{
	int rc;

	if (!call_may_access(at, q->bytes)) {
		name_owner(at, pc);
		return failed(ENOMEM);
	}
	if (!(q->flags & MAP_ANONYMOUS) && (q->flags & MAP_SHARED))
		return failed(ENODEV);
	rc = libc_zeroed_at(at, q->bytes);
	if (rc == 0)
		return map_block(at, q);
	if (rc == -ENOMEM)
		return failed(ENOMEM);
	mapped_replace(at, q->bytes);
	protect_undo(process_self(), at, q->bytes);
	memset(at, 0, q->bytes);
	rc = fill(at, q);
	if (rc)
		return failed(-rc);
	protect_set(process_self(), at, q->bytes, q->prot);
	return at;
}

void *emu_mmap(void *at, size_t bytes, int prot, int flags, int fd, off_t offset)
{
	struct request q = { bytes, prot, flags, fd, offset };
	uint64_t pc = (uintptr_t)__builtin_return_address(0);
	int err, object = -1;

	call_begin();
	if (!bytes || offset % PAGE_BYTES || offset < 0 || !(flags & (MAP_SHARED | MAP_PRIVATE)))
		return failed(EINVAL);
	if (bytes > space.slot_bytes)
		return failed(ENOMEM);
	if ((flags & MAP_FIXED) && (uintptr_t)at % PAGE_BYTES)
		return failed(EINVAL);
	q.bytes = (bytes + PAGE_BYTES - 1) & ~(size_t)(PAGE_BYTES - 1);
	if (!(flags & MAP_ANONYMOUS))
		object = io_shm_of(fd);
	if (object >= 0 && (flags & MAP_SHARED)) {
		if (flags & MAP_FIXED) /* it has one place for all processes of the node */
			return failed(ENODEV);
		void *p = shm_object_at(object, (uint64_t)offset, q.bytes, &err);

		return !p ? failed(err) : shm_mapped(p, q.bytes) ? p : failed(ENOMEM);
	}
	if (!(flags & MAP_ANONYMOUS) && object < 0) {
		err = -mapped_may_share(fd, flags & MAP_SHARED ? prot : PROT_READ);
		if (err)
			return failed(err);
	}
	if (!(flags & MAP_FIXED))
		return map_new(&q);
	return map_fixed(own_place(at), &q, pc) == MAP_FAILED ? MAP_FAILED : at;
}

/* Shared objects stay. */
int emu_munmap(void *p, size_t bytes)
{
	call_begin();
	p = own_place(p);
	if ((uintptr_t)p % PAGE_BYTES || !bytes || !call_may_access(p, bytes))
		return (int)call_result(-EINVAL);
	bytes = (bytes + PAGE_BYTES - 1) & ~(size_t)(PAGE_BYTES - 1);
	if (segment_contains(segment_own(), p, bytes))
		mapped_remove(p, bytes, emu_free);
	else
		shm_unmapped(p, bytes);
	return 0;
}

int emu_msync(void *p, size_t bytes, int flags)
{
	call_begin();
	if ((uintptr_t)p % PAGE_BYTES || (flags & ~(MS_ASYNC | MS_SYNC | MS_INVALIDATE)) ||
	    ((flags & MS_ASYNC) && (flags & MS_SYNC)))
		return (int)call_result(-EINVAL);
	if (bytes && !call_may_access(p, bytes))
		return (int)call_result(-ENOMEM);
	return bytes ? (int)call_result(mapped_sync(p, bytes, !(flags & MS_ASYNC))) : 0;
}

/* Memory that processes share is the node's: it stays as it is. */
int emu_mprotect(void *p, size_t bytes, int prot)
{
	call_begin();
	if (!bytes)
		return (int)call_result((uintptr_t)p % PAGE_BYTES ? -EINVAL : 0);
	if (segment_contains(segment_shared(), p, bytes))
		return (int)call_result(prot & PROT_WRITE ? 0 : -ENOTSUP);
	if (!segment_contains(segment_own(), p, bytes))
		return (int)call_result(-ENOMEM);
	if ((prot & PROT_WRITE) && !mapped_may_write(p, bytes))
		return (int)call_result(-EACCES);
	return (int)call_result(protect_set(process_self(), p, bytes, prot));
}
