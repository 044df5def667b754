/*
 * fuzz_main.h - what the fuzzers share: how much to do, which seeds, and the
 * seed of the round that failed, to be run alone: PROGRAM 1 SEED.
 */
#ifndef BGQ_TESTS_FUZZ_MAIN_H
#define BGQ_TESTS_FUZZ_MAIN_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

struct fuzz {
	const char *name;
	uint64_t count; /* things to do */
	uint64_t first, rounds;
	struct timespec begin;
};

static struct {
	const char *name;
	unsigned long long seed;
	bool running;
} fuzz_now;

void __sanitizer_set_death_callback(void (*f)(void)) __attribute__((weak));

static inline void fuzz_died(void)
{
	if (fuzz_now.running)
		fprintf(stderr, "\n%s: failed in the round of seed %llu\n", fuzz_now.name,
			fuzz_now.seed);
	fuzz_now.running = false;
}

static inline void fuzz_begin(struct fuzz *f, int argc, char **argv, uint64_t count)
{
	*f = (struct fuzz){ .name = argv[0], .count = count, .first = 1 };
	if (argc > 1)
		f->count = strtoull(argv[1], NULL, 0);
	if (argc > 2)
		f->first = strtoull(argv[2], NULL, 0);
	fuzz_now.name = argv[0];
	atexit(fuzz_died);
	if (__sanitizer_set_death_callback)
		__sanitizer_set_death_callback(fuzz_died);
	clock_gettime(CLOCK_MONOTONIC, &f->begin);
}

static inline uint64_t fuzz_next_seed(struct fuzz *f)
{
	fuzz_now.seed = f->first + f->rounds++;
	fuzz_now.running = true;
	return fuzz_now.seed;
}

static inline void fuzz_end(const struct fuzz *f, uint64_t done)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	double s = (double)(now.tv_sec - f->begin.tv_sec) +
		   (double)(now.tv_nsec - f->begin.tv_nsec) * 1e-9;

	fuzz_now.running = false;
	printf("%s: %llu done, seeds %llu to %llu, %.1f s, %.0f a second\n", f->name,
	       (unsigned long long)done, (unsigned long long)f->first,
	       (unsigned long long)(f->first + f->rounds - 1), s, (double)done / s);
}

#endif
