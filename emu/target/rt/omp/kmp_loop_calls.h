/*
 * kmp_loop_calls.h - Clang's calls of loops for one type of index, for kmp_loop.c, which defines
 * before it includes it:
 *
 *     INDEX             the type; SIGNED, UNSIGNED: of its size
 *     CALL(name)        what a call is named
 *
 * Included once for each type, so it has no guard.
 */

/* Iterations from lower to upper, both inclusive. */
static uint64_t CALL(trips)(INDEX lower, INDEX upper, SIGNED step)
{
	if (step > 0 ? upper < lower : upper > lower)
		return 0;
	if (step > 0)
		return (uint64_t)((UNSIGNED)upper - (UNSIGNED)lower) / (UNSIGNED)step + 1;
	return (uint64_t)((UNSIGNED)lower - (UNSIGNED)upper) / (0 - (UNSIGNED)step) + 1;
}

/* Bounds of the caller's first chunk, and how far it is to the next one. */
void CALL(__kmpc_for_static_init)(struct kmp_place *at, int thread, unsigned sched, int *last,
				  INDEX *lower, INDEX *upper, SIGNED *stride, SIGNED step,
				  SIGNED chunk)
{
	UNSIGNED from = (UNSIGNED)*lower;
	uint64_t trips = CALL(trips)(*lower, *upper, step);
	struct deal d = deal(sched, (uint64_t)chunk);
	struct share s;

	(void)at, (void)thread;
	if (!trips) {
		*stride = step;
		if (last)
			*last = 0;
		return;
	}
	s = share(&d, trips);
	if (s.first == s.last) { /* nothing: behind the end */
		*lower = (INDEX)((UNSIGNED)*upper + (UNSIGNED)step);
	} else {
		*lower = (INDEX)(from + (UNSIGNED)s.first * (UNSIGNED)step);
		*upper = (INDEX)(from + ((UNSIGNED)s.last - 1) * (UNSIGNED)step);
	}
	*stride = (SIGNED)((UNSIGNED)s.stride * (UNSIGNED)step);
	if (last)
		*last = s.has_last;
}

void CALL(__kmpc_dispatch_init)(struct kmp_place *at, int thread, unsigned sched, INDEX lower,
				INDEX upper, SIGNED step, SIGNED chunk)
{
	struct loop l = { .start = (uint64_t)lower, .incr = (uint64_t)(int64_t)step,
			  .trips = CALL(trips)(lower, upper, step) };

	(void)at, (void)thread;
	l.sched = gcc_schedule(sched, &l.ordered);
	l.chunk = gcc_chunk(sched, chunk > 0 ? (uint64_t)chunk : 0);
	omprt_loop_enter(&l);
}

int CALL(__kmpc_dispatch_next)(struct kmp_place *at, int thread, int *last, INDEX *lower,
			       INDEX *upper, SIGNED *stride)
{
	struct omp_thread *me = omprt_self();
	const struct work *w = me->at.work;

	(void)at, (void)thread;
	if (!omprt_sched_next(me))
		return 0;
	*lower = (INDEX)(w->start + me->at.first * w->incr);
	*upper = (INDEX)(w->start + (me->at.last - 1) * w->incr);
	if (stride)
		*stride = (SIGNED)w->incr;
	if (last)
		*last = me->at.last == w->trips;
	return 1;
}

/* After each iteration of an ordered loop. */
void CALL(__kmpc_dispatch_fini)(struct kmp_place *at, int thread)
{
	(void)at, (void)thread;
}
