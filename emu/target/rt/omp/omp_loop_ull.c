/*
 * omp_loop_ull.c - loops over unsigned long long: as omp_loop.c, but the direction
 * is said by up, and incr is what is added, modulo 2^64.
 */
#include "omp_loop.h"

typedef unsigned long long ull;

static uint64_t trips(bool up, ull start, ull end, ull incr)
{
	ull span = up ? end - start : start - end;
	ull step = up ? incr : -incr;

	if (up ? start >= end : start <= end)
		return 0;
	return span / step + (span % step > 0);
}

static bool next(ull *istart, ull *iend)
{
	struct omp_thread *me = omprt_self();
	const struct work *w = me->at.work;

	if (!omprt_sched_next(me))
		return false;
	*istart = w->start + me->at.first * w->incr;
	*iend = me->at.last == w->trips ? w->end : w->start + me->at.last * w->incr;
	return true;
}

static bool start(const struct loop *l, ull *istart, ull *iend)
{
	omprt_loop_enter(l);
	return !istart || next(istart, iend);
}

#define LOOP(NAME, SCHED, ORDERED)                                                    \
	bool GOMP_loop_ull_##NAME##_start(bool up, ull from, ull to, ull incr,        \
					  ull chunk, ull *istart, ull *iend)          \
	{                                                                             \
		return start(&(struct loop){ .start = from,                           \
					     .end = to,                               \
					     .incr = incr,                            \
					     .trips = trips(up, from, to, incr),      \
					     .chunk = chunk,                          \
					     .sched = SCHED,                          \
					     .ordered = ORDERED },                    \
			     istart, iend);                                           \
	}                                                                             \
	bool GOMP_loop_ull_##NAME##_next(ull *istart, ull *iend)                      \
	{                                                                             \
		return next(istart, iend);                                            \
	}

#define LOOP_RUNTIME(NAME, ORDERED)                                                   \
	bool GOMP_loop_ull_##NAME##_start(bool up, ull from, ull to, ull incr,        \
					  ull *istart, ull *iend)                     \
	{                                                                             \
		return start(&(struct loop){ .start = from,                           \
					     .end = to,                               \
					     .incr = incr,                            \
					     .trips = trips(up, from, to, incr),      \
					     .sched = SCHED_RUNTIME,                  \
					     .ordered = ORDERED },                    \
			     istart, iend);                                           \
	}                                                                             \
	bool GOMP_loop_ull_##NAME##_next(ull *istart, ull *iend)                      \
	{                                                                             \
		return next(istart, iend);                                            \
	}

LOOP(static, SCHED_STATIC, false)
LOOP(dynamic, SCHED_DYNAMIC, false)
LOOP(guided, SCHED_GUIDED, false)
LOOP(nonmonotonic_dynamic, SCHED_DYNAMIC, false)
LOOP(nonmonotonic_guided, SCHED_GUIDED, false)
LOOP(ordered_static, SCHED_STATIC, true)
LOOP(ordered_dynamic, SCHED_DYNAMIC, true)
LOOP(ordered_guided, SCHED_GUIDED, true)
LOOP_RUNTIME(runtime, false)
LOOP_RUNTIME(nonmonotonic_runtime, false)
LOOP_RUNTIME(maybe_nonmonotonic_runtime, false)
LOOP_RUNTIME(ordered_runtime, true)

#define LOOP_EXTRAS(NAME, ORDERED)                                                    \
	bool GOMP_##NAME##_start(bool up, ull from, ull to, ull incr, long sched,     \
				 ull chunk, ull *istart, ull *iend,                   \
				 uintptr_t *reductions, void **mem)                   \
	{                                                                             \
		return start(&(struct loop){ .start = from,                           \
					     .end = to,                               \
					     .incr = incr,                            \
					     .trips = trips(up, from, to, incr),      \
					     .chunk = chunk,                          \
					     .sched = (unsigned)sched,                \
					     .ordered = ORDERED,                      \
					     .reductions = reductions,                \
					     .mem = mem },                            \
			     istart, iend);                                           \
	}

LOOP_EXTRAS(loop_ull, false)
LOOP_EXTRAS(loop_ull_ordered, true)
