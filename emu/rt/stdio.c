/*
 * stdio.c - stdin, stdout and stderr of the process: streams of the host's libc
 * whose reading and writing ends in bgq-run, and whose output buffer is in the
 * image.  stdout is line buffered, as users see it on a terminal, so little is
 * pending when a rank dies.  A stream is never shared between processes.
 *
 * They are not freed: taking one out of libc's list of streams is a walk along
 * those of all processes.  Locking is off: a node's threads share one worker
 * and are switched inside libc only where a thread waits for standard input, which no
 * other thread can read then.
 */
#include "cost.h"
#include "private.h"

#include <errno.h>
#include <stdio_ext.h>
#include <unistd.h>

#define OUT_BYTES 1024

struct std_stream {
	FILE *file;
	int fd; /* -1: closed by the program */
};

#undef stdin
#undef stdout
#undef stderr
FILE *stdin, *stdout, *stderr;
static struct std_stream std[3];
static char out_buffer[OUT_BYTES];

static ssize_t std_write(void *cookie, const char *buf, size_t n)
{
	const struct std_stream *s = cookie;
	ssize_t done;

	if (s->fd < 0) {
		errno = EBADF;
		return 0; /* how a cookie says that it failed */
	}
	done = bgqemu_write(s->fd, buf, n);
	return done < 0 ? 0 : done;
}

static ssize_t std_read(void *cookie, char *buf, size_t n)
{
	const struct std_stream *s = cookie;

	if (__fpending(stdout)) /* a prompt */
		fflush_unlocked(stdout);
	if (s->fd < 0) {
		errno = EBADF;
		return -1;
	}
	return bgqemu_read(s->fd, buf, n);
}

static int std_seek(void *cookie, off64_t *offset, int whence)
{
	const struct std_stream *s = cookie;
	off64_t at;

	if (s->fd <= STDERR_FILENO) {
		errno = s->fd < 0 ? EBADF : ESPIPE;
		return -1;
	}
	at = lseek64(s->fd, *offset, whence);
	if (at < 0)
		return -1;
	*offset = at;
	return 0;
}

static FILE *std_open(int fd, const char *mode)
{
	static const cookie_io_functions_t io = { std_read, std_write, std_seek, NULL };
	FILE *f = fopencookie(&std[fd], mode, io);

	if (!f)
		bgqemu_process_abort(6, "out of memory for standard streams");
	std[fd] = (struct std_stream){ f, fd };
	__fsetlocking(f, FSETLOCKING_BYCALLER);
	return bgqrt_stdio_track(f);
}

void bgqrt_stdio_open(void)
{
	stdin = std_open(STDIN_FILENO, "r");
	stdout = std_open(STDOUT_FILENO, "w");
	stderr = std_open(STDERR_FILENO, "w");
	setvbuf(stdout, out_buffer, _IOLBF, sizeof out_buffer);
	setvbuf(stderr, NULL, _IONBF, 0);
}

int bgqrt_stdio_fd(FILE *f)
{
	for (int i = 0; i < 3; i++)
		if (f == std[i].file)
			return std[i].fd;
	return -2;
}

void bgqrt_stdio_redirect(FILE *f, int fd)
{
	for (int i = 0; i < 3; i++)
		if (f == std[i].file) {
			if (std[i].fd > STDERR_FILENO)
				close(std[i].fd);
			std[i].fd = fd;
		}
}

int fileno(FILE *f)
{
	int fd = bgqrt_stdio_fd(f);

	RT_COST(fileno);
	if (fd == -2)
		fd = f->_fileno;
	if (fd < 0)
		errno = EBADF;
	return fd < 0 ? -1 : fd;
}

extern int fileno_unlocked(FILE *f) RT_ALIAS(fileno);
