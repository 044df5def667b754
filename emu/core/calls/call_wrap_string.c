/* call_wrap_string.c - <string.h> and its like; see call_wrap.h. */
#include "call_wrap.h"
#include "net/base/pages.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <wchar.h>

/* Bytes up to the match, or all. */
CALL_WRAP static size_t passed(const void *from, const void *found, size_t all)
{
	return found ? (size_t)((const char *)found - (const char *)from) : all;
}

/* ---- blocks */

#define SEARCH_BLOCK(name)                                                            \
	CALL_WRAP void *call_wrap_##name(const void *p, int c, size_t n)              \
	{                                                                             \
		void *found = (void *)name(p, c, n);                                  \
		CALL_CHARGE(name, passed(p, found, n));                               \
		return found;                                                         \
	}

SEARCH_BLOCK(memchr)

CALL_WRAP void *call_wrap_memrchr(const void *p, int c, size_t n)
{
	void *found = (void *)memrchr(p, c, n);

	CALL_CHARGE(memrchr, n - passed(p, found, 0));
	return found;
}

CALL_WRAP void *call_wrap_rawmemchr(const void *p, int c)
{
	void *found = (void *)rawmemchr(p, c);

	CALL_CHARGE(rawmemchr, passed(p, found, 0));
	return found;
}

CALL_WRAP void *call_wrap_memmem(const void *p, size_t n, const void *what, size_t m)
{
	void *found = memmem(p, n, what, m);

	CALL_CHARGE(memmem, passed(p, found, n));
	return found;
}

/* ---- lengths */

CALL_WRAP size_t call_wrap_strlen(const char *s)
{
	size_t n = strlen(s);

	CALL_CHARGE(strlen, n);
	return n;
}

CALL_WRAP size_t call_wrap_strnlen(const char *s, size_t most)
{
	size_t n = strnlen(s, most);

	CALL_CHARGE(strnlen, n);
	return n;
}

CALL_WRAP size_t call_wrap_wcslen(const wchar_t *s)
{
	size_t n = wcslen(s);

	CALL_CHARGE(wcslen, n);
	return n;
}

/* ---- searches.  Without a match, and for the last match, they have read to the end. */

#define SEARCH(name)                                                                  \
	CALL_WRAP char *call_wrap_##name(const char *s, int c)                        \
	{                                                                             \
		char *found = (char *)name(s, c);                                     \
		CALL_CHARGE(name, found ? passed(s, found, 0) : strlen(s));           \
		return found;                                                         \
	}

#define SEARCH_LAST(name)                                                             \
	CALL_WRAP char *call_wrap_##name(const char *s, int c)                        \
	{                                                                             \
		char *found = (char *)name(s, c);                                     \
		CALL_CHARGE(name, strlen(s));                                         \
		return found;                                                         \
	}

#define SEARCH_STRING(name)                                                           \
	CALL_WRAP char *call_wrap_##name(const char *s, const char *what)             \
	{                                                                             \
		char *found = (char *)name(s, what);                                  \
		CALL_CHARGE(name, found ? passed(s, found, 0) : strlen(s));           \
		return found;                                                         \
	}

#define SPAN(name)                                                                    \
	CALL_WRAP size_t call_wrap_##name(const char *s, const char *set)             \
	{                                                                             \
		size_t n = name(s, set);                                              \
		CALL_CHARGE(name, n);                                                 \
		return n;                                                             \
	}

SEARCH(strchr)
SEARCH(strchrnul)
SEARCH(index)
SEARCH_LAST(strrchr)
SEARCH_LAST(rindex)
SEARCH_STRING(strstr)
SEARCH_STRING(strpbrk)
SPAN(strspn)
SPAN(strcspn)

/* ---- copies */

CALL_WRAP char *call_wrap_stpcpy(char *to, const char *from)
{
	char *end = stpcpy(to, from);

	CALL_CHARGE(stpcpy, (size_t)(end - to));
	return end;
}

CALL_WRAP char *call_wrap_strcpy(char *to, const char *from)
{
	char *end = stpcpy(to, from);

	CALL_CHARGE(strcpy, (size_t)(end - to));
	return to;
}

CALL_WRAP char *call_wrap_strcat(char *to, const char *from)
{
	size_t had = strlen(to);

	CALL_CHARGE(strcat, (size_t)(stpcpy(to + had, from) - to));
	return to;
}

CALL_WRAP char *call_wrap_strncat(char *to, const char *from, size_t most)
{
	strncat(to, from, most);
	CALL_CHARGE(strncat, strlen(to));
	return to;
}

#define DUPLICATE(name)                                                               \
	CALL_WRAP char *call_wrap_##name(const char *s)                               \
	{                                                                             \
		char *copy = strdup(s);                                               \
		CALL_CHARGE(name, strlen(s));                                         \
		return copy;                                                          \
	}

DUPLICATE(strdup)
DUPLICATE(__strdup)

CALL_WRAP char *call_wrap_strndup(const char *s, size_t most)
{
	char *copy = strndup(s, most);

	CALL_CHARGE(strndup, strnlen(s, most));
	return copy;
}

/* ---- comparisons: by the length of the common prefix */

#define ONES  (UINT64_MAX / 0xff)
/* True if eight bytes from s may be read, of which one is a string's. */
CALL_WRAP static bool has_word(const char *s)
{
	return (uintptr_t)s % PAGE_BYTES <= PAGE_BYTES - sizeof(uint64_t);
}

/* Not 0 if the common prefix ends in this word; the lowest bit set is in the byte where. */
__attribute__((no_sanitize("address"), always_inline))
static inline uint64_t word_ends(const char *a, const char *b)
{
	uint64_t x, y;

	__builtin_memcpy(&x, a, sizeof x);
	__builtin_memcpy(&y, b, sizeof y);
	return (x ^ y) | ((x - ONES) & ~x & ONES << 7);
}

__attribute__((no_sanitize("address")))
CALL_WRAP static size_t same(const char *a, const char *b, size_t most)
{
	size_t n = 0;

	while (n < most) {
		if (has_word(a + n) && has_word(b + n)) {
			uint64_t ends = word_ends(a + n, b + n);

			n += ends ? (size_t)__builtin_ctzll(ends) / 8 : sizeof ends;
			if (ends)
				break;
		} else if (a[n] != b[n] || !a[n]) {
			break;
		} else {
			n++;
		}
	}
	return n < most ? n : most;
}

CALL_WRAP static size_t same_letters(const char *a, const char *b, size_t most)
{
	size_t n = 0;

	while (n < most && tolower((unsigned char)a[n]) == tolower((unsigned char)b[n]) && a[n])
		n++;
	return n;
}

#define COMPARE(name, same)                                                           \
	CALL_WRAP int call_wrap_##name(const char *a, const char *b)                  \
	{                                                                             \
		int order = name(a, b);                                               \
		CALL_CHARGE(name, same(a, b, SIZE_MAX));                              \
		return order;                                                         \
	}

#define COMPARE_MAX(name, same)                                                      \
	CALL_WRAP int call_wrap_##name(const char *a, const char *b, size_t most)     \
	{                                                                             \
		int order = name(a, b, most);                                         \
		CALL_CHARGE(name, same(a, b, most));                                  \
		return order;                                                         \
	}

COMPARE(strcmp, same)
COMPARE(strcoll, same)
COMPARE_MAX(strncmp, same)
COMPARE(strcasecmp, same_letters)
COMPARE_MAX(strncasecmp, same_letters)
