/*
 * openmp_loops.c - OpenMP's loops in every process: schedules, ranges, ordered and
 * doacross, reductions, with exact results for any number of threads.
 */
#include "spi_test.h"

#include <omp.h>
#include <string.h>

#define N 211

static int hits[N];

static void hit(int i)
{
#pragma omp atomic
	hits[i]++;
}

static void all_hit(int times)
{
	for (int i = 0; i < N; i++)
		CHECK(hits[i] == times);
	memset(hits, 0, sizeof hits);
}

/* Every schedule gives each iteration to one thread, once. */
static void schedules(void)
{
#pragma omp parallel
	{
#pragma omp for schedule(static)
		for (int i = 0; i < N; i++)
			hit(i);
#pragma omp for schedule(static, 3) nowait
		for (int i = 0; i < N; i++)
			hit(i);
#pragma omp for schedule(dynamic, 2) nowait
		for (int i = N - 1; i >= 0; i--)
			hit(i);
#pragma omp for schedule(guided) nowait
		for (int i = 0; i < N; i++)
			hit(i);
#pragma omp for schedule(monotonic : dynamic)
		for (int i = 0; i < N; i++)
			hit(i);
#pragma omp for schedule(auto)
		for (int i = 0; i < N; i++)
			hit(i);
	}
	all_hit(6);
#pragma omp parallel for schedule(dynamic, 7)
	for (int i = 0; i < N; i++)
		hit(i);
#pragma omp parallel for schedule(guided, 4)
	for (unsigned long long i = 0; i < N; i++)
		hit((int)i);
	all_hit(2);
	for (int kind = omp_sched_static; kind <= omp_sched_auto; kind++) {
		omp_sched_t got;
		int chunk;

		omp_set_schedule((omp_sched_t)kind, 5);
		omp_get_schedule(&got, &chunk);
		CHECK((int)got == kind && (kind == omp_sched_auto || chunk == 5));
#pragma omp parallel for schedule(runtime)
		for (int i = 0; i < N; i++)
			hit(i);
	}
	all_hit(4);
}

static void ranges(void)
{
	unsigned long long big = 0;
	long down = 0, cells = 0;
	int last = -1, late = -1, never = 0;

#pragma omp parallel for schedule(dynamic, 3) reduction(+ : down)
	for (long i = 1000; i > -1000; i -= 7)
		down += i;
	CHECK(down == 715);
#pragma omp parallel for schedule(guided) reduction(+ : big)
	for (unsigned long long i = ~0ull; i > ~0ull - 1000; i -= 10)
		big += ~0ull - i;
	CHECK(big == 49500);
#pragma omp parallel for collapse(3) schedule(dynamic) reduction(+ : cells)
	for (int a = 0; a < 3; a++)
		for (int b = 0; b < 5; b++)
			for (int c = 0; c < 7; c++)
				cells += a * 100 + b * 10 + c;
	CHECK(cells == 105 * (100 + 20 + 3));
#pragma omp parallel for schedule(dynamic) lastprivate(last)
	for (int i = 0; i < N; i++)
		last = i;
	CHECK(last == N - 1);
#ifndef __clang__ /* Clang 14 takes it for a lastprivate without condition */
#pragma omp parallel for schedule(dynamic, 2) lastprivate(conditional : late)
#endif
	for (int i = 0; i < N; i++)
		if (i % 10 == 3)
			late = i;
	CHECK(late == 203);
#pragma omp parallel for schedule(dynamic)
	for (int i = 5; i < never; i++)
		hit(i);
	all_hit(0);
}

static void ordered(void)
{
	static int table[20][20];
	int order[2 * N], n = 0;

#pragma omp parallel for ordered schedule(dynamic, 2)
	for (int i = 0; i < N; i++) {
		hit(i);
#pragma omp ordered
		order[n++] = i;
	}
	all_hit(1);
#pragma omp parallel for ordered schedule(static, 1)
	for (int i = 0; i < N; i++)
		if (i % 2) {
#pragma omp ordered
			order[n++] = i;
		}
	CHECK(n == N + N / 2);
	for (int i = 0; i < n; i++)
		CHECK(order[i] == (i < N ? i : 2 * (i - N) + 1));

#pragma omp parallel for ordered(2) schedule(dynamic)
	for (int i = 1; i < 20; i++)
		for (int j = 1; j < 20; j++) {
#pragma omp ordered depend(sink : i - 1, j) depend(sink : i, j - 1)
			table[i][j] = 1 + table[i - 1][j] + table[i][j - 1] -
				      table[i - 1][j - 1];
#pragma omp ordered depend(source)
		}
	for (int i = 0; i < 20; i++)
		for (int j = 0; j < 20; j++)
			CHECK(table[i][j] == i * j);
}

static void reductions(void)
{
	int most = -1, least = 1 << 30, bits = 0, all = 1, any = 0, part[4] = { 0 };
	double sum = 0;

#pragma omp parallel for schedule(dynamic) reduction(max : most) reduction(min : least) \
	reduction(| : bits) reduction(&& : all) reduction(|| : any) reduction(+ : sum, part)
	for (int i = 1; i < N; i++) {
		int v = i * 7 % N;

		most = v > most ? v : most;
		least = v < least ? v : least;
		bits |= i;
		all = all && i;
		any = any || i == 5;
		sum += i;
		part[i % 4] += i;
	}
	CHECK(most == N - 1 && least == 1 && bits == 255 && all && any);
	CHECK(sum == N * (N - 1) / 2 && part[0] == 5512);
}

/* Simulated time alone decides which thread gets which chunk. */
static void shares(void)
{
	int taken[64] = { 0 };

#pragma omp parallel
#pragma omp for schedule(dynamic)
	for (int i = 0; i < N; i++) {
		for (volatile int wait = 0; wait < i % 7 * 100; wait++)
			;
		taken[omp_get_thread_num()]++;
	}
	printf("rank %u:", Kernel_GetRank());
	for (int t = 0; t < omp_get_max_threads(); t++)
		printf(" %d", taken[t]);
	printf("\n");
}

int main(void)
{
	schedules();
	ranges();
	ordered();
	reductions();
	shares();
	return 0;
}
