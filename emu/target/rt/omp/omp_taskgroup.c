/*
 * omp_taskgroup.c - groups of tasks: those made between start and end, and their
 * descendants.
 */
#include "omp_rt.h"

#include <stdlib.h>

struct task_group *omprt_group_enter(struct omp_thread *me)
{
	struct task *task = me->at.task;
	struct task_group *group = omprt_alloc(sizeof *group);

	group->outer = task->group;
	group->reductions = task->group ? task->group->reductions : NULL;
	list_init(&group->ready);
	task->group = group;
	return group;
}

void omprt_group_leave(struct omp_thread *me)
{
	struct task *task = me->at.task;
	struct task_group *group = task->group;

	omprt_enter();
	while (group->tasks)
		omprt_task_help_group(me, group);
	task->group = group->outer;
	omprt_leave();
	free(group);
}

void GOMP_taskgroup_start(void)
{
	omprt_group_enter(omprt_self());
}

void GOMP_taskgroup_end(void)
{
	omprt_group_leave(omprt_self());
}
