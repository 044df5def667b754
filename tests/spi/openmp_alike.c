/*
 * openmp_alike.c - OpenMP whose results are printed, so that what two compilers make of it can be
 * compared: bounds of loops (not near the ends of their types, where GCC goes wrong), chunks,
 * regions with many variables, doacross loops, loops of tasks, dependences, reductions of many
 * kinds, places of the last iteration, regions that are cancelled.  Nothing that is printed depends
 * on which thread was first.
 * Not here: what single constructs have to do (openmp.c and its like), time.
 */
#include <limits.h>
#include <omp.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* Loops whose trips are counted, in all schedules: of each, how many, and a sum of their values. */
#define COUNT(NAME, SCHEDULE, TYPE, FIRST, TEST, STEP)                                        \
	do {                                                                                  \
		unsigned long trips = 0, values = 0;                                          \
		TYPE last = 0;                                                                \
		FOR(SCHEDULE)                                                                 \
		for (TYPE i = FIRST; TEST; STEP) {                                            \
			trips++;                                                              \
			values += (unsigned long)i * 31 + 7;                                  \
			last = i;                                                             \
		}                                                                             \
		printf("%s: %lu trips, %lx, last %ld\n", NAME, trips, values, (long)last);    \
	} while (0)
#define PRAGMA(WORDS) _Pragma(#WORDS)
#define FOR(SCHEDULE)                                                                         \
	PRAGMA(omp parallel for reduction(+ : trips, values) lastprivate(last) SCHEDULE)
#define ALL(NAME, ...)                                                                \
	COUNT(NAME " static", schedule(static), __VA_ARGS__);                         \
	COUNT(NAME " static 1", schedule(static, 1), __VA_ARGS__);                    \
	COUNT(NAME " static 5", schedule(static, 5), __VA_ARGS__);                    \
	COUNT(NAME " static 90", schedule(static, 90), __VA_ARGS__);                  \
	COUNT(NAME " dynamic", schedule(dynamic), __VA_ARGS__);                       \
	COUNT(NAME " dynamic 7", schedule(dynamic, 7), __VA_ARGS__);                  \
	COUNT(NAME " guided", schedule(guided, 2), __VA_ARGS__);                      \
	COUNT(NAME " monotonic", schedule(monotonic : dynamic, 3), __VA_ARGS__);      \
	COUNT(NAME " auto", schedule(auto), __VA_ARGS__);                             \
	COUNT(NAME " runtime", schedule(runtime), __VA_ARGS__)

static void bounds(void)
{
	ALL("int", int, 0, i < 100, i++);
	ALL("int in the middle", int, INT_MAX / 2 - 37, i < INT_MAX / 2, i++);
	ALL("int from the start", int, INT_MIN, i <= INT_MIN + 20, i += 3);
	ALL("int down", int, 50, i > -50, i -= 7);
	ALL("one", int, 5, i < 6, i++);
	ALL("unsigned", unsigned, INT_MAX - 60u, i < INT_MAX + 60u, i += 4);
	ALL("long", long, LONG_MIN + 3, i < LONG_MIN + 100, i += 9);
	ALL("unsigned long", unsigned long, ULONG_MAX / 2 - 40, i < ULONG_MAX / 2 + 50, i += 11);
	ALL("short", short, -20, i <= 20, i++);
}

/* A region that shares more variables than there are registers, and than a call has words. */
static void variables(void)
{
	long a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8, i = 9, j = 10, k = 11, l = 12;
	long m = 13, n = 14, o = 15, p = 16, q = 17, r = 18, s = 19, t = 20, sum = 0;
	double x[3] = { 1, 2, 3 };

#pragma omp parallel reduction(+ : sum)
#pragma omp single
	{
		sum = a + b + c + d + e + f + g + h + i + j + k + l + m + n + o + p + q + r + s + t;
		a = b = c = d = e = f = g = h = i = j = k = l = 1;
		m = n = o = p = q = r = s = t = 2;
		x[2] *= 2;
	}
	sum = sum * 100 + a + b + c + d + e + f + g + h + i + j + k + l + m + n + o + p + q + r;
	printf("variables: %ld %ld %g\n", sum, s + t, x[2]);
#pragma omp parallel firstprivate(a, b, x) shared(sum) if (sum < 0)
	{
		a += b + (long)x[2] + omp_get_num_threads();
		sum = a;
	}
	printf("not parallel: %ld\n", sum);
}

#define ROWS 12
#define COLUMNS 9

static void doacross(void)
{
	static long cell[ROWS][COLUMNS];
	long line[40] = { 1, 1 };

#pragma omp parallel for ordered(2) schedule(static, 1)
	for (int i = 0; i < ROWS; i++)
		for (int j = 0; j < COLUMNS; j++) {
#pragma omp ordered depend(sink : i - 1, j) depend(sink : i, j - 1)
			cell[i][j] = 1 + (i ? cell[i - 1][j] : 0) + (j ? cell[i][j - 1] : 0);
#pragma omp ordered depend(source)
		}
	printf("doacross: %ld\n", cell[ROWS - 1][COLUMNS - 1]);
#pragma omp parallel for ordered(1) schedule(dynamic)
	for (int i = 2; i < 40; i++) {
#pragma omp ordered depend(sink : i - 1) depend(sink : i - 2)
		line[i] = line[i - 1] + line[i - 2];
#pragma omp ordered depend(source)
	}
	printf("in a line: %ld\n", line[39]);
}

/* Iterations that are waited for and are not there: behind the last of an inner loop, whatever
 * the directions; an inner loop without any. */
static void doacross_edges(int none)
{
	static long cell[ROWS + 1][COLUMNS + 2];
	long empty = 0;

#pragma omp parallel for ordered(2) schedule(static, 1)
	for (int i = 1; i <= ROWS; i++)
		for (int j = COLUMNS; j > 0; j--) {
#pragma omp ordered depend(sink : i - 1, j - 1) depend(sink : i, j + 1)
			cell[i][j] = 1 + cell[i - 1][j - 1] + cell[i][j + 1];
#pragma omp ordered depend(source)
		}
	printf("doacross edges: %ld\n", cell[ROWS][1]);
	for (int columns = none; columns <= 0; columns++) {
#pragma omp parallel for ordered(2) reduction(+ : empty)
		for (int i = 0; i < ROWS; i++)
			for (int j = 0; j < columns; j++) {
#pragma omp ordered depend(sink : i - 1, j)
				empty++;
#pragma omp ordered depend(source)
			}
	}
	printf("doacross of nothing: %ld\n", empty);
}

/* A doacross loop's iterations hold one of their own, in a region of one thread or of more. */
static void doacross_nested(void)
{
	long line[40] = { 1, 1 };

	omp_set_max_active_levels(2);
#pragma omp parallel for ordered(1) schedule(static, 1)
	for (int i = 2; i < 40; i++) {
		long part[8] = { 1 };

#pragma omp parallel for ordered(1) num_threads(1 + (i & 2))
		for (int k = 1; k < 8; k++) {
#pragma omp ordered depend(sink : k - 1)
			part[k] = part[k - 1] + 1;
#pragma omp ordered depend(source)
		}
#pragma omp ordered depend(sink : i - 1) depend(sink : i - 2)
		line[i] = line[i - 1] + line[i - 2] + part[7] - 8;
#pragma omp ordered depend(source)
	}
	printf("nested doacross: %ld\n", line[39]);
}

/* Threads wait for one that has left: in a reduction, before a loop, in single. */
static void cancelled(void)
{
	int sum = 0, last = 0;

#pragma omp parallel
	{
#pragma omp cancel parallel if (omp_get_thread_num() == 1)
#pragma omp for reduction(+ : sum)
		for (int i = 0; i < 100; i++)
			sum++;
	}
#pragma omp parallel
	{
#pragma omp cancel parallel if (omp_get_thread_num() == 1)
#pragma omp for firstprivate(last) lastprivate(last)
		for (int i = 0; i < 100; i++)
			last += i;
	}
#pragma omp parallel
	{
		int mine = 0;

#pragma omp cancel parallel if (omp_get_thread_num() == 1)
#pragma omp single copyprivate(mine)
		mine = 1;
		last = mine;
	}
	sum = 0;
#pragma omp parallel reduction(+ : sum)
	sum++;
	printf("after cancelled ones: %d\n", sum);
}

static void ordered(void)
{
	int at = 0, order[60];

#pragma omp parallel for ordered schedule(dynamic, 3)
	for (int i = 59; i >= 0; i--) {
#pragma omp ordered
		order[at++] = i;
	}
	for (int i = 0; i < 60; i++)
		if (order[i] != 59 - i)
			printf("ordered: %d at %d\n", order[i], i);
#pragma omp parallel for ordered schedule(static)
	for (int i = 0; i < 60; i++) {
#pragma omp ordered
		order[i] = --at;
	}
	printf("ordered: %d, then %d\n", order[0], order[59]);
}

static void tasks(void)
{
	int last = -1, deep = 0, sum = 0, hits[70] = { 0 }, chain[8] = { 1 };

#pragma omp parallel
#pragma omp single
	{
#pragma omp taskloop grainsize(8) lastprivate(last) shared(hits)
		for (int i = 0; i < 70; i++) {
			hits[i] += i;
			last = i;
		}
#pragma omp taskloop num_tasks(5) reduction(+ : sum)
		for (int i = 69; i >= 0; i -= 3)
			sum += hits[i];
#pragma omp taskloop if (0) shared(deep)
		for (int i = 0; i < 10; i++)
			deep += i;
		for (int i = 1; i < 8; i++) {
#pragma omp task depend(in : chain[i - 1]) depend(out : chain[i]) shared(chain)
			chain[i] = 2 * chain[i - 1] + 1;
		}
#pragma omp taskwait
#pragma omp taskgroup task_reduction(+ : sum)
		for (int i = 0; i < 20; i++) {
#pragma omp task in_reduction(+ : sum) firstprivate(i)
			sum += i;
		}
	}
	printf("tasks: last %d, sum %d, %d, chain %d\n", last, sum, deep, chain[7]);
}

struct pair {
	int least, most;
};

#pragma omp declare reduction(span : struct pair : omp_out.least = \
	omp_in.least < omp_out.least ? omp_in.least : omp_out.least, \
	omp_out.most = omp_in.most > omp_out.most ? omp_in.most : omp_out.most) \
	initializer(omp_priv = { INT_MAX, INT_MIN })

static void reductions(void)
{
	int and = -1, or = 0, xor = 0, all = 1, any = 0, least = INT_MAX, most = INT_MIN;
	long product = 1, table[6] = { 0 };
	struct pair p = { INT_MAX, INT_MIN };
	long double wide = 0;
	_Complex double turn = 0;

#pragma omp parallel for reduction(& : and) reduction(| : or) reduction(^ : xor) \
	reduction(&& : all) reduction(|| : any) reduction(min : least) reduction(max : most) \
	reduction(* : product) reduction(+ : table) reduction(span : p) reduction(+ : wide, turn)
	for (int i = 1; i <= 20; i++) {
		and &= ~(i << 8);
		or |= i;
		xor ^= i * i;
		all = all && i;
		any = any || i == 7;
		least = i < least ? i : least;
		most = i > most ? i : most;
		product *= i % 4 + 1;
		table[i % 6] += i;
		p.least = -i < p.least ? -i : p.least;
		p.most = 3 * i > p.most ? 3 * i : p.most;
		wide += i;
		turn += i;
	}
	printf("reductions: %x %x %x %d %d %d %d %ld\n", (unsigned)and, (unsigned)or,
	       (unsigned)xor, all, any, least, most, product);
	printf("            %ld %ld, %d to %d, %Lg, %g\n", table[0], table[5], p.least, p.most,
	       wide, __real__ turn);
}

struct line {
	_Alignas(128) double value[3];
};

static int not_aligned;

static void add_line(struct line *to, const struct line *from)
{
	not_aligned += (uintptr_t)to % 128 || (uintptr_t)from % 128;
	to->value[2] += from->value[2];
}

#pragma omp declare reduction(lines : struct line : add_line(&omp_out, &omp_in)) \
	initializer(omp_priv = (struct line){ { 0 } })

static void aligned(void)
{
	struct line a = { { 0 } }, b = { { 0 } };

#pragma omp parallel
#pragma omp single
#pragma omp taskgroup task_reduction(lines : a, b)
	for (int i = 0; i < 20; i++) {
#pragma omp task in_reduction(lines : a, b) firstprivate(i)
		{
			a.value[2] += i;
			b.value[2]++;
		}
	}
	printf("aligned: %g %g, %d are not\n", a.value[2], b.value[2], not_aligned);
}

/* Atomic on what one instruction takes, and what none does. */
static void atomics(void)
{
	int i = 0, seen = 0;
	double d = 1;
	long double wide = 0;
	unsigned char byte = 0;

#pragma omp parallel for
	for (int k = 0; k < 64; k++) {
		int old;

#pragma omp atomic
		i += k;
#pragma omp atomic
		d *= k % 2 ? 2 : 0.5;
#pragma omp atomic
		wide += k;
#pragma omp atomic capture
		old = byte++;
#pragma omp atomic
		seen += old;
	}
	printf("atomics: %d %g %Lg %d %d\n", i, d, wide, byte, seen);
}

static void sections(void)
{
	int done[9] = { 0 }, value = 0;

#pragma omp parallel sections lastprivate(value)
	{
#pragma omp section
		done[0] = value = 1;
#pragma omp section
		done[1] = value = 2;
#pragma omp section
		done[2] = value = 3;
	}
	printf("sections: %d %d %d, %d\n", done[0], done[1], done[2], value);
	value = 0;
#pragma omp parallel reduction(+ : value)
	{
		int mine = 0;

#pragma omp single copyprivate(mine)
		mine = 42;
		value += mine == 42;
#pragma omp critical(a_name)
		done[3]++;
#pragma omp critical
		done[4]++;
	}
	printf("single: %d\n", value == omp_get_max_threads() && done[3] == value &&
				       done[4] == value);
}

int main(void)
{
	bounds();
	variables();
	doacross();
	doacross_edges(-5);
	doacross_nested();
	cancelled();
	ordered();
	tasks();
	reductions();
	aligned();
	atomics();
	sections();
	return 0;
}
