/* host_cpus.c - see host_cpus.h. */
#include "host_cpus.h"

#include <inttypes.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>

#include "control_group.h"

/* "200000 100000": so much in each period, in microseconds. */
static uint64_t period_of(const char *folder)
{
	char path[2 * PATH_MAX];
	uint64_t period = 0;

	snprintf(path, sizeof path, "%s/cpu.max", folder);
	FILE *f = fopen(path, "r");

	if (f && fscanf(f, "%*u %" SCNu64, &period) != 1)
		period = 0;
	if (f)
		fclose(f);
	return period;
}

/* The smallest limit counts.  Version 1 has -1 for none, which is no limit either when read as a
 * number without a sign. */
static void look(const char *folder, bool unified, void *arg)
{
	unsigned *least = arg;
	uint64_t quota, period = 0;

	if (!control_group_number(folder, unified ? "cpu.max" : "cpu.cfs_quota_us", &quota))
		return;
	if (unified)
		period = period_of(folder);
	else if (!control_group_number(folder, "cpu.cfs_period_us", &period))
		return;
	if (!period || quota / period > UINT_MAX / 2)
		return;
	unsigned cpus = quota > period ? (unsigned)(quota / period) : 1;

	if (!*least || cpus < *least)
		*least = cpus;
}

unsigned host_cpus_limit_of(const char *root)
{
	unsigned least = 0;

	control_groups(root, "cpu", look, &least);
	return least;
}

static unsigned limit;

static void look_once(void)
{
	limit = host_cpus_limit_of("");
}

unsigned host_cpus_limit(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, look_once);
	return limit;
}
