/*
 * omp_loop_parallel.c - regions that consist of one loop: the team starts with
 * the loop made known, and its threads go straight to GOMP_loop_*_next.
 */
#include "omp_loop.h"

static void start(void (*fn)(void *), void *data, unsigned threads, unsigned sched,
		  long from, long to, long incr, long chunk)
{
	omprt_loop_parallel(fn, data, threads,
			    &(struct loop){ .start = (uint64_t)from,
					    .end = (uint64_t)to,
					    .incr = (uint64_t)incr,
					    .trips = omprt_trips(from, to, incr),
					    .chunk = (uint64_t)chunk,
					    .sched = sched });
}

/* The form with _start is older: the caller runs its own part of the region. */
#define PARALLEL_START(NAME, SCHED)                                                   \
	void GOMP_parallel_loop_##NAME##_start(void (*fn)(void *), void *data,        \
					       unsigned threads, long from, long to,  \
					       long incr, long chunk)                 \
	{                                                                             \
		start(fn, data, threads, SCHED, from, to, incr, chunk);               \
	}

#define PARALLEL(NAME, SCHED)                                                         \
	void GOMP_parallel_loop_##NAME(void (*fn)(void *), void *data,                \
				       unsigned threads, long from, long to,          \
				       long incr, long chunk, unsigned flags)         \
	{                                                                             \
		(void)flags;                                                          \
		start(fn, data, threads, SCHED, from, to, incr, chunk);               \
		fn(data);                                                             \
		omprt_team_end();                                                     \
	}

#define PARALLEL_RUNTIME(NAME)                                                        \
	void GOMP_parallel_loop_##NAME(void (*fn)(void *), void *data,                \
				       unsigned threads, long from, long to,          \
				       long incr, unsigned flags)                     \
	{                                                                             \
		(void)flags;                                                          \
		start(fn, data, threads, SCHED_RUNTIME, from, to, incr, 0);           \
		fn(data);                                                             \
		omprt_team_end();                                                     \
	}

PARALLEL_START(static, SCHED_STATIC)
PARALLEL_START(dynamic, SCHED_DYNAMIC)
PARALLEL_START(guided, SCHED_GUIDED)
PARALLEL(static, SCHED_STATIC)
PARALLEL(dynamic, SCHED_DYNAMIC)
PARALLEL(guided, SCHED_GUIDED)
PARALLEL(nonmonotonic_dynamic, SCHED_DYNAMIC)
PARALLEL(nonmonotonic_guided, SCHED_GUIDED)
PARALLEL_RUNTIME(runtime)
PARALLEL_RUNTIME(nonmonotonic_runtime)
PARALLEL_RUNTIME(maybe_nonmonotonic_runtime)

void GOMP_parallel_loop_runtime_start(void (*fn)(void *), void *data, unsigned threads,
				      long from, long to, long incr)
{
	start(fn, data, threads, SCHED_RUNTIME, from, to, incr, 0);
}
