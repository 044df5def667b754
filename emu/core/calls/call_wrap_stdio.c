/* call_wrap_stdio.c - <stdio.h>: by the bytes printed or read; see call_wrap.h. */
#include "call_stack.h"
#include "call_wrap.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Bytes printed; 0 for a call that failed. */
static size_t made(int n)
{
	return n > 0 ? (size_t)n : 0;
}

/* ---- formatted: each beside the one that takes a va_list, which needs more of the stack */

#define WORD(x) ((long)(x))
#define APART3(v, a, b, c) \
	(int)call_stack_call((const void *)(v), WORD(a), WORD(b), CALL_STACK_LIST(c), 0, 0)
#define APART4(v, a, b, c, d) \
	(int)call_stack_call((const void *)(v), WORD(a), WORD(b), WORD(c), \
			     CALL_STACK_LIST(d), 0)

/* TO: the type of where they write. */
#define FORMATTED(name, TO)                                                           \
	int call_wrap_v##name(TO to, const char *fmt, va_list ap)                     \
	{                                                                             \
		int n = v##name(to, fmt, ap);                                         \
		CALL_CHARGE(v##name, made(n));                                        \
		return n;                                                             \
	}                                                                             \
	int call_wrap_##name(TO to, const char *fmt, ...)                             \
	{                                                                             \
		va_list ap;                                                           \
		va_start(ap, fmt);                                                    \
		int n = APART3(v##name, to, fmt, ap);                                 \
		va_end(ap);                                                           \
		CALL_CHARGE(name, made(n));                                           \
		return n;                                                             \
	}

FORMATTED(fprintf, FILE *)
FORMATTED(sprintf, char *)
FORMATTED(asprintf, char **)

int call_wrap_vsnprintf(char *to, size_t capacity, const char *fmt, va_list ap)
{
	int n = vsnprintf(to, capacity, fmt, ap);

	CALL_CHARGE(vsnprintf, made(n));
	return n;
}

int call_wrap_snprintf(char *to, size_t capacity, const char *fmt, ...)
{
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = APART4(vsnprintf, to, capacity, fmt, ap);
	va_end(ap);
	CALL_CHARGE(snprintf, made(n));
	return n;
}

/* ---- blocks and lines */

#define READ(name)                                                                    \
	size_t call_wrap_##name(void *to, size_t size, size_t n, FILE *f)             \
	{                                                                             \
		size_t got = name(to, size, n, f);                                    \
		CALL_CHARGE(name, got * size);                                        \
		return got;                                                           \
	}

#define PUT_STRING(name)                                                              \
	int call_wrap_##name(const char *s, FILE *f)                                  \
	{                                                                             \
		int rc = name(s, f);                                                  \
		CALL_CHARGE(name, strlen(s));                                         \
		return rc;                                                            \
	}

#define GET_STRING(name)                                                              \
	char *call_wrap_##name(char *to, int capacity, FILE *f)                           \
	{                                                                             \
		char *line = name(to, capacity, f);                                       \
		CALL_CHARGE(name, line ? strlen(line) : 0);                           \
		return line;                                                          \
	}

#define GET_LINE(name)                                                                \
	ssize_t call_wrap_##name(char **to, size_t *capacity, int end, FILE *f)           \
	{                                                                             \
		ssize_t n = getdelim(to, capacity, end, f);                               \
		CALL_CHARGE(name, n > 0 ? (size_t)n : 0);                             \
		return n;                                                             \
	}

READ(fread)
READ(fread_unlocked)
PUT_STRING(fputs)
PUT_STRING(fputs_unlocked)
GET_STRING(fgets)
GET_STRING(fgets_unlocked)
GET_LINE(getdelim)
GET_LINE(__getdelim)

ssize_t call_wrap_getline(char **to, size_t *capacity, FILE *f)
{
	ssize_t n = getline(to, capacity, f);

	CALL_CHARGE(getline, n > 0 ? (size_t)n : 0);
	return n;
}
