/*
 * omp_loop_calls.h - GCC's GOMP_loop_* calls for one type of index, for omp_loop.c and
 * omp_loop_ull.c, which define before they include it:
 *
 *     INDEX                  the type
 *     UP                     bool up, where the direction is an argument of its own; or nothing
 *     TRIPS(from, to, incr)  how often the loop runs
 *     CALL(name)             what a call is named
 *
 * A call's start makes the loop known and takes the first chunk, its next takes another; both
 * say whether there was one.  to is exclusive.  Included once in a file, so it has no guard.
 */
#include "omp_loop.h"

static bool next(INDEX *istart, INDEX *iend)
{
	struct omp_thread *me = omprt_self();
	const struct work *w = me->at.work;

	if (!omprt_sched_next(me))
		return false;
	*istart = (INDEX)(w->start + me->at.first * w->incr);
	*iend = (INDEX)(me->at.last == w->trips ? w->end : w->start + me->at.last * w->incr);
	return true;
}

static bool start(const struct loop *l, INDEX *istart, INDEX *iend)
{
	omprt_loop_enter(l);
	return !istart || next(istart, iend);
}

#define BOUNDS                                                                        \
	.start = (uint64_t)from, .end = (uint64_t)to, .incr = (uint64_t)incr,         \
	.trips = TRIPS(from, to, incr)

#define NEXT(NAME)                                                                    \
	bool CALL(NAME##_next)(INDEX *istart, INDEX *iend)                            \
	{                                                                             \
		return next(istart, iend);                                            \
	}

#define LOOP(NAME, SCHED, ORDERED)                                                    \
	bool CALL(NAME##_start)(UP INDEX from, INDEX to, INDEX incr, INDEX chunk,     \
				INDEX *istart, INDEX *iend)                           \
	{                                                                             \
		return start(&(struct loop){ BOUNDS, .chunk = (uint64_t)chunk,        \
					     .sched = SCHED, .ordered = ORDERED },    \
			     istart, iend);                                           \
	}                                                                             \
	NEXT(NAME)

#define LOOP_RUNTIME(NAME, ORDERED)                                                   \
	bool CALL(NAME##_start)(UP INDEX from, INDEX to, INDEX incr, INDEX *istart,   \
				INDEX *iend)                                          \
	{                                                                             \
		return start(&(struct loop){ BOUNDS, .sched = SCHED_RUNTIME,          \
					     .ordered = ORDERED },                    \
			     istart, iend);                                           \
	}                                                                             \
	NEXT(NAME)

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
	bool NAME(UP INDEX from, INDEX to, INDEX incr, long sched, INDEX chunk,       \
		  INDEX *istart, INDEX *iend, uintptr_t *reductions, void **mem)      \
	{                                                                             \
		return start(&(struct loop){ BOUNDS, .chunk = (uint64_t)chunk,        \
					     .sched = (unsigned)sched,                \
					     .ordered = ORDERED,                      \
					     .reductions = reductions, .mem = mem },  \
			     istart, iend);                                           \
	}
