/* file_write.c - see file_write.h. */
#include "file_write.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

FILE *file_write(const char *name)
{
	int fd = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_NONBLOCK | O_CLOEXEC, 0666);

	if (fd < 0)
		return NULL;
	fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) & ~O_NONBLOCK);
	FILE *f = fdopen(fd, "w");

	if (!f) {
		int saved = errno;

		close(fd);
		errno = saved;
	}
	return f;
}

const char *file_write_error(int error)
{
	return error == ENXIO ? "a FIFO that has no reader" : strerror(error);
}
