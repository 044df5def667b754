/*
 * timebuf.c - calendar functions that return a buffer of the process.
 */
#include <time.h>

#define ASCTIME_BYTES 64 /* 26 for years of four digits */

static struct tm broken_down;
static char text[ASCTIME_BYTES];

struct tm *gmtime(const time_t *t)
{
	return gmtime_r(t, &broken_down);
}

struct tm *localtime(const time_t *t)
{
	return localtime_r(t, &broken_down);
}

char *asctime(const struct tm *tm)
{
	return asctime_r(tm, text);
}

char *ctime(const time_t *t)
{
	struct tm *tm = localtime(t);

	return tm ? asctime(tm) : NULL;
}
