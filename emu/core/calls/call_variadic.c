/*
 * call_variadic.c - functions with a variable number of arguments, of which any number may lie on
 * the caller's stack: each takes the address of its arguments, and has the function that takes a
 * va_list called on the thread's stack for calls.
 *
 * Never: a copy of arguments; how many there are is not known.
 */
#include <obstack.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>

#include "call_stack.h"
#include "call_switch.h"

int __isoc99_vsscanf(const char *s, const char *fmt, va_list ap) __attribute__((weak));
int __isoc23_vsscanf(const char *s, const char *fmt, va_list ap) __attribute__((weak));
int __isoc99_vswscanf(const wchar_t *s, const wchar_t *fmt, va_list ap) __attribute__((weak));
int __isoc23_vswscanf(const wchar_t *s, const wchar_t *fmt, va_list ap) __attribute__((weak));
int __vsprintf_chk(char *s, int flag, size_t n, const char *fmt, va_list ap);
int __vsnprintf_chk(char *s, size_t n, int flag, size_t m, const char *fmt, va_list ap);
int __vasprintf_chk(char **s, int flag, const char *fmt, va_list ap);
int __vswprintf_chk(wchar_t *s, size_t n, int flag, size_t m, const wchar_t *fmt, va_list ap);
int __obstack_vprintf_chk(struct obstack *o, int flag, const char *fmt, va_list ap);

#define WORD(x) ((long)(x))
#define LIST(ap) CALL_STACK_LIST(ap)

/* One with so many arguments before the format, and that as the last one. */
#define VARIADIC2(name, v)                                                                   \
	static int of_##name(long a, long b, ...)                                            \
	{                                                                                    \
		va_list ap;                                                                  \
		va_start(ap, b);                                                             \
		int n = (int)call_stack_call((const void *)(v), a, b, LIST(ap), 0, 0);       \
		va_end(ap);                                                                  \
		return n;                                                                    \
	}
#define VARIADIC3(name, v)                                                                   \
	static int of_##name(long a, long b, long c, ...)                                    \
	{                                                                                    \
		va_list ap;                                                                  \
		va_start(ap, c);                                                             \
		int n = (int)call_stack_call((const void *)(v), a, b, c, LIST(ap), 0);       \
		va_end(ap);                                                                  \
		return n;                                                                    \
	}
#define VARIADIC4(name, v)                                                                   \
	static int of_##name(long a, long b, long c, long d, ...)                            \
	{                                                                                    \
		va_list ap;                                                                  \
		va_start(ap, d);                                                             \
		int n = (int)call_stack_call((const void *)(v), a, b, c, d, LIST(ap));       \
		va_end(ap);                                                                  \
		return n;                                                                    \
	}

VARIADIC2(sprintf, vsprintf)
VARIADIC3(snprintf, vsnprintf)
VARIADIC2(asprintf, vasprintf)
VARIADIC2(sscanf, vsscanf)
VARIADIC2(isoc99_sscanf, __isoc99_vsscanf)
VARIADIC2(isoc23_sscanf, __isoc23_vsscanf)
VARIADIC3(swprintf, vswprintf)
VARIADIC2(swscanf, vswscanf)
VARIADIC2(isoc99_swscanf, __isoc99_vswscanf)
VARIADIC2(isoc23_swscanf, __isoc23_vswscanf)
VARIADIC2(obstack_printf, obstack_vprintf)
VARIADIC4(sprintf_chk, __vsprintf_chk)
VARIADIC3(asprintf_chk, __vasprintf_chk)
VARIADIC3(obstack_printf_chk, __obstack_vprintf_chk)

/* More arguments than call_stack_call() passes: their addresses. */
struct bounded {
	void *to;
	size_t n, room;
	int flag;
	const void *fmt;
	va_list ap;
};

static int bounded(struct bounded *b)
{
	return __vsnprintf_chk(b->to, b->n, b->flag, b->room, b->fmt, b->ap);
}

static int bounded_wide(struct bounded *b)
{
	return __vswprintf_chk(b->to, b->n, b->flag, b->room, b->fmt, b->ap);
}

static int of_snprintf_chk(void *to, size_t n, int flag, size_t room, const void *fmt, ...)
{
	struct bounded b = { .to = to, .n = n, .room = room, .flag = flag, .fmt = fmt };

	va_start(b.ap, fmt);
	int rc = (int)call_stack_call((const void *)bounded, WORD(&b), 0, 0, 0, 0);

	va_end(b.ap);
	return rc;
}

static int of_swprintf_chk(void *to, size_t n, int flag, size_t room, const void *fmt, ...)
{
	struct bounded b = { .to = to, .n = n, .room = room, .flag = flag, .fmt = fmt };

	va_start(b.ap, fmt);
	int rc = (int)call_stack_call((const void *)bounded_wide, WORD(&b), 0, 0, 0, 0);

	va_end(b.ap);
	return rc;
}

const void *call_variadic_of(const char *name)
{
	static const struct {
		const char *name;
		const void *function;
	} list[] = {
		{ "sprintf", (const void *)of_sprintf },
		{ "snprintf", (const void *)of_snprintf },
		{ "asprintf", (const void *)of_asprintf },
		{ "sscanf", (const void *)of_sscanf },
		{ "__isoc99_sscanf", (const void *)of_isoc99_sscanf },
		{ "__isoc23_sscanf", (const void *)of_isoc23_sscanf },
		{ "swprintf", (const void *)of_swprintf },
		{ "swscanf", (const void *)of_swscanf },
		{ "__isoc99_swscanf", (const void *)of_isoc99_swscanf },
		{ "__isoc23_swscanf", (const void *)of_isoc23_swscanf },
		{ "obstack_printf", (const void *)of_obstack_printf },
		{ "__obstack_printf_chk", (const void *)of_obstack_printf_chk },
		{ "__sprintf_chk", (const void *)of_sprintf_chk },
		{ "__snprintf_chk", (const void *)of_snprintf_chk },
		{ "__asprintf_chk", (const void *)of_asprintf_chk },
		{ "__swprintf_chk", (const void *)of_swprintf_chk },
	};

	for (size_t i = 0; i < sizeof list / sizeof *list; i++)
		if (!strcmp(list[i].name, name))
			return list[i].function;
	return NULL;
}
