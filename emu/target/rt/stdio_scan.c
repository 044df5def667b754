/*
 * stdio_scan.c - input functions that mean stdin without saying so.  scanf has
 * several names, by language standard; headers may rename it under our hands,
 * so the linker's names are spelled out.
 */
#include "cost.h"
#include "private.h"

#undef getchar
#undef getchar_unlocked

int getchar(void)
{
	bgqrt_stream_gate(stdin);
	RT_COST(getchar);
	return getc_unlocked(stdin);
}

int getchar_unlocked(void)
{
	RT_COST(getchar_unlocked);
	return getc_unlocked(stdin);
}

static char *line_read(char *s, size_t capacity)
{
	size_t n = 0;
	int c;

	while ((c = getc_unlocked(stdin)) != EOF && c != '\n')
		if (n + 1 < capacity)
			s[n++] = (char)c;
	if (c == EOF && (n == 0 || ferror_unlocked(stdin)))
		return NULL;
	s[n] = '\0';
	return s;
}

char *gets(char *s);
char *gets(char *s)
{
	return line_read(s, (size_t)-1);
}

char *__gets_chk(char *s, size_t capacity);
char *__gets_chk(char *s, size_t capacity)
{
	return line_read(s, capacity);
}

/* Each scanf is the host's fscanf of the same standard, on stdin. */
#define SCANF(id, scanf_name, vscanf_name, vfscanf_name) \
int id##_host(FILE *, const char *, va_list) __asm__(vfscanf_name) \
	__attribute__((weak)); \
int id##_v(const char *fmt, va_list ap) __asm__(vscanf_name); \
int id##_v(const char *fmt, va_list ap) \
{ \
	return id##_host(stdin, fmt, ap); \
} \
int id##_f(const char *fmt, ...) __asm__(scanf_name); \
int id##_f(const char *fmt, ...) \
{ \
	va_list ap; \
	int n; \
\
	va_start(ap, fmt); \
	n = id##_host(stdin, fmt, ap); \
	va_end(ap); \
	return n; \
}

SCANF(gnu, "scanf", "vscanf", "vfscanf")
SCANF(isoc99, "__isoc99_scanf", "__isoc99_vscanf", "__isoc99_vfscanf")
SCANF(isoc23, "__isoc23_scanf", "__isoc23_vscanf", "__isoc23_vfscanf")
