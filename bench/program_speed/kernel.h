/*
 * kernel.h - for the kernels of program_speed.sh: how much to do, random numbers that are
 * the same everywhere, and a checksum at the end.  No SPI: they compile with gcc alone.
 * Usage of each: kernel [REPEATS]
 */
#ifndef KERNEL_H
#define KERNEL_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline unsigned kernel_repeats(int argc, char **argv, unsigned otherwise)
{
	return argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : otherwise;
}

static inline uint64_t kernel_random(uint64_t *x)
{
	*x ^= *x << 13;
	*x ^= *x >> 7;
	*x ^= *x << 17;
	return *x;
}

static inline double kernel_double(uint64_t *x)
{
	return (double)(kernel_random(x) >> 11) / 9007199254740992.0 - 0.5;
}

/* Doubles by their value to some ten digits: options may change the order of sums. */
static inline void kernel_print_double(double sum)
{
	printf("%.9e\n", sum);
}

static inline void kernel_print(uint64_t sum)
{
	printf("%llu\n", (unsigned long long)sum);
}

#endif
