/*
 * stdio_chk.c - the names that fortified objects use for the same functions.
 */
#include "private.h"

int __vprintf_chk(int flag, const char *fmt, va_list ap);
int __printf_chk(int flag, const char *fmt, ...);
int __vdprintf_chk(int fd, int flag, const char *fmt, va_list ap);
int __dprintf_chk(int fd, int flag, const char *fmt, ...);

int __vprintf_chk(int flag, const char *fmt, va_list ap)
{
	(void)flag;
	return vfprintf(stdout, fmt, ap);
}

int __printf_chk(int flag, const char *fmt, ...)
{
	va_list ap;
	int n;

	(void)flag;
	va_start(ap, fmt);
	n = vfprintf(stdout, fmt, ap);
	va_end(ap);
	return n;
}

int __vdprintf_chk(int fd, int flag, const char *fmt, va_list ap)
{
	(void)flag;
	return bgqrt_vmessage(fd, fmt, ap);
}

int __dprintf_chk(int fd, int flag, const char *fmt, ...)
{
	va_list ap;
	int n;

	(void)flag;
	va_start(ap, fmt);
	n = bgqrt_vmessage(fd, fmt, ap);
	va_end(ap);
	return n;
}
