/*
 * stdio_open.c - opening and closing streams.  Standard streams keep their addresses
 * whatever is opened in their place or closed.  Other streams of libc, such as
 * open_memstream's, are the host's business.
 */
#include "cost.h"
#include "private.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#undef fopen
#undef fopen64
#undef freopen
#undef freopen64
#undef tmpfile
#undef tmpfile64

/* Flags for open; -1 with errno set. */
static int mode_flags(const char *mode)
{
	int flags;

	switch (*mode) {
	case 'r': flags = O_RDONLY; break;
	case 'w': flags = O_WRONLY | O_CREAT | O_TRUNC; break;
	case 'a': flags = O_WRONLY | O_CREAT | O_APPEND; break;
	default:
		errno = EINVAL;
		return -1;
	}
	for (const char *c = mode + 1; *c && *c != ','; c++) {
		if (*c == '+')
			flags = (flags & ~O_ACCMODE) | O_RDWR;
		if (*c == 'x')
			flags |= O_EXCL;
		if (*c == 'e')
			flags |= O_CLOEXEC;
	}
	return flags;
}

/* Takes fd over if it succeeds. */
static FILE *stream_new(int fd, const char *mode)
{
	struct stream *s = malloc(sizeof *s);
	FILE *f = s ? bgqrt_stream_open(s, fd, mode) : NULL;

	if (!f)
		free(s);
	return f;
}

static FILE *file_open(const char *path, const char *mode)
{
	int flags = mode_flags(mode), fd;
	FILE *f;

	if (flags < 0)
		return NULL;
	fd = open(path, flags, 0666);
	if (fd < 0)
		return NULL;
	f = stream_new(fd, mode);
	if (!f)
		close(fd);
	return f;
}

FILE *fopen(const char *restrict path, const char *restrict mode)
{
	RT_COST(fopen);
	return file_open(path, mode);
}

FILE *fopen64(const char *restrict path, const char *restrict mode)
{
	RT_COST(fopen64);
	return file_open(path, mode);
}

FILE *fdopen(int fd, const char *mode)
{
	int wanted = mode_flags(mode), has, access;

	RT_COST(fdopen);
	if (wanted < 0)
		return NULL;
	has = fcntl(fd, F_GETFL);
	if (has < 0)
		return NULL;
	access = has & O_ACCMODE;
	if (access != O_RDWR && access != (wanted & O_ACCMODE)) {
		errno = EINVAL;
		return NULL;
	}
	if ((wanted & O_APPEND) && !(has & O_APPEND) && fcntl(fd, F_SETFL, has | O_APPEND) < 0)
		return NULL;
	return stream_new(fd, mode);
}

FILE *tmpfile(void)
{
	FILE *f;
	int fd;

	RT_COST(tmpfile);
	fd = open(P_tmpdir, O_TMPFILE | O_RDWR | O_EXCL, 0600);
	if (fd < 0)
		return NULL;
	f = stream_new(fd, "w+");
	if (!f)
		close(fd);
	return f;
}

FILE *tmpfile64(void)
{
	return tmpfile();
}

static int std_close(struct stream *s)
{
	int rc = s->fd < 0 ? EOF : fflush_unlocked(s->file);

	if (close(s->fd) < 0)
		rc = EOF;
	s->fd = -1;
	setvbuf(s->file, NULL, _IONBF, 0); /* so that the next write fails */
	return rc;
}

int fclose(FILE *f)
{
	struct stream *s = bgqrt_stream_of(f);
	int rc;

	RT_COST(fclose);
	if (!s)
		return RT_HOST(fclose)(f);
	bgqrt_stream_gate(f);
	if (s->standard)
		return std_close(s);
	bgqrt_stdio_forget(s);
	rc = RT_HOST(fclose)(f);
	if (close(s->fd) < 0)
		rc = EOF;
	free(s);
	return rc;
}

int fcloseall(void)
{
	bgqrt_stdio_close();
	return 0;
}

/* Another file under the stream's descriptor.  0 or -1. */
static int replace(struct stream *s, const char *path, const char *mode)
{
	int flags = mode_flags(mode), fd;

	if (flags < 0)
		return -1;
	fd = open(path, flags, 0666);
	if (fd < 0) {
		close(s->fd);
		s->fd = -1;
		return -1;
	}
	if (s->fd < 0 || fd == s->fd) {
		s->fd = fd;
		return 0;
	}
	int rc = dup2(fd, s->fd);

	close(fd);
	return rc < 0 ? -1 : 0;
}

static FILE *reopen(struct stream *s, const char *path, const char *mode)
{
	FILE *f = s->file;

	fflush_unlocked(f);
	if (path && replace(s, path, mode) != 0)
		return NULL;
	__fpurge(f);
	clearerr_unlocked(f);
	bgqrt_stream_mode(s, mode);
	if (path && s->standard && *mode != 'r')
		setvbuf(f, NULL, _IOFBF, 0); /* the buffer it has, if any */
	return f;
}

FILE *freopen(const char *restrict path, const char *restrict mode, FILE *restrict f)
{
	struct stream *s = bgqrt_stream_of(f);

	RT_COST(freopen);
	return s ? reopen(s, path, mode) : RT_HOST(freopen)(path, mode, f);
}

FILE *freopen64(const char *restrict path, const char *restrict mode, FILE *restrict f)
{
	return freopen(path, mode, f);
}
