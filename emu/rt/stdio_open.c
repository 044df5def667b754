/*
 * stdio_open.c - opening and closing files: the host's functions, with a list
 * of the process's open streams.  Standard streams keep their addresses whatever
 * is opened in their place or closed.
 */
#include "cost.h"
#include "private.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio_ext.h>
#include <string.h>
#include <unistd.h>

#undef fopen
#undef fopen64
#undef freopen
#undef freopen64
#undef tmpfile
#undef tmpfile64

FILE *fopen(const char *restrict path, const char *restrict mode)
{
	RT_COST(fopen);
	return bgqrt_stdio_track(RT_HOST(fopen)(path, mode));
}

FILE *fopen64(const char *restrict path, const char *restrict mode)
{
	RT_COST(fopen64);
	return bgqrt_stdio_track(RT_HOST(fopen)(path, mode)); /* off_t has 64 bits */
}

FILE *fdopen(int fd, const char *mode)
{
	RT_COST(fdopen);
	return bgqrt_stdio_track(RT_HOST(fdopen)(fd, mode));
}

FILE *tmpfile(void)
{
	RT_COST(tmpfile);
	return bgqrt_stdio_track(RT_HOST(tmpfile)());
}

FILE *tmpfile64(void)
{
	return tmpfile();
}

int fclose(FILE *f)
{
	int rc;

	RT_COST(fclose);
	if (bgqrt_stdio_fd && bgqrt_stdio_fd(f) != -2) {
		rc = bgqrt_stdio_fd(f) < 0 ? EOF : fflush_unlocked(f);
		bgqrt_stdio_redirect(f, -1);
		setvbuf(f, NULL, _IONBF, 0); /* so that the next write fails */
		return rc;
	}
	bgqrt_stdio_forget(f);
	return RT_HOST(fclose)(f);
}

int fcloseall(void)
{
	if (bgqrt_stdio_close)
		bgqrt_stdio_close();
	return 0;
}

static int mode_flags(const char *mode)
{
	int flags = *mode == 'r' ? O_RDONLY : O_WRONLY | O_CREAT;

	if (*mode == 'w')
		flags |= O_TRUNC;
	if (*mode == 'a')
		flags |= O_APPEND;
	if (strchr(mode, '+'))
		flags = (flags & ~O_ACCMODE) | O_RDWR;
	return flags;
}

static FILE *std_reopen(const char *path, const char *mode, FILE *f)
{
	int fd;

	fflush_unlocked(f);
	if (!path)
		return f; /* the mode of a standard stream does not change */
	if ((*mode == 'r') != (__freadable(f) != 0)) {
		errno = EINVAL;
		return NULL;
	}
	fd = open(path, mode_flags(mode), 0666);
	bgqrt_stdio_redirect(f, fd);
	if (fd < 0)
		return NULL;
	__fpurge(f);
	clearerr_unlocked(f);
	if (*mode != 'r')
		setvbuf(f, NULL, _IOFBF, 0); /* the buffer it has, if any */
	return f;
}

FILE *freopen(const char *restrict path, const char *restrict mode, FILE *restrict f)
{
	FILE *again;

	RT_COST(freopen);
	if (bgqrt_stdio_fd && bgqrt_stdio_fd(f) != -2)
		return std_reopen(path, mode, f);
	again = RT_HOST(freopen)(path, mode, f);
	if (!again)
		bgqrt_stdio_forget(f);
	return again;
}

FILE *freopen64(const char *restrict path, const char *restrict mode, FILE *restrict f)
{
	return freopen(path, mode, f);
}
