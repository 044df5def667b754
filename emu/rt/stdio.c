/*
 * stdio.c - the standard streams of the process, and every call that uses one of
 * them without being told.  Output is line buffered, as on a terminal; the rank
 * writes to bgq-run, which keeps the order of simulated time.
 */
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>
#include <wchar.h>

#include "rt.h"

#define OUT_BYTES 1024

FILE *stdin, *stdout, *stderr;
static char out_buffer[OUT_BYTES];

static ssize_t cookie_write(void *cookie, const char *buf, size_t n)
{
	return bgqemu_write((int)(size_t)cookie, buf, n);
}

static ssize_t cookie_read(void *cookie, char *buf, size_t n)
{
	return bgqemu_read((int)(size_t)cookie, buf, n);
}

void bgqrt_stdio_init(void)
{
	static const cookie_io_functions_t io = { .read = cookie_read, .write = cookie_write };

	stdout = fopencookie((void *)1, "w", io);
	stderr = fopencookie((void *)2, "w", io);
	stdin = fopencookie((void *)0, "r", io);
	if (!stdout || !stderr || !stdin)
		bgqemu_process_abort(6, "no memory for the standard streams");
	setvbuf(stdout, out_buffer, _IOLBF, sizeof out_buffer);
	setvbuf(stderr, NULL, _IONBF, 0);
}

/* ---- files that the process has opened: flushed when it ends */

struct opened {
	FILE *f;
	struct opened *next;
};

static struct opened *files;

static FILE *remember(FILE *f)
{
	struct opened *o = f ? malloc(sizeof *o) : NULL;

	if (!o)
		return f;
	*o = (struct opened){ f, files };
	files = o;
	return f;
}

FILE *fopen(const char *path, const char *mode)
{
	return remember(bgqemu_host_fopen(path, mode));
}

FILE *fopen64(const char *path, const char *mode)
{
	return fopen(path, mode);
}

FILE *fdopen(int fd, const char *mode)
{
	return fd == 1 ? stdout : fd == 2 ? stderr : remember(bgqemu_host_fdopen(fd, mode));
}

int fclose(FILE *f)
{
	for (struct opened **at = &files; *at; at = &(*at)->next) {
		struct opened *o = *at;

		if (o->f != f)
			continue;
		*at = o->next;
		free(o);
		break;
	}
	return bgqemu_host_fclose(f);
}

int fflush(FILE *f)
{
	if (f)
		return bgqemu_host_fflush(f);
	bgqrt_stdio_flush();
	return 0;
}

void bgqrt_stdio_flush(void)
{
	if (stdout)
		bgqemu_host_fflush(stdout);
	for (struct opened *o = files; o; o = o->next)
		bgqemu_host_fflush(o->f);
}

/* ---- by name of the stream */

int vprintf(const char *fmt, va_list ap)
{
	return vfprintf(stdout, fmt, ap);
}

int printf(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	int n = vfprintf(stdout, fmt, ap);
	va_end(ap);
	return n;
}

int __printf_chk(int flag, const char *fmt, ...);
int __printf_chk(int flag, const char *fmt, ...)
{
	va_list ap;

	(void)flag;
	va_start(ap, fmt);
	int n = vfprintf(stdout, fmt, ap);
	va_end(ap);
	return n;
}

int vwprintf(const wchar_t *fmt, va_list ap)
{
	return vfwprintf(stdout, fmt, ap);
}

int wprintf(const wchar_t *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	int n = vfwprintf(stdout, fmt, ap);
	va_end(ap);
	return n;
}

int puts(const char *s)
{
	return fputs(s, stdout) < 0 || putc('\n', stdout) < 0 ? EOF : 0;
}

#undef putchar
int putchar(int c)
{
	return putc(c, stdout);
}

#undef putchar_unlocked
int putchar_unlocked(int c)
{
	return putc(c, stdout);
}

#undef getchar
int getchar(void)
{
	return getc(stdin);
}

#undef getchar_unlocked
int getchar_unlocked(void)
{
	return getc(stdin);
}

int vscanf(const char *fmt, va_list ap)
{
	return vfscanf(stdin, fmt, ap);
}

int scanf(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	int n = vfscanf(stdin, fmt, ap);
	va_end(ap);
	return n;
}

void perror(const char *s)
{
	fprintf(stderr, "%s%s%m\n", s && *s ? s : "", s && *s ? ": " : "");
}

/* ---- by descriptor */

ssize_t write(int fd, const void *buf, size_t n)
{
	if (fd == 1 && stdout)
		bgqemu_host_fflush(stdout);
	return bgqemu_write(fd, buf, n);
}

ssize_t read(int fd, void *buf, size_t n)
{
	return bgqemu_read(fd, buf, n);
}

int vdprintf(int fd, const char *fmt, va_list ap)
{
	char *text;
	int n = vasprintf(&text, fmt, ap);

	if (n < 0)
		return n;
	n = (int)write(fd, text, (size_t)n);
	free(text);
	return n;
}

int dprintf(int fd, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	int n = vdprintf(fd, fmt, ap);
	va_end(ap);
	return n;
}

ssize_t writev(int fd, const struct iovec *v, int n)
{
	ssize_t total = 0;

	for (int i = 0; i < n; i++) {
		ssize_t k = write(fd, v[i].iov_base, v[i].iov_len);

		if (k < 0)
			return total ? total : k;
		total += k;
	}
	return total;
}

int isatty(int fd)
{
	(void)fd;
	return 0;
}
