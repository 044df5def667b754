/*
 * openmp_tasks.c - OpenMP's tasks in every process: waiting, groups, dependences,
 * loops of tasks, reductions over tasks; exact results for any number of threads.
 */
#include "spi_test.h"

#include <omp.h>

static int fib(int n)
{
	int a, b;

	if (n < 2)
		return n;
#pragma omp task shared(a) if (n > 5)
	a = fib(n - 1);
#pragma omp task shared(b) final(n < 4) untied
	b = fib(n - 2);
#pragma omp taskwait
	return a + b;
}

static int count;

static void spawn(int depth)
{
#pragma omp atomic
	count++;
	for (int i = 0; i < 2 && depth; i++) {
#pragma omp task
		spawn(depth - 1);
	}
}

static void waits(void)
{
	int result = 0, final = 0;
	long sum = 0;

	spawn(5); /* outside of a region */
	CHECK(count == 63);
	count = 0;
#pragma omp parallel
#pragma omp single
	{
		result = fib(12);
#pragma omp taskgroup
		spawn(6);
		CHECK(count == 127);
		spawn(6); /* done at the barrier */
	}
	CHECK(result == 144 && count == 254);
#pragma omp parallel
#pragma omp master
	for (int i = 0; i < 5000; i++) {
#pragma omp task
		{
#pragma omp atomic
			sum += i;
		}
	}
	CHECK(sum == 5000 * 4999 / 2);
#pragma omp parallel
#pragma omp single
	{
#pragma omp task final(1) shared(final)
		{
			final = omp_in_final();
#pragma omp task shared(final)
			final += 10 * omp_in_final();
		}
	}
	CHECK(final == 11);
}

/* In a function of its own: a volatile object of a task may be kept in a register. */
static __attribute__((noinline)) void compute(int rounds)
{
	for (volatile int done = 0; done < rounds; done++)
		;
}

/* All threads work on tasks that take longer than one thread needs to make one for each. */
static void shared_out(void)
{
	int done[64] = { 0 }, busy = 0, rounds = 1500 + 80 * omp_get_max_threads();

#pragma omp parallel
#pragma omp single
	for (int i = 0; i < 150; i++) {
#pragma omp task
		{
			compute(rounds);
#pragma omp atomic
			done[omp_get_thread_num()]++;
		}
	}
	for (int t = 0; t < 64; t++)
		busy += done[t] > 0;
	CHECK(busy == omp_get_max_threads());
}

static void dependences(void)
{
	static int table[12][12];
	int x = 0, y = 0, order[20], n = 0, all = 0;
	omp_depend_t object;

#pragma omp parallel
#pragma omp single
	{
#pragma omp task depend(out : x) shared(x)
		x = 1;
		for (int i = 0; i < 4; i++) {
#pragma omp task depend(in : x) shared(x, y)
			{
#pragma omp atomic
				y += x;
			}
		}
#pragma omp task depend(inout : x) shared(x, y)
		x = 10 * y;
#pragma omp task depend(in : x) depend(out : y) shared(x, y)
		y = x + 1;
#pragma omp taskwait depend(in : y)
		CHECK(x == 40 && y == 41);
		for (int i = 0; i < 20; i++) {
#pragma omp task depend(inout : order) shared(order, n) firstprivate(i)
			order[n++] = i;
		}
#pragma omp task depend(in : order) if (0) shared(n)
		CHECK(n == 20);
		for (int i = 0; i < 20; i++) {
#pragma omp task depend(mutexinoutset : n) shared(n)
			n--;
		}
#pragma omp task depend(in : n) shared(n, all)
		all = n == 0;
		for (int i = 1; i < 12; i++)
			for (int j = 1; j < 12; j++) {
#pragma omp task depend(in : table[i - 1][j], table[i][j - 1]) depend(out : table[i][j])
				table[i][j] = 1 + table[i - 1][j] + table[i][j - 1] -
					      table[i - 1][j - 1];
			}
	}
	for (int i = 0; i < 20; i++)
		CHECK(order[i] == i);
	CHECK(all && table[11][11] == 121);
#pragma omp parallel
#pragma omp single
	{
#pragma omp depobj(object) depend(inout : x)
#pragma omp task depend(depobj : object) shared(x)
		x = 5;
#pragma omp task depend(depobj : object) shared(x)
		x *= 7;
#pragma omp depobj(object) update(in)
#pragma omp task depend(depobj : object) shared(x)
		CHECK(x == 35);
#pragma omp task depend(out : x) shared(x)
		x++;
#pragma omp depobj(object) destroy
	}
	CHECK(x == 36);
}

/* Overwrites the stack: what a task has left there is not to be taken for dependences. */
static __attribute__((noinline)) void use_stack(void)
{
	volatile unsigned long words[64] __attribute__((unused));

	for (int i = 0; i < 64; i++)
		words[i] = 1u << 30;
}

static __attribute__((noinline)) int depends_on(int count)
{
	static __attribute__((unused)) int p[4];
	int ran = 0;

#pragma omp task depend(iterator(j = 0 : count), in : p[j]) shared(ran)
	ran++;
#pragma omp taskwait
	return ran;
}

static void iterators(void)
{
	volatile int none = 0, some = 3;

	use_stack();
	CHECK(depends_on(none) == 1 && depends_on(some) == 1);
}

static void loops_of_tasks(void)
{
	static int hits[300];

#pragma omp parallel
#pragma omp single
	{
#pragma omp taskloop
		for (int i = 0; i < 300; i++)
			hits[i]++;
#pragma omp taskloop grainsize(7)
		for (int i = 299; i >= 0; i--)
			hits[i]++;
#pragma omp taskloop num_tasks(11) nogroup
		for (unsigned long long i = 0; i < 300; i++) {
#pragma omp atomic
			hits[i]++;
		}
#pragma omp taskloop if (0) collapse(2)
		for (int i = 0; i < 3; i++)
			for (int j = 0; j < 100; j++) {
#pragma omp atomic
				hits[100 * i + j]++;
			}
	}
	for (int i = 0; i < 300; i++)
		CHECK(hits[i] == 4);
}

static void sums(void)
{
	int s = 0, part[4] = { 0 }, threads = omp_get_max_threads(), none = 0;

#pragma omp parallel
#pragma omp single
	{
#pragma omp taskgroup task_reduction(+ : s, part)
		for (int i = 0; i < 100; i++) {
#pragma omp task in_reduction(+ : s, part)
			{
				s += i;
				part[i % 4]++;
#pragma omp task in_reduction(+ : s)
				s += 1000;
			}
		}
		CHECK(s == 104950 && part[0] == 25 && part[3] == 25);
#pragma omp taskloop reduction(+ : s) grainsize(3)
		for (int i = 0; i < 100; i++)
			s += i;
#pragma omp taskloop reduction(+ : s)
		for (int i = 0; i < none; i++)
			s += i;
	}
	CHECK(s == 109900);
	s = 0;
#pragma omp parallel reduction(task, + : s)
	{
#pragma omp task in_reduction(+ : s)
		s += 3;
		s += 4;
	}
	CHECK(s == 7 * threads);
	s = 0;
#pragma omp parallel
	{
#pragma omp for reduction(task, + : s) schedule(dynamic)
		for (int i = 0; i < 100; i++) {
#pragma omp task in_reduction(+ : s)
			s += i;
			s++;
		}
#pragma omp sections reduction(task, + : s)
		{
#pragma omp task in_reduction(+ : s)
			s += 7;
#pragma omp section
			s += 8;
		}
	}
	CHECK(s == 4950 + 100 + 15);
}

int main(void)
{
	waits();
	shared_out();
	dependences();
	iterators();
	loops_of_tasks();
	sums();
	if (Kernel_GetRank() == 0)
		printf("%.9f s\n", omp_get_wtime());
	return 0;
}
