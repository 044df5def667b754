/* host_memory.c - see host_memory.h. */
#include "host_memory.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

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

/* ---- control groups, of version 2 and 1 */

static const struct group_files {
	const char *controller; /* in /proc/self/cgroup, between colons */
	const char *mount, *limit, *used;
} versions[] = {
	{ "", "sys/fs/cgroup", "memory.max", "memory.current" },
	{ "memory", "sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes" },
};

/* False: there is no such file, or no number in it ("max"). */
static bool number_of(const char *folder, const char *name, uint64_t *n)
{
	char path[2 * PATH_MAX];

	snprintf(path, sizeof path, "%s/%s", folder, name);
	FILE *f = fopen(path, "r");
	bool read = f && fscanf(f, "%" SCNu64, n) == 1;

	if (f)
		fclose(f);
	return read;
}

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

/* Takes a group's limit if less is left in it: the group with the least left ends the job. */
static void group_apply(const struct group_files *v, const char *folder, struct host_memory *m)
{
	uint64_t limit, used;

	if (!number_of(folder, v->limit, &limit) || !number_of(folder, v->used, &used))
		return;
	uint64_t cache = reclaimable(folder);

	used -= cache < used ? cache : used;
	uint64_t left = used < limit ? limit - used : 0;

	if (left < m->left)
		*m = (struct host_memory){ limit, left, true };
}

/* The group at path and those around it.  In a container the path may be the host's, of which
 * only the top is mounted. */
static void groups_apply(const struct group_files *v, const char *root, char *path,
			 struct host_memory *m)
{
	char folder[PATH_MAX];
	char *end = path + strlen(path);

	for (;;) {
		*end = '\0';
		int n = snprintf(folder, sizeof folder, "%s/%s%s", root, v->mount, path);

		if (n > 0 && (size_t)n < sizeof folder)
			group_apply(v, folder, m);
		if (end == path)
			return;
		while (end > path && *end != '/')
			end--;
	}
}

/* "0::/path", "4:memory:/path". */
static void group_line(char *line, const char *root, struct host_memory *m)
{
	char *controller = strchr(line, ':');
	char *path = controller ? strchr(controller + 1, ':') : NULL;

	if (!path)
		return;
	controller++;
	*path++ = '\0';
	path[strcspn(path, "\n")] = '\0';
	for (unsigned i = 0; i < sizeof versions / sizeof *versions; i++)
		if (!strcmp(controller, versions[i].controller))
			groups_apply(&versions[i], root, path, m);
}

struct host_memory host_memory_of(const char *root)
{
	struct host_memory m = of_host(root);
	char line[PATH_MAX];

	snprintf(line, sizeof line, "%s/proc/self/cgroup", root);
	FILE *f = m.bytes ? fopen(line, "r") : NULL;

	while (f && fgets(line, sizeof line, f))
		group_line(line, root, &m);
	if (f)
		fclose(f);
	return m;
}

struct host_memory host_memory_now(void)
{
	return host_memory_of("");
}
