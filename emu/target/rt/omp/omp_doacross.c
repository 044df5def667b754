/*
 * omp_doacross.c - loops with ordered(n), depend(sink) and depend(source): an
 * iteration waits for certain earlier ones.  The outermost of the n loops is
 * shared out; one thread goes through the inner ones of an iteration in order,
 * so for each outer iteration it is enough to know how far it has come.  The
 * memory is 8 bytes for each.
 */
#include "omp_loop.h"

#include <stdlib.h>

struct sleeper {
	struct sleeper *next;
	struct omp_thread *thread;
	uint64_t outer, position;
};

struct doacross {
	unsigned dimensions;
	uint64_t *counts;        /* iterations of each */
	uint64_t *posted;        /* position of the last source, plus 1 */
	struct sleeper *sleepers;
};

/* In a section.  A thread alone does everything in order: NULL. */
struct doacross *omprt_doacross_new(unsigned threads, unsigned dimensions,
				    const uint64_t *counts)
{
	struct doacross *d;

	if (threads == 1)
		return NULL;
	d = omprt_alloc(sizeof *d + (dimensions + counts[0]) * sizeof *counts);
	d->dimensions = dimensions;
	d->counts = (uint64_t *)(d + 1);
	d->posted = d->counts + dimensions;
	for (unsigned i = 0; i < dimensions; i++)
		d->counts[i] = counts[i];
	return d;
}

void omprt_doacross_free(struct doacross *d)
{
	free(d);
}

void GOMP_doacross_ull_post(const unsigned long long *at)
{
	struct omp_thread *me = omprt_self();
	struct doacross *d = me->at.work->doacross;
	uint64_t position = 0;

	if (!d)
		return;
	for (unsigned i = 1; i < d->dimensions; i++)
		position = position * d->counts[i] + at[i];
	omprt_enter();
	d->posted[at[0]] = position + 1;
	for (struct sleeper *s = d->sleepers; s; s = s->next)
		if (s->outer == at[0] && s->position <= position)
			omprt_wake(s->thread);
	omprt_leave();
}

void GOMP_doacross_post(const long *at)
{
	GOMP_doacross_ull_post((const unsigned long long *)at);
}

static void await(struct omp_thread *me, struct doacross *d, uint64_t outer, uint64_t position)
{
	struct sleeper mine = { .thread = me, .outer = outer, .position = position };
	struct sleeper **p;

	omprt_enter();
	if (d->posted[outer] <= position) {
		mine.next = d->sleepers;
		d->sleepers = &mine;
		while (d->posted[outer] <= position)
			omprt_sleep(me);
		for (p = &d->sleepers; *p != &mine; p = &(*p)->next)
			;
		*p = mine.next;
	}
	omprt_leave();
}

static void await_list(uint64_t outer, va_list ap)
{
	struct omp_thread *me = omprt_self();
	struct doacross *d = me->at.work->doacross;
	uint64_t position = 0;

	if (!d)
		return;
	for (unsigned i = 1; i < d->dimensions; i++)
		position = position * d->counts[i] + va_arg(ap, uint64_t);
	await(me, d, outer, position);
}

/* first and what follows: the iteration, a number from 0 for each dimension. */
void GOMP_doacross_wait(long first, ...)
{
	va_list ap;

	va_start(ap, first);
	await_list((uint64_t)first, ap);
	va_end(ap);
}

void GOMP_doacross_ull_wait(unsigned long long first, ...)
{
	va_list ap;

	va_start(ap, first);
	await_list(first, ap);
	va_end(ap);
}
