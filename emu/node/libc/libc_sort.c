/*
 * libc_sort.c - qsort and bsearch of <stdlib.h>, tdelete of <search.h>: steps by the number of
 * elements, if time is counted; see emu/core/calls/call_wrap.h.  They charge before, since the
 * program's comparisons may read the clock and need not return.  A long sort is a loop around the
 * program's comparison, which may have no check: each one gets it here.
 *
 * They run on the program's stack, as its comparisons do, and take little of it: a merge sort
 * without recursion, that compares in the order of glibc's.
 *
 * Never: elements in memory that is not the program's, as comparisons get their addresses.
 */
#include "emu/core/calls/call_stack.h"
#include "emu/core/calls/call_costs.h"
#include "emu/core/calls/call_wrap.h"

#include <search.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "emu/node/machine/own_code.h"
#include "emu/core/check/check.h"
#include "libc.h"

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

/* The comparison in the running process, by an address that another rank may have sent. */
#define OWN(compare) ((__typeof__(compare))own_code((uintptr_t)(compare)))

void emu_qsort(void *p, size_t n, size_t size, comparison compare);
void emu_qsort_r(void *p, size_t n, size_t size, comparison_r compare, void *arg);
void *emu_tdelete(const void *key, void **root, comparison compare);

#define FEW_BYTES 96

struct sort {
	size_t size;
	comparison_r compare;
	void *arg;
	uint8_t *spare; /* as many elements */
};

static int compare(const struct sort *s, const void *a, const void *b)
{
	check_in_call();
	return s->compare(a, b, s->arg);
}

static inline void copy(uint8_t *to, const uint8_t *from, size_t size)
{
	if (size == 8)
		memcpy(to, from, 8);
	else if (size == 4)
		memcpy(to, from, 4);
	else
		memcpy(to, from, size);
}

/* [p, p + n) of two halves that are in order. */
static void merge(const struct sort *s, uint8_t *p, size_t n)
{
	size_t size = s->size, left = n / 2, right = n - left;
	const uint8_t *a = p, *b = p + left * size;
	uint8_t *to = s->spare;

	while (left && right) {
		bool first = compare(s, a, b) <= 0;

		copy(to, first ? a : b, size);
		to += size;
		if (first)
			a += size, left--;
		else
			b += size, right--;
	}
	if (left)
		memcpy(to, a, left * size);
	memcpy(p, s->spare, (n - right) * size);
}

/* Elements that are sorted: all at first, then a half of those of the level above. */
struct half {
	size_t at, n;
	unsigned depth;
	uint64_t second; /* bit 0: the second half; bit 1: so is the one above, and so on */
	uint64_t odd;    /* the same: the one above has an odd number */
};

static void half_down(struct half *p)
{
	p->odd = p->odd << 1 | (p->n & 1);
	p->second <<= 1;
	p->n /= 2;
	p->depth++;
}

static void half_next(struct half *p)
{
	p->at += p->n;
	p->n += p->odd & 1;
	p->second |= 1;
}

/* Goes up from the second half. */
static void half_up(struct half *p)
{
	size_t first = p->n - (p->odd & 1);

	p->at -= first;
	p->n += first;
	p->second >>= 1;
	p->odd >>= 1;
	p->depth--;
}

/* Sorts in the order of a recursive merge sort: first half, second half, merge. */
static void sort(const struct sort *s, uint8_t *base, size_t n)
{
	struct half p = { .n = n };

	for (;;) {
		while (p.n > 1)
			half_down(&p);
		while (p.second & 1) {
			half_up(&p);
			merge(s, base + p.at * s->size, p.n);
		}
		if (p.depth == 0)
			return;
		half_next(&p);
	}
}

static void sort_all(void *p, size_t n, size_t size, comparison_r compare, void *arg)
{
	uint8_t few[FEW_BYTES];
	bool is_few = n < 2 || size <= sizeof few / n;
	struct sort s = { size, compare, arg, is_few ? few : emu_malloc(n * size) };

	if (!s.spare) {
		qsort_r(p, n, size, compare, arg); /* which does without memory */
		return;
	}
	if (n > 1 && size)
		sort(&s, p, n);
	if (!is_few)
		emu_free(s.spare);
}

static int compare_plain(const void *a, const void *b, void *plain)
{
	return (*(comparison *)plain)(a, b);
}

void emu_qsort(void *p, size_t n, size_t size, comparison compare)
{
	compare = OWN(compare);
	sort_all(p, n, size, compare_plain, &compare);
}

void emu_qsort_r(void *p, size_t n, size_t size, comparison_r compare, void *arg)
{
	sort_all(p, n, size, OWN(compare), arg);
}

static void counted_qsort(void *p, size_t n, size_t size, comparison compare)
{
	CALL_CHARGE(qsort, steps_of_sort(n));
	compare = OWN(compare);
	sort_all(p, n, size, compare_plain, &compare);
}

static void counted_qsort_r(void *p, size_t n, size_t size, comparison_r compare, void *arg)
{
	CALL_CHARGE(qsort_r, steps_of_sort(n));
	sort_all(p, n, size, OWN(compare), arg);
}

static void *counted_bsearch(const void *key, const void *p, size_t n, size_t size,
			comparison compare)
{
	CALL_CHARGE(bsearch, steps_of_search(n));
	return (void *)bsearch(key, p, n, size, OWN(compare)); /* const where p is, since C23 */
}

/* ---- trees are libc's, which keeps the way to a node on its stack; it gives a comparison the key
 * that it was given. */

struct key_of_program {
	const void *key;
	comparison compare;
};

static int compare_in_program(const void *key, const void *other)
{
	const struct key_of_program *k = key;

	check_in_call();
	return (int)call_stack_program((const void *)k->compare, (long)k->key, (long)other, 0);
}

void *emu_tdelete(const void *key, void **root, comparison compare)
{
	struct key_of_program k = { key, OWN(compare) };

	return tdelete(&k, root, compare_in_program);
}

void libc_sort_begin(void)
{
	call_cost_wrap("qsort", (const void *)counted_qsort);
	call_cost_wrap("qsort_r", (const void *)counted_qsort_r);
	call_cost_wrap("bsearch", (const void *)counted_bsearch);
}
