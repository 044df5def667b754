/*
 * train_threads.c - threads of the processes that take part in a long allreduce: several
 * wait for parts of it, one computes, one sleeps until it is signalled.
 * Usage: train_threads WAY [bytes]; see ways[].
 */
#include "train.h"

#include "spi_threads.h"

#define THREADS 6

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int half_way;
static uint64_t seen[THREADS];

/* Main and the others; each in turn is the last one to look. */
static void *wait_for_part(void *arg)
{
	uint64_t i = (uint64_t)arg;

	until(&coll_counter, bytes / THREADS * i + coll_node % 3 * 512);
	seen[i] = now();
	return NULL;
}

/* Looks at the counter between steps of work. */
static void *compute(void *arg)
{
	volatile uint64_t x = (uint64_t)arg;
	uint64_t steps = 0;

	while (coll_counter != 0) {
		for (int i = 0; i < 50; i++)
			x = x * 3 + 1;
		steps++;
	}
	seen[0] = steps;
	seen[1] = now();
	return NULL;
}

/* Does its work, whatever comes meanwhile. */
static void *work(void *arg)
{
	volatile uint64_t x = (uint64_t)arg;

	for (int i = 0; i < 2000; i++)
		x = x * 3 + 1;
	seen[2] = now();
	return NULL;
}

static void *sleep_until_signalled(void *arg)
{
	(void)arg;
	pthread_mutex_lock(&mutex);
	while (!half_way)
		pthread_cond_wait(&cond, &mutex);
	pthread_mutex_unlock(&mutex);
	seen[3] = now();
	return NULL;
}

static void begin(void)
{
	test_barrier();
	note(now());
	coll_inject(train_allreduce(from, 0, bytes));
}

static void prepare(void)
{
	memset(to, GUARD, sizeof to);
	train_fill(from, bytes);
	coll_counter = bytes;
}

static void waits(void)
{
	pthread_t t[THREADS];

	prepare();
	for (long i = 0; i < THREADS; i++)
		t[i] = start(wait_for_part, i);
	begin();
	coll_wait();
	note(now());
	for (int i = 0; i < THREADS; i++) {
		finish(t[i]);
		note(seen[i]);
	}
	train_done("threads wait");
}

static void computes(void)
{
	pthread_t busy, working;

	prepare();
	busy = start(compute, 5);
	begin();
	working = start(work, 7);
	coll_wait();
	note(now());
	finish(busy);
	finish(working);
	for (int i = 0; i < 3; i++)
		note(seen[i]);
	train_done("a thread computes");
}

static void signals(void)
{
	pthread_t t;

	prepare();
	t = start(sleep_until_signalled, 0);
	begin();
	until(&coll_counter, bytes / 20 * (8 + coll_node % 5));
	pthread_mutex_lock(&mutex);
	half_way = 1;
	pthread_cond_signal(&cond);
	pthread_mutex_unlock(&mutex);
	note(now());
	coll_wait();
	note(now());
	finish(t);
	note(seen[3]);
	train_done("a thread is signalled");
}

static const struct train_way ways[] = {
	{ "waits", waits }, { "computes", computes }, { "signals", signals }, { NULL, NULL },
};

int main(int argc, char **argv)
{
	train_main(argc, argv, ways);
	return 0;
}
