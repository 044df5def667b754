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
	r->answer = r->data;
	r->answer_bytes = n;
	rc = io_ship(r);
	if (rc >= 0 && !safe_copy_out(to, r->data, n))
		rc = -EFAULT;
	io_request_free(r);
	return (int)io_result(rc);
}

/* Fills in the status of a file that the rank knows itself.  As on the machine, output goes to the
 * job's standard streams by a pipe. */
static void stat_own(const struct file *f, struct stat *st)
{
	if (f->kind == FILE_SHM)
		shm_stat(f, st);
	else
		*st = (struct stat){ .st_mode = S_IFIFO | S_IRUSR | S_IWUSR, .st_nlink = 1,
				     .st_blksize = PAGE_BYTES };
}

static int stat_fd(int fd, struct stat *to)
{
	struct slot *s = table_slot(fd);
	struct stat st;

	if (s && s->file->kind != FILE_HOST) {
		stat_own(s->file, &st);
		return (int)io_result(safe_copy_out(to, &st, sizeof st) ? 0 : -EFAULT);
	}
	return fill(fd_request(SYS_fstat, fd, EBADF), 1, to, sizeof *to);
}

/* The descriptor that (dirfd, path) means without a file of the host's: path is empty, or a
 * name of the machine's (*opened: close it).  -ENOTSUP: none; or -errno. */
static long own_of(int dirfd, const char *path, int flags, bool *opened)
{
	char first = 1;
	long fd;

	*opened = false;
	if ((flags & AT_EMPTY_PATH) && dirfd >= 0 &&
	    (!path || (safe_copy_in(&first, path, 1) && !first)))
		return dirfd;
	fd = own_path_open(path);
	*opened = fd >= 0;
	return fd;
}

static void own_done(long fd, bool opened)
{
	int kept = errno;

	if (opened)
		table_close((int)fd);
	errno = kept;
}

static int stat_at(int dirfd, const char *path, struct stat *to, int flags)
{
	struct io_request *r;
	bool opened;
	long fd = own_of(dirfd, path, flags, &opened);

	if (fd != -ENOTSUP) {
		int rc = fd < 0 ? (int)io_result(fd) : stat_fd((int)fd, to);

		own_done(fd, opened);
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

/* stat() of programs of older C libraries. */
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

static int statx_own(const struct file *f, struct statx *to)
{
	struct stat st;

	stat_own(f, &st);
	struct statx x = {
		.stx_mask = STATX_TYPE | STATX_MODE | STATX_NLINK | STATX_SIZE | STATX_BLOCKS,
		.stx_mode = (uint16_t)st.st_mode, .stx_nlink = (uint32_t)st.st_nlink,
		.stx_size = (uint64_t)st.st_size, .stx_blksize = (uint32_t)st.st_blksize,
		.stx_blocks = (uint64_t)st.st_blocks,
	};

	return (int)io_result(safe_copy_out(to, &x, sizeof x) ? 0 : -EFAULT);
}

static int statx_fd(int fd, int flags, unsigned mask, struct statx *to)
{
	static const char none[1];
	struct slot *s = table_slot(fd);
	struct io_request *r;

	if (s && s->file->kind != FILE_HOST)
		return statx_own(s->file, to);
	r = fd_request(SYS_statx, fd, EBADF);
	if (r) {
		r->arg[1] = (long)none;
		r->arg[2] = flags | AT_EMPTY_PATH;
		r->arg[3] = mask;
	}
	return fill(r, 4, to, sizeof *to);
}

int emu_statx(int dirfd, const char *path, int flags, unsigned mask, struct statx *to)
{
	struct io_request *r;
	bool opened;
	long fd;

	IO_CALL();
	fd = own_of(dirfd, path, flags, &opened);
	if (fd != -ENOTSUP) {
		int rc = fd < 0 ? (int)io_result(fd) : statx_fd((int)fd, flags, mask, to);

		own_done(fd, opened);
		return rc;
	}
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
	IO_CALL();
	return fill(fd_request(SYS_fstatfs, fd, ENOSYS), 1, to, sizeof *to);
}

#define FLAGS_ARE_VALID 0x20ul /* ST_VALID, of the kernel alone */

static int convert_statfs(int rc, const struct statfs *s, struct statvfs *to)
{
	struct statvfs v = {
		.f_bsize = (unsigned long)s->f_bsize, .f_frsize = (unsigned long)s->f_frsize,
		.f_blocks = s->f_blocks, .f_bfree = s->f_bfree, .f_bavail = s->f_bavail,
		.f_files = s->f_files, .f_ffree = s->f_ffree, .f_favail = s->f_ffree,
		.f_namemax = (unsigned long)s->f_namelen,
		.f_flag = (unsigned long)s->f_flags & ~FLAGS_ARE_VALID,
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
	IO_CALL();
	return set_times(fd_request(SYS_utimensat, fd, EINVAL), ts);
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

static int set_timeval(int dirfd, const char *path, const struct timeval *tv, int flags)
{
	struct timespec ts[2];

	if (tv && !from_timeval(ts, tv))
		return (int)io_result(-EFAULT);
	return emu_utimensat(dirfd, path, tv ? ts : NULL, flags);
}

int emu_utimes(const char *path, const struct timeval tv[2])
{
	return set_timeval(AT_FDCWD, path, tv, 0);
}

int emu_lutimes(const char *path, const struct timeval tv[2])
{
	return set_timeval(AT_FDCWD, path, tv, AT_SYMLINK_NOFOLLOW);
}

int emu_futimes(int fd, const struct timeval tv[2])
{
	struct timespec ts[2];

	if (tv && !from_timeval(ts, tv))
		return (int)io_result(-EFAULT);
	return emu_futimens(fd, tv ? ts : NULL);
}

int emu_futimesat(int dirfd, const char *path, const struct timeval tv[2])
{
	return path ? set_timeval(dirfd, path, tv, 0) : emu_futimes(dirfd, tv);
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
