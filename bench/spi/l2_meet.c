/*
 * l2_meet.c - threads that meet in L2_Barrier(), and threads that take an L2 lock in turn: what
 * it takes, in core cycles, mean over the threads, as it was measured on a node
 * (bench/paper/node_more.csv).  The main thread waits for them meanwhile.
 * Usage: l2_meet [ROUNDS [THREADS...]]
 * Prints "what threads cycles" for 1 to 63 threads.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include <hwi/include/bqc/A2_inlines.h>
#include <spi/include/kernel/memory.h>
#include <spi/include/l2/barrier.h>
#include <spi/include/l2/lock.h>

#define THREADS_MAX 63

static L2_Barrier_t barrier = L2_BARRIER_INITIALIZER;
static L2_Lock_t lock;
static unsigned rounds = 1000, threads;
static double cycles[THREADS_MAX];

static void check(int wrong, const char *what)
{
	if (!wrong)
		return;
	fprintf(stderr, "l2_meet: %s\n", what);
	exit(1);
}

static void *meet(void *mine)
{
	const unsigned count = rounds;
	uint64_t from;

	L2_Barrier(&barrier, (int)threads);
	from = GetTimeBase();
	for (unsigned i = 0; i < count; i++)
		L2_Barrier(&barrier, (int)threads);
	*(double *)mine = (double)(GetTimeBase() - from) / count;
	return NULL;
}

/* Measured without the time between a release and the next try, as on the node. */
static void *take_turns(void *mine)
{
	uint64_t sum = 0;

	L2_Barrier(&barrier, (int)threads);
	for (unsigned i = 0; i < rounds; i++) {
		uint64_t from = GetTimeBase();

		L2_LockAcquire(&lock);
		L2_LockRelease(&lock);
		sum += GetTimeBase() - from;
	}
	L2_Barrier(&barrier, (int)threads);
	*(double *)mine = (double)sum / rounds;
	return NULL;
}

static void measure(const char *what, void *(*work)(void *))
{
	pthread_t id[THREADS_MAX];
	double sum = 0;

	for (unsigned i = 0; i < threads; i++)
		check(pthread_create(&id[i], NULL, work, &cycles[i]), "thread");
	for (unsigned i = 0; i < threads; i++) {
		check(pthread_join(id[i], NULL), "join");
		sum += cycles[i];
	}
	printf("%s %u %.1f\n", what, threads, sum / threads);
}

int main(int argc, char **argv)
{
	static char *most[] = { "1", "2", "3", "7", "15", "31", "47", "63", NULL };
	char **number = argc > 2 ? argv + 2 : most;

	if (argc > 1)
		rounds = (unsigned)strtoul(argv[1], NULL, 10);
	check(!rounds, "usage: l2_meet [ROUNDS [THREADS...]]");
	check(Kernel_L2AtomicsAllocate(&barrier, sizeof barrier) != 0, "L2 atomics");
	check(Kernel_L2AtomicsAllocate(&lock, sizeof lock) != 0, "L2 atomics");
	L2_LockInit(&lock);
	for (; *number; number++) {
		threads = (unsigned)strtoul(*number, NULL, 10);
		check(!threads || threads > THREADS_MAX, "1 to 63 threads");
		measure("barrier", meet);
		measure("lock", take_turns);
	}
	return 0;
}
