/*
 * openmp_time.c - what OpenMP costs in simulated time: threads are made once, and
 * regions, barriers and chunks of loops take what a round trip to L2 for every
 * thread makes of them, not a queue.  With an argument, what goes wrong: all
 * hardware threads but one are taken (OpenMP makes do and says so), a lock that
 * is not initialized.
 */
#include "spi_test.h"

#include <omp.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

static double region(void)
{
	double start = omp_get_wtime();
	volatile int entered;

#pragma omp parallel
	entered = 1;
	CHECK(entered);
	return omp_get_wtime() - start;
}

static double barrier(void)
{
	double start = 0;

#pragma omp parallel
	{
#pragma omp barrier
#pragma omp master
		start = omp_get_wtime();
#pragma omp barrier
#pragma omp master
		start = omp_get_wtime() - start;
	}
	return start;
}

static double chunk(void)
{
	int each = 20, n = each * omp_get_max_threads();
	double start = 0;

#pragma omp parallel
	{
#pragma omp barrier
#pragma omp master
		start = omp_get_wtime();
#pragma omp for schedule(dynamic)
		for (int i = 0; i < n; i++)
			;
#pragma omp master
		start = omp_get_wtime() - start;
	}
	return start / each;
}

static void *stay(void *arg)
{
	(void)arg;
	sleep(1000);
	return NULL;
}

/* Leaves one hardware thread. */
static void crowd(void)
{
	int got = 0;
	pthread_t t;

	for (unsigned i = 2; i < Kernel_ProcessorCount(); i++)
		CHECK(pthread_create(&t, NULL, stay, NULL) == 0);
#pragma omp parallel
#pragma omp atomic
	got++;
	CHECK(got == 2);
}

int main(int argc, char **argv)
{
	double first, again;

	if (argc > 1) {
		omp_lock_t lock = { { 1 } };

		if (strcmp(argv[1], "lock"))
			crowd();
		else
			omp_set_lock(&lock);
		return 0;
	}
	first = region();
	again = region();
	CHECK(omp_get_max_threads() == 64);
	CHECK(first > 63e-6);
	CHECK(again > 0.5e-6 && again < 4e-6);
	CHECK(barrier() > 0.3e-6 && barrier() < 1.5e-6);
	CHECK(chunk() > 0.05e-6 && chunk() < 0.5e-6);
	return 0;
}
