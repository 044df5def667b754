/*
 * main.c - runs the loops that the command line names, or all, on rank 0 and prints
 * "name result cycles" for each.  A wrong result is told on stderr and ends with 1.
 * Usage: loops [-c] [name...]   -c: ranks 1 and up also send to rank 0's node
 *        loops -l               lists the names
 */
#include "loops.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __bgqemu__
#include <hwi/include/bqc/A2_inlines.h>
#include <spi/include/kernel/location.h>
#else
#define GetTimeBase() UINT64_C(0)
#define Kernel_GetRank() 0u
#define busy_begin(crowd) ((void)(crowd))
#define busy_end() ((void)0)
#endif

static const struct loop *const tables[] = {
	loops_memory, loops_control, loops_float, loops_vector, loops_libc, loops_files,
#ifdef __bgqemu__
	loops_calls,
#endif
	loops_cxx,
};

static int wrong, found;

static void run(const struct loop *l)
{
	uint64_t start = GetTimeBase(), result = l->run(), cycles = GetTimeBase() - start;

	found++;
	printf("%s %llu %llu\n", l->name, (unsigned long long)result,
	       (unsigned long long)cycles);
	fflush(stdout);
	if (l->result == ANY || l->result == result)
		return;
	fprintf(stderr, "%s: %llu instead of %llu\n", l->name, (unsigned long long)result,
		(unsigned long long)l->result);
	wrong = 1;
}

static void for_each(void (*visit)(const struct loop *), const char *name)
{
	for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
		for (const struct loop *l = tables[i]; l->name; l++)
			if (!name || strcmp(name, l->name) == 0)
				visit(l);
}

static void list(const struct loop *l)
{
	puts(l->name);
}

int main(int argc, char **argv)
{
	int crowd = 0;

	if (argc > 1 && strcmp(argv[1], "-l") == 0) {
		if (Kernel_GetRank() == 0)
			for_each(list, NULL);
		return 0;
	}
	if (argc > 1 && strcmp(argv[1], "-c") == 0) {
		crowd = 1;
		argc--;
		argv++;
	}
	busy_begin(crowd);
	if (Kernel_GetRank() != 0)
		return 0;
	if (argc < 2)
		for_each(run, NULL);
	for (int i = 1; i < argc; i++) {
		int before = found;

		for_each(run, argv[i]);
		if (found == before) {
			fprintf(stderr, "no loop is named %s\n", argv[i]);
			wrong = 1;
		}
	}
	busy_end();
	return wrong;
}
