/*
 * omp_taskloop.c - loops whose iterations become tasks.  A task's data begin with
 * the first value of the loop's variable and the one after the last.
 */
#include "omp_loop.h"

/* Flags as GCC passes them. */
#define FLAG_FINAL     (1u << 1)
#define FLAG_UP        (1u << 8)
#define FLAG_GRAINSIZE (1u << 9)
#define FLAG_IF        (1u << 10)
#define FLAG_NOGROUP   (1u << 11)
#define FLAG_REDUCTION (1u << 12)
#define FLAG_STRICT    (1u << 14)

struct head {
	uint64_t start, end;
	uintptr_t *reductions; /* with FLAG_REDUCTION */
};

struct taskloop {
	void (*fn)(void *);
	void *data;
	void (*copy)(void *, void *);
	size_t bytes, align;
	unsigned flags;
	uint64_t start, end, step, trips;
};

static void launch(void *loop, uint64_t first, uint64_t last)
{
	const struct taskloop *l = loop;
	struct omp_thread *me = omprt_self();
	struct task *parent = me->at.task;
	struct task *task = omprt_task_new(me, l->fn, l->bytes, l->align);
	struct head *head = task->data;

	task->copied = l->copy != NULL;
	if (l->copy)
		l->copy(task->data, l->data);
	else
		__builtin_memcpy(task->data, l->data, l->bytes);
	head->start = l->start + first * l->step;
	head->end = last == l->trips ? l->end : l->start + last * l->step;
	task->final |= (l->flags & FLAG_FINAL) != 0;
	omprt_task_launch(me, task, !(l->flags & FLAG_IF) || parent->final, NULL);
}

static void taskloop(struct taskloop *l, uint64_t number)
{
	const struct split s = { l->trips, number, l->flags & FLAG_GRAINSIZE,
				 l->flags & FLAG_STRICT };
	struct omp_thread *me = omprt_self();
	struct task_group *group;

	if (omprt_tasks_cancelled())
		return;
	if (!(l->flags & FLAG_NOGROUP)) {
		group = omprt_group_enter(me);
		if (l->flags & FLAG_REDUCTION) {
			struct head *head = l->data;

			omprt_reduction_register(head->reductions, group->reductions,
						 me->at.team->threads);
			group->reductions = head->reductions;
		}
	}
	if (l->trips)
		omprt_taskloop_split(&s, launch, l);
	if (!(l->flags & FLAG_NOGROUP))
		omprt_group_leave(me);
}

void GOMP_taskloop_ull(void (*fn)(void *), void *data, void (*copy)(void *, void *),
		       long bytes, long align, unsigned flags, unsigned long number,
		       int priority, unsigned long long start, unsigned long long end,
		       unsigned long long step)
{
	bool up = flags & FLAG_UP;
	uint64_t span = up ? end - start : start - end;
	uint64_t stride = up ? step : -step;
	uint64_t trips = span / stride + (span % stride > 0);

	(void)priority;
	if (up ? start >= end : start <= end)
		trips = 0;
	taskloop(&(struct taskloop){ fn, data, copy, (size_t)bytes, (size_t)align, flags,
				     start, end, step, trips },
		 number);
}

void GOMP_taskloop(void (*fn)(void *), void *data, void (*copy)(void *, void *), long bytes,
		   long align, unsigned flags, unsigned long number, int priority,
		   long start, long end, long step)
{
	(void)priority;
	taskloop(&(struct taskloop){ fn, data, copy, (size_t)bytes, (size_t)align, flags,
				     (uint64_t)start, (uint64_t)end, (uint64_t)step,
				     omprt_trips(start, end, step) },
		 number);
}
