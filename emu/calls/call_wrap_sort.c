/* call_wrap_sort.c - qsort and bsearch of <stdlib.h>: steps by the number of elements; see
 * call_wrap.h.  They charge before, since the program's comparisons may read the clock
 * and need not return. */
#include "call_wrap.h"

#include <stdlib.h>

static size_t steps_of_search(size_t n)
{
	return n ? 64 - (size_t)__builtin_clzll(n) : 0;
}

static size_t steps_of_sort(size_t n)
{
	return (n < UINT32_MAX ? n : UINT32_MAX) * steps_of_search(n);
}

void call_wrap_qsort(void *p, size_t n, size_t size, int (*compare)(const void *, const void *))
{
	CALL_CHARGE(qsort, steps_of_sort(n));
	qsort(p, n, size, compare);
}

void call_wrap_qsort_r(void *p, size_t n, size_t size,
		       int (*compare)(const void *, const void *, void *), void *arg)
{
	CALL_CHARGE(qsort_r, steps_of_sort(n));
	qsort_r(p, n, size, compare, arg);
}

void *call_wrap_bsearch(const void *key, const void *p, size_t n, size_t size,
			int (*compare)(const void *, const void *))
{
	CALL_CHARGE(bsearch, steps_of_search(n));
	return bsearch(key, p, n, size, compare);
}
