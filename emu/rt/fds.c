/*
 * fds.c - reading and writing by descriptor: 0, 1 and 2 are the process's own,
 * the others the host's.  Must never close one of bgq-run's.
 */
#include "cost.h"
#include "private.h"

#include <errno.h>
#include <sys/uio.h>
#include <unistd.h>

ssize_t write(int fd, const void *buf, size_t n)
{
	return bgqemu_write(fd, buf, n);
}

ssize_t read(int fd, void *buf, size_t n)
{
	return bgqemu_read(fd, buf, n);
}

/* Output goes through bgq-run, and must not depend on the host's terminal. */
int isatty(int fd)
{
	RT_COST(isatty);
	if (fd > STDERR_FILENO)
		return RT_HOST(isatty)(fd);
	errno = fd < 0 ? EBADF : ENOTTY;
	return 0;
}

ssize_t __read_chk(int fd, void *buf, size_t n, size_t room);
ssize_t __read_chk(int fd, void *buf, size_t n, size_t room)
{
	return bgqemu_read(fd, buf, n < room ? n : room);
}

ssize_t writev(int fd, const struct iovec *v, int count)
{
	ssize_t total = 0;

	if (fd > STDERR_FILENO) {
		RT_COST(writev);
		return RT_HOST(writev)(fd, v, count);
	}
	for (int i = 0; i < count; i++) {
		ssize_t n = bgqemu_write(fd, v[i].iov_base, v[i].iov_len);

		if (n < 0)
			return total ? total : -1;
		total += n;
		if ((size_t)n < v[i].iov_len)
			break;
	}
	return total;
}

ssize_t readv(int fd, const struct iovec *v, int count)
{
	if (fd > STDERR_FILENO) {
		RT_COST(readv);
		return RT_HOST(readv)(fd, v, count);
	}
	for (int i = 0; i < count; i++) /* a short read is allowed */
		if (v[i].iov_len)
			return bgqemu_read(fd, v[i].iov_base, v[i].iov_len);
	return 0;
}
