/*
 * share.c - threads that compute, on one core and on cores of their own: cycles of each
 * for a round of its loop, and for what is around it.  The loops are in loops.s.
 * Usage: share KIND THREADS STRIDE      STRIDE: hardware threads between threads
 *        KIND: adds (integer, independent), chain (dependent additions of doubles), divide,
 *              mixed (thread 0 chains, the others add), waits (thread 0 adds, others spin)
 * Prints "kind thread cycles".
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <hwi/include/bqc/A2_inlines.h>

#include "../../bench/spi/pinned.h"

#define THREADS_MAX 64
#define KINDS 14
#define ROUNDS 4000

uint64_t core_adds(uint64_t rounds);
double core_chain(uint64_t rounds);
double core_divide(uint64_t rounds);
void core_chase(uint64_t rounds);
void core_vector(uint64_t rounds);
void core_doubles(uint64_t rounds);
void core_copies(uint64_t rounds);
void core_index(uint64_t rounds);
void core_scaled(uint64_t rounds);
void core_fused(uint64_t rounds);
void core_call(uint64_t rounds);
void core_behind(uint64_t rounds);

static struct worker {
	pthread_t id;
	int core;
	void (*run)(void);
	uint64_t cycles;
} worker[THREADS_MAX];
static pthread_barrier_t start;
static volatile int done;

static void adds(void)
{
	core_adds(ROUNDS);
}

static void chain(void)
{
	core_chain(ROUNDS);
}

static void divide(void)
{
	core_divide(ROUNDS);
}

static void chase(void)
{
	core_chase(ROUNDS);
}

static void vector(void)
{
	core_vector(ROUNDS);
}

static void doubles(void)
{
	core_doubles(ROUNDS);
}

static void copies(void)
{
	core_copies(ROUNDS);
}

static void indexed(void)
{
	core_index(ROUNDS);
}

static void scaled(void)
{
	core_scaled(ROUNDS);
}

static void fused(void)
{
	core_fused(ROUNDS);
}

static void call(void)
{
	core_call(ROUNDS);
}

static void behind(void)
{
	core_behind(ROUNDS);
}

static void spin(void)
{
	while (!done)
		;
}

static void adds_and_done(void)
{
	core_adds(ROUNDS);
	done = 1;
}

static void *work(void *arg)
{
	struct worker *w = arg;

	pthread_barrier_wait(&start);
	uint64_t from = GetTimeBase();

	w->run();
	w->cycles = GetTimeBase() - from;
	pthread_barrier_wait(&start); /* a thread that has ended leaves the core to the others */
	return NULL;
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		void (*first)(void), (*others)(void);
	} kinds[KINDS] = {
		{ "adds", adds, adds }, { "chain", chain, chain }, { "divide", divide, divide },
		{ "chase", chase, chase }, { "vector", vector, vector },
		{ "doubles", doubles, doubles }, { "copies", copies, copies },
		{ "index", indexed, indexed }, { "scaled", scaled, scaled },
		{ "fused", fused, fused },
		{ "call", call, call }, { "behind", behind, behind },
		{ "mixed", chain, adds },
		{ "waits", adds_and_done, spin },
	};
	int threads = argc > 3 ? atoi(argv[2]) : 0, stride = argc > 3 ? atoi(argv[3]) : 0, k = 0;

	while (threads && k < KINDS && strcmp(argv[1], kinds[k].name))
		k++;
	if (threads < 1 || threads > THREADS_MAX || k == KINDS) {
		fprintf(stderr, "usage: share KIND THREADS STRIDE\n");
		return 1;
	}
	pthread_barrier_init(&start, NULL, (unsigned)threads);
	for (int i = 0; i < threads; i++) {
		worker[i].run = i ? kinds[k].others : kinds[k].first;
		/* Core 0 is the main thread's. */
		pinned_begin(&worker[i].id, 4 + i * stride, work, &worker[i]);
	}
	for (int i = 0; i < threads; i++)
		pthread_join(worker[i].id, NULL);
	for (int i = 0; i < threads; i++)
		printf("%s %d %.1f\n", argv[1], i, (double)worker[i].cycles / ROUNDS);
	return 0;
}
