/*
 * omp_sections.c - sections: numbers from 1 that are handed out one by one; 0
 * says that none is left.
 */
#include "omp_rt.h"

static void fill(struct work *w, unsigned count)
{
	w->sched = SCHED_DYNAMIC;
	w->chunk = 1;
	w->trips = count;
}

unsigned GOMP_sections_next(void)
{
	struct omp_thread *me = omprt_self();

	return omprt_sched_next(me) ? (unsigned)me->at.first + 1 : 0;
}

unsigned GOMP_sections2_start(unsigned count, uintptr_t *reductions, void **mem)
{
	struct omp_thread *me = omprt_self();
	struct work *w;
	bool first;

	omprt_enter();
	w = omprt_work_next(me, &first);
	if (first)
		fill(w, count);
	omprt_work_extras(me, w, first, reductions, mem);
	omprt_leave();
	return GOMP_sections_next();
}

unsigned GOMP_sections_start(unsigned count)
{
	return GOMP_sections2_start(count, NULL, NULL);
}

void GOMP_parallel_sections_start(void (*fn)(void *), void *data, unsigned threads,
				  unsigned count)
{
	struct omp_thread *me = omprt_self();
	struct work first = { 0 };

	fill(&first, count);
	omprt_team_start(me, fn, data, omprt_team_size(me, threads), &first, NULL);
}

void GOMP_parallel_sections(void (*fn)(void *), void *data, unsigned threads,
			    unsigned count, unsigned flags)
{
	(void)flags;
	GOMP_parallel_sections_start(fn, data, threads, count);
	fn(data);
	omprt_team_end();
}

void GOMP_sections_end(void)
{
	omprt_barrier(false);
}

bool GOMP_sections_end_cancel(void)
{
	return omprt_barrier(true);
}

void GOMP_sections_end_nowait(void)
{
}

/* A scope has nothing to share but reductions over its tasks. */
void GOMP_scope_start(uintptr_t *reductions)
{
	struct omp_thread *me = omprt_self();
	struct work *w;
	bool first;

	omprt_enter();
	w = omprt_work_next(me, &first);
	omprt_work_extras(me, w, first, reductions, NULL);
	omprt_leave();
}
