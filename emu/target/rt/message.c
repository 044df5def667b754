/*
 * message.c - formatted text to a descriptor without a stream: messages of the
 * library itself, and dprintf.  Never goes through the program's streams.
 */
#include "private.h"

#include <stdlib.h>

struct arguments {
	va_list list;
};

/* On the thread's stack for calls. */
static long message(long fd_given, const char *fmt, struct arguments *arguments)
{
	int fd = (int)fd_given;
	char line[512], *text = line;
	va_list again;
	int n;

	va_copy(again, arguments->list);
	n = vsnprintf(line, sizeof line, fmt, arguments->list);
	if (n >= (int)sizeof line) {
		text = malloc((size_t)n + 1);
		if (text)
			vsnprintf(text, (size_t)n + 1, fmt, again);
		else
			text = line;
	}
	va_end(again);
	if (n > 0 && text == line && n >= (int)sizeof line)
		n = sizeof line - 1;
	if (n > 0 && bgqemu_write(fd, text, (size_t)n) < 0)
		n = -1;
	if (text != line)
		free(text);
	return n;
}

int bgqrt_vmessage(int fd, const char *fmt, va_list ap)
{
	struct arguments arguments;

	va_copy(arguments.list, ap);
	int n = (int)bgqemu_apart((const void *)message, fd, (long)fmt, (long)&arguments, 0, 0);

	va_end(arguments.list);
	return n;
}

int bgqrt_message(int fd, const char *fmt, ...)
{
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = bgqrt_vmessage(fd, fmt, ap);
	va_end(ap);
	return n;
}

int vdprintf(int fd, const char *fmt, va_list ap)
{
	return bgqrt_vmessage(fd, fmt, ap);
}

int dprintf(int fd, const char *fmt, ...)
{
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = bgqrt_vmessage(fd, fmt, ap);
	va_end(ap);
	return n;
}
