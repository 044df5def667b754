/*
 * stdio_wide.c - wide characters on the process's streams.  Streams made by
 * fopencookie have no wide side, so text is converted here and goes out as
 * bytes; other streams are the host's business.  wscanf is not there.
 */
#include "cost.h"
#include "private.h"

#include <limits.h>
#include <stdlib.h>
#include <wchar.h>

#undef putwc
#undef getwc
#undef putwchar
#undef getwchar

#define FORMAT_MAX (1u << 24) /* wide characters; a result this long is an error */

static bool is_own(FILE *f)
{
	return bgqrt_stream_of(f) != NULL;
}

wint_t fputwc(wchar_t wc, FILE *f)
{
	char bytes[MB_LEN_MAX];
	mbstate_t state = { 0 };
	size_t n;

	RT_COST(fputwc);
	if (!is_own(f))
		return RT_HOST(fputwc)(wc, f);
	n = wcrtomb(bytes, wc, &state);
	if (n == (size_t)-1 || fwrite_unlocked(bytes, 1, n, f) != n)
		return WEOF;
	return (wint_t)wc;
}

extern wint_t putwc(wchar_t wc, FILE *f) RT_ALIAS(fputwc);
extern wint_t fputwc_unlocked(wchar_t wc, FILE *f) RT_ALIAS(fputwc);
extern wint_t putwc_unlocked(wchar_t wc, FILE *f) RT_ALIAS(fputwc);

wint_t putwchar(wchar_t wc)
{
	return fputwc(wc, stdout);
}

extern wint_t putwchar_unlocked(wchar_t wc) RT_ALIAS(putwchar);

int fputws(const wchar_t *restrict s, FILE *restrict f)
{
	RT_COST(fputws);
	if (!is_own(f))
		return RT_HOST(fputws)(s, f);
	for (; *s; s++)
		if (fputwc(*s, f) == WEOF)
			return -1;
	return 1;
}

extern int fputws_unlocked(const wchar_t *restrict s, FILE *restrict f)
	RT_ALIAS(fputws);

/* vswprintf does not tell how much room it wants. */
int vfwprintf(FILE *restrict f, const wchar_t *restrict fmt, va_list ap)
{
	int n = -1;

	RT_COST(vfwprintf);
	if (!is_own(f))
		return RT_HOST(vfwprintf)(f, fmt, ap);
	for (size_t capacity = 256; n < 0 && capacity <= FORMAT_MAX; capacity *= 8) {
		wchar_t *text = malloc(capacity * sizeof *text);
		va_list again;

		if (!text)
			return -1;
		va_copy(again, ap);
		n = vswprintf(text, capacity, fmt, again);
		va_end(again);
		if (n >= 0 && fputws(text, f) < 0) {
			free(text);
			return -1;
		}
		free(text);
	}
	return n;
}

int fwprintf(FILE *restrict f, const wchar_t *restrict fmt, ...)
{
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vfwprintf(f, fmt, ap);
	va_end(ap);
	return n;
}

int vwprintf(const wchar_t *restrict fmt, va_list ap)
{
	return vfwprintf(stdout, fmt, ap);
}

int wprintf(const wchar_t *restrict fmt, ...)
{
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vfwprintf(stdout, fmt, ap);
	va_end(ap);
	return n;
}

/* The names that fortified objects use. */
int __vfwprintf_chk(FILE *f, int flag, const wchar_t *fmt, va_list ap);
int __vfwprintf_chk(FILE *f, int flag, const wchar_t *fmt, va_list ap)
{
	(void)flag;
	return vfwprintf(f, fmt, ap);
}

int __vwprintf_chk(int flag, const wchar_t *fmt, va_list ap);
int __vwprintf_chk(int flag, const wchar_t *fmt, va_list ap)
{
	(void)flag;
	return vfwprintf(stdout, fmt, ap);
}

int __fwprintf_chk(FILE *f, int flag, const wchar_t *fmt, ...);
int __fwprintf_chk(FILE *f, int flag, const wchar_t *fmt, ...)
{
	va_list ap;
	int n;

	(void)flag;
	va_start(ap, fmt);
	n = vfwprintf(f, fmt, ap);
	va_end(ap);
	return n;
}

int __wprintf_chk(int flag, const wchar_t *fmt, ...);
int __wprintf_chk(int flag, const wchar_t *fmt, ...)
{
	va_list ap;
	int n;

	(void)flag;
	va_start(ap, fmt);
	n = vfwprintf(stdout, fmt, ap);
	va_end(ap);
	return n;
}

wint_t fgetwc(FILE *f)
{
	mbstate_t state = { 0 };
	wchar_t wc;
	int c;

	RT_COST(fgetwc);
	if (!is_own(f))
		return RT_HOST(fgetwc)(f);
	while ((c = getc_unlocked(f)) != EOF) {
		char byte = (char)c;
		size_t n = mbrtowc(&wc, &byte, 1, &state);

		if (n == (size_t)-1)
			return WEOF;
		if (n != (size_t)-2)
			return (wint_t)wc;
	}
	return WEOF;
}

extern wint_t getwc(FILE *f) RT_ALIAS(fgetwc);
extern wint_t fgetwc_unlocked(FILE *f) RT_ALIAS(fgetwc);
extern wint_t getwc_unlocked(FILE *f) RT_ALIAS(fgetwc);

wint_t getwchar(void)
{
	return fgetwc(stdin);
}

extern wint_t getwchar_unlocked(void) RT_ALIAS(getwchar);

wchar_t *fgetws(wchar_t *restrict s, int capacity, FILE *restrict f)
{
	wint_t wc = 0;
	int n = 0;

	RT_COST(fgetws);
	if (!is_own(f))
		return RT_HOST(fgetws)(s, capacity, f);
	while (n + 1 < capacity && wc != L'\n' && (wc = fgetwc(f)) != WEOF)
		s[n++] = (wchar_t)wc;
	if (n == 0)
		return NULL;
	s[n] = 0;
	return s;
}
