/* open.c - descriptors come and go: open, close, dup, pipe's ends excepted. */
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "calls.h"
#include "io_internal.h"
#include "names.h"
#include "ship.h"

#define KEPT 16      /* descriptors of the host */
#define CHR_MEMORY 1 /* major number of /dev/null, zero, full, random: they never wait */

bool host_may_wait(const struct stat *st)
{
	if (S_ISCHR(st->st_mode))
		return major(st->st_rdev) != CHR_MEMORY;
	return S_ISFIFO(st->st_mode) || S_ISSOCK(st->st_mode);
}

/* Some are kept, for bgq-run's own reports. */
static bool within_limit(long fd)
{
	struct rlimit lim;

	return getrlimit(RLIMIT_NOFILE, &lim) != 0 || (rlim_t)fd + KEPT < lim.rlim_cur;
}

static void say_once(void)
{
	static atomic_bool said;
	struct rlimit lim = { 0, 0 };

	if (atomic_exchange(&said, true))
		return;
	getrlimit(RLIMIT_NOFILE, &lim);
	fprintf(stderr, "bgq-run: the ranks have more files open than the host allows "
		"(%llu, the hard limit of descriptors): open fails with EMFILE; raise it with "
		"ulimit -Hn\n", (unsigned long long)lim.rlim_max);
}

long host_fd_limit(long fd)
{
	if (fd >= 0 && !within_limit(fd)) {
		close((int)fd);
		fd = -EMFILE;
	}
	if (fd == -EMFILE)
		say_once();
	return fd;
}

/* In the server.  To open a FIFO waits for its other end. */
static long run_open(struct io_request *r)
{
	int at = (int)r->arg[0], flags = (int)r->arg[2];
	const char *path = (const char *)r->arg[1];
	struct stat st;

	if (!(flags & (O_NONBLOCK | O_PATH)) && fstatat(at, path, &st, 0) == 0 &&
	    S_ISFIFO(st.st_mode) && (flags & O_ACCMODE) != O_RDWR) {
		r->kind = true;
		return IO_BLOCKS;
	}
	long fd = host_fd_limit(io_perform(r));

	if (fd >= 0 && host_is_proc((int)fd)) {
		close((int)fd);
		return -ENOENT;
	}
	if (fd >= 0 && fstat((int)fd, &st) == 0)
		r->kind = host_may_wait(&st);
	return fd;
}

int host_adopt(int host_fd, int flags, bool may_block)
{
	struct file *f = file_new(FILE_HOST, flags & ~(O_CREAT | O_EXCL | O_TRUNC | O_CLOEXEC));

	if (!f) {
		io_send_close(process_self(), host_fd);
		return -ENOMEM;
	}
	f->host_fd = host_fd;
	f->may_block = may_block;
	return table_add(f, 0, flags & O_CLOEXEC);
}

static long open_host(int dirfd, const char *path, int flags, mode_t mode)
{
	struct io_request *r = named_request(SYS_openat, dirfd, path);
	long rc;

	if (!r)
		return -errno;
	r->run = run_open;
	r->opens = true;
	r->arg[2] = flags | O_CLOEXEC | O_NOCTTY;
	r->arg[3] = mode;
	rc = io_ship(r);
	if (rc >= 0)
		rc = host_adopt((int)rc, flags, r->kind);
	io_request_free(r);
	return rc;
}

static long open_path(int dirfd, const char *path, int flags, mode_t mode)
{
	int err;
	char *name = path_copy(path, &err);
	long rc;

	if (!name)
		return err;
	rc = own_name_open(name, flags);
	free(name);
	return rc == -ENOTSUP ? open_host(dirfd, path, flags, mode) : rc;
}

/* The argument behind flags, if open takes it then. */
#define MODE_BEHIND(flags) ({ \
	mode_t mode_ = 0; \
	va_list ap_; \
\
	if (((flags) & O_CREAT) || ((flags) & O_TMPFILE) == O_TMPFILE) { \
		va_start(ap_, flags); \
		mode_ = va_arg(ap_, mode_t); \
		va_end(ap_); \
	} \
	mode_; \
})

int emu_openat(int dirfd, const char *path, int flags, ...)
{
	IO_CALL();
	return (int)io_result(open_path(dirfd, path, flags, MODE_BEHIND(flags)));
}

int emu_open(const char *path, int flags, ...)
{
	IO_CALL();
	return (int)io_result(open_path(AT_FDCWD, path, flags, MODE_BEHIND(flags)));
}

int emu_creat(const char *path, mode_t mode)
{
	IO_CALL();
	return (int)io_result(open_path(AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC, mode));
}

/* Names of fortified programs; a mode is missing, which glibc ends the program for. */
int emu_open_2(const char *path, int flags)
{
	return emu_open(path, flags & ~O_CREAT);
}

int emu_openat_2(int dirfd, const char *path, int flags)
{
	return emu_openat(dirfd, path, flags & ~O_CREAT);
}

int emu_close(int fd)
{
	IO_CALL();
	return (int)io_result(table_close(fd));
}

int bgqemu_close(int fd)
{
	return emu_close(fd);
}

int emu_close_range(unsigned first, unsigned last, int flags)
{
	IO_CALL();
	if (flags || first > last)
		return (int)io_result(-EINVAL);
	for (unsigned fd = first; fd <= last && fd < FILES_MAX; fd++)
		table_close((int)fd);
	return 0;
}

void emu_closefrom(int first)
{
	emu_close_range(first < 0 ? 0 : (unsigned)first, UINT_MAX, 0);
}

int emu_dup(int fd)
{
	IO_CALL();
	return (int)io_result(table_dup(fd));
}

static long dup_to(int from, int to, bool cloexec)
{
	struct file *f = file_get(from);

	return f ? table_set(to, f, cloexec) : -EBADF;
}

int emu_dup2(int from, int to)
{
	IO_CALL();
	if (from == to)
		return (int)io_result(table_slot(from) ? to : -EBADF);
	return (int)io_result(dup_to(from, to, false));
}

int emu_dup3(int from, int to, int flags)
{
	IO_CALL();
	if (from == to || (flags & ~O_CLOEXEC))
		return (int)io_result(-EINVAL);
	return (int)io_result(dup_to(from, to, flags & O_CLOEXEC));
}
