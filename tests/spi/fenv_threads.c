/* fenv_threads.c - rounding and traps of floating point are a thread's own: rank 1 and one thread
 * of rank 2 change theirs, wait and start threads, which begin with their creator's. */
#define _GNU_SOURCE
#include "spi_test.h"

#include <fenv.h>
#include <pthread.h>
#include <stdint.h>
#include <unistd.h>

static void *check(void *expected)
{
	int round = (int)(intptr_t)expected;

	for (int i = 0; i < 20; i++) {
		CHECK(fegetround() == round);
		CHECK(fegetexcept() == (round == FE_UPWARD ? FE_ALL_EXCEPT : 0));
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
	CHECK(pthread_create(&one, NULL, check, (void *)round) == 0);
	CHECK(pthread_create(&two, NULL, rank == 2 ? change : check, (void *)round) == 0);
	for (int i = 0; i < 20; i++)
		test_barrier();
	check((void *)round);
	CHECK(pthread_join(one, NULL) == 0 && pthread_join(two, NULL) == 0);
	printf("rank %u has kept its own\n", rank);
	return 0;
}
