/*
 * omp_work.c - worksharing constructs: loops, sections, scopes.  The threads of a
 * team meet the same ones in the same order, each at its own time (nowait), so a
 * construct has a number; the first thread to come makes it.  It lasts until
 * every thread has gone on to the next one or to the end of the region, because
 * what it holds is used after its loop.
 */
#include "omp_rt.h"

#include <stdlib.h>

static void work_free(struct work *w)
{
	if (w->doacross)
		omprt_doacross_free(w->doacross);
	free(w->mem);
	free(w);
}

static void release(struct team *team, struct work *w)
{
	struct work **p = &team->works;

	if (!w || --w->users > 0)
		return;
	while (*p != w)
		p = &(*p)->next;
	*p = w->next;
	work_free(w);
}

struct work *omprt_work_next(struct omp_thread *me, bool *first)
{
	struct team *team = me->at.team;
	uint64_t serial = me->at.works++;
	struct work **p, *w;

	for (p = &team->works; *p && (*p)->serial != serial; p = &(*p)->next)
		;
	w = *p;
	*first = !w;
	if (!w) {
		w = *p = omprt_alloc(sizeof *w);
		w->serial = serial;
		w->users = team->threads;
	}
	release(team, me->at.work);
	me->at.work = w;
	me->at.rounds = me->at.first = me->at.last = 0;
	return w;
}

void omprt_works_free(struct team *team)
{
	while (team->works) {
		struct work *w = team->works;

		team->works = w->next;
		work_free(w);
	}
}

/* reductions: of the tasks in the construct.  *mem: how many bytes are asked for,
 * then where they are, zeroed, the same for all threads.  Either may be NULL. */
void omprt_work_extras(struct omp_thread *me, struct work *w, bool first,
		       uintptr_t *reductions, void **mem)
{
	if (reductions)
		omprt_reduction_share(me, w, first, reductions);
	if (mem && first)
		w->mem = omprt_alloc((uintptr_t)*mem);
	if (mem)
		*mem = w->mem;
}

void GOMP_loop_end(void)
{
	omprt_barrier(false);
}

bool GOMP_loop_end_cancel(void)
{
	return omprt_barrier(true);
}

void GOMP_loop_end_nowait(void)
{
}
