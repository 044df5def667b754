/*
 * node_core.c - kernels on 1 to 64 threads of a node, on as few cores as they fit:
 * cycles of a round, and bytes a second of all threads together.
 * Usage: node_core
 * Prints "kernel threads cycles rounds bytes": cycles of the slowest thread for so many
 * rounds of each; bytes that a round reads and writes.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <hwi/include/bqc/A2_inlines.h>

#include "pinned.h"

#define THREADS_MAX 64
#define N 256         /* doubles of a vector: three are in L1 */
#define COPY_L2 (128 << 10)
#define COPY_DDR (48 << 20) /* of all threads together */

static struct worker {
	pthread_t id;
	int threads;
	double a[N], b[N], c[N], result;
	char *from, *to;
	uint64_t cycles;
} worker[THREADS_MAX];
static pthread_barrier_t start;

static void triad(struct worker *w)
{
	for (int i = 0; i < N; i++)
		w->a[i] = w->b[i] + 3.0 * w->c[i];
}

static void copy_loop(struct worker *w)
{
	for (int i = 0; i < N; i++)
		*(volatile double *)&w->a[i] = w->b[i];
}

static void dot(struct worker *w)
{
	double sum = 0;

	for (int i = 0; i < N; i++)
		sum += w->a[i] * w->b[i];
	w->result += sum;
}

static void integers(struct worker *w)
{
	uint64_t x = 1 + (uint64_t)w->threads, y = 3, z = 5;

	for (int i = 0; i < N; i++) {
		x ^= x << 13;
		y += z >> 3;
		z ^= y + (uint64_t)i;
		x ^= x >> 7;
	}
	w->result += (double)(x + y + z);
}

static void copy_l2(struct worker *w)
{
	memcpy(w->to, w->from, COPY_L2);
}

static void copy_ddr(struct worker *w)
{
	memcpy(w->to, w->from, COPY_DDR);
}

static const struct kernel {
	const char *name;
	void (*run)(struct worker *w);
	int rounds, threads_most;
	unsigned bytes;
} kernels[] = {
	{ "integers", integers, 8, 64, 0 },
	{ "dot", dot, 8, 64, 16 * N },
	{ "stream_copy", copy_loop, 8, 64, 16 * N },
	{ "stream_triad", triad, 8, 64, 24 * N },
	{ "memcpy_128K", copy_l2, 2, 64, 2 * COPY_L2 },
	{ "memcpy_48M", copy_ddr, 1, 16, 2u * COPY_DDR },
};
static const struct kernel *kernel;

static void *work(void *arg)
{
	struct worker *w = arg;

	kernel->run(w);
	pthread_barrier_wait(&start);
	uint64_t from = GetTimeBase();

	for (int i = 0; i < kernel->rounds; i++)
		kernel->run(w);
	w->cycles = GetTimeBase() - from;
	pthread_barrier_wait(&start);
	return NULL;
}

static void measure(int threads)
{
	uint64_t most = 0;

	pthread_barrier_init(&start, NULL, (unsigned)threads);
	for (int i = 0; i < threads; i++) {
		worker[i].threads = threads;
		/* The last share core 0 with the main thread. */
		pinned_begin(&worker[i].id, (4 + i) % 64, work, &worker[i]);
	}
	for (int i = 0; i < threads; i++) {
		pthread_join(worker[i].id, NULL);
		if (worker[i].cycles > most)
			most = worker[i].cycles;
	}
	pthread_barrier_destroy(&start);
	printf("%s %d %llu %d %u\n", kernel->name, threads, (unsigned long long)most,
	       kernel->rounds, kernel->bytes);
}

int main(void)
{
	static const int threads[] = { 1, 2, 4, 16, 64 };
	char *from = malloc(COPY_DDR), *to = malloc(COPY_DDR);

	for (int i = 0; i < THREADS_MAX; i++) {
		worker[i].from = from; /* they copy the same, which nothing here looks at */
		worker[i].to = to;
	}
	for (unsigned k = 0; k < sizeof kernels / sizeof *kernels; k++) {
		kernel = &kernels[k];
		for (unsigned i = 0; i < sizeof threads / sizeof *threads; i++)
			if (threads[i] <= kernel->threads_most)
				measure(threads[i]);
	}
	return 0;
}
