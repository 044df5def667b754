/*
 * long_double.c - numbers that code keeps in x87 registers, and their rounding mode, while
 * threads of other ranks use theirs: over checks that give way, over a wait whose loop has
 * one in a register, and over the end of a wait that another thread of the rank ends.
 */
#define _GNU_SOURCE
#include "spi_threads.h"

#include <fenv.h>
#include <string.h>

#define TERMS 3000
#define ROUNDS 6

static volatile int flag;

/* In the order of additions that rounding depends on. */
static __attribute__((noinline)) long double harmonic(int terms)
{
	long double sum = 0;

	for (int i = 1; i <= terms; i++)
		sum += 1 / (long double)i;
	return sum;
}

/* x lies in a register meanwhile. */
static __attribute__((noinline)) long double over_a_wait(long double x, int value)
{
	x = x / 3;
	while (flag != value)
		;
	return x * 7;
}

static void *later(void *arg)
{
	long double half = harmonic(TERMS / 2);

	for (int i = 1; i <= ROUNDS; i++) {
		while (flag != -i)
			;
		CHECK(harmonic(TERMS / 2) == half);
		flag = i;
	}
	return arg;
}

int main(void)
{
	uint32_t rank = Kernel_GetRank();
	pthread_t t;

	test_barrier();
	CHECK(fesetround(rank % 2 ? FE_UPWARD : FE_TONEAREST) == 0);
	long double sum = harmonic(TERMS), third = sum / 3 * 7;

	CHECK(pthread_create(&t, NULL, later, NULL) == 0);
	for (int i = 1; i <= ROUNDS; i++) {
		CHECK(harmonic(TERMS) == sum);
		flag = -i;
		CHECK(over_a_wait(sum, i) == third);
	}
	CHECK(pthread_join(t, NULL) == 0);
	CHECK(fegetround() == (rank % 2 ? FE_UPWARD : FE_TONEAREST));
	printf("rank %u: %.21Lg at %lu\n", rank, sum, (unsigned long)GetTimeBase());
	test_barrier();
	return 0;
}
