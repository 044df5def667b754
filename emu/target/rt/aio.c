/*
 * aio.c - POSIX asynchronous I/O, carried out in the call that asks for it: done when the call
 * returns, as a system may be that is quick.  libc's own would work on the host's descriptors,
 * in threads of the host.
 */
#include "private.h"

#include <aio.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static void notify(const struct sigevent *ev)
{
	if (ev && ev->sigev_notify == SIGEV_SIGNAL)
		raise(ev->sigev_signo);
}

/* A thread that tells is the caller itself. */
static int refuses(const struct aiocb *cb)
{
	if (cb->aio_sigevent.sigev_notify != SIGEV_THREAD)
		return 0;
	errno = ENOSYS;
	return -1;
}

static int done(struct aiocb *cb, ssize_t rc)
{
	cb->__return_value = rc;
	cb->__error_code = rc < 0 ? errno : 0;
	notify(&cb->aio_sigevent);
	return 0;
}

static void *buffer(const struct aiocb *cb)
{
	return (void *)cb->aio_buf;
}

int aio_read(struct aiocb *cb)
{
	if (refuses(cb))
		return -1;
	ssize_t n = pread(cb->aio_fildes, buffer(cb), cb->aio_nbytes, cb->aio_offset);

	if (n < 0 && errno == ESPIPE)
		n = read(cb->aio_fildes, buffer(cb), cb->aio_nbytes);
	return done(cb, n);
}

int aio_write(struct aiocb *cb)
{
	int flags = fcntl(cb->aio_fildes, F_GETFL);

	if (refuses(cb))
		return -1;
	ssize_t n = flags >= 0 && (flags & O_APPEND) ? -1
		: pwrite(cb->aio_fildes, buffer(cb), cb->aio_nbytes, cb->aio_offset);

	if (flags >= 0 && ((flags & O_APPEND) || (n < 0 && errno == ESPIPE)))
		n = write(cb->aio_fildes, buffer(cb), cb->aio_nbytes);
	return done(cb, n);
}

int aio_fsync(int how, struct aiocb *cb)
{
	if (how != O_SYNC && how != O_DSYNC) {
		errno = EINVAL;
		return -1;
	}
	return refuses(cb) ? -1 : done(cb, how == O_SYNC ? fsync(cb->aio_fildes)
							 : fdatasync(cb->aio_fildes));
}

int aio_error(const struct aiocb *cb)
{
	return cb->__error_code;
}

ssize_t aio_return(struct aiocb *cb)
{
	return cb->__return_value;
}

int aio_suspend(const struct aiocb *const list[], int n, const struct timespec *ts)
{
	(void)list, (void)n, (void)ts;
	return 0;
}

int aio_cancel(int fd, struct aiocb *cb)
{
	(void)cb;
	return fcntl(fd, F_GETFD) < 0 ? -1 : AIO_ALLDONE;
}

int lio_listio(int mode, struct aiocb *const list[restrict], int n, struct sigevent *restrict ev)
{
	int failed = 0;

	if (mode != LIO_WAIT && mode != LIO_NOWAIT) {
		errno = EINVAL;
		return -1;
	}
	if (mode == LIO_NOWAIT && ev && ev->sigev_notify == SIGEV_THREAD) {
		errno = ENOSYS;
		return -1;
	}
	for (int i = 0; i < n; i++) {
		if (!list[i] || list[i]->aio_lio_opcode == LIO_NOP)
			continue;
		int rc = list[i]->aio_lio_opcode == LIO_READ ? aio_read(list[i])
							     : aio_write(list[i]);

		failed |= rc || list[i]->__error_code;
	}
	if (mode == LIO_NOWAIT)
		notify(ev);
	errno = failed ? EIO : errno;
	return failed ? -1 : 0;
}

/* Types have 64 bits. */
#define SAME(name) __asm__(".globl " #name "64\n.set " #name "64, " #name);
SAME(aio_read) SAME(aio_write) SAME(aio_fsync) SAME(aio_error) SAME(aio_return)
SAME(aio_suspend) SAME(aio_cancel) SAME(lio_listio)
