/*
 * omp_loop_enter.c - a thread comes to a loop, or a team begins in one.
 */
#include "omp_loop.h"

static void fill(struct work *w, const struct loop *l)
{
	w->start = l->start;
	w->end = l->end;
	w->incr = l->incr;
	w->trips = l->trips;
	w->ordered = l->ordered;
	omprt_sched_init(w, l->sched, l->chunk);
}

void omprt_loop_enter(const struct loop *l)
{
	struct omp_thread *me = omprt_self();
	struct work *w;
	bool first;

	omprt_enter();
	w = omprt_work_next(me, &first);
	if (first) {
		fill(w, l);
		if (l->dimensions)
			w->doacross = omprt_doacross_new(me->at.team->threads,
							 l->dimensions, l->counts);
	}
	omprt_work_extras(me, w, first, l->reductions, l->mem);
	omprt_leave();
}

static void start(void (*fn)(void *), void *data, unsigned long threads, const struct loop *l)
{
	struct omp_thread *me = omprt_self();
	struct work first = { 0 };

	fill(&first, l);
	omprt_team_start(me, fn, data, omprt_team_size(me, (unsigned)threads), &first, NULL);
}

void omprt_loop_parallel(void (*fn)(void *), void *data, unsigned threads,
			 const struct loop *l)
{
	bgqemu_apart((const void *)start, (long)fn, (long)data, threads, (long)l, 0);
}
