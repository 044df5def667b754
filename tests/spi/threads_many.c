/*
 * threads_many.c - more threads than hardware threads: CNK's five on each.  One runs at a
 * time, until it blocks, yields or ends; which comes next is which came first.
 *
 * "spin": a thread spins for one that shares its hardware thread and never gets its turn,
 * which is a deadlock.  "untimed": with --clock off.
 */
#define _GNU_SOURCE
#include "spi_test.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <string.h>
#include <unistd.h>

#include <hwi/include/bqc/A2_inlines.h>
#include <spi/include/kernel/process.h>
#include <spi/include/kernel/thread.h>

#define PLACES 5
#define MAX (64 * PLACES)

static sem_t stay;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned arrived[64], all;

static void *be_there(void *arg)
{
	(void)arg;
	CHECK(pthread_mutex_lock(&lock) == 0);
	arrived[Kernel_ProcessorID() % 64]++;
	all++;
	CHECK(pthread_mutex_unlock(&lock) == 0);
	CHECK(sem_wait(&stay) == 0);
	return arg;
}

/* Every place is taken once; then no more. */
static void as_many_as_there_are(void)
{
	uint32_t most = PLACES * Kernel_ProcessorCount() - 1;
	pthread_t t[MAX], more;
	pthread_attr_t attr;
	void *result;

	CHECK(sysconf(_SC_THREAD_THREADS_MAX) == most + 1);
	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, 65536);
	sem_init(&stay, 0, 0);
	for (uint32_t i = 0; i < most; i++)
		CHECK(pthread_create(&t[i], &attr, be_there, (void *)(uint64_t)i) == 0);
	CHECK(pthread_create(&more, &attr, be_there, NULL) == EAGAIN);
	while (all < most)
		usleep(10);
	for (uint32_t i = 0; i < 64; i++)
		CHECK(arrived[i] == 0 || arrived[i] == PLACES - (i == Kernel_ProcessorID()));
	CHECK(Kernel_SnoopNumThreads() == PLACES && Kernel_SnoopRunnable() == 1);
	for (uint32_t i = 0; i < most; i++)
		CHECK(sem_post(&stay) == 0);
	for (uint32_t i = 0; i < most; i++)
		CHECK(pthread_join(t[i], &result) == 0 && result == (void *)(uint64_t)i);
	CHECK(Kernel_SnoopNumThreads() == 1);
}

/* ---- two and three on one hardware thread */

static pthread_attr_t attr_last;
static int untimed;
static char trace[64];
static volatile unsigned traced;

static void note(char c)
{
	trace[traced++] = c;
}

static pthread_t start(void *(*f)(void *), const char *name)
{
	pthread_t t;

	CHECK(pthread_create(&t, &attr_last, f, (void *)name) == 0);
	return t;
}

static void join(pthread_t t)
{
	CHECK(pthread_join(t, NULL) == 0);
}

static void *computes(void *arg)
{
	uint64_t begin = GetTimeBase();

	note(*(char *)arg);
	DelayTimeBase(20000);
	for (volatile unsigned i = 0; i < 20000; i++)
		;
	note(*(char *)arg);
	return (void *)(GetTimeBase() - begin);
}

static pthread_barrier_t together;

static void *yields(void *arg)
{
	pthread_barrier_wait(&together);
	for (int i = 0; i < 3; i++) {
		note(*(char *)arg);
		CHECK(sched_yield() == 0);
	}
	return NULL;
}

static void *sleeps(void *arg)
{
	note(*(char *)arg);
	usleep(1000);
	note(*(char *)arg);
	return NULL;
}

static void *mover(void *arg)
{
	cpu_set_t last;

	CPU_ZERO(&last);
	CPU_SET((int)(long)arg, &last);
	CHECK(pthread_setaffinity_np(pthread_self(), sizeof last, &last) == 0);
	CHECK(sched_getcpu() == (int)(long)arg);
	note('m');
	return NULL;
}

static void expect_trace(const char *text)
{
	CHECK(traced < sizeof trace);
	trace[traced] = '\0';
	if (!untimed && strcmp(trace, text))
		fprintf(stderr, "rank %u: %s instead of %s\n", Kernel_GetRank(), trace, text);
	CHECK(untimed || !strcmp(trace, text));
	traced = 0;
}

static void in_turns(void)
{
	uint32_t last = Kernel_MyTcoord() * Kernel_ProcessorCount() + Kernel_ProcessorCount() - 1;
	pthread_t a, b, c;
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET((int)last, &set);
	pthread_attr_init(&attr_last);
	pthread_attr_setstacksize(&attr_last, 65536);
	CHECK(pthread_attr_setaffinity_np(&attr_last, sizeof set, &set) == 0);

	uint64_t begin = GetTimeBase();

	a = start(computes, "a"), b = start(computes, "b"), c = start(computes, "c");
	join(a), join(b), join(c);
	expect_trace("aabbcc");
	CHECK(GetTimeBase() - begin >= 3 * 20000);

	pthread_barrier_init(&together, NULL, 4);
	a = start(yields, "a"), b = start(yields, "b"), c = start(yields, "c");
	usleep(1000); /* all are there */
	pthread_barrier_wait(&together);
	join(a), join(b), join(c);
	expect_trace("abcabcabc");

	a = start(sleeps, "a"), b = start(computes, "b"), c = start(sleeps, "c");
	join(a), join(b), join(c);
	expect_trace("abbcac");

	a = start(computes, "a");
	CHECK(pthread_create(&b, NULL, mover, (void *)(uint64_t)last) == 0);
	join(a), join(b);
	expect_trace("aam");
}

static volatile int flag;

static void *sets_flag(void *arg)
{
	flag = 1;
	return arg;
}

static void *spins(void *arg)
{
	pthread_t t = start(sets_flag, "s");

	while (!flag)
		;
	pthread_join(t, NULL);
	return arg;
}

int main(int argc, char **argv)
{
	untimed = argc > 1 && !strcmp(argv[1], "untimed");
	if (Kernel_ProcessorCount() == 1) {
		as_many_as_there_are();
		return 0;
	}
	in_turns();
	as_many_as_there_are();
	in_turns();
	if (argc > 1 && !strcmp(argv[1], "spin"))
		pthread_join(start(spins, "t"), NULL);
	return 0;
}
