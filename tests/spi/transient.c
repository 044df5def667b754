/*
 * transient.c - two or four threads of a node wait for each other, or compute, while their rounds
 * store values that they replace again at once: some of these would end another thread's wait on
 * the machine.
 * Says when each rank has ended, if it does.
 * Usage: transient WAY
 */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <hwi/include/bqc/A2_inlines.h>

#define THREADS_MOST 4

static volatile int word __attribute__((aligned(64)));
static volatile int got __attribute__((aligned(64)));
static volatile int lock __attribute__((aligned(64)));
static volatile int done __attribute__((aligned(64)));
static volatile int polls __attribute__((aligned(64)));
static volatile long rounds[THREADS_MOST] __attribute__((aligned(64)));

/* ---- no deadlock */

static void sets_and_resets(int thread)
{
	if (thread == 0)
		do {
			word = 1;
			__sync_synchronize();
			word = 0;
		} while (!got);
	else
		while (word == 0)
			;
	got = 1;
}

/* The value that ends the wait is none that is there for long. */
static void passes_by(int thread)
{
	if (thread == 0)
		do {
			word = 1;
			word = 2;
			word = 3;
			word = 0;
		} while (!got);
	else
		while (word != 2)
			;
	got = 1;
}

/* What ends the wait is that a value has been seen twice in a round. */
static void twice(int thread)
{
	if (thread == 0)
		do {
			word = 1;
			word = 0;
		} while (!got);
	else
		while (!(word == 1 && word == 0))
			;
	got = 1;
}

/* The first thread stores its value only where it sees the second one's. */
static void in_turn(int thread)
{
	if (thread == 0) {
		while (!got)
			if (word) {
				done = 1;
				done = 0;
			}
	} else {
		do {
			word = 1;
			word = 0;
		} while (!done);
		got = 1;
	}
}

/* ---- no proven waits */

/* Both count their rounds in memory. */
static void counts(int thread)
{
	if (thread == 0)
		do {
			rounds[0]++;
			word = 1;
			word = 0;
		} while (!got);
	else
		while (word == 0)
			rounds[1]++;
	got = 1;
}

/* In a register, as a loop does that gives up some time. */
static void counts_down(int thread)
{
	long n = 1L << 40;

	if (thread == 0)
		do {
			word = 1;
			__sync_synchronize();
			word = 0;
		} while (!got && --n);
	else
		while (word == 0 && --n)
			;
	got = 1;
}

static volatile long three = 3;

static uint64_t divide(int thread, long times)
{
	uint64_t begin = GetTimeBase();

	for (long n = times; n > 0; n--)
		rounds[thread] = (rounds[thread] / three + n) / three / three / three;
	return GetTimeBase() - begin;
}

/* Without a call for more than a second, which takes as long as by two short parts, after
 * another one that has brought the code. */
static void computes(int thread)
{
	divide(thread, 1000);
	uint64_t one = divide(thread, 10000), two = divide(thread, 20000);
	uint64_t many = divide(thread, 7000000);

	printf("%d cycles lost\n", (int)(many - (one + 699 * (two - one))));
}

/* ---- deadlocks */

static void try_lock(int thread)
{
	(void)thread;
	while (!done)
		if (__sync_bool_compare_and_swap(&lock, 0, 1)) {
			(void)polls;
			lock = 0;
		}
}

static void exchange_lock(int thread)
{
	(void)thread;
	while (!done)
		if (!__sync_lock_test_and_set(&lock, 1)) {
			(void)polls;
			__sync_lock_release(&lock);
		}
}

static void spin_lock(int thread)
{
	(void)thread;
	while (!done) {
		while (!__sync_bool_compare_and_swap(&lock, 0, 1))
			;
		(void)polls;
		__sync_synchronize();
		lock = 0;
	}
}

/* It is given back by an atomic operation, whose result nobody reads. */
static void ordered_lock(int thread)
{
	(void)thread;
	while (!done) {
		while (!__sync_bool_compare_and_swap(&lock, 0, 1))
			;
		(void)polls;
		__atomic_store_n(&lock, 0, __ATOMIC_SEQ_CST);
	}
}

/* Nothing waits for the values that are stored meanwhile. */
static void other_value(int thread)
{
	if (thread == 0)
		do {
			word = 1;
			word = 0;
		} while (!got);
	else
		while (word != 2)
			;
}

/* No other thread reads the word. */
static void other_word(int thread)
{
	if (thread == 0)
		do {
			word = 1;
			word = 0;
		} while (!got);
	else
		while (!done)
			;
}

static const struct way {
	const char *name;
	void (*run)(int thread);
	int threads;
} ways[] = {
	{ "sets_and_resets", sets_and_resets, 2 }, { "passes_by", passes_by, 2 },
	{ "twice", twice, 2 }, { "in_turn", in_turn, 2 },
	{ "counts", counts, 2 }, { "counts_down", counts_down, 2 }, { "computes", computes, 2 },
	{ "try_lock", try_lock, 4 }, { "exchange_lock", exchange_lock, 4 },
	{ "spin_lock", spin_lock, 4 }, { "other_value", other_value, 2 },
	{ "ordered_lock", ordered_lock, 4 },
	{ "other_word", other_word, 2 },
};
static const struct way *way;

static void *run(void *thread)
{
	way->run((int)(intptr_t)thread);
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t thread[THREADS_MOST];

	for (unsigned i = 0; i < sizeof ways / sizeof *ways && argc > 1; i++)
		if (!strcmp(argv[1], ways[i].name))
			way = &ways[i];
	if (!way)
		return 2;
	for (int i = 1; i < way->threads; i++)
		pthread_create(&thread[i], NULL, run, (void *)(intptr_t)i);
	way->run(0);
	for (int i = 1; i < way->threads; i++)
		pthread_join(thread[i], NULL);
	printf("ended at cycle %llu\n", (unsigned long long)GetTimeBase());
	return 0;
}
