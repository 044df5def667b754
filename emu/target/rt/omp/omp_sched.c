/*
 * omp_sched.c - which iterations a thread gets.  All loops are counted in trips,
 * 0 to trips - 1, whatever their type and direction; omp_loop*.c translates.
 */
#include "omp_rt.h"

/* chunk 0: static deals one block to each thread, the others 1. */
void omprt_sched_init(struct work *w, unsigned sched, uint64_t chunk)
{
	const struct icv *icv = omprt_icv();

	sched &= ~SCHED_MONOTONIC; /* ours all are */
	if (sched == SCHED_RUNTIME) {
		sched = icv->sched & ~SCHED_MONOTONIC;
		chunk = icv->chunk;
	}
	if (sched == SCHED_AUTO) {
		sched = SCHED_STATIC;
		chunk = 0;
	}
	w->sched = sched;
	w->chunk = sched == SCHED_STATIC || chunk ? chunk : 1;
}

static bool static_block(struct omp_thread *me, const struct work *w)
{
	uint64_t threads = me->at.team->threads, num = me->at.num;
	uint64_t share = w->trips / threads, more = w->trips % threads;

	if (me->at.rounds++ > 0)
		return false;
	me->at.first = share * num + (num < more ? num : more);
	me->at.last = me->at.first + share + (num < more);
	return me->at.first < me->at.last;
}

static bool static_chunk(struct omp_thread *me, const struct work *w)
{
	uint64_t chunks = w->trips / w->chunk + (w->trips % w->chunk > 0);
	uint64_t index = me->at.rounds * me->at.team->threads + me->at.num;

	if (index >= chunks)
		return false;
	me->at.rounds++;
	me->at.first = index * w->chunk;
	me->at.last = index + 1 < chunks ? me->at.first + w->chunk : w->trips;
	return true;
}

/* Dynamic takes a chunk; guided a thread's share of what is left, if that is more. */
static bool take(struct omp_thread *me, struct work *w)
{
	uint64_t left, n = w->chunk, threads = me->at.team->threads;

	omprt_enter();
	left = me->at.team->work_cancelled ? 0 : w->trips - w->taken;
	if (w->sched == SCHED_GUIDED && left / threads + (left % threads > 0) > n)
		n = left / threads + (left % threads > 0);
	if (n > left)
		n = left;
	me->at.first = w->taken;
	w->taken += n;
	me->at.last = w->taken;
	omprt_leave();
	return n > 0;
}

bool omprt_sched_next(struct omp_thread *me)
{
	struct work *w = me->at.work;

	if (w->ordered && omprt_ordered_pass)
		omprt_ordered_pass(me);
	if (w->sched != SCHED_STATIC)
		return take(me, w);
	return w->chunk ? static_chunk(me, w) : static_block(me, w);
}
