/*
 * stdio.c - streams on the process's own descriptors: streams of the host's libc whose
 * reading and writing ends in bgq-run (fopencookie), in the process's heap.  A stream is never
 * shared between processes.
 *
 * libc calls the functions here as it calls a program's own cookie functions: with no lock
 * held but the stream's, which is off.  So the thread may be parked in them.
 *
 * The standard ones are not freed: their addresses stay whatever is opened in their place.
 * stdout is line buffered, as users see it on a terminal, so little is pending when a rank
 * dies; its buffer is in the image.
 */
#include "cost.h"
#include "private.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define OUT_BYTES 1024

/* How glibc's struct _IO_FILE notes what may be done; part of its ABI. */
#define NO_READS  0x0004
#define NO_WRITES 0x0008
#define APPENDING 0x1000

#undef stdin
#undef stdout
#undef stderr
FILE *stdin, *stdout, *stderr;
static struct stream std[3];
/* libc's part of them: in the image, so that a process which allocates nothing touches no page of
 * its heap. */
#define STD_ROOM_BYTES 288
static char std_room[3][STD_ROOM_BYTES] __attribute__((aligned(16)));
static char out_buffer[OUT_BYTES];

/* Writes all of it: a short write is an error. */
static ssize_t stream_write(void *cookie, const char *buf, size_t n)
{
	struct stream *s = cookie;
	struct bgqrt_cleanup c;
	size_t done = 0;

	bgqrt_stream_enter(s, &c);
	while (done < n) {
		ssize_t one = bgqemu_write(s->fd, buf + done, n - done);

		if (one <= 0)
			break; /* fewer, or 0: how a cookie says that it failed */
		done += (size_t)one;
	}
	bgqrt_stream_leave(&c);
	return (ssize_t)done;
}

static ssize_t stream_read(void *cookie, char *buf, size_t n)
{
	struct stream *s = cookie;
	struct bgqrt_cleanup c;
	ssize_t done;

	if (s == &std[0] && __fpending(stdout)) /* a prompt */
		fflush(stdout);
	bgqrt_stream_enter(s, &c);
	done = bgqemu_read(s->fd, buf, n);
	bgqrt_stream_leave(&c);
	return done;
}

static int stream_seek(void *cookie, off64_t *offset, int whence)
{
	struct stream *s = cookie;
	struct bgqrt_cleanup c;
	off64_t at;

	bgqrt_stream_enter(s, &c);
	at = lseek64(s->fd, *offset, whence);
	bgqrt_stream_leave(&c);

	if (at < 0)
		return -1;
	*offset = at;
	return 0;
}

static const cookie_io_functions_t io = { stream_read, stream_write, stream_seek, NULL };

static FILE *stream_begin(struct stream *s, FILE *f, int fd)
{
	*s = (struct stream){ .fd = fd, .file = f };
	if (!f)
		return NULL;
	__fsetlocking(f, FSETLOCKING_BYCALLER);
	bgqrt_stdio_track(s);
	return f;
}

FILE *bgqrt_stream_open(struct stream *s, int fd, const char *mode)
{
	char plain[3] = { *mode, strchr(mode, '+') ? '+' : '\0', '\0' };

	return stream_begin(s, bgqemu_fopencookie(s, plain, &io), fd);
}

void bgqrt_stream_mode(struct stream *s, const char *mode)
{
	bool both = strchr(mode, '+') != NULL;
	int flags = s->file->_flags & ~(NO_READS | NO_WRITES | APPENDING);

	if (!both)
		flags |= *mode == 'r' ? NO_WRITES : NO_READS;
	if (*mode == 'a')
		flags |= APPENDING;
	s->file->_flags = flags;
}

static FILE *std_open(int fd, const char *mode)
{
	FILE *f = bgqemu_fopencookie_at(&std[fd], mode, &io, std_room[fd], STD_ROOM_BYTES);

	if (!stream_begin(&std[fd], f, fd))
		bgqemu_process_abort(6, "out of memory for standard streams");
	std[fd].standard = true;
	return f;
}

void bgqrt_stdio_open(void)
{
	stdin = std_open(STDIN_FILENO, "r");
	stdout = std_open(STDOUT_FILENO, "w");
	stderr = std_open(STDERR_FILENO, "w");
	setvbuf(stdout, out_buffer, _IOLBF, sizeof out_buffer);
	setvbuf(stderr, NULL, _IONBF, 0);
}

int fileno(FILE *f)
{
	const struct stream *s = bgqrt_stream_of(f);
	int fd = s ? s->fd : f->_fileno;

	RT_COST(fileno);
	if (fd < 0)
		errno = EBADF;
	return fd < 0 ? -1 : fd;
}

extern int fileno_unlocked(FILE *f) RT_ALIAS(fileno);
