/* status_line.c - see status_line.h. */
#include "status_line.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#define FIRST_S 2.0 /* unless BGQEMU_PROGRESS_SECONDS says something else */
#define EACH_S  0.5
#define COST_SHARE 0.01 /* of the run's time goes into its line at most */

static bool wanted;
static double last_s, next_s, began_s;

static double clock_s(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

bool status_line_start(void)
{
	const char *term = getenv("TERM"), *first = getenv("BGQEMU_PROGRESS_SECONDS");

	wanted = isatty(STDERR_FILENO) && term && strcmp(term, "dumb");
	last_s = clock_s(CLOCK_MONOTONIC);
	next_s = last_s + (first ? strtod(first, NULL) : FIRST_S);
	return wanted;
}

bool status_line_due(double *seconds)
{
	if (!wanted || clock_s(CLOCK_MONOTONIC_COARSE) < next_s)
		return false;
	began_s = clock_s(CLOCK_MONOTONIC);
	*seconds = began_s - last_s;
	last_s = began_s;
	return true;
}

size_t status_line_make(char *line, const char *text)
{
	struct winsize size = { .ws_col = 80 };
	double cost_s = clock_s(CLOCK_MONOTONIC) - began_s, wait_s = cost_s / COST_SHARE;

	next_s = began_s + (wait_s > EACH_S ? wait_s : EACH_S);
	ioctl(STDERR_FILENO, TIOCGWINSZ, &size);
	int columns = size.ws_col > 1 ? size.ws_col - 1 : 79;
	int n = snprintf(line, STATUS_LINE_BYTES, STATUS_LINE_CLEAR "%.*s", columns, text);

	return n < STATUS_LINE_BYTES ? (size_t)n : STATUS_LINE_BYTES - 1;
}

static const char *scaled(double value, const char *const units[], int n, char *buf, size_t bytes)
{
	int i = 0;

	for (; i + 1 < n && value >= 1000; i++)
		value /= 1000;
	snprintf(buf, bytes, "%.*f%s", value < 10 ? 2 : value < 100 ? 1 : 0, value, units[i]);
	return buf;
}

const char *status_line_count(double n, char *buf, size_t bytes)
{
	static const char *const units[] = { "", " k", " M", " G", " T" };

	return scaled(n, units, 5, buf, bytes);
}

const char *status_line_time(double ps, char *buf, size_t bytes)
{
	static const char *const units[] = { " ps", " ns", " us", " ms", " s" };

	return scaled(ps, units, 5, buf, bytes);
}
