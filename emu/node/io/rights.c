/* rights.c - what may be done with a file, by name: rights, owners, its length. */
#include <errno.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "calls.h"
#include "emu/node/machine/shm.h"
#include "io.h"
#include "io_internal.h"
#include "names.h"

/* Checks access to a file of the machine's own, which the rank may use.  1: path is none. */
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
		return io_named(SYS_faccessat, dirfd, path, mode, 0);
#ifdef SYS_faccessat2
	return io_named(SYS_faccessat2, dirfd, path, mode, flags);
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
	int rc;

	IO_CALL();
	if (flags)
		return (int)io_result(-EOPNOTSUPP);
	rc = access_own(path);
	return rc <= 0 ? rc : io_named(SYS_fchmodat, dirfd, path, mode, 0);
}

int emu_chmod(const char *path, mode_t mode)
{
	return emu_fchmodat(AT_FDCWD, path, mode, 0);
}

int emu_lchmod(const char *path, mode_t mode)
{
	return emu_fchmodat(AT_FDCWD, path, mode, AT_SYMLINK_NOFOLLOW);
}

int emu_fchownat(int dirfd, const char *path, uid_t uid, gid_t gid, int flags)
{
	struct io_request *r;
	int rc;

	IO_CALL();
	rc = access_own(path);
	if (rc <= 0)
		return rc;
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

/* ---- calls by name that Linux has only through a descriptor */

static long run_truncate(struct io_request *r)
{
	int fd = openat((int)r->arg[0], (const char *)r->arg[1], O_WRONLY | O_CLOEXEC);
	long rc = fd < 0 ? -errno : io_errno(ftruncate(fd, r->arg[2]));

	if (fd >= 0)
		close(fd);
	return rc;
}

/* Truncates shared memory. */
static int truncate_own(int fd, off_t bytes)
{
	int object = io_shm_of(fd);
	int rc = object < 0 || bytes < 0 ? -EINVAL : shm_object_resize(object, (uint64_t)bytes);

	table_close(fd);
	return rc;
}

int emu_truncate(const char *path, off_t bytes)
{
	struct io_request *r;
	long fd;

	IO_CALL();
	fd = own_path_open(path);
	if (fd != -ENOTSUP)
		return (int)io_result(fd < 0 ? fd : truncate_own((int)fd, bytes));
	r = named_request(0, AT_FDCWD, path);
	if (r) {
		r->run = run_truncate;
		r->changes = true;
	}
	return request_end(r, 2, bytes, 0);
}

long emu_pathconf(const char *path, int name)
{
	return emu_access(path, F_OK) ? -1 : pathconf("/", name);
}
