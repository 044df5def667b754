/*
 * kmp_team.c - Clang's parallel regions and leagues: their function takes two numbers of the
 * thread, then what the region shares, an argument each.
 */
#include "kmp.h"

#include <stdarg.h>

#define ARGUMENTS_MAX 128

typedef void region(int *thread, int *bound, ...);

void GOMP_parallel(void (*fn)(void *), void *data, unsigned threads, unsigned flags);
void GOMP_teams_reg(void (*fn)(void *), void *data, unsigned teams, unsigned limit,
		    unsigned flags);

struct fork {
	region *fn;
	int count;
	void *argument[ARGUMENTS_MAX];
};

#define A4(i) a[i], a[i + 1], a[i + 2], a[i + 3]
#define A16(i) A4(i), A4(i + 4), A4(i + 8), A4(i + 12)
#define A64(i) A16(i), A16(i + 16), A16(i + 32), A16(i + 48)

/* More arguments than a function takes do no harm on the hosts that there are: the caller takes
 * them off the stack.  (A variadic type would say how many are in vector registers: none.) */
static void call(const struct fork *f)
{
	int thread = (int)omprt_self()->number, bound = 0;
	void (*fn)(int *, int *, void *, void *, void *, void *, ...) = (void *)f->fn;
	void *const *a = f->argument;

	if (f->count <= 4)
		fn(&thread, &bound, A4(0));
	else if (f->count <= 16)
		fn(&thread, &bound, A16(0));
	else if (f->count <= 64)
		fn(&thread, &bound, A64(0));
	else
		fn(&thread, &bound, A64(0), A64(64));
}

static void run(void *data)
{
	call(data);
}

static void take(struct fork *f, int count, region *fn, va_list ap)
{
	if (count > ARGUMENTS_MAX)
		omprt_die("a region shares %d variables, more than %d", count, ARGUMENTS_MAX);
	f->fn = fn;
	f->count = count;
	for (int i = 0; i < ARGUMENTS_MAX && i < count; i++)
		f->argument[i] = va_arg(ap, void *);
}

int __kmpc_global_thread_num(struct kmp_place *at)
{
	(void)at;
	return (int)omprt_self()->number;
}

void __kmpc_fork_call(struct kmp_place *at, int count, region *fn, ...)
{
	struct omp_thread *me = omprt_self();
	unsigned threads = me->asked;
	struct fork f;
	va_list ap;

	(void)at;
	me->asked = 0;
	va_start(ap, fn);
	take(&f, count, fn, ap);
	va_end(ap);
	GOMP_parallel(run, &f, threads, 0);
}

void __kmpc_push_num_threads(struct kmp_place *at, int thread, int threads)
{
	(void)at, (void)thread;
	omprt_self()->asked = threads > 0 ? (unsigned)threads : 0;
}

/* Threads are bound in one way only. */
void __kmpc_push_proc_bind(struct kmp_place *at, int thread, int how)
{
	(void)at, (void)thread, (void)how;
}

/* A region whose if clause is false: the program calls its function itself. */
void __kmpc_serialized_parallel(struct kmp_place *at, int thread)
{
	struct omp_thread *me = omprt_self();

	(void)at, (void)thread;
	me->asked = 0;
	omprt_team_start(me, NULL, NULL, 1, NULL, NULL);
}

void __kmpc_end_serialized_parallel(struct kmp_place *at, int thread)
{
	(void)at, (void)thread;
	omprt_team_end();
}

/* ---- leagues */

void __kmpc_push_num_teams(struct kmp_place *at, int thread, int teams, int limit)
{
	struct omp_thread *me = omprt_self();

	(void)at, (void)thread;
	me->asked_teams = teams > 0 ? (unsigned)teams : 0;
	me->asked_limit = limit > 0 ? (unsigned)limit : 0;
}

void __kmpc_push_num_teams_51(struct kmp_place *at, int thread, int low, int high, int limit)
{
	(void)low;
	__kmpc_push_num_teams(at, thread, high, limit);
}

void __kmpc_fork_teams(struct kmp_place *at, int count, region *fn, ...)
{
	struct omp_thread *me = omprt_self();
	unsigned teams = me->asked_teams, limit = me->asked_limit;
	struct fork f;
	va_list ap;

	(void)at;
	me->asked_teams = me->asked_limit = 0;
	va_start(ap, fn);
	take(&f, count, fn, ap);
	va_end(ap);
	GOMP_teams_reg(run, &f, teams, limit, 0);
}
