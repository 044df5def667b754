/* host_memory.c - see host_memory.h. */
#include "host_memory.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <unistd.h>

#include "control_group.h"

uint64_t host_memory_resident(void)
{
	unsigned long pages = 0;
	FILE *f = fopen("/proc/self/statm", "r");

	if (f && fscanf(f, "%*s %lu", &pages) != 1)
		pages = 0;
	if (f)
		fclose(f);
	return (uint64_t)pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

static struct host_memory of_host(const char *root)
{
	uint64_t total = 0, available = 0, swap = 0;
	char line[PATH_MAX];

	snprintf(line, sizeof line, "%s/proc/meminfo", root);
	FILE *f = fopen(line, "r");

	while (f && fgets(line, sizeof line, f)) {
		sscanf(line, "MemTotal: %" SCNu64, &total);
		sscanf(line, "MemAvailable: %" SCNu64, &available);
		sscanf(line, "SwapFree: %" SCNu64, &swap);
	}
	if (f)
		fclose(f);
	if (!available) /* before Linux 3.14 */
		return (struct host_memory){ 0, 0, false };
	return (struct host_memory){ total * 1024, (available + swap) * 1024, false };
}

/* ---- control groups */

#define NO_LIMIT (UINT64_C(1) << 62) /* version 1 has a number for none, a page below 2^63 */

/* Returns the bytes that the kernel takes back before it ends a process: pages of files. */
static uint64_t reclaimable(const char *folder)
{
	char line[2 * PATH_MAX];
	uint64_t n, bytes = 0;

	snprintf(line, sizeof line, "%s/memory.stat", folder);
	FILE *f = fopen(line, "r");

	while (f && fgets(line, sizeof line, f))
		if (sscanf(line, "inactive_file %" SCNu64, &n) == 1 ||
		    sscanf(line, "active_file %" SCNu64, &n) == 1)
			bytes += n;
	if (f)
		fclose(f);
	return bytes;
}

/* The limit with the least left ends the job. */
static void group_apply(const char *folder, bool unified, void *arg)
{
	struct host_memory *m = arg;
	uint64_t limit, used;

	if (!control_group_number(folder, unified ? "memory.max" : "memory.limit_in_bytes",
				  &limit) ||
	    !control_group_number(folder, unified ? "memory.current" : "memory.usage_in_bytes",
				  &used))
		return;
	uint64_t cache = reclaimable(folder);

	used -= cache < used ? cache : used;
	uint64_t left = used < limit ? limit - used : 0;

	if (left < m->left)
		*m = (struct host_memory){ limit, left, true };
}

static void least_limit(const char *folder, bool unified, void *arg)
{
	uint64_t limit, *least = arg;

	if (control_group_number(folder, unified ? "memory.max" : "memory.limit_in_bytes",
				 &limit) &&
	    limit < NO_LIMIT && (!*least || limit < *least))
		*least = limit;
}

uint64_t host_memory_limit_of(const char *root)
{
	uint64_t least = 0;

	control_groups(root, "memory", least_limit, &least);
	return least;
}

static void add_kills(const char *folder, bool unified, void *arg)
{
	uint64_t n, *kills = arg;
	char line[2 * PATH_MAX];

	snprintf(line, sizeof line, "%s/%s", folder,
		 unified ? "memory.events" : "memory.oom_control");
	FILE *f = fopen(line, "r");

	while (f && fgets(line, sizeof line, f))
		if (sscanf(line, "oom_kill %" SCNu64, &n) == 1)
			*kills += n;
	if (f)
		fclose(f);
}

uint64_t host_memory_kills_of(const char *root)
{
	uint64_t kills = 0;

	control_groups(root, "memory", add_kills, &kills);
	return kills;
}

struct host_memory host_memory_of(const char *root)
{
	struct host_memory m = of_host(root);

	if (m.bytes)
		control_groups(root, "memory", group_apply, &m);
	return m;
}

struct host_memory host_memory_now(void)
{
	return host_memory_of("");
}
