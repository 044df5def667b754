/* host_memory.c - see host_memory.h. */
#include "host_memory.h"

#include <inttypes.h>
#include <stdio.h>
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

struct host_memory host_memory_now(void)
{
	struct host_memory m = { 0, 0 };
	uint64_t available = 0, swap = 0;
	FILE *f = fopen("/proc/meminfo", "r");
	char line[128];

	while (f && fgets(line, sizeof line, f)) {
		sscanf(line, "MemTotal: %" SCNu64, &m.bytes);
		sscanf(line, "MemAvailable: %" SCNu64, &available);
		sscanf(line, "SwapFree: %" SCNu64, &swap);
	}
	if (f)
		fclose(f);
	m.bytes *= 1024;
	m.left = (available + swap) * 1024;
	return m;
}
