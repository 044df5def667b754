/*
 * close.c - close, which leaves bgq-run's own descriptors open.
 */
#include "private.h"

#include <unistd.h>

int close(int fd)
{
	return fd >= STDIN_FILENO && fd <= STDERR_FILENO ? 0 : bgqemu_close(fd);
}
