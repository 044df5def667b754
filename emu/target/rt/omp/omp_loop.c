/*
 * omp_loop.c - loops over long: GCC's GOMP_loop_* calls.  start makes the loop
 * known and takes the first chunk, next takes another; both say whether there
 * was one.  end is exclusive.
 */
#include "omp_loop.h"

uint64_t omprt_trips(long start, long end, long incr)
{
	uint64_t span = incr > 0 ? (uint64_t)end - (uint64_t)start :
				   (uint64_t)start - (uint64_t)end;
	uint64_t step = incr > 0 ? (uint64_t)incr : -(uint64_t)incr;

	if (incr > 0 ? start >= end : start <= end)
		return 0;
	return span / step + (span % step > 0);
}

static bool next(long *istart, long *iend)
{
	struct omp_thread *me = omprt_self();
	const struct work *w = me->at.work;

	if (!omprt_sched_next(me))
		return false;
	*istart = (long)(w->start + me->at.first * w->incr);
	*iend = (long)(me->at.last == w->trips ? w->end : w->start + me->at.last * w->incr);
	return true;
}

static bool start(const struct loop *l, long *istart, long *iend)
{
	omprt_loop_enter(l);
	return !istart || next(istart, iend);
}

#define LOOP(NAME, SCHED, ORDERED)                                                    \
	bool GOMP_loop_##NAME##_start(long from, long to, long incr, long chunk,      \
				      long *istart, long *iend)                       \
	{                                                                             \
		return start(&(struct loop){ .start = (uint64_t)from,                 \
					     .end = (uint64_t)to,                     \
					     .incr = (uint64_t)incr,                  \
					     .trips = omprt_trips(from, to, incr),    \
					     .chunk = (uint64_t)chunk,                \
					     .sched = SCHED,                          \
					     .ordered = ORDERED },                    \
			     istart, iend);                                           \
	}                                                                             \
	bool GOMP_loop_##NAME##_next(long *istart, long *iend)                        \
	{                                                                             \
		return next(istart, iend);                                            \
	}

#define LOOP_RUNTIME(NAME, ORDERED)                                                   \
	bool GOMP_loop_##NAME##_start(long from, long to, long incr, long *istart,    \
				      long *iend)                                     \
	{                                                                             \
		return start(&(struct loop){ .start = (uint64_t)from,                 \
					     .end = (uint64_t)to,                     \
					     .incr = (uint64_t)incr,                  \
					     .trips = omprt_trips(from, to, incr),    \
					     .sched = SCHED_RUNTIME,                  \
					     .ordered = ORDERED },                    \
			     istart, iend);                                           \
	}                                                                             \
	bool GOMP_loop_##NAME##_next(long *istart, long *iend)                        \
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

/* Entries with what newer compilers want to know besides; istart NULL: the iterations of a static
 * loop are dealt by the program itself. */
#define LOOP_EXTRAS(NAME, ORDERED)                                                    \
	bool GOMP_##NAME##_start(long from, long to, long incr, long sched,           \
				 long chunk, long *istart, long *iend,                \
				 uintptr_t *reductions, void **mem)                   \
	{                                                                             \
		return start(&(struct loop){ .start = (uint64_t)from,                 \
					     .end = (uint64_t)to,                     \
					     .incr = (uint64_t)incr,                  \
					     .trips = omprt_trips(from, to, incr),    \
					     .chunk = (uint64_t)chunk,                \
					     .sched = (unsigned)sched,                \
					     .ordered = ORDERED,                      \
					     .reductions = reductions,                \
					     .mem = mem },                            \
			     istart, iend);                                           \
	}

LOOP_EXTRAS(loop, false)
LOOP_EXTRAS(loop_ordered, true)
