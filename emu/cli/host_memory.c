/* host_memory.c - see host_memory.h. */
#include "host_memory.h"

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
