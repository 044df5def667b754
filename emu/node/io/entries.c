/* entries.c - entries of directories: made, removed, renamed, links. */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "calls.h"
#include "emu/node/machine/shm.h"
#include "io_internal.h"
#include "names.h"

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
	return io_named(SYS_unlinkat, dirfd, path, flags, 0);
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
	return io_named(SYS_mkdirat, dirfd, path, mode, 0);
}

int emu_mkdir(const char *path, mode_t mode)
{
	IO_CALL();
	return io_named(SYS_mkdirat, AT_FDCWD, path, mode, 0);
}

int emu_mknodat(int dirfd, const char *path, mode_t mode, dev_t dev)
{
	IO_CALL();
	return io_named(SYS_mknodat, dirfd, path, mode, (long)dev);
}

int emu_mknod(const char *path, mode_t mode, dev_t dev)
{
	return emu_mknodat(AT_FDCWD, path, mode, dev);
}

int emu_mkfifoat(int dirfd, const char *path, mode_t mode)
{
	return emu_mknodat(dirfd, path, (mode & 07777) | S_IFIFO, 0);
}

int emu_mkfifo(const char *path, mode_t mode)
{
	return emu_mkfifoat(AT_FDCWD, path, mode);
}

/* mknodat() of programs of older C libraries. */
int emu_xmknodat(int version, int dirfd, const char *path, mode_t mode, const dev_t *dev)
{
	(void)version;
	return emu_mknodat(dirfd, path, mode, dev ? *dev : 0);
}

int emu_xmknod(int version, const char *path, mode_t mode, const dev_t *dev)
{
	return emu_xmknodat(version, AT_FDCWD, path, mode, dev);
}

/* ---- two names */

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
	r->answer = r->data;
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

ssize_t emu_readlink_chk(const char *path, char *to, size_t n, size_t capacity)
{
	return emu_readlinkat(AT_FDCWD, path, to, n < capacity ? n : capacity);
}

ssize_t emu_readlinkat_chk(int dirfd, const char *path, char *to, size_t n, size_t capacity)
{
	return emu_readlinkat(dirfd, path, to, n < capacity ? n : capacity);
}
