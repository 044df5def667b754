/*
 * count.c - cycles or instructions of each kernel as bgq-as counts them (BGQ_AS_MODE=instructions),
 * by the time base; the second round, so that nothing is done for the first time.  With a kernel's
 * name it only carries that out, twice with a second argument: what the reference is run with.
 */
#include <stdio.h>
#ifndef REFERENCE
#include <hwi/include/bqc/A2_inlines.h>
#endif
#include "kernels.h"

static const struct {
	const char *name;
	void (*run)(void);
} kernels[] = {
#define K(name) { #name, name },
	KERNELS(K)
};

#define COUNT (sizeof kernels / sizeof *kernels)

int main(int argc, char **argv)
{
	fill();
	for (unsigned k = 0; k < COUNT && argc > 1; k++)
		for (int round = 0; !strcmp(kernels[k].name, argv[1]) && round < argc - 1; round++)
			kernels[k].run();
#ifndef REFERENCE
	uint64_t nothing = GetTimeBase();

	nothing = GetTimeBase() - nothing;
	for (unsigned k = 0; k < COUNT && argc == 1; k++) {
		kernels[k].run();
		uint64_t from = GetTimeBase();

		kernels[k].run();
		printf("%s %llu\n", kernels[k].name,
		       (unsigned long long)(GetTimeBase() - from - nothing));
	}
#endif
	return 0;
}
