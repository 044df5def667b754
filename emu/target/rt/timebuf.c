/*
 * timebuf.c - calendar functions that return a buffer of the process, and those that store while
 * the host's libc holds the lock of its time zone: they store to memory that cannot fault, for a
 * rank that ended there would leave the lock to nobody, and others wait for it.
 */
#include <time.h>

#include "cost.h"
#include "private.h"
#include "rt.h"

#define ASCTIME_BYTES 64 /* 26 for years of four digits */

static struct tm broken_down;
static char text[ASCTIME_BYTES];

struct tm *gmtime_r(const time_t *restrict t, struct tm *restrict to)
{
	time_t at = *t;
	struct tm tm;

	RT_COST(gmtime_r);
	if (!RT_HOST(gmtime_r)(&at, &tm))
		return NULL;
	*to = tm;
	return to;
}

struct tm *localtime_r(const time_t *restrict t, struct tm *restrict to)
{
	time_t at = *t;
	struct tm tm;

	RT_COST(localtime_r);
	if (!RT_HOST(localtime_r)(&at, &tm))
		return NULL;
	*to = tm;
	return to;
}

/* Where clocks are put back an hour comes twice: which is meant depends on the call before. */
time_t mktime(struct tm *tm)
{
	static struct tm last = { .tm_mday = 1, .tm_year = 70 };
	struct tm copy = *tm;

	RT_COST(mktime);
	time_t rc = bgqemu_mktime(&copy, &last);

	*tm = copy;
	return rc;
}

time_t timelocal(struct tm *tm) __attribute__((alias("mktime")));

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
