/*
 * kmp_doacross.c - Clang's loops with ordered(n): an iteration waits for earlier ones by their
 * numbers in each dimension.  A flag for each iteration of all dimensions, as threads may share an
 * outer one where loops are collapsed.
 */
#include "kmp.h"

#include <stdlib.h>

/* A dimension as LLVM's interface has it.  Clang counts iterations from 0, and its upper is one
 * behind the last. */
struct kmp_dimension {
	int64_t lower, upper, step;
};

struct kmp_sleeper {
	struct kmp_sleeper *next;
	struct omp_thread *thread;
	uint64_t iteration;
};

struct kmp_doacross {
	unsigned dimensions, users;
	uint64_t *count; /* [dimension]: iterations */
	uint8_t *posted; /* [iteration] */
	struct kmp_sleeper *sleepers;
};

/* False: there is no such iteration. */
static bool number_of(const struct kmp_doacross *x, const uint64_t *at, uint64_t *iteration)
{
	*iteration = 0;
	for (unsigned i = 0; i < x->dimensions; i++) {
		if (at[i] >= x->count[i]) /* or before the first, which wraps */
			return false;
		*iteration = *iteration * x->count[i] + at[i];
	}
	return true;
}

static struct kmp_doacross *create(unsigned threads, int dimensions,
				   const struct kmp_dimension *dimension)
{
	struct kmp_doacross *x = omprt_alloc(sizeof *x);
	uint64_t all = 1;

	x->dimensions = (unsigned)dimensions;
	x->users = threads;
	x->count = omprt_alloc(x->dimensions * sizeof *x->count);
	for (unsigned i = 0; i < x->dimensions; i++) {
		x->count[i] = dimension[i].upper > 0 ? (uint64_t)dimension[i].upper : 0;
		all *= x->count[i];
	}
	x->posted = omprt_alloc(all);
	return x;
}

static void destroy(struct kmp_doacross *x)
{
	free(x->count);
	free(x->posted);
	free(x);
}

void __kmpc_doacross_init(struct kmp_place *at, int thread, int dimensions,
			  const struct kmp_dimension *dimension)
{
	struct omp_thread *me = omprt_self();
	struct work *w;
	bool first;

	(void)at, (void)thread;
	if (me->at.team->threads == 1) /* all in order */
		return;
	omprt_enter();
	w = omprt_work_next(me, &first);
	if (first)
		w->kmp = create(me->at.team->threads, dimensions, dimension);
	me->at.doacross = w->kmp;
	omprt_leave();
}

void __kmpc_doacross_fini(struct kmp_place *at, int thread)
{
	struct omp_thread *me = omprt_self();
	struct kmp_doacross *x = me->at.doacross;
	bool last;

	(void)at, (void)thread;
	if (!x)
		return;
	me->at.doacross = NULL;
	omprt_enter();
	last = --x->users == 0;
	omprt_leave();
	if (last)
		destroy(x);
}

void __kmpc_doacross_post(struct kmp_place *at, int thread, const uint64_t *where)
{
	struct kmp_doacross *x = omprt_self()->at.doacross;
	uint64_t iteration;

	(void)at, (void)thread;
	if (!x || !number_of(x, where, &iteration))
		return;
	omprt_enter();
	x->posted[iteration] = 1;
	for (struct kmp_sleeper *s = x->sleepers; s; s = s->next)
		if (s->iteration == iteration)
			omprt_wake(s->thread);
	omprt_leave();
}

void __kmpc_doacross_wait(struct kmp_place *at, int thread, const uint64_t *where)
{
	struct omp_thread *me = omprt_self();
	struct kmp_doacross *x = me->at.doacross;
	struct kmp_sleeper mine = { .thread = me }, **p;

	(void)at, (void)thread;
	if (!x || !number_of(x, where, &mine.iteration))
		return;
	omprt_enter();
	if (!x->posted[mine.iteration]) {
		mine.next = x->sleepers;
		x->sleepers = &mine;
		while (!x->posted[mine.iteration])
			omprt_sleep(me);
		for (p = &x->sleepers; *p != &mine; p = &(*p)->next)
			;
		*p = mine.next;
	}
	omprt_leave();
}
