/* stat.c - what a file is: stat and its many names, statfs, times. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

#include "calls.h"
#include "io_internal.h"
#include "names.h"
#include "net/base/pages.h"

/* Ships r, whose argument i is to receive n bytes, and copies them to the program. */
static int fill(struct io_request *r, unsigned i, void *to, size_t n)
{
	long rc;

	if (!r)
		return -1;
	r->data = calloc(1, n);
	if (!r->data) {
		io_request_free(r);
		return (int)io_result(-ENOMEM);
	}
	r->arg[i] = (long)r->data;
	rc = io_ship(r);
	if (rc >= 0 && !safe_copy_out(to, r->data, n))
		rc = -EFAULT;
	io_request_free(r);
	return (int)io_result(rc);
}

/* As the machine's: output goes to the job's standard streams by a pipe. */
static int stat_plain(mode_t mode, struct stat *to)
{
	struct stat st = { .st_mode = mode, .st_nlink = 1, .st_blksize = PAGE_BYTES };

	return safe_copy_out(to, &st, sizeof st) ? 0 : -EFAULT;
}

static int stat_fd(int fd, struct stat *to)
{
	struct slot *s = table_slot(fd);
	struct io_request *r;
	struct stat st;

	if (!s)
		return (int)io_result(-EBADF);
	switch (s->file->kind) {
	case FILE_HOST: break;
	case FILE_SHM:
		shm_stat(s->file, &st);
		return (int)io_result(safe_copy_out(to, &st, sizeof st) ? 0 : -EFAULT);
	default: return (int)io_result(stat_plain(S_IFIFO | S_IRUSR | S_IWUSR, to));
	}
	r = io_request(SYS_fstat);
	if (!r)
		return (int)io_result(-ENOMEM);
	r->arg[0] = s->file->host_fd;
	return fill(r, 1, to, sizeof *to);
}

static int stat_at(int dirfd, const char *path, struct stat *to, int flags)
{
	struct io_request *r;

	if ((flags & AT_EMPTY_PATH) && dirfd >= 0) {
		char first = 1;

		if (path && safe_copy_in(&first, path, 1) && !first)
			return stat_fd(dirfd, to);
	}
	long fd = own_path_open(path); /* /dev/shm and the like */

	if (fd != -ENOTSUP) {
		if (fd < 0)
			return (int)io_result(fd);
		int rc = stat_fd((int)fd, to), err = errno;

		table_close((int)fd);
		errno = err;
		return rc;
	}
	r = named_request(SYS_newfstatat, dirfd, path);
	if (r)
		r->arg[3] = flags;
	return fill(r, 2, to, sizeof *to);
}

int emu_fstat(int fd, struct stat *st)
{
	IO_CALL();
	return stat_fd(fd, st);
}

int emu_stat(const char *path, struct stat *st)
{
	IO_CALL();
	return stat_at(AT_FDCWD, path, st, 0);
}

int emu_lstat(const char *path, struct stat *st)
{
	IO_CALL();
	return stat_at(AT_FDCWD, path, st, AT_SYMLINK_NOFOLLOW);
}

int emu_fstatat(int dirfd, const char *path, struct stat *st, int flags)
{
	IO_CALL();
	return stat_at(dirfd, path, st, flags);
}

/* What programs of older C libraries call. */
int emu_xstat(int version, const char *path, struct stat *st)
{
	(void)version;
	return emu_stat(path, st);
}

int emu_lxstat(int version, const char *path, struct stat *st)
{
	(void)version;
	return emu_lstat(path, st);
}

int emu_fxstat(int version, int fd, struct stat *st)
{
	(void)version;
	return emu_fstat(fd, st);
}

int emu_fxstatat(int version, int dirfd, const char *path, struct stat *st, int flags)
{
	(void)version;
	return emu_fstatat(dirfd, path, st, flags);
}

int emu_statx(int dirfd, const char *path, int flags, unsigned mask, struct statx *to)
{
	struct io_request *r;

	IO_CALL();
	r = named_request(SYS_statx, dirfd, path);
	if (r) {
		r->arg[2] = flags;
		r->arg[3] = mask;
	}
	return fill(r, 4, to, sizeof *to);
}

/* ---- file systems */

static long run_statfs(struct io_request *r)
{
	int fd = openat((int)r->arg[0], (const char *)r->arg[1], O_PATH | O_CLOEXEC);
	long rc = fd < 0 ? -errno : io_errno(fstatfs(fd, r->data));

	if (fd >= 0)
		close(fd);
	return rc;
}

int emu_statfs(const char *path, struct statfs *to)
{
	struct io_request *r;

	IO_CALL();
	r = named_request(0, AT_FDCWD, path);
	if (r)
		r->run = run_statfs;
	return fill(r, 2, to, sizeof *to);
}

int emu_fstatfs(int fd, struct statfs *to)
{
	struct slot *s;
	struct io_request *r;

	IO_CALL();
	s = table_slot(fd);
	if (!s || s->file->kind != FILE_HOST)
		return (int)io_result(s ? -ENOSYS : -EBADF);
	r = io_request(SYS_fstatfs);
	if (!r)
		return (int)io_result(-ENOMEM);
	r->arg[0] = s->file->host_fd;
	return fill(r, 1, to, sizeof *to);
}

static int convert_statfs(int rc, const struct statfs *s, struct statvfs *to)
{
	struct statvfs v = {
		.f_bsize = (unsigned long)s->f_bsize, .f_frsize = (unsigned long)s->f_frsize,
		.f_blocks = s->f_blocks, .f_bfree = s->f_bfree, .f_bavail = s->f_bavail,
		.f_files = s->f_files, .f_ffree = s->f_ffree, .f_favail = s->f_ffree,
		.f_namemax = (unsigned long)s->f_namelen,
	};

	if (rc)
		return rc;
	return (int)io_result(safe_copy_out(to, &v, sizeof v) ? 0 : -EFAULT);
}

int emu_statvfs(const char *path, struct statvfs *to)
{
	struct statfs s;

	return convert_statfs(emu_statfs(path, &s), &s, to);
}

int emu_fstatvfs(int fd, struct statvfs *to)
{
	struct statfs s;

	return convert_statfs(emu_fstatfs(fd, &s), &s, to);
}

/* ---- times */

static int set_times(struct io_request *r, const struct timespec *ts)
{
	struct timespec *copy;
	bool all_there = true;

	if (!r)
		return -1;
	if (ts) {
		copy = r->data = malloc(2 * sizeof *copy);
		all_there = copy && safe_copy_in(copy, ts, 2 * sizeof *copy);
		r->arg[2] = (long)copy;
	}
	if (!all_there) {
		io_request_free(r);
		return (int)io_result(-EFAULT);
	}
	return (int)io_result(io_ship_free(r));
}

int emu_utimensat(int dirfd, const char *path, const struct timespec ts[2], int flags)
{
	struct io_request *r;

	IO_CALL();
	r = named_request(SYS_utimensat, dirfd, path);
	if (r)
		r->arg[3] = flags;
	return set_times(r, ts);
}

int emu_futimens(int fd, const struct timespec ts[2])
{
	struct slot *s;
	struct io_request *r;

	IO_CALL();
	s = table_slot(fd);
	if (!s || s->file->kind != FILE_HOST)
		return (int)io_result(s ? -EINVAL : -EBADF);
	r = io_request(SYS_utimensat);
	if (!r)
		return (int)io_result(-ENOMEM);
	r->arg[0] = s->file->host_fd;
	return set_times(r, ts);
}

/* False: tv is not there. */
static bool from_timeval(struct timespec ts[2], const struct timeval *tv)
{
	struct timeval in[2];

	if (!safe_copy_in(in, tv, sizeof in))
		return false;
	for (int i = 0; i < 2; i++)
		ts[i] = (struct timespec){ in[i].tv_sec, in[i].tv_usec * 1000 };
	return true;
}

int emu_utimes(const char *path, const struct timeval tv[2])
{
	struct timespec ts[2];

	if (tv && !from_timeval(ts, tv))
		return (int)io_result(-EFAULT);
	return emu_utimensat(AT_FDCWD, path, tv ? ts : NULL, 0);
}

int emu_futimes(int fd, const struct timeval tv[2])
{
	struct timespec ts[2];

	if (tv && !from_timeval(ts, tv))
		return (int)io_result(-EFAULT);
	return emu_futimens(fd, tv ? ts : NULL);
}

int emu_utime(const char *path, const struct utimbuf *times)
{
	struct utimbuf in;
	struct timespec ts[2];

	if (times && !safe_copy_in(&in, times, sizeof in))
		return (int)io_result(-EFAULT);
	if (times) {
		ts[0] = (struct timespec){ .tv_sec = in.actime };
		ts[1] = (struct timespec){ .tv_sec = in.modtime };
	}
	return emu_utimensat(AT_FDCWD, path, times ? ts : NULL, 0);
}
