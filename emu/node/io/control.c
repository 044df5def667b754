/* control.c - calls that change a descriptor or its file: lseek, fcntl, ioctl, locks,
 * lengths, rights. */
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <termios.h>
#include <unistd.h>

#include "calls.h"
#include "emu/node/machine/call.h"
#include "emu/node/machine/shm.h"
#include "io_internal.h"
#include "ship.h"

/* Request number as include/cnk/include/SPI_syscalls.h has it. */
#define CNK_FIOBGQATOMIC _IOWR(0xa5, 0, unsigned int)
#define FLAGS_CHANGE (O_NONBLOCK | O_APPEND)

static int on_fd(long nr, int fd, long a, long b)
{
	return request_end(fd_request(nr, fd, EINVAL), 1, a, b);
}

static struct file *shm_file(int fd)
{
	struct slot *s = table_slot(fd);

	return s && s->file->kind == FILE_SHM ? s->file : NULL;
}

off_t emu_lseek(int fd, off_t offset, int whence)
{
	struct io_request *r;
	struct file *f;

	IO_CALL();
	f = shm_file(fd);
	if (f)
		return io_result(shm_seek(f, offset, whence));
	r = fd_request(SYS_lseek, fd, ESPIPE);
	if (!r)
		return -1;
	r->arg[1] = offset;
	r->arg[2] = whence;
	return io_result(io_ship_free(r));
}

int emu_fsync(int fd)
{
	IO_CALL();
	return shm_file(fd) ? 0 : on_fd(SYS_fsync, fd, 0, 0);
}

int emu_fdatasync(int fd)
{
	IO_CALL();
	return shm_file(fd) ? 0 : on_fd(SYS_fdatasync, fd, 0, 0);
}

int emu_syncfs(int fd)
{
	IO_CALL();
	return on_fd(SYS_syncfs, fd, 0, 0);
}

int emu_ftruncate(int fd, off_t bytes)
{
	struct file *f;

	IO_CALL();
	f = shm_file(fd);
	if (f)
		return (int)io_result(bytes < 0 ? -EINVAL
						: shm_object_resize(f->object, (uint64_t)bytes));
	return on_fd(SYS_ftruncate, fd, bytes, 0);
}

static int shm_allocate(const struct file *f, off_t at, off_t bytes)
{
	uint64_t has, end = (uint64_t)at + (uint64_t)bytes;
	int rc = shm_object_size(f->object, &has);

	if (rc == 0 && (at < 0 || bytes <= 0))
		rc = -EINVAL;
	if (rc == 0 && end > INT64_MAX)
		rc = -EFBIG;
	if (rc == 0 && end > has)
		rc = shm_object_resize(f->object, end);
	return rc;
}

int emu_fallocate(int fd, int mode, off_t at, off_t bytes)
{
	struct io_request *r;
	struct file *f;

	IO_CALL();
	f = shm_file(fd);
	if (f)
		return (int)io_result(mode ? -EOPNOTSUPP : shm_allocate(f, at, bytes));
	r = fd_request(SYS_fallocate, fd, ESPIPE);
	if (!r)
		return -1;
	r->arg[1] = mode;
	r->arg[2] = at;
	r->arg[3] = bytes;
	return (int)io_result(io_ship_free(r));
}

static long run_posix_fallocate(struct io_request *r)
{
	return -posix_fallocate((int)r->arg[0], r->arg[1], r->arg[2]);
}

/* Returns the error. */
int emu_posix_fallocate(int fd, off_t at, off_t bytes)
{
	struct io_request *r;
	struct file *f;
	int kept = errno, rc;

	IO_CALL();
	f = shm_file(fd);
	if (f)
		return -shm_allocate(f, at, bytes);
	r = fd_request(0, fd, ESPIPE);
	if (!r) {
		rc = errno;
		errno = kept;
		return rc;
	}
	r->run = run_posix_fallocate;
	r->arg[1] = at;
	r->arg[2] = bytes;
	return (int)-io_ship_free(r);
}

int emu_posix_fadvise(int fd, off_t at, off_t bytes, int advice)
{
	(void)at, (void)bytes, (void)advice;
	IO_CALL();
	return table_slot(fd) ? 0 : EBADF;
}

int emu_fchmod(int fd, mode_t mode)
{
	IO_CALL();
	return shm_file(fd) ? 0 : on_fd(SYS_fchmod, fd, mode, 0);
}

int emu_fchown(int fd, uid_t uid, gid_t gid)
{
	IO_CALL();
	return shm_file(fd) ? 0 : on_fd(SYS_fchown, fd, uid, gid);
}

int emu_isatty(int fd)
{
	struct slot *s;

	IO_CALL();
	s = table_slot(fd);
	errno = s ? ENOTTY : EBADF; /* output must not depend on the host's terminal */
	return 0;
}

ssize_t emu_getdents64(int fd, void *to, size_t n)
{
	struct io_request *r;
	long rc;

	IO_CALL();
	r = fd_request(SYS_getdents64, fd, ENOTDIR);
	if (!r)
		return -1;
	n = n < 65536 ? n : 65536;
	r->data = malloc(n ? n : 1);
	r->arg[1] = (long)r->data;
	r->answer = r->data;
	r->arg[2] = (long)n;
	r->down = true;
	rc = r->data ? io_ship(r) : -ENOMEM;
	if (rc > 0 && !safe_copy_out(to, r->data, (size_t)rc))
		rc = -EFAULT;
	io_request_free(r);
	return io_result(rc);
}

/* ---- locks.  Those of a process are the rank's: by open file description at the host,
 * since all ranks are one process there. */

int emu_flock(int fd, int operation)
{
	struct io_request *r;

	IO_CALL();
	r = fd_request(SYS_flock, fd, EINVAL);
	if (!r)
		return -1;
	r->arg[1] = operation;
	r->may_block = !(operation & LOCK_NB) && operation != LOCK_UN;
	return (int)io_result(io_ship_free(r));
}

static int record_lock(int fd, int command, struct flock *l)
{
	static const int by_file[] = { F_OFD_GETLK, F_OFD_SETLK, F_OFD_SETLKW };
	struct io_request *r = fd_request(SYS_fcntl, fd, EINVAL);
	struct flock *copy;
	long rc = -EFAULT;

	if (!r)
		return -1;
	copy = r->data = malloc(sizeof *copy);
	if (copy && safe_copy_in(copy, l, sizeof *copy)) {
		copy->l_pid = 0;
		r->arg[1] = command >= F_OFD_GETLK ? command : by_file[command - F_GETLK];
		r->arg[2] = (long)copy;
		r->may_block = r->arg[1] == F_OFD_SETLKW && copy->l_type != F_UNLCK;
		rc = io_ship(r);
		if (rc >= 0 && r->arg[1] == F_OFD_GETLK && !safe_copy_out(l, copy, sizeof *copy))
			rc = -EFAULT;
	}
	io_request_free(r);
	return (int)io_result(rc);
}

int emu_lockf(int fd, int command, off_t bytes)
{
	struct flock l = { .l_type = F_WRLCK, .l_whence = SEEK_CUR, .l_len = bytes };

	IO_CALL();
	switch (command) {
	case F_ULOCK:
		l.l_type = F_UNLCK;
		return record_lock(fd, F_SETLK, &l);
	case F_LOCK: return record_lock(fd, F_SETLKW, &l);
	case F_TLOCK: return record_lock(fd, F_SETLK, &l);
	case F_TEST:
		if (record_lock(fd, F_GETLK, &l))
			return -1;
		return l.l_type == F_UNLCK ? 0 : (int)io_result(-EACCES);
	default: return (int)io_result(-EINVAL);
	}
}

/* ---- fcntl */

static int flags_set(int fd, struct file *f, int flags)
{
	f->flags = (f->flags & ~FLAGS_CHANGE) | (flags & FLAGS_CHANGE);
	return f->kind == FILE_HOST && !f->borrowed ? on_fd(SYS_fcntl, fd, F_SETFL, f->flags) : 0;
}

static int dup_from(struct slot *s, int least, bool cloexec)
{
	if (least < 0 || least >= FILES_MAX)
		return (int)io_result(-EINVAL);
	s->file->refs++;
	return (int)io_result(table_add(s->file, least, cloexec));
}

int emu_fcntl(int fd, int command, ...)
{
	struct slot *s;
	va_list ap;
	long arg;

	IO_CALL();
	va_start(ap, command);
	arg = va_arg(ap, long);
	va_end(ap);
	s = table_slot(fd);
	if (!s)
		return (int)io_result(-EBADF);
	switch (command) {
	case F_DUPFD: return dup_from(s, (int)arg, false);
	case F_DUPFD_CLOEXEC: return dup_from(s, (int)arg, true);
	case F_GETFD: return s->cloexec ? FD_CLOEXEC : 0;
	case F_SETFD:
		s->cloexec = arg & FD_CLOEXEC;
		return 0;
	case F_GETFL: return s->file->flags;
	case F_SETFL: return flags_set(fd, s->file, (int)arg);
	case F_GETLK:
	case F_SETLK:
	case F_SETLKW:
	case F_OFD_GETLK:
	case F_OFD_SETLK:
	case F_OFD_SETLKW: return record_lock(fd, command, (struct flock *)arg);
	default: return (int)io_result(-EINVAL);
	}
}

/* ---- ioctl: what the kernel knows itself, or that there is no such thing */

static long run_pending(struct io_request *r)
{
	return io_errno(ioctl((int)r->arg[0], FIONREAD, r->extra));
}

/* The bytes that can be read. */
static long pending(const struct file *f, int *to)
{
	struct io_request *r;
	int n = 0;
	long rc = 0;

	if (f->kind == FILE_PIPE)
		n = (int)pipe_pending(f);
	else if (f->kind != FILE_HOST)
		return -ENOTTY;
	else if ((r = io_request(0)) != NULL) {
		r->run = run_pending;
		r->arg[0] = f->host_fd;
		r->device = f->may_block;
		r->extra = r->answer = &n;
		r->answer_bytes = sizeof n;
		rc = io_ship_free(r);
	} else
		rc = -ENOMEM;
	return rc || safe_copy_out(to, &n, sizeof n) ? rc : -EFAULT;
}

int emu_ioctl(int fd, unsigned long request, ...)
{
	struct slot *s;
	va_list ap;
	int *arg, n;

	IO_CALL();
	va_start(ap, request);
	arg = va_arg(ap, int *);
	va_end(ap);
	s = table_slot(fd);
	if (!s)
		return (int)io_result(-EBADF);
	switch (request) {
	case CNK_FIOBGQATOMIC:
		return (int)io_result(s->file->kind == FILE_SHM ? shm_object_atomic(s->file->object)
								: -EINVAL);
	case FIOCLEX: s->cloexec = true; return 0;
	case FIONCLEX: s->cloexec = false; return 0;
	case FIONBIO:
		if (!safe_copy_in(&n, arg, sizeof n))
			return (int)io_result(-EFAULT);
		return flags_set(fd, s->file, (s->file->flags & ~O_NONBLOCK) |
						      (n ? O_NONBLOCK : 0));
	case FIONREAD: return (int)io_result(pending(s->file, arg));
	default: break;
	}
	return (int)io_result(-ENOTTY);
}

int emu_tcgetattr(int fd, struct termios *t)
{
	(void)t;
	IO_CALL();
	return (int)io_result(table_slot(fd) ? -ENOTTY : -EBADF);
}
