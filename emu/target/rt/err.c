/*
 * err.c - err.h and error.h: messages on the process's stderr under its name.
 */
#include "private.h"

#include <err.h>
#include <errno.h>
#include <execinfo.h>
#include <error.h>
#include <stdlib.h>
#include <string.h>

unsigned error_message_count;
int error_one_per_line;
void (*error_print_progname)(void);

static void complain(const char *fmt, va_list ap, const char *why)
{
	fprintf(stderr, "%s: ", program_invocation_short_name);
	if (fmt)
		vfprintf(stderr, fmt, ap);
	if (why)
		fprintf(stderr, "%s%s", fmt ? ": " : "", why);
	fputc('\n', stderr);
}

void vwarn(const char *fmt, va_list ap)
{
	complain(fmt, ap, strerror(errno));
}

void vwarnx(const char *fmt, va_list ap)
{
	complain(fmt, ap, NULL);
}

void verr(int status, const char *fmt, va_list ap)
{
	complain(fmt, ap, strerror(errno));
	exit(status);
}

void verrx(int status, const char *fmt, va_list ap)
{
	complain(fmt, ap, NULL);
	exit(status);
}

void warn(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vwarn(fmt, ap);
	va_end(ap);
}

void warnx(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vwarnx(fmt, ap);
	va_end(ap);
}

void err(int status, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	verr(status, fmt, ap);
}

void errx(int status, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	verrx(status, fmt, ap);
}

static void error_report(int status, int errnum, const char *file, unsigned line,
	const char *fmt, va_list ap)
{
	fflush(stdout);
	if (error_print_progname)
		error_print_progname();
	else
		fprintf(stderr, file ? "%s:" : "%s: ", program_invocation_name);
	if (file)
		fprintf(stderr, "%s:%u: ", file, line);
	vfprintf(stderr, fmt, ap);
	if (errnum)
		fprintf(stderr, ": %s", strerror(errnum));
	fputc('\n', stderr);
	error_message_count++;
	if (status)
		exit(status);
}

/* Spelled by the linker's names: error.h has inline versions of its own. */
void rt_error(int status, int errnum, const char *fmt, ...) __asm__("error");
void rt_error(int status, int errnum, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	error_report(status, errnum, NULL, 0, fmt, ap);
	va_end(ap);
}

void rt_error_at_line(int status, int errnum, const char *file, unsigned line,
	const char *fmt, ...) __asm__("error_at_line");
void rt_error_at_line(int status, int errnum, const char *file, unsigned line,
	const char *fmt, ...)
{
	static const char *last_file;
	static unsigned last_line;
	va_list ap;

	if (error_one_per_line && last_line == line && last_file && file &&
	    !strcmp(last_file, file))
		return;
	last_file = file;
	last_line = line;
	va_start(ap, fmt);
	error_report(status, errnum, file, line, fmt, ap);
	va_end(ap);
}

/* To a descriptor of the process. */
void backtrace_symbols_fd(void *const *list, int n, int fd)
{
	char **text = backtrace_symbols(list, n);

	for (int i = 0; i < n; i++) {
		if (text)
			bgqrt_message(fd, "%s\n", text[i]);
		else
			bgqrt_message(fd, "[%p]\n", list[i]);
	}
	free(text);
}
