/*
 * openmp_more.c - OpenMP's rarer parts: events of tasks, cancellation (if the
 * environment allows it), target regions and teams, allocators; exact results for
 * any number of threads.
 */
#include "spi_test.h"

#include <omp.h>
#include <string.h>
#include <unistd.h>

static void events(void)
{
	omp_event_handle_t event;
	int state = 0;

	if (omp_get_max_threads() == 1)
		return;
#pragma omp parallel
#pragma omp single
	{
#pragma omp task detach(event) depend(out : state) shared(state)
		state = 1;
#pragma omp task depend(in : state) shared(state)
		CHECK(state++ == 2);
#pragma omp task shared(state) firstprivate(event)
		{
			int now;

			do {
#pragma omp atomic read
				now = state;
				omp_get_wtime();
			} while (now == 0);
			state = 2;
			omp_fulfill_event(event);
		}
	}
	CHECK(state == 3);
}

static void cancelled(void)
{
	int begun = 0, past = 0, ran = 0;

	if (!omp_get_cancellation())
		return;
#pragma omp parallel
	{
#pragma omp atomic
		begun++;
#pragma omp barrier
		if (omp_get_thread_num() == omp_get_num_threads() - 1) {
#pragma omp cancel parallel
		}
#pragma omp barrier
		past++;
	}
	CHECK(begun == omp_get_max_threads() && past == 0);
#pragma omp parallel
	{
#pragma omp for schedule(dynamic)
		for (int i = 0; i < 100000; i++) {
			if (i == 5) {
#pragma omp cancel for
			}
#pragma omp cancellation point for
#pragma omp atomic
			ran++;
		}
#pragma omp single
#pragma omp taskgroup
		for (int i = 0; i < 1000; i++) {
#pragma omp task
			{
#pragma omp atomic
				past++;
#pragma omp cancel taskgroup if (past >= 10)
			}
		}
	}
	CHECK(ran >= 5 && ran < 1000 && past >= 10 && past < 1000);
}

/* Tasks of a loop with a reduction over them belong to the group around it, too. */
static void cancelled_around_a_loop(void)
{
	int sum = 0, ran = 0;

	if (!omp_get_cancellation())
		return;
#pragma omp parallel
#pragma omp taskgroup
	{
#pragma omp task
		{
#pragma omp cancel taskgroup
		}
#pragma omp taskwait
#pragma omp for reduction(task, + : sum)
		for (int i = 0; i < 64; i++) {
			sum++;
#pragma omp task in_reduction(+ : sum)
			ran++;
		}
	}
	CHECK(sum == 64 && ran == 0);
#pragma omp parallel
#pragma omp taskgroup
	{
#pragma omp for reduction(task, + : sum)
		for (int i = 0; i < 64; i++) {
#pragma omp task in_reduction(+ : sum)
			{
#pragma omp cancel taskgroup
			}
		}
#pragma omp task if (0)
		ran += omp_get_num_threads() == 1;
	}
#ifndef __clang__ /* which calls a task whose if clause is false itself, cancelled or not */
	CHECK(ran == 0);
#endif
}

static void targets(void)
{
	int a[10] = { 0 }, first = 7, sum = 0, s = 0;

#pragma omp target map(tofrom : a, sum) firstprivate(first)
	{
		a[3] = first++;
		sum = omp_get_num_threads() + omp_get_level();
	}
	CHECK(a[3] == 7 && first == 7 && sum == 1);
#pragma omp target teams distribute parallel for map(tofrom : s) reduction(+ : s)
	for (int i = 0; i < 100; i++)
		s += i;
	CHECK(s == 4950);
	s = 0;
#pragma omp teams num_teams(3) thread_limit(2) reduction(+ : s)
	{
		s += 100 * omp_get_team_num();
#pragma omp parallel reduction(+ : s)
		s += omp_get_num_threads() <= 2 ? 0 : 1;
	}
	CHECK(s == 300);
	int now = 0, most = 0;

	omp_set_max_active_levels(3);
#pragma omp teams thread_limit(6)
#pragma omp parallel num_threads(3)
#pragma omp parallel num_threads(3)
#pragma omp parallel num_threads(3)
	{
		int n;

#pragma omp atomic capture
		n = ++now;
#pragma omp critical
		most = n > most ? n : most;
		usleep(10);
#pragma omp atomic
		now--;
	}
	CHECK(most >= 1 && most <= 6); /* all threads of the nested teams together */
#ifndef __clang__ /* whose target regions without a device are calls, in the same league */
	int level = 0;

	/* A target region has its own limit, however many threads there are around it. */
#pragma omp parallel num_threads(3)
#pragma omp single
#pragma omp target teams thread_limit(2) map(tofrom : level)
#pragma omp parallel num_threads(2)
#pragma omp master
	level = 10 * omp_get_level() + omp_get_num_threads();
	CHECK(level == 12);
#endif
	omp_set_max_active_levels(1);
#if __GNUC__ >= 12
	s = 0;
#pragma omp target thread_limit(2) map(tofrom : s)
	{
		s = omp_get_thread_limit();
#pragma omp parallel
#pragma omp single
		s += omp_get_num_threads() > 2;
	}
	CHECK(s == 1 || s == 2);
#endif
}

/* An allocator keeps its limit and alignment, and what is allocated with it. */
static void allocators(void)
{
	omp_alloctrait_t traits[] = { { omp_atk_alignment, 256 },
				      { omp_atk_pool_size, 1000 },
				      { omp_atk_fallback, omp_atv_null_fb } };
	omp_allocator_handle_t a = omp_init_allocator(omp_default_mem_space, 3, traits);
	int copies[5] = { 1, 2, 3, 4, 5 };
	char *p = omp_alloc(600, a);

	CHECK(p && (uintptr_t)p % 256 == 0 && !omp_alloc(600, a));
	omp_free(p, a);
	p = omp_alloc(600, a);
	CHECK(p);
#if __GNUC__ >= 12
	p[599] = 7;
	p = omp_realloc(p, 900, a, a); /* both at once are no part of the limit */
	CHECK(p && p[599] == 7 && (uintptr_t)p % 256 == 0 && !omp_realloc(p, 1001, a, a));
	p = omp_realloc(p, 100, a, a);
	char *q = omp_alloc(900, a);
	CHECK(p && q && !omp_alloc(1, a));
	omp_free(q, a);
#endif
	omp_free(p, a);
	omp_destroy_allocator(a);
#pragma omp parallel private(copies) allocate(omp_default_mem_alloc : copies)
	copies[0] = omp_get_thread_num();
	CHECK(copies[0] == 1);
	CHECK(omp_get_default_allocator() == (getenv("OMP_ALLOCATOR") ? omp_high_bw_mem_alloc
								      : omp_default_mem_alloc));
}

static void affinity_texts(void)
{
	char text[32];

	omp_capture_affinity(text, sizeof text, "%0.5{ancestor_tnum}|%.4N|%3N|%0.3L");
	CHECK(!strcmp(text, "-0001|   1|1  |000"));
}

int main(void)
{
	events();
	cancelled();
	cancelled_around_a_loop();
	targets();
	allocators();
	affinity_texts();
	return 0;
}
