/*
 * wait_ties.c - threads that wait, and one that ends their wait at every place of their
 * rounds, so also at the very cycle at which they look: who is first then must not depend on
 * how waits are carried out (test_parking.sh).  Every shape of wait_shapes.h, ended by a
 * plain store, by an L2 atomic, by a thread that another one has woken for it, or by a put to
 * the own node if it has at most four processes; by the first thread or the last.
 *
 * Prints for each of them how long each waiter took, in cycles, for each place.
 * Usage: wait_ties [THREADS [PLACES [SHAPE|calls]]]
 *        default: 4 threads, 40 places, a cycle apart; all shapes.  calls: those with calls
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

#include "wait_mail.h"
#include "wait_shapes.h"

#define THREADS_MAX 16
#define PLACES_MAX  256
#define PUT_BYTES   64

enum end { STORE, ATOMIC, RELAY, PUT, ENDS };
static const char *const end_names[ENDS] = { "store", "atomic", "relay", "put" };

static unsigned threads = 4, places = 40;
static int only = -1, ends = ENDS, calls;
static struct waiter waiters[THREADS_MAX];
static word go __attribute__((aligned(64)));
static uint64_t took[THREADS_MAX][PLACES_MAX];
static pthread_barrier_t ready;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static uint64_t called;

/* n cycles or so, not of a loop. */
static NOINLINE void cycles(unsigned n)
{
	uint64_t x = n;

#define STEP(i) \
	case i: \
		__asm__ volatile("" : "+r"(x)); \
		x += i; /* fall through */
	for (; n > 16; n -= 16)
		__asm__ volatile("" : "+r"(x));
	switch (n) {
		STEP(16) STEP(15) STEP(14) STEP(13) STEP(12) STEP(11) STEP(10) STEP(9)
		STEP(8) STEP(7) STEP(6) STEP(5) STEP(4) STEP(3) STEP(2) STEP(1)
	default:
		__asm__ volatile("" : "+r"(x));
	}
}

static void relay_call(uint64_t v)
{
	pthread_mutex_lock(&mutex);
	called = v;
	pthread_cond_signal(&cond);
	pthread_mutex_unlock(&mutex);
}

static void relay_come(uint64_t v)
{
	pthread_mutex_lock(&mutex);
	while (called != v)
		pthread_cond_wait(&cond, &mutex);
	pthread_mutex_unlock(&mutex);
}

/* The wait of trial v ends after place more cycles; the first or the last thread does it. */
static void end_wait(enum end end, int last, unsigned me, unsigned place, uint64_t v)
{
	unsigned ender = last ? threads - 1 : 0, caller = threads - 1 - ender;

	if (end == RELAY && me == caller) {
		cycles(700 + place);
		relay_call(v);
		return;
	}
	if (end == RELAY)
		relay_come(v);
	cycles(500 + (end == RELAY ? 0 : place));
	if (end == PUT)
		mail_put((uint32_t)last, rank, v % PHASES_MAX, PUT_BYTES);
	else if (end == ATOMIC)
		L2_AtomicStore(&go, v);
	else
		go = v;
}

static void wait_in(unsigned shape, struct waiter *w, word *p, uint64_t v)
{
	if (calls)
		wait_asking_by(shape, w, p, v);
	else
		shapes[shape](w, p, v);
}

static uint64_t trial(unsigned shape, enum end end, int last, unsigned me, unsigned place,
		      uint64_t v)
{
	unsigned ender = last ? threads - 1 : 0;
	uint64_t start;

	if (me == ender) /* which nobody looks at yet */
		counter[v % PHASES_MAX] = PUT_BYTES;
	pthread_barrier_wait(&ready);
	start = GetTimeBase();
	if (me == ender || (end == RELAY && me == threads - 1 - ender))
		end_wait(end, last, me, place, v);
	else if (end == PUT)
		wait_in(shape, &waiters[me], &counter[v % PHASES_MAX], 0);
	else
		wait_in(shape, &waiters[me], &go, v);
	return GetTimeBase() - start;
}

static void print(unsigned shape, enum end end, int last)
{
	printf("shape %u, %s by the %s:", shape, end_names[end], last ? "last" : "first");
	for (unsigned place = 0; place < places; place++) {
		printf("%s%u", place ? "; " : " ", place);
		for (unsigned i = 0; i < threads; i++)
			printf(" %llu", (unsigned long long)took[i][place]);
	}
	printf("\n");
}

static void *take_part(void *arg)
{
	unsigned me = (unsigned)(long)arg;
	uint64_t v = 0;

	for (unsigned shape = 0; shape < (calls ? ASKING_ALL : SHAPES); shape++) {
		if (only >= 0 && shape != (unsigned)only)
			continue;
		for (int way = 0; way < 2 * ends; way++) {
			for (unsigned place = 0; place < places; place++)
				took[me][place] = trial(shape, (enum end)(way / 2), way & 1, me,
							place, ++v);
			pthread_barrier_wait(&ready);
			if (me == 0)
				print(shape, (enum end)(way / 2), way & 1);
		}
	}
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t t[THREADS_MAX];

	threads = argc > 1 ? (unsigned)atoi(argv[1]) : threads;
	places = argc > 2 ? (unsigned)atoi(argv[2]) : places;
	calls = argc > 3 && strcmp(argv[3], "calls") == 0;
	only = argc > 3 && !calls ? atoi(argv[3]) : only;
	CHECK(threads > 2 && threads <= THREADS_MAX && places <= PLACES_MAX);
	if (Kernel_ProcessCount() > 4)
		ends = PUT;
	else
		mail_open();
	pthread_barrier_init(&ready, NULL, threads);
	L2_ALLOCATE(go);
	L2_ALLOCATE(waiters);
	L2_ALLOCATE(counter);
	for (unsigned i = 0; i < threads; i++)
		waiter_init(&waiters[i], i, NULL);
	for (long i = 1; i < (long)threads; i++)
		CHECK(pthread_create(&t[i], NULL, take_part, (void *)i) == 0);
	take_part((void *)0);
	for (unsigned i = 1; i < threads; i++)
		CHECK(pthread_join(t[i], NULL) == 0);
	return 0;
}
