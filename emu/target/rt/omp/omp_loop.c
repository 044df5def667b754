/* omp_loop.c - loops over long. */
#define INDEX long
#define UP
#define TRIPS(from, to, incr) omprt_trips(from, to, incr)
#define CALL(name) GOMP_loop_##name
#include "omp_loop_calls.h"

LOOP_EXTRAS(GOMP_loop_start, false)
LOOP_EXTRAS(GOMP_loop_ordered_start, true)

uint64_t omprt_trips(long start, long end, long incr)
{
	uint64_t span = incr > 0 ? (uint64_t)end - (uint64_t)start :
				   (uint64_t)start - (uint64_t)end;
	uint64_t step = incr > 0 ? (uint64_t)incr : -(uint64_t)incr;

	if (incr > 0 ? start >= end : start <= end)
		return 0;
	return span / step + (span % step > 0);
}
