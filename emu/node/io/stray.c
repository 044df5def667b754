/*
 * stray.c - functions of libc that take a descriptor and have no meaning for a rank's: they
 * must not reach the host with the rank's number, which is another descriptor there; limits,
 * which are the host process's; and syscall()'s, which go to the same functions as libc's.
 */
#include <errno.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/uio.h>

#include "calls.h"
#include "io.h"
#include "io_internal.h"
#include "ship.h"

static long refuse(int fd, int error)
{
	return io_result(table_slot(fd) ? -error : -EBADF);
}

#define REFUSE(name, error) \
long emu_##name(int fd); \
long emu_##name(int fd) \
{ \
	IO_CALL(); \
	return refuse(fd, error); \
}

/* There are no terminals, no extended attributes, no pages to move. */
REFUSE(not_a_terminal, ENOTTY)
REFUSE(not_supported, EOPNOTSUPP)
REFUSE(not_there, ENOSYS)

/* Advice that may be ignored. */
long emu_ignored(int fd);
long emu_ignored(int fd)
{
	IO_CALL();
	return table_slot(fd) ? 0 : io_result(-EBADF);
}

/* ttyname_r(), which returns the error; ttyname() returns NULL. */
int emu_ttyname_r(int fd, char *to, size_t capacity);
int emu_ttyname_r(int fd, char *to, size_t capacity)
{
	(void)to, (void)capacity;
	IO_CALL();
	return table_slot(fd) ? ENOTTY : EBADF;
}

char *emu_ttyname(int fd);
char *emu_ttyname(int fd)
{
	errno = emu_ttyname_r(fd, NULL, 0);
	return NULL;
}

ssize_t emu_preadv2(int fd, const struct iovec *v, int count, off_t at, int flags);
ssize_t emu_preadv2(int fd, const struct iovec *v, int count, off_t at, int flags)
{
	if (flags)
		return refuse(fd, EOPNOTSUPP);
	return at == -1 ? emu_readv(fd, v, count) : emu_preadv(fd, v, count, at);
}

ssize_t emu_pwritev2(int fd, const struct iovec *v, int count, off_t at, int flags);
ssize_t emu_pwritev2(int fd, const struct iovec *v, int count, off_t at, int flags)
{
	if (flags)
		return refuse(fd, EOPNOTSUPP);
	return at == -1 ? emu_writev(fd, v, count) : emu_pwritev(fd, v, count, at);
}

long emu_fpathconf(int fd, int name);
long emu_fpathconf(int fd, int name)
{
	IO_CALL();
	return table_slot(fd) ? pathconf("/", name) : io_result(-EBADF);
}

/* ---- limits: the host's are those of all ranks together */

int emu_getdtablesize(void);
int emu_getdtablesize(void)
{
	IO_CALL();
	return FILES_MAX;
}

static int limit_get(int resource, struct rlimit *to)
{
	struct rlimit lim = { RLIM_INFINITY, RLIM_INFINITY };

	if (resource < 0 || resource >= (int)RLIM_NLIMITS)
		return -EINVAL;
	if (resource == RLIMIT_NOFILE)
		lim.rlim_cur = lim.rlim_max = FILES_MAX;
	if (resource == RLIMIT_STACK)
		lim.rlim_cur = lim.rlim_max = space.image - SPACE_STACK - SPACE_GUARD_BYTES;
	return safe_copy_out(to, &lim, sizeof lim) ? 0 : -EFAULT;
}

int emu_getrlimit(int resource, struct rlimit *to);
int emu_getrlimit(int resource, struct rlimit *to)
{
	IO_CALL();
	return (int)io_result(limit_get(resource, to));
}

int emu_setrlimit(int resource, const struct rlimit *from);
int emu_setrlimit(int resource, const struct rlimit *from)
{
	struct rlimit has, wanted;
	int rc;

	IO_CALL();
	if (!safe_copy_in(&wanted, from, sizeof wanted))
		return (int)io_result(-EFAULT);
	rc = limit_get(resource, &has);
	if (rc == 0 && (wanted.rlim_cur != has.rlim_cur || wanted.rlim_max != has.rlim_max))
		rc = -EPERM;
	return (int)io_result(rc);
}

/* The kernel returns the length, with the byte behind. */
static long directory_get(char *to, size_t bytes)
{
	return emu_getcwd(to, bytes) ? (long)strlen(to) + 1 : -1;
}

long io_syscall(long number, const long *a)
{
	int fd = (int)a[0];
	void *p = (void *)a[1];

	switch (number) {
	case SYS_read: return emu_read(fd, p, (size_t)a[2]);
	case SYS_write: return emu_write(fd, p, (size_t)a[2]);
	case SYS_pread64: return emu_pread(fd, p, (size_t)a[2], a[3]);
	case SYS_pwrite64: return emu_pwrite(fd, p, (size_t)a[2], a[3]);
	case SYS_readv: return emu_readv(fd, p, (int)a[2]);
	case SYS_writev: return emu_writev(fd, p, (int)a[2]);
	case SYS_openat: return emu_openat(fd, p, (int)a[2], (mode_t)a[3]);
	case SYS_close: return emu_close(fd);
	case SYS_lseek: return emu_lseek(fd, a[1], (int)a[2]);
	case SYS_fstat: return emu_fstat(fd, p);
	case SYS_newfstatat: return emu_fstatat(fd, p, (struct stat *)a[2], (int)a[3]);
	case SYS_dup: return emu_dup(fd);
	case SYS_dup3: return emu_dup3(fd, (int)a[1], (int)a[2]);
	case SYS_fcntl: return emu_fcntl(fd, (int)a[1], a[2]);
	case SYS_ioctl: return emu_ioctl(fd, (unsigned long)a[1], a[2]);
	case SYS_fsync: return emu_fsync(fd);
	case SYS_fdatasync: return emu_fdatasync(fd);
	case SYS_ftruncate: return emu_ftruncate(fd, a[1]);
	case SYS_getdents64: return emu_getdents64(fd, p, (size_t)a[2]);
	case SYS_unlinkat: return emu_unlinkat(fd, p, (int)a[2]);
	case SYS_mkdirat: return emu_mkdirat(fd, p, (mode_t)a[2]);
	case SYS_faccessat: return emu_faccessat(fd, p, (int)a[2], 0);
	case SYS_readlinkat: return emu_readlinkat(fd, p, (char *)a[2], (size_t)a[3]);
	case SYS_fchdir: return emu_fchdir(fd);
	case SYS_umask: return emu_umask((mode_t)a[0]);
	case SYS_pipe2: return emu_pipe2((int *)a[0], (int)a[1]);
	case SYS_fchmod: return emu_fchmod(fd, (mode_t)a[1]);
	case SYS_truncate: return emu_truncate((char *)a[0], a[1]);
	case SYS_getcwd: return directory_get((char *)a[0], (size_t)a[1]);
	case SYS_uname: return emu_uname((struct utsname *)a[0]);
	case SYS_getrlimit: return emu_getrlimit((int)a[0], p);
	case SYS_setrlimit: return emu_setrlimit((int)a[0], p);
#ifdef SYS_open /* hosts that have the old ones, too */
	case SYS_open: return emu_open((char *)a[0], (int)a[1], (mode_t)a[2]);
	case SYS_stat: return emu_stat((char *)a[0], p);
	case SYS_lstat: return emu_lstat((char *)a[0], p);
	case SYS_access: return emu_access((char *)a[0], (int)a[1]);
	case SYS_dup2: return emu_dup2(fd, (int)a[1]);
	case SYS_unlink: return emu_unlink((char *)a[0]);
	case SYS_mkdir: return emu_mkdir((char *)a[0], (mode_t)a[1]);
	case SYS_rename: return emu_rename((char *)a[0], p);
	case SYS_pipe: return emu_pipe((int *)a[0]);
	case SYS_link: return emu_link((char *)a[0], p);
	case SYS_symlink: return emu_symlink((char *)a[0], p);
	case SYS_readlink: return emu_readlink((char *)a[0], p, (size_t)a[2]);
	case SYS_rmdir: return emu_rmdir((char *)a[0]);
	case SYS_chmod: return emu_chmod((char *)a[0], (mode_t)a[1]);
	case SYS_creat: return emu_creat((char *)a[0], (mode_t)a[1]);
	case SYS_poll: return emu_poll((struct pollfd *)a[0], (nfds_t)a[1], (int)a[2]);
#endif
	case SYS_chdir: return emu_chdir((char *)a[0]);
	default: return IO_NO_SYSCALL;
	}
}
