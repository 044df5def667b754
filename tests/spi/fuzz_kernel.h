/*
 * fuzz_kernel.h - for fuzz_kernel.c: random numbers and pointers, and the check that
 * a call wrote its result and nothing else.
 */
#ifndef FUZZ_KERNEL_H
#define FUZZ_KERNEL_H

#include "spi_test.h"

#include <errno.h>
#include <string.h>

/* ---- numbers (splitmix64) */

static uint64_t state;

static uint64_t any(void)
{
	uint64_t z = state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

static uint64_t below(uint64_t n)
{
	return any() % n;
}

static uint64_t number(void)
{
	uint64_t v = any();

	return v >> below(64);
}

/* ---- memory that calls may write to, with space around each object */

#define ARENA 65536
#define PAD   64
#define FILL  0x5c

static unsigned char arena[ARENA] __attribute__((aligned(64)));
static unsigned char picture[ARENA];
static int good; /* the last pointer made was */

/* A pointer to an object of so many bytes: good ones lie in the arena. */
static void *pointer(size_t bytes)
{
	static const uint64_t wild[] = {
		0, 1, 0x1000, 0x400000, 0xdeadbeef, UINT64_C(1) << 36, UINT64_C(1) << 47,
		UINT64_C(1) << 63, ~UINT64_C(0), ~UINT64_C(7), UINT64_C(0x7fffffffffff),
	};

	good = below(100) < 80;
	if (good)
		return arena + PAD + below(ARENA - 2 * PAD - bytes);
	if (below(3) == 0) /* as this one, but on another node */
		return arena + (below(2) ? 1 : -1) * (int64_t)(UINT64_C(1) << (34 + below(8)));
	return (void *)wild[below(sizeof wild / sizeof *wild)];
}

static void photograph(void)
{
	memcpy(picture, arena, ARENA);
}

/* Nothing changed but [p, p + bytes), a result. */
static void check_untouched(const void *p, size_t bytes)
{
	size_t at = good ? (size_t)((const unsigned char *)p - arena) : 0;

	if (!good)
		bytes = 0;
	CHECK(memcmp(arena, picture, at) == 0);
	CHECK(memcmp(arena + at + bytes, picture + at + bytes, ARENA - at - bytes) == 0);
}

/* A call with one result at p: EFAULT if and only if p is bad. */
#define RESULT_CALL(p, bytes, call, also)                                             \
	do {                                                                          \
		photograph();                                                         \
		int64_t rc_ = (int64_t)(call);                                        \
		CHECK(good ? rc_ == 0 || rc_ == (also) : rc_ == EFAULT);              \
		check_untouched((p), (bytes));                                        \
	} while (0)

#endif
