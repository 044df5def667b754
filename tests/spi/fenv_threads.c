/* fenv_threads.c - rounding, traps and exceptions of floating point are a thread's own: rank 1 and
 * one thread of rank 2 change theirs, rank 3 has overflown in both units, they wait and start
 * threads, which begin with their creator's. */
#define _GNU_SOURCE
#include "spi_test.h"

#include <fenv.h>
#include <float.h>
#include <pthread.h>
#include <stdint.h>
#include <unistd.h>

static int raised; /* exceptions of this rank's main thread, before it started others */
static volatile long double large = LDBL_MAX;
static volatile double zero;

/* In the x87 unit, and in the other one. */
static void raise_both(void)
{
	volatile long double infinite = large * 2;
	volatile double other = 1 / zero;

	(void)infinite, (void)other;
	raised = FE_OVERFLOW | FE_DIVBYZERO;
}

static void *check(void *expected)
{
	int round = (int)(intptr_t)expected;

	for (int i = 0; i < 20; i++) {
		CHECK(fegetround() == round);
		CHECK(fegetexcept() == (round == FE_UPWARD ? FE_ALL_EXCEPT : 0));
		CHECK((fetestexcept(FE_ALL_EXCEPT) & ~FE_INEXACT) == raised);
		usleep(3);
	}
	return NULL;
}

static void *change(void *unused)
{
	(void)unused;
	fesetround(FE_DOWNWARD);
	return check((void *)FE_DOWNWARD);
}

int main(void)
{
	uint32_t rank = Kernel_GetRank();
	intptr_t round = rank == 1 ? FE_UPWARD : FE_TONEAREST;
	pthread_t one, two;

	if (rank == 1) {
		feenableexcept(FE_ALL_EXCEPT);
		fesetround(FE_UPWARD);
	}
	if (rank == 3)
		raise_both();
	CHECK(pthread_create(&one, NULL, check, (void *)round) == 0);
	CHECK(pthread_create(&two, NULL, rank == 2 ? change : check, (void *)round) == 0);
	for (int i = 0; i < 20; i++)
		test_barrier();
	check((void *)round);
	CHECK(pthread_join(one, NULL) == 0 && pthread_join(two, NULL) == 0);
	printf("rank %u has kept its own\n", rank);
	return 0;
}
