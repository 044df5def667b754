/*
 * at_exit.h - put before a kernel of bench/program_speed: rank 0 says on stderr how many core
 * cycles it took from start to end.
 */
#include <stdio.h>

#include <hwi/include/bqc/A2_inlines.h>
#include <spi/include/kernel/location.h>

static uint64_t at_start;

__attribute__((constructor)) static void note_start(void)
{
	at_start = GetTimeBase();
}

__attribute__((destructor)) static void print_cycles(void)
{
	if (Kernel_GetRank() == 0)
		fprintf(stderr, "cycles %llu\n", (unsigned long long)(GetTimeBase() - at_start));
}
