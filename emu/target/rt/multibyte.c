/*
 * multibyte.c - conversions of characters that keep what is left of one if the caller has no place
 * for it: here in the image, a place for each function, as libc has it.
 */
#include "cost.h"
#include "private.h"

#include <stdlib.h>
#include <uchar.h>
#include <wchar.h>

RT_GIVES_WAY(mblen) RT_GIVES_WAY(mbtowc) RT_GIVES_WAY(wctomb) RT_GIVES_WAY(mbrlen)
RT_GIVES_WAY(mbrtowc) RT_GIVES_WAY(wcrtomb) RT_GIVES_WAY(mbsrtowcs) RT_GIVES_WAY(mbsnrtowcs)
RT_GIVES_WAY(wcsrtombs) RT_GIVES_WAY(wcsnrtombs) RT_GIVES_WAY(mbrtoc16) RT_GIVES_WAY(mbrtoc32)
RT_GIVES_WAY(c16rtomb) RT_GIVES_WAY(c32rtomb) RT_GIVES_WAY(mbrtoc8) RT_GIVES_WAY(c8rtomb)

/* Since glibc 2.36; headers declare them for C23 only. */
size_t mbrtoc8(unsigned char *restrict to, const char *restrict from, size_t n,
	       mbstate_t *restrict state);
size_t c8rtomb(char *restrict to, unsigned char from, mbstate_t *restrict state);

/* A conversion with a place of its own for callers without one. */
#define CONVERSION(name, parameters, ...) \
size_t name parameters \
{ \
	static mbstate_t own; \
\
	if (!state) \
		state = &own; \
	RT_COST(name); \
	return RT_HOST(name)(__VA_ARGS__, state); \
}

CONVERSION(mbrtowc, (wchar_t *restrict to, const char *restrict from, size_t n,
		     mbstate_t *restrict state), to, from, n)
CONVERSION(wcrtomb, (char *restrict to, wchar_t from, mbstate_t *restrict state), to, from)
CONVERSION(mbsrtowcs, (wchar_t *restrict to, const char **restrict from, size_t n,
		       mbstate_t *restrict state), to, from, n)
CONVERSION(mbsnrtowcs, (wchar_t *restrict to, const char **restrict from, size_t bytes, size_t n,
			mbstate_t *restrict state), to, from, bytes, n)
CONVERSION(wcsrtombs, (char *restrict to, const wchar_t **restrict from, size_t n,
		       mbstate_t *restrict state), to, from, n)
CONVERSION(wcsnrtombs, (char *restrict to, const wchar_t **restrict from, size_t wide, size_t n,
			mbstate_t *restrict state), to, from, wide, n)
CONVERSION(mbrtoc16, (char16_t *restrict to, const char *restrict from, size_t n,
		      mbstate_t *restrict state), to, from, n)
CONVERSION(mbrtoc32, (char32_t *restrict to, const char *restrict from, size_t n,
		      mbstate_t *restrict state), to, from, n)
CONVERSION(c16rtomb, (char *restrict to, char16_t from, mbstate_t *restrict state), to, from)
CONVERSION(c32rtomb, (char *restrict to, char32_t from, mbstate_t *restrict state), to, from)
CONVERSION(mbrtoc8, (unsigned char *restrict to, const char *restrict from, size_t n,
		     mbstate_t *restrict state), to, from, n)
CONVERSION(c8rtomb, (char *restrict to, unsigned char from, mbstate_t *restrict state), to, from)

size_t mbrlen(const char *restrict from, size_t n, mbstate_t *restrict state)
{
	static mbstate_t own;

	return mbrtowc(NULL, from, n, state ? state : &own);
}

size_t __mbrlen(const char *restrict from, size_t n, mbstate_t *restrict state)
{
	return mbrlen(from, n, state);
}

/* NULL asks whether there are states, and goes back to the first: none of the host's has any. */
static int length(wchar_t *to, const char *from, size_t n, mbstate_t *own)
{
	if (!from) {
		*own = (mbstate_t){ 0 };
		return 0;
	}
	size_t bytes = mbrtowc(to, from, n, own);

	return bytes >= (size_t)-2 ? -1 : (int)bytes;
}

int mblen(const char *from, size_t n)
{
	static mbstate_t own;

	own = (mbstate_t){ 0 };
	return length(NULL, from, n, &own);
}

int mbtowc(wchar_t *restrict to, const char *restrict from, size_t n)
{
	static mbstate_t own;

	return length(to, from, n, &own);
}

int wctomb(char *to, wchar_t from)
{
	static mbstate_t own;

	if (!to) {
		own = (mbstate_t){ 0 };
		return 0;
	}
	return (int)wcrtomb(to, from, &own);
}
