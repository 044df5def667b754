/*
 * openmp.c - OpenMP in every process: teams, synchronization, locks, levels and
 * control variables, with exact results for any number of threads.  Not here:
 * loops (openmp_loops.c), tasks (openmp_tasks.c), C++ (openmp_cxx.cc), what it
 * costs (openmp_time.c).
 */
#include "spi_test.h"

#include <omp.h>

static int threads; /* of a region that does not ask for a number */

static void teams(void)
{
	int seen[64] = { 0 }, sum = 0, serial = 0;

	CHECK(omp_get_num_threads() == 1 && omp_get_thread_num() == 0);
	CHECK(!omp_in_parallel() && omp_get_level() == 0);
#pragma omp parallel
	{
		seen[omp_get_thread_num()]++;
		CHECK(omp_get_num_threads() == threads);
		CHECK(omp_get_level() == 1 && omp_get_ancestor_thread_num(0) == 0);
		CHECK(omp_in_parallel() == (threads > 1));
	}
	for (int i = 0; i < 64; i++)
		CHECK(seen[i] == (i < threads));
	for (int n = 1; n <= threads; n += 5) {
#pragma omp parallel num_threads(n) reduction(+ : sum)
		sum += omp_get_num_threads() * 100 + omp_get_thread_num();
		CHECK(sum == n * n * 100 + n * (n - 1) / 2);
		sum = 0;
	}
#pragma omp parallel if (threads == 0)
	serial += omp_get_num_threads() + omp_get_level();
	CHECK(serial == 2);
}

static int own;
#pragma omp threadprivate(own)

static void privates(void)
{
	int bad = 0, section[4] = { 0 }, singles = 0, masters = 0;

#pragma omp parallel
	own = 3 * omp_get_thread_num();
#pragma omp parallel reduction(+ : bad)
	bad += own != 3 * omp_get_thread_num();
	own = 77;
#pragma omp parallel copyin(own) reduction(+ : bad)
	bad += own != 77;
#pragma omp parallel reduction(+ : bad)
	for (int i = 0; i < 10; i++) {
		int value = -1;

#pragma omp single copyprivate(value)
		value = 10 * i;
		bad += value != 10 * i;
#pragma omp single nowait
		{
#pragma omp atomic
			singles++;
		}
#pragma omp master
		masters++;
#pragma omp sections
		{
			section[0]++;
#pragma omp section
			section[1]++;
#pragma omp section
			section[2]++;
		}
	}
#pragma omp parallel sections
	{
#pragma omp section
		section[3]++;
#pragma omp section
		section[3] += 0;
	}
	CHECK(bad == 0 && singles == 10 && masters == 10);
	CHECK(section[0] == 10 && section[1] == 10 && section[2] == 10 && section[3] == 1);
}

static void exclusion(void)
{
	omp_lock_t lock, many[100];
	omp_nest_lock_t nest;
	int inside = 0, locked = 0, count = 0, named = 0, nested = 0, phase[64] = { 0 }, bad = 0;
	long double wide = 0;

	omp_init_lock(&lock);
	omp_init_nest_lock(&nest);
#pragma omp parallel reduction(+ : bad)
	for (int i = 0; i < 5; i++) {
#pragma omp critical
		{
			bad += inside++ != 0;
			omp_get_wtime(); /* time passes */
			inside--;
#pragma omp critical(named)
			named++;
		}
		omp_set_lock(&lock);
		bad += locked++ != 0;
		omp_get_wtime();
		bad += omp_test_lock(&lock) != 0;
		locked--;
		omp_unset_lock(&lock);
		omp_set_nest_lock(&nest);
		bad += omp_test_nest_lock(&nest) != 2;
		omp_get_wtime();
		nested++;
		omp_unset_nest_lock(&nest);
		omp_unset_nest_lock(&nest);
#pragma omp atomic
		wide += 0.5L;
		phase[omp_get_thread_num()]++;
#pragma omp barrier
		for (int t = 0; t < threads; t++)
			bad += phase[t] != i + 1;
#pragma omp barrier
#pragma omp atomic
		count++;
	}
	CHECK(bad == 0 && count == 5 * threads);
	CHECK(named == count && nested == count && wide == 0.5L * count);
	omp_destroy_lock(&lock);
	omp_destroy_nest_lock(&nest);
	for (int i = 0; i < 100; i++)
		omp_init_lock(&many[i]);
	for (int i = 0; i < 100; i++)
		CHECK(omp_test_lock(&many[i]) && !omp_test_lock(&many[i]));
	for (int i = 0; i < 100; i++)
		omp_unset_lock(&many[i]), omp_destroy_lock(&many[i]);
}

/* Regions inside of regions are serial, unless more levels are allowed. */
static void levels(void)
{
	int inner = 0, right = 0, outer = threads > 2 ? 3 : threads;

#pragma omp parallel num_threads(outer) reduction(+ : inner)
	{
#pragma omp parallel num_threads(2) reduction(+ : inner)
		inner += omp_get_level();
	}
	CHECK(inner == (outer > 1 ? 2 * outer : 4));
	omp_set_max_active_levels(2);
	CHECK(omp_get_max_active_levels() == 2);
	if (omp_get_thread_limit() < 2 * outer)
		return;
#pragma omp parallel num_threads(outer) reduction(+ : right)
	{
		int mine = omp_get_thread_num();

#pragma omp parallel num_threads(2) reduction(+ : right)
		right += omp_get_ancestor_thread_num(1) == mine &&
			 omp_get_ancestor_thread_num(2) == omp_get_thread_num() &&
			 omp_get_ancestor_thread_num(3) == -1 &&
			 omp_get_team_size(1) == outer && omp_get_team_size(2) == 2;
	}
	CHECK(right == 2 * outer);
	omp_set_max_active_levels(1);
}

static void controls(void)
{
	int inside = 0;

#pragma omp parallel reduction(+ : inside)
	{
		omp_set_num_threads(2); /* this thread's own */
		inside += omp_get_max_threads();
	}
	CHECK(inside == 2 * threads && omp_get_max_threads() == threads);
	omp_set_dynamic(1);
	CHECK(omp_get_dynamic() == 1);
	omp_set_dynamic(0);
	CHECK(!omp_get_dynamic() && !omp_in_final());
	CHECK(omp_get_num_procs() == (int)Kernel_ProcessorCount());
	CHECK(omp_get_thread_limit() == omp_get_num_procs());
	CHECK(omp_get_num_devices() == 0 && omp_get_num_teams() == 1);
}

int main(void)
{
	const char *asked = getenv("OMP_NUM_THREADS");

	threads = omp_get_max_threads();
	CHECK(threads == (asked ? atoi(asked) : (int)Kernel_ProcessorCount()));
	teams();
	privates();
	exclusion();
	levels();
	controls();
	if (Kernel_GetRank() == 0)
		printf("%d threads, %.9f s\n", threads, omp_get_wtime());
	return 0;
}
