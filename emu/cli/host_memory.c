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
	uint64_t total = 0, available = 0, swap = 0;
	FILE *f = fopen("/proc/meminfo", "r");
	char line[128];

	while (f && fgets(line, sizeof line, f)) {
		sscanf(line, "MemTotal: %" SCNu64, &total);
		sscanf(line, "MemAvailable: %" SCNu64, &available);
		sscanf(line, "SwapFree: %" SCNu64, &swap);
	}
	if (f)
		fclose(f);
	if (!available) /* before Linux 3.14 */
		return (struct host_memory){ 0, 0 };
	return (struct host_memory){ total * 1024, (available + swap) * 1024 };
}
