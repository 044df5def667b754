/*
 * omp_doacross_loop.c - the beginning of a doacross loop; GOMP_loop_*_next goes
 * on with it.  counts[0] iterations of the outermost loop are shared out, as the
 * numbers 0 to counts[0] - 1.
 */
#include "omp_loop.h"

static bool start(unsigned dimensions, const uint64_t *counts, unsigned sched,
		  uint64_t chunk, uint64_t *istart, uint64_t *iend, uintptr_t *reductions,
		  void **mem)
{
	struct omp_thread *me = omprt_self();

	omprt_loop_enter(&(struct loop){ .end = counts[0],
					 .incr = 1,
					 .trips = counts[0],
					 .chunk = chunk,
					 .sched = sched,
					 .dimensions = dimensions,
					 .counts = counts,
					 .reductions = reductions,
					 .mem = mem });
	if (!istart)
		return true;
	if (!omprt_sched_next(me))
		return false;
	*istart = me->at.first;
	*iend = me->at.last;
	return true;
}

#define DOACROSS(NAME, TYPE, SCHED)                                                   \
	bool GOMP_##NAME##_start(unsigned dimensions, TYPE *counts, TYPE chunk,       \
				 TYPE *istart, TYPE *iend)                            \
	{                                                                             \
		return start(dimensions, (uint64_t *)counts, SCHED, (uint64_t)chunk,  \
			     (uint64_t *)istart, (uint64_t *)iend, NULL, NULL);       \
	}

#define DOACROSS_RUNTIME(NAME, TYPE)                                                  \
	bool GOMP_##NAME##_start(unsigned dimensions, TYPE *counts, TYPE *istart,     \
				 TYPE *iend)                                          \
	{                                                                             \
		return start(dimensions, (uint64_t *)counts, SCHED_RUNTIME, 0,        \
			     (uint64_t *)istart, (uint64_t *)iend, NULL, NULL);       \
	}

#define DOACROSS_EXTRAS(NAME, TYPE)                                                   \
	bool GOMP_##NAME##_start(unsigned dimensions, TYPE *counts, long sched,       \
				 TYPE chunk, TYPE *istart, TYPE *iend,                \
				 uintptr_t *reductions, void **mem)                   \
	{                                                                             \
		return start(dimensions, (uint64_t *)counts, (unsigned)sched,         \
			     (uint64_t)chunk, (uint64_t *)istart, (uint64_t *)iend,   \
			     reductions, mem);                                        \
	}

DOACROSS(loop_doacross_static, long, SCHED_STATIC)
DOACROSS(loop_doacross_dynamic, long, SCHED_DYNAMIC)
DOACROSS(loop_doacross_guided, long, SCHED_GUIDED)
DOACROSS_RUNTIME(loop_doacross_runtime, long)
DOACROSS_EXTRAS(loop_doacross, long)
DOACROSS(loop_ull_doacross_static, unsigned long long, SCHED_STATIC)
DOACROSS(loop_ull_doacross_dynamic, unsigned long long, SCHED_DYNAMIC)
DOACROSS(loop_ull_doacross_guided, unsigned long long, SCHED_GUIDED)
DOACROSS_RUNTIME(loop_ull_doacross_runtime, unsigned long long)
DOACROSS_EXTRAS(loop_ull_doacross, unsigned long long)
