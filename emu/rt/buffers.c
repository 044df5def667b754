/* strtok.c - libc calls that remember or return static storage, by way of their
 * reentrant forms. */
#include <string.h>
#include <time.h>

char *strtok(char *s, const char *delimiters)
{
	static char *rest;

	return strtok_r(s, delimiters, &rest);
}

struct tm *localtime(const time_t *t)
{
	static struct tm tm;

	return localtime_r(t, &tm);
}

struct tm *gmtime(const time_t *t)
{
	static struct tm tm;

	return gmtime_r(t, &tm);
}

static char text[64];

char *asctime(const struct tm *tm)
{
	return asctime_r(tm, text);
}

char *ctime(const time_t *t)
{
	return ctime_r(t, text);
}
