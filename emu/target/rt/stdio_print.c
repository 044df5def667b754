/*
 * stdio_print.c - output functions that mean stdout or stderr without saying so.
 */
#include "cost.h"
#include "private.h"

#include <errno.h>
#include <signal.h>
#include <string.h>

#undef putchar
#undef putchar_unlocked

int vprintf(const char *restrict fmt, va_list ap)
{
	return vfprintf(stdout, fmt, ap);
}

int printf(const char *restrict fmt, ...)
{
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vfprintf(stdout, fmt, ap);
	va_end(ap);
	return n;
}

int puts(const char *s)
{
	bgqrt_stream_gate(stdout);
	return fputs_unlocked(s, stdout) < 0 || putc_unlocked('\n', stdout) < 0 ? EOF : 1;
}

int putchar(int c)
{
	bgqrt_stream_gate(stdout);
	RT_COST(putchar);
	return putc_unlocked(c, stdout);
}

int putchar_unlocked(int c)
{
	RT_COST(putchar_unlocked);
	return putc_unlocked(c, stdout);
}

void perror(const char *what)
{
	int err = errno;

	if (what && *what)
		fprintf(stderr, "%s: %s\n", what, strerror(err));
	else
		fprintf(stderr, "%s\n", strerror(err));
	errno = err;
}

void psignal(int sig, const char *what)
{
	const char *name = sigdescr_np(sig);
	const char *sep = what && *what ? ": " : "";

	what = what ? what : "";
	if (name)
		fprintf(stderr, "%s%s%s\n", what, sep, name);
	else
		fprintf(stderr, "%s%sUnknown signal %d\n", what, sep, sig);
}
