/*
 * libc_sort.c - qsort and bsearch of <stdlib.h>, bound in place of the host's when time is
 * counted: steps by the number of elements; see emu/calls/call_wrap.h.  They charge before, since
 * the program's comparisons may read the clock and need not return.  A long sort is a loop of the
 * host's libc around the program's comparison, which may have no check: each one gets it here.
 */
#include "emu/calls/call_wrap.h"

#include <stdlib.h>

#include "emu/machine/own_code.h"
#include "emu/wait/check.h"

static size_t steps_of_search(size_t n)
{
	return n ? 64 - (size_t)__builtin_clzll(n) : 0;
}

static size_t steps_of_sort(size_t n)
{
	return (n < UINT32_MAX ? n : UINT32_MAX) * steps_of_search(n);
}

typedef int (*comparison)(const void *, const void *);
typedef int (*comparison_r)(const void *, const void *, void *);

/* By an address that another rank may have sent. */
#define OWN(compare) ((__typeof__(compare))own_code((uintptr_t)(compare)))

void call_wrap_qsort(void *p, size_t n, size_t size, comparison compare);
void call_wrap_qsort_r(void *p, size_t n, size_t size, comparison_r compare, void *arg);
void *call_wrap_bsearch(const void *key, const void *p, size_t n, size_t size,
			comparison compare);

static int compare_plain(const void *a, const void *b, void *plain)
{
	check_in_call();
	return (*(comparison *)plain)(a, b);
}

struct with_arg {
	comparison_r compare;
	void *arg;
};

static int compare_with_arg(const void *a, const void *b, void *with)
{
	const struct with_arg *w = with;

	check_in_call();
	return w->compare(a, b, w->arg);
}

void call_wrap_qsort(void *p, size_t n, size_t size, comparison compare)
{
	CALL_CHARGE(qsort, steps_of_sort(n));
	compare = OWN(compare);
	qsort_r(p, n, size, compare_plain, &compare);
}

void call_wrap_qsort_r(void *p, size_t n, size_t size, comparison_r compare, void *arg)
{
	struct with_arg with = { OWN(compare), arg };

	CALL_CHARGE(qsort_r, steps_of_sort(n));
	qsort_r(p, n, size, compare_with_arg, &with);
}

void *call_wrap_bsearch(const void *key, const void *p, size_t n, size_t size,
			comparison compare)
{
	CALL_CHARGE(bsearch, steps_of_search(n));
	return (void *)bsearch(key, p, n, size, OWN(compare)); /* const where p is, since C23 */
}
