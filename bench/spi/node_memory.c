/*
 * node_memory.c - loads and stores of a program's own loops: a chase of pointers through so many
 * bytes by one thread, and STREAM's triad and copy in DDR by several.  For --memory-model.
 * Usage: node_memory [BYTES_MOST [DOUBLES [THREADS...]]]   of the chases; of each of STREAM's
 * three vectors; of its runs, 1, 4, 16 and 64 if none is given
 * Prints "chase bytes cycles" of one load, "triad threads GB/s" and "copy threads GB/s".
 */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <hwi/include/bqc/A2_inlines.h>

#define LINE 128
#define STEPS 400000
#define THREADS_MOST 64

struct line {
	struct line *next;
	char rest[LINE - sizeof(struct line *)];
};

static uint64_t random_state = 88172645463325252u;
static double *a, *b, *c;
static int threads, doubles = 8 << 20; /* 64 MiB each */
static pthread_barrier_t start;
static uint64_t cycles[THREADS_MOST];

static uint64_t random_below(uint64_t n)
{
	random_state ^= random_state << 13;
	random_state ^= random_state >> 7;
	random_state ^= random_state << 17;
	return random_state % n;
}

/* A ring of all lines in random order. */
static struct line *ring(struct line *line, uint64_t n)
{
	for (uint64_t i = 0; i < n; i++)
		line[i].next = &line[i];
	for (uint64_t i = n - 1; i > 0; i--) {
		uint64_t other = random_below(i);
		struct line *next = line[i].next;

		line[i].next = line[other].next;
		line[other].next = next;
	}
	return line;
}

static void chase(struct line *line, uint64_t bytes)
{
	struct line *p = ring(line, bytes / LINE);
	uint64_t from;

	for (int i = 0; i < STEPS; i++) /* what is at first is not asked */
		p = p->next;
	from = GetTimeBase();
	/* Only what is at the first load of a round is seen by --memory-model. */
#ifdef __clang__
#pragma clang loop unroll(disable)
#else
#pragma GCC unroll 1
#endif
	for (int i = 0; i < STEPS; i++)
		p = p->next;
	printf("chase %llu %.1f\n", (unsigned long long)bytes,
	       (double)(GetTimeBase() - from) / STEPS + (p == NULL));
}

/* Loops as IBM's compiler makes them for the machine, from -O3 on. */
#ifdef __clang__
#define UNROLL _Pragma("clang loop unroll_count(8)")
#else
#define UNROLL _Pragma("GCC unroll 8")
#endif

static void triad(int from, int to)
{
	UNROLL
	for (int i = from; i < to; i++)
		a[i] = b[i] + 3.0 * c[i];
}

static void copy(int from, int to)
{
	UNROLL
	for (int i = from; i < to; i++)
		*(volatile double *)&a[i] = b[i];
}

static void (*kernel)(int from, int to);

static void *work(void *arg)
{
	int me = (int)(intptr_t)arg, share = doubles / threads;

	pthread_barrier_wait(&start);
	uint64_t from = GetTimeBase();
	kernel(me * share, (me + 1) * share);
	cycles[me] = GetTimeBase() - from;
	return NULL;
}

static void stream(const char *name, void (*run)(int, int), int bytes, int n)
{
	pthread_t id[THREADS_MOST];
	uint64_t most = 0;

	kernel = run;
	threads = n;
	pthread_barrier_init(&start, NULL, (unsigned)n);
	for (int i = 0; i < n; i++)
		if (pthread_create(&id[i], NULL, work, (void *)(intptr_t)i))
			exit(1);
	for (int i = 0; i < n; i++) {
		pthread_join(id[i], NULL);
		most = cycles[i] > most ? cycles[i] : most;
	}
	printf("%s %d %.2f\n", name, n, 1.6 * bytes * doubles / (double)most);
}

static void stream_of(int n)
{
	if (n < 1 || n > THREADS_MOST)
		exit(2);
	stream("triad", triad, 24, n);
	stream("copy", copy, 16, n);
}

int main(int argc, char **argv)
{
	static const int counts[] = { 1, 4, 16, 64 };
	uint64_t most = argc > 1 ? strtoull(argv[1], NULL, 10) : 256 << 20;
	struct line *line = malloc(most);

	if (argc > 2)
		doubles = (int)strtol(argv[2], NULL, 10);
	for (uint64_t bytes = 8 << 10; bytes <= most; bytes *= 2)
		chase(line, bytes);
	free(line);
	a = malloc(sizeof *a * doubles);
	b = malloc(sizeof *b * doubles);
	c = malloc(sizeof *c * doubles);
	for (int i = 0; i < doubles; i++)
		a[i] = b[i] = c[i] = i;
	for (int i = 3; i < argc; i++)
		stream_of((int)strtol(argv[i], NULL, 10));
	for (unsigned i = 0; argc < 4 && i < sizeof counts / sizeof *counts; i++)
		stream_of(counts[i]);
	return 0;
}
