/* call.c - begin of a call on files, and access to memory of programs that may not be
 * there. */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include "emu/node/machine/call.h"
#include "emu/node/image/own_heap.h"
#include "emu/node/machine/own_code.h"
#include "emu/node/machine/protect.h"
#include "emu/node/posix/posix.h"
#include "io_internal.h"
#include "ship.h"
#include "net/base/pages.h"

void io_call_begin(const void *pc)
{
	thread_self->waiting.pc = (uintptr_t)pc;
	call_begin();
}

struct io_request *fd_request(long nr, int fd, int otherwise)
{
	struct slot *s = table_slot(fd);
	struct io_request *r;

	if (!s || s->file->kind != FILE_HOST) {
		errno = s ? otherwise : EBADF;
		return NULL;
	}
	r = io_request(nr);
	if (r)
		r->arg[0] = s->file->host_fd;
	else
		errno = ENOMEM;
	return r;
}

int request_end(struct io_request *r, unsigned i, long a, long b)
{
	if (!r)
		return -1;
	r->arg[i] = a;
	r->arg[i + 1] = b;
	return (int)io_result(io_ship_free(r));
}

bool safe_to_touch(const void *p, size_t n, bool write)
{
	return call_may_access(p, n) && !protect_forbids(process_self(), p, n, write);
}

bool safe_copy_in(void *to, const void *from, size_t n)
{
	from = own_place(from);
	struct iovec here = { to, n }, there = { (void *)(uintptr_t)from, n };

	if (safe_to_touch(from, n, false)) {
		memcpy(to, from, n);
		return true;
	}
	ssize_t got = process_vm_readv(getpid(), &here, 1, &there, 1, 0);

	if (got >= 0 || errno == EFAULT)
		return got == (ssize_t)n;
	memcpy(to, from, n); /* the host forbids to ask */
	return true;
}

extern char __executable_start, _end;

/* Whether a wild pointer of the program leads to bgq-run, where the host's kernel would store. */
static bool is_emulators(const void *to)
{
	return (uintptr_t)to - (uintptr_t)&__executable_start <
	       (uintptr_t)&_end - (uintptr_t)&__executable_start;
}

bool safe_copy_out(void *to, const void *from, size_t n)
{
	to = own_place(to);
	struct iovec here = { (void *)(uintptr_t)from, n }, there = { to, n };

	if (safe_to_touch(to, n, true)) {
		memcpy(to, from, n);
		return true;
	}
	if (is_emulators(to) || own_heap_holds((uintptr_t)to))
		return false;
	ssize_t put = process_vm_writev(getpid(), &here, 1, &there, 1, 0);

	if (put >= 0 || errno == EFAULT)
		return put == (ssize_t)n;
	memcpy(to, from, n);
	return true;
}

/* Bytes up to the end of p's page: they are all there, or none is. */
static size_t page_rest(const char *p)
{
	return PAGE_BYTES - ((uintptr_t)p & (PAGE_BYTES - 1));
}

/* Makes "a/b" of "a//b" and "a/./b": names of the machine are known by their text. */
static void plain(char *path)
{
	char *to = path;

	for (const char *from = path; *from; from++) {
		while (*from == '/' && (from[1] == '/' || (from[1] == '.' && from[2] == '/')))
			from += from[1] == '/' ? 1 : 2;
		*to++ = *from;
	}
	*to = '\0';
}

char *text_copy(const char *path, int *err)
{
	char *copy = malloc(PATH_MAX);
	size_t n = 0;

	*err = -ENOMEM;
	while (copy && n < PATH_MAX) {
		size_t part = page_rest(path + n);

		part = part < PATH_MAX - n ? part : PATH_MAX - n;
		if (!safe_copy_in(copy + n, path + n, part)) {
			*err = -EFAULT;
			break;
		}
		if (memchr(copy + n, '\0', part)) {
			*err = 0;
			return copy;
		}
		n += part;
		*err = -ENAMETOOLONG;
	}
	free(copy);
	return NULL;
}

char *path_copy(const char *path, int *err)
{
	char *copy = text_copy(path, err);

	if (copy && !shm_path_name(copy))
		plain(copy);
	return copy;
}
