/*
 * thread_cost.c - what pthread_create() and pthread_join() take, in core cycles, mean over the
 * threads of the process, as it was measured on a node (bench/paper/node_more.csv): all threads
 * meet in an L2 barrier and end, while the main thread prints a line and joins one after the other.
 * The first call of each takes longer, so that each number of threads needs a process of its own.
 * Usage: thread_cost THREADS
 * Prints "what threads cycles".
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include <hwi/include/bqc/A2_inlines.h>
#include <spi/include/kernel/memory.h>
#include <spi/include/l2/barrier.h>

#define THREADS_MAX 63

static L2_Barrier_t barrier = L2_BARRIER_INITIALIZER;
static int threads;

static void check(int wrong, const char *what)
{
	if (!wrong)
		return;
	fprintf(stderr, "thread_cost: %s\n", what);
	exit(1);
}

static void *meet(void *arg)
{
	L2_Barrier(&barrier, threads);
	pthread_exit(arg);
}

int main(int argc, char **argv)
{
	pthread_t id[THREADS_MAX];
	uint64_t cycles = 0, from;

	threads = argc > 1 ? atoi(argv[1]) : 1;
	check(threads < 1 || threads > THREADS_MAX, "usage: thread_cost THREADS, 1 to 63");
	check(Kernel_L2AtomicsAllocate(&barrier, sizeof barrier) != 0, "L2 atomics");
	for (int i = 0; i < threads; i++) {
		from = GetTimeBase();
		check(pthread_create(&id[i], NULL, meet, NULL), "thread");
		cycles += GetTimeBase() - from;
	}
	printf("create %d %.0f\n", threads, (double)cycles / threads);
	fflush(stdout);
	cycles = 0;
	for (int i = 0; i < threads; i++) {
		from = GetTimeBase();
		check(pthread_join(id[i], NULL), "join");
		cycles += GetTimeBase() - from;
	}
	printf("join %d %.0f\n", threads, (double)cycles / threads);
	return 0;
}
