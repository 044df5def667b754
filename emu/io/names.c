/* names.c - calls on files by name. */
#include "names.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/statfs.h>
#include <unistd.h>

#include "calls.h"
#include "emu/image/heap.h"
#include "emu/machine/shm.h"
#include "io_internal.h"

/* The host's descriptor for a directory of the rank; -EBADF, -ENOTDIR. */
static int host_dir(int dirfd)
{
	struct slot *s;

	if (dirfd == AT_FDCWD)
		return files_self()->cwd_fd;
	s = table_slot(dirfd);
	if (!s)
		return -EBADF;
	return s->file->kind == FILE_HOST ? s->file->host_fd : -ENOTDIR;
}

bool request_name(struct io_request *r, unsigned i, int dirfd, const char *path)
{
	unsigned which = i != 0;
	int err, dir;

	r->path[which] = path_copy(path, &err);
	if (!r->path[which]) {
		errno = -err;
		return false;
	}
	const char *link = machine_path_link(r->path[which]);

	if (link)
		strcpy(r->path[which], link); /* it has room for any path */
	dir = *r->path[which] == '/' ? AT_FDCWD : host_dir(dirfd);
	if (dir < 0 && dir != AT_FDCWD) {
		errno = -dir;
		return false;
	}
	r->arg[i] = dir;
	r->arg[i + 1] = (long)r->path[which];
	return true;
}

struct io_request *named_request(long nr, int dirfd, const char *path)
{
	struct io_request *r = io_request(nr);

	if (!r) {
		errno = ENOMEM;
		return NULL;
	}
	if (request_name(r, 0, dirfd, path))
		return r;
	int err = errno;

	io_request_free(r);
	errno = err;
	return NULL;
}

/* nr(dirfd, path, a, b) */
static int named(long nr, int dirfd, const char *path, long a, long b)
{
	struct io_request *r = named_request(nr, dirfd, path);

	if (!r)
		return -1;
	r->arg[2] = a;
	r->arg[3] = b;
	return (int)io_result(io_ship_free(r));
}

static int named_two(long nr, const struct io_names *n, long flags)
{
	struct io_request *r = named_request(nr, n->from_dir, n->from);

	if (!r)
		return -1;
	if (!request_name(r, 2, n->to_dir, n->to)) {
		int err = errno;

		io_request_free(r);
		errno = err;
		return -1;
	}
	r->arg[4] = flags;
	return (int)io_result(io_ship_free(r));
}

/* ---- names as the host knows them */

/* The name behind a descriptor, which the host's kernel knows. */
static long path_of(int fd, char *to, size_t room)
{
	char link[32];
	ssize_t n;

	snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
	n = readlink(link, to, room - 1);
	if (n < 0)
		return -errno;
	to[n] = '\0';
	return n;
}

static long run_realpath(struct io_request *r)
{
	int fd = openat((int)r->arg[0], (const char *)r->arg[1], O_PATH | O_CLOEXEC);
	long rc = fd < 0 ? -errno : path_of(fd, r->data, PATH_MAX);

	if (fd >= 0)
		close(fd);
	return rc;
}

/* What path means, as an absolute name in r->data; NULL with errno set. */
static struct io_request *real_path(const char *path)
{
	struct io_request *r = named_request(0, AT_FDCWD, path);
	long rc;

	if (!r)
		return NULL;
	r->run = run_realpath;
	r->data = malloc(PATH_MAX);
	rc = r->data ? io_ship(r) : -ENOMEM;
	if (rc >= 0)
		return r;
	io_request_free(r);
	errno = (int)-rc;
	return NULL;
}

/* ---- unlink, mkdir and the like */

int emu_unlinkat(int dirfd, const char *path, int flags)
{
	int err;
	char *name;

	IO_CALL();
	name = path_copy(path, &err);
	if (name && shm_path_name(name)) {
		int rc = shm_object_unlink(shm_path_name(name));

		free(name);
		return (int)io_result(rc);
	}
	free(name);
	return named(SYS_unlinkat, dirfd, path, flags, 0);
}

int emu_unlink(const char *path)
{
	return emu_unlinkat(AT_FDCWD, path, 0);
}

int emu_rmdir(const char *path)
{
	return emu_unlinkat(AT_FDCWD, path, AT_REMOVEDIR);
}

int emu_remove(const char *path)
{
	int rc = emu_unlinkat(AT_FDCWD, path, 0);

	return rc && errno == EISDIR ? emu_rmdir(path) : rc;
}

int emu_mkdirat(int dirfd, const char *path, mode_t mode)
{
	IO_CALL();
	return named(SYS_mkdirat, dirfd, path, mode, 0);
}

int emu_mkdir(const char *path, mode_t mode)
{
	IO_CALL();
	return named(SYS_mkdirat, AT_FDCWD, path, mode, 0);
}

int emu_mknod(const char *path, mode_t mode, dev_t dev)
{
	IO_CALL();
	return named(SYS_mknodat, AT_FDCWD, path, mode, (long)dev);
}

int emu_mkfifo(const char *path, mode_t mode)
{
	IO_CALL();
	return named(SYS_mknodat, AT_FDCWD, path, (mode & 07777) | S_IFIFO, 0);
}

/* ---- two names */

int emu_renameat(int from_dir, const char *from, int to_dir, const char *to)
{
	IO_CALL();
	return named_two(SYS_renameat2, &(struct io_names){ from_dir, from, to_dir, to }, 0);
}

int emu_rename(const char *from, const char *to)
{
	return emu_renameat(AT_FDCWD, from, AT_FDCWD, to);
}

int emu_renameat2(int from_dir, const char *from, int to_dir, const char *to, unsigned flags)
{
	IO_CALL();
	return named_two(SYS_renameat2, &(struct io_names){ from_dir, from, to_dir, to }, flags);
}

int emu_linkat(int from_dir, const char *from, int to_dir, const char *to, int flags)
{
	IO_CALL();
	return named_two(SYS_linkat, &(struct io_names){ from_dir, from, to_dir, to }, flags);
}

int emu_link(const char *from, const char *to)
{
	return emu_linkat(AT_FDCWD, from, AT_FDCWD, to, 0);
}

int emu_symlinkat(const char *target, int dirfd, const char *path)
{
	struct io_request *r;
	int err;

	IO_CALL();
	r = io_request(SYS_symlinkat);
	if (!r)
		return (int)io_result(-ENOMEM);
	r->path[0] = path_copy(target, &err);
	r->arg[0] = (long)r->path[0];
	if (!r->path[0]) {
		io_request_free(r);
		return (int)io_result(err);
	}
	if (!request_name(r, 1, dirfd, path)) {
		err = -errno;
		io_request_free(r);
		return (int)io_result(err);
	}
	return (int)io_result(io_ship_free(r));
}

int emu_symlink(const char *target, const char *path)
{
	return emu_symlinkat(target, AT_FDCWD, path);
}

/* One of /proc, whose target is a name: real_path() finds it absolute. */
static long read_own_link(const char *path, char *to, size_t n)
{
	int err;
	char *name = path_copy(path, &err);
	bool own = name && machine_path_link(name);
	struct io_request *r;
	long rc;

	free(name);
	if (!own)
		return -ENOTSUP;
	r = real_path(path);
	if (!r)
		return -errno;
	rc = (long)strlen(r->data);
	rc = rc < (long)n ? rc : (long)n;
	if (!safe_copy_out(to, r->data, (size_t)rc))
		rc = -EFAULT;
	io_request_free(r);
	return rc;
}

ssize_t emu_readlinkat(int dirfd, const char *path, char *to, size_t n)
{
	struct io_request *r;
	long rc;

	IO_CALL();
	rc = read_own_link(path, to, n);
	if (rc != -ENOTSUP)
		return io_result(rc);
	r = named_request(SYS_readlinkat, dirfd, path);
	if (!r)
		return -1;
	r->data = malloc(PATH_MAX);
	if (!r->data) {
		io_request_free(r);
		return io_result(-ENOMEM);
	}
	r->arg[2] = (long)r->data;
	r->arg[3] = n < PATH_MAX ? (long)n : PATH_MAX;
	rc = io_ship(r);
	if (rc > 0 && !safe_copy_out(to, r->data, (size_t)rc))
		rc = -EFAULT;
	io_request_free(r);
	return io_result(rc);
}

ssize_t emu_readlink(const char *path, char *to, size_t n)
{
	return emu_readlinkat(AT_FDCWD, path, to, n);
}

ssize_t emu_readlink_chk(const char *path, char *to, size_t n, size_t room)
{
	return emu_readlinkat(AT_FDCWD, path, to, n < room ? n : room);
}

/* ---- rights, owners, times */

/* 1: path is none of the machine's own. */
static int access_own(const char *path)
{
	long fd = own_path_open(path);

	if (fd == -ENOTSUP)
		return 1;
	return fd < 0 ? (int)io_result(fd) : table_close((int)fd);
}

int emu_faccessat(int dirfd, const char *path, int mode, int flags)
{
	int rc;

	IO_CALL();
	rc = access_own(path);
	if (rc <= 0)
		return rc;
	if (!flags)
		return named(SYS_faccessat, dirfd, path, mode, 0);
#ifdef SYS_faccessat2
	return named(SYS_faccessat2, dirfd, path, mode, flags);
#else
	return (int)io_result(-EINVAL);
#endif
}

int emu_access(const char *path, int mode)
{
	return emu_faccessat(AT_FDCWD, path, mode, 0);
}

int emu_fchmodat(int dirfd, const char *path, mode_t mode, int flags)
{
	IO_CALL();
	if (flags)
		return (int)io_result(-EOPNOTSUPP);
	return named(SYS_fchmodat, dirfd, path, mode, 0);
}

int emu_chmod(const char *path, mode_t mode)
{
	IO_CALL();
	return named(SYS_fchmodat, AT_FDCWD, path, mode, 0);
}

int emu_fchownat(int dirfd, const char *path, uid_t uid, gid_t gid, int flags)
{
	struct io_request *r;

	IO_CALL();
	r = named_request(SYS_fchownat, dirfd, path);
	if (!r)
		return -1;
	r->arg[2] = uid;
	r->arg[3] = gid;
	r->arg[4] = flags;
	return (int)io_result(io_ship_free(r));
}

int emu_chown(const char *path, uid_t uid, gid_t gid)
{
	return emu_fchownat(AT_FDCWD, path, uid, gid, 0);
}

int emu_lchown(const char *path, uid_t uid, gid_t gid)
{
	return emu_fchownat(AT_FDCWD, path, uid, gid, AT_SYMLINK_NOFOLLOW);
}

/* ---- by name only on Linux through a descriptor */

static long run_truncate(struct io_request *r)
{
	int fd = openat((int)r->arg[0], (const char *)r->arg[1], O_WRONLY | O_CLOEXEC);
	long rc = fd < 0 ? -errno : io_errno(ftruncate(fd, r->arg[2]));

	if (fd >= 0)
		close(fd);
	return rc;
}

int emu_truncate(const char *path, off_t bytes)
{
	struct io_request *r;

	IO_CALL();
	r = named_request(0, AT_FDCWD, path);
	if (!r)
		return -1;
	r->run = run_truncate;
	r->arg[2] = bytes;
	return (int)io_result(io_ship_free(r));
}

/* To the program: into its buffer, or a block of its heap. */
static char *hand_out(const char *path, char *to, size_t room)
{
	size_t n = strlen(path) + 1;

	if (to && n > room) {
		errno = ERANGE;
		return NULL;
	}
	if (!to)
		to = heap_alloc(machine_heap(process_self()), n > room ? n : room, 16);
	if (to && !safe_copy_out(to, path, n)) {
		errno = EFAULT;
		return NULL;
	}
	return to;
}

char *emu_realpath(const char *path, char *to)
{
	struct io_request *r;
	char *out;

	IO_CALL();
	if (!path) {
		errno = EINVAL;
		return NULL;
	}
	r = real_path(path);
	if (!r)
		return NULL;
	out = hand_out(r->data, to, to ? PATH_MAX : 0);
	io_request_free(r);
	return out;
}

char *emu_realpath_chk(const char *path, char *to, size_t room)
{
	(void)room;
	return emu_realpath(path, to);
}

/* ---- the working directory */

char *emu_getcwd(char *to, size_t room)
{
	struct io_request *r;
	char *out;

	IO_CALL();
	if (to && !room) {
		errno = EINVAL;
		return NULL;
	}
	r = real_path(".");
	if (!r)
		return NULL;
	out = hand_out(r->data, to, room);
	io_request_free(r);
	return out;
}

char *emu_getwd(char *to)
{
	return emu_getcwd(to, PATH_MAX);
}

char *emu_get_current_dir_name(void)
{
	return emu_getcwd(NULL, 0);
}

static void cwd_set(int host_fd)
{
	struct files *f = files_self();
	int was = f->cwd_fd;

	f->cwd_fd = host_fd;
	if (was == AT_FDCWD)
		return;
	struct io_request *r = io_request(SYS_close);

	if (!r) {
		close(was);
		return;
	}
	r->arg[0] = was;
	io_ship_free(r);
}

static long run_chdir(struct io_request *r)
{
	int fd = openat((int)r->arg[0], (const char *)r->arg[1],
			O_PATH | O_DIRECTORY | O_CLOEXEC);

	if (fd < 0)
		return -errno;
	if (faccessat(fd, ".", X_OK, AT_EACCESS) == 0)
		return fd;
	close(fd);
	return -EACCES;
}

static int change_dir(int dirfd, const char *path)
{
	struct io_request *r = named_request(0, dirfd, path);
	long rc;

	if (!r)
		return -1;
	r->run = run_chdir;
	rc = io_ship_free(r);
	if (rc < 0)
		return (int)io_result(rc);
	cwd_set((int)rc);
	return 0;
}

int emu_chdir(const char *path)
{
	IO_CALL();
	return change_dir(AT_FDCWD, path);
}

int emu_fchdir(int fd)
{
	struct slot *s;

	IO_CALL();
	s = table_slot(fd);
	if (!s || s->file->kind != FILE_HOST)
		return (int)io_result(s ? -ENOTDIR : -EBADF);
	return change_dir(fd, ".");
}

mode_t emu_umask(mode_t mask)
{
	struct files *f;
	mode_t was;

	IO_CALL();
	f = files_self();
	was = f->umask;
	f->umask = mask & 0777;
	return was;
}
