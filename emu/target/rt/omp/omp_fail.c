/*
 * omp_fail.c - what OpenMP's runtime has to say, on the process's stderr.
 */
#include "omp_rt.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

static void say(const char *fmt, va_list ap)
{
	char line[256];

	vsnprintf(line, sizeof line, fmt, ap);
	bgqrt_message(2, "OpenMP: %s\n", line);
}

void omprt_warn(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	say(fmt, ap);
	va_end(ap);
}

void omprt_die(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	say(fmt, ap);
	va_end(ap);
	bgqrt_die(SIGABRT, NULL);
}

void *omprt_alloc_aligned(size_t align, size_t bytes)
{
	void *p;

	if (posix_memalign(&p, align, bytes ? bytes : 1))
		omprt_die("out of memory (%zu bytes)", bytes);
	return memset(p, 0, bytes);
}

void *omprt_alloc(size_t bytes)
{
	void *p = calloc(1, bytes);

	if (!p)
		omprt_die("out of memory (%zu bytes)", bytes);
	return p;
}
