/*
 * l2_counters.c - threads that count on one word: what a call takes, in core cycles, by
 * L2_AtomicLoadIncrement() and by Fetch_and_Add(), mean over the threads, as it was measured on
 * a node (bench/paper/l2_counters.csv).  The main thread is idle meanwhile.
 * Usage: l2_counters [CALLS]
 * Prints "what threads cycles" for 1 to 63 threads.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include <hwi/include/bqc/A2_inlines.h>
#include <spi/include/kernel/memory.h>
#include <spi/include/l2/atomic.h>

#define THREADS_MAX 63

static struct {
	uint64_t word;
} counter __attribute__((aligned(128)));

static unsigned calls = 1000;
static double cycles[THREADS_MAX];
static pthread_barrier_t start;

static void check(int wrong, const char *what)
{
	if (!wrong)
		return;
	fprintf(stderr, "l2_counters: %s\n", what);
	exit(1);
}

static void load_increments(void)
{
	for (unsigned i = 0; i < calls; i++)
		L2_AtomicLoadIncrement(&counter.word);
}

static void fetches_and_adds(void)
{
	for (unsigned i = 0; i < calls; i++)
		Fetch_and_Add(&counter.word, 1);
}

static void (*count)(void);

static void *work(void *arg)
{
	double *mine = arg;
	uint64_t from;

	count(); /* with code that has never run: no part of what a call takes */
	pthread_barrier_wait(&start);
	from = GetTimeBase();
	count();
	*mine = (double)(GetTimeBase() - from) / calls;
	return NULL;
}

static void measure(const char *name, unsigned threads)
{
	pthread_t id[THREADS_MAX];
	double sum = 0;

	counter.word = 0;
	check(pthread_barrier_init(&start, NULL, threads), "barrier");
	for (unsigned i = 0; i < threads; i++)
		check(pthread_create(&id[i], NULL, work, &cycles[i]), "thread");
	for (unsigned i = 0; i < threads; i++) {
		check(pthread_join(id[i], NULL), "join");
		sum += cycles[i];
	}
	pthread_barrier_destroy(&start);
	check(counter.word != (uint64_t)threads * calls * 2, "a count was lost");
	printf("%s %u %.1f\n", name, threads, sum / threads);
}

int main(int argc, char **argv)
{
	static const unsigned threads[] = { 1, 2, 3, 7, 15, 31, 47, 63 };

	if (argc > 1)
		calls = (unsigned)strtoul(argv[1], NULL, 10);
	check(argc > 2 || !calls, "usage: l2_counters [CALLS]");
	check(Kernel_L2AtomicsAllocate(&counter, sizeof counter) != 0, "L2 atomics");
	for (unsigned i = 0; i < sizeof threads / sizeof *threads; i++) {
		count = load_increments;
		measure("load_increment", threads[i]);
		count = fetches_and_adds;
		measure("fetch_and_add", threads[i]);
	}
	return 0;
}
