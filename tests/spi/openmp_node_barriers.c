/*
 * openmp_node_barriers.c - threads of OpenMP meet a great many times: in L2_Barrier(), at
 * an L2 lock, in a barrier that a plain store releases, and in OpenMP's own barrier.
 * Prints how many cycles it took, the same for any number of workers.
 * Usage: openmp_node_barriers [ROUNDS [THREADS...]]
 *        default: 1000 rounds, 1 2 3 7 15 31 47 63
 */
#include "spi_test.h"

#include <omp.h>

#include <hwi/include/bqc/A2_inlines.h>
#include <spi/include/l2/barrier.h>
#include <spi/include/l2/lock.h>

static unsigned rounds = 1000;
static L2_Barrier_t barrier = L2_BARRIER_INITIALIZER;
static L2_Lock_t lock;
static volatile uint64_t arrived __attribute__((aligned(64)));
static volatile unsigned sense __attribute__((aligned(64)));
static volatile uint64_t held; /* how often the lock has been; under it */

static uint64_t l2_barriers(int threads)
{
	uint64_t late = 0, all = barrier.count;

#pragma omp parallel num_threads(threads) reduction(+ : late)
	for (unsigned r = 1; r <= rounds; r++) {
		L2_Barrier(&barrier, threads);
		late += barrier.count - all < (uint64_t)r * (unsigned)threads;
	}
	return late;
}

static uint64_t l2_locks(int threads)
{
	held = 0;
#pragma omp parallel num_threads(threads)
	for (unsigned r = 0; r < rounds; r++) {
		L2_LockAcquire(&lock);
		held++;
		L2_LockRelease(&lock);
	}
	return held - (uint64_t)rounds * (unsigned)threads;
}

static uint64_t plain_stores(int threads)
{
	uint64_t wrong = 0;

	sense = 0;
	arrived = 0;
#pragma omp parallel num_threads(threads) reduction(+ : wrong)
	for (unsigned r = 1; r <= rounds; r++) {
		if (L2_AtomicLoadIncrement(&arrived) == (uint64_t)threads - 1) {
			arrived = 0;
			sense = r;
		} else {
			while (sense != r)
				;
		}
		wrong += sense < r || sense > r + 1;
	}
	return wrong;
}

static uint64_t omp_barriers(int threads)
{
	unsigned count = 0;

#pragma omp parallel num_threads(threads)
	for (unsigned r = 0; r < rounds; r++) {
#pragma omp single
		count++;
	}
	return count - rounds;
}

static const struct {
	const char *name;
	uint64_t (*run)(int threads);
} ways[] = {
	{ "L2_Barrier", l2_barriers }, { "L2_Lock", l2_locks },
	{ "plain sense", plain_stores }, { "omp single", omp_barriers },
};

int main(int argc, char **argv)
{
	static char *most[] = { "1", "2", "3", "7", "15", "31", "47", "63", NULL };
	char **number = argc > 2 ? argv + 2 : most;

	if (argc > 1)
		rounds = (unsigned)atoi(argv[1]);
	L2_ALLOCATE(lock);
	L2_ALLOCATE(barrier);
	L2_ALLOCATE(arrived);
	L2_LockInit(&lock);
	for (; *number; number++) {
		int threads = atoi(*number);

		CHECK(threads > 0 && threads <= omp_get_thread_limit());
		for (unsigned i = 0; i < sizeof ways / sizeof *ways; i++) {
			uint64_t start = GetTimeBase();

			CHECK(ways[i].run(threads) == 0);
			printf("rank %u: %s, %d threads, %u rounds: %llu cycles\n",
			       Kernel_GetRank(), ways[i].name, threads, rounds,
			       (unsigned long long)(GetTimeBase() - start));
		}
	}
	return 0;
}
