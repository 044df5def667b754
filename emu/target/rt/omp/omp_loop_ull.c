/* omp_loop_ull.c - loops over unsigned long long: incr is what is added, modulo 2^64. */
#include <stdbool.h>
#include <stdint.h>

static uint64_t trips(bool up, uint64_t start, uint64_t end, uint64_t incr)
{
	uint64_t span = up ? end - start : start - end;
	uint64_t step = up ? incr : -incr;

	if (up ? start >= end : start <= end)
		return 0;
	return span / step + (span % step > 0);
}

#define INDEX unsigned long long
#define UP bool up,
#define TRIPS(from, to, incr) trips(up, from, to, incr)
#define CALL(name) GOMP_loop_ull_##name
#include "omp_loop_calls.h"

LOOP_EXTRAS(GOMP_loop_ull_start, false)
LOOP_EXTRAS(GOMP_loop_ull_ordered_start, true)
