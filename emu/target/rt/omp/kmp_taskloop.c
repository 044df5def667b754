/*
 * kmp_taskloop.c - Clang's loops whose iterations become tasks.  The task that the program has
 * allocated is the pattern of all: each is a copy with other bounds, which are in what it holds.
 */
#include "kmp.h"
#include "omp_loop.h"

enum { NEITHER, GRAINSIZE, NUM_TASKS };

struct kmp_taskloop {
	struct kmp_task *pattern;
	size_t lower_at, upper_at; /* in a task */
	uint64_t lower;
	int64_t step;
	uint64_t trips;
	void (*copy)(struct kmp_task *to, struct kmp_task *from, int last);
	bool at_once;
};

void GOMP_taskgroup_start(void);
void GOMP_taskgroup_end(void);

/* The program asks for none itself; upper is inclusive, and both may be signed or not. */
static uint64_t trips_of(uint64_t lower, uint64_t upper, int64_t step)
{
	return step > 0 ? (upper - lower) / (uint64_t)step + 1
			: (lower - upper) / (0 - (uint64_t)step) + 1;
}

static void launch(void *loop, uint64_t first, uint64_t last)
{
	const struct kmp_taskloop *l = loop;
	struct omp_thread *me = omprt_self();
	struct kmp_task *task = omprt_kmp_task_copy(me, l->pattern);

	*(uint64_t *)((char *)task + l->lower_at) = l->lower + first * (uint64_t)l->step;
	*(uint64_t *)((char *)task + l->upper_at) = l->lower + (last - 1) * (uint64_t)l->step;
	if (l->copy)
		l->copy(task, l->pattern, last == l->trips);
	omprt_kmp_task_launch(me, task, l->at_once, NULL);
}

void __kmpc_taskloop(struct kmp_place *at, int thread, struct kmp_task *task, int condition,
		     uint64_t *lower, uint64_t *upper, int64_t step, int nogroup, int kind,
		     uint64_t number, void *copy)
{
	struct kmp_taskloop l = { .pattern = task, .lower = *lower, .step = step,
			      .trips = trips_of(*lower, *upper, step), .at_once = !condition,
			      .lower_at = (size_t)((char *)lower - (char *)task),
			      .upper_at = (size_t)((char *)upper - (char *)task) };
	const struct split s = { l.trips, kind == NEITHER ? 0 : number, kind == GRAINSIZE, false };

	(void)at, (void)thread;
	__builtin_memcpy(&l.copy, &copy, sizeof copy);
	if (!nogroup)
		GOMP_taskgroup_start();
	if (l.trips && !omprt_tasks_cancelled())
		omprt_taskloop_split(&s, launch, &l);
	omprt_kmp_task_drop(task);
	if (!nogroup)
		GOMP_taskgroup_end();
}
