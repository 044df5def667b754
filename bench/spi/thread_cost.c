/*
 * thread_cost.c - what pthread_create() and pthread_join() take, in core cycles, mean over the
 * threads of a call, as it was measured on a node (bench/paper/node_more.csv).
 * Prints "what threads cycles".
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include <hwi/include/bqc/A2_inlines.h>

#define THREADS_MAX 63

static void *work(void *arg)
{
	return arg;
}

static void check(int wrong, const char *what)
{
	if (!wrong)
		return;
	fprintf(stderr, "thread_cost: %s\n", what);
	exit(1);
}

static void measure(unsigned threads)
{
	pthread_t id[THREADS_MAX];
	uint64_t from = GetTimeBase(), made;

	for (unsigned i = 0; i < threads; i++)
		check(pthread_create(&id[i], NULL, work, NULL), "thread");
	made = GetTimeBase();
	for (unsigned i = 0; i < threads; i++)
		check(pthread_join(id[i], NULL), "join");
	printf("create %u %.0f\n", threads, (double)(made - from) / threads);
	printf("join %u %.0f\n", threads, (double)(GetTimeBase() - made) / threads);
}

int main(void)
{
	uint64_t from = GetTimeBase(), made;
	pthread_t first;

	check(pthread_create(&first, NULL, work, NULL), "thread");
	made = GetTimeBase();
	check(pthread_join(first, NULL), "join");
	printf("first_create 1 %.0f\n", (double)(made - from));
	measure(7);
	measure(15);
	measure(63);
	return 0;
}
