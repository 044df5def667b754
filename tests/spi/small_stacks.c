/*
 * small_stacks.c - threads with stacks of a few pages in the heap, so that what they wait for,
 * count in and point to lies just below their stacks or just above, in the heap and in static
 * memory; and one on a stack of the program's own.
 * Pins that nothing but a thread's own stack is taken for stack that is not in use.
 * Usage: small_stacks [SECONDS]   the threads wait so long; without: 3 ms, and all of them count
 */
#include "spi_test.h"

#include <pthread.h>
#include <unistd.h>

#define THREADS 6
#define STACK   65536

static volatile uint64_t flag; /* below all stacks */

struct post {
	volatile uint64_t flag, count;
	char pad[100000];
};

static uint64_t seconds;

/* Each other one waits for its own flag, which is beside its stack. */
static void *work(void *arg)
{
	struct post *p = arg;

	if (seconds)
		while (!flag && !p->flag)
			;
	else
		while (!flag && !p->flag)
			p->count++;
	return NULL;
}

int main(int argc, char **argv)
{
	struct post *post[THREADS];
	pthread_t thread[THREADS];
	pthread_attr_t attr;
	char *own = malloc(STACK);

	seconds = argc > 1 ? strtoul(argv[1], NULL, 0) : 0;
	for (int i = 0; i < THREADS; i++) {
		CHECK((post[i] = calloc(1, sizeof *post[i])));
		pthread_attr_init(&attr);
		CHECK(pthread_attr_setstacksize(&attr, STACK) == 0);
		if (i == THREADS - 1)
			CHECK(pthread_attr_setstack(&attr, own, STACK) == 0);
		CHECK(pthread_create(&thread[i], &attr, work, post[i]) == 0);
	}
	if (seconds)
		sleep((unsigned)seconds);
	else
		usleep(3000);
	for (int i = 0; i < THREADS; i += 2) {
		post[i]->flag = 1;
		CHECK(pthread_join(thread[i], NULL) == 0);
	}
	flag = 1;
	for (int i = 1; i < THREADS; i += 2)
		CHECK(pthread_join(thread[i], NULL) == 0);
	for (int i = 0; i < THREADS; i++)
		printf("thread %d: %llu\n", i, (unsigned long long)post[i]->count);
	return 0;
}
