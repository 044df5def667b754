/*
 * omp_ordered.c - ordered regions of loops.  Chunks are let through in the order
 * of their iterations; a thread whose turn has not come sleeps, and the one
 * before it wakes that thread alone.
 */
#include "omp_rt.h"

struct turn {
	struct turn *next;
	struct omp_thread *thread;
	uint64_t first;
};

/* In a section. */
static void await_turn(struct omp_thread *me, struct work *w)
{
	struct turn mine = { .next = w->turns, .thread = me, .first = me->at.first };
	struct turn **p;

	if (w->turn == me->at.first)
		return;
	w->turns = &mine;
	while (w->turn != me->at.first)
		omprt_sleep(me);
	for (p = &w->turns; *p != &mine; p = &(*p)->next)
		;
	*p = mine.next;
}

void omprt_ordered_pass(struct omp_thread *me)
{
	struct work *w = me->at.work;

	if (me->at.first >= me->at.last)
		return;
	omprt_enter();
	await_turn(me, w);
	w->turn = me->at.first = me->at.last;
	for (struct turn *t = w->turns; t; t = t->next)
		if (t->first == w->turn)
			omprt_wake(t->thread);
	omprt_leave();
}

void GOMP_ordered_start(void)
{
	struct omp_thread *me = omprt_self();

	omprt_enter();
	await_turn(me, me->at.work);
	omprt_leave();
}

/* The next chunk is let in when this one is through: omprt_ordered_pass. */
void GOMP_ordered_end(void)
{
}
