/*
 * omp_taskwait.c - waiting for child tasks, all or those that a depend clause
 * names.  Only children are carried out meanwhile: a thread that waits in a task
 * may not begin one that has nothing to do with it.
 */
#include "omp_rt.h"

void GOMP_taskwait(void)
{
	struct omp_thread *me = omprt_self();

	omprt_enter();
	while (me->at.task->children)
		omprt_task_help(me);
	omprt_depend_forget(me->at.task);
	omprt_leave();
}

/* Launches an empty task with that clause, which the caller waits for or not. */
void GOMP_taskwait_depend(void **depend)
{
	struct omp_thread *me = omprt_self();

	omprt_task_launch(me, omprt_task_new(me, NULL, 0, 1), true, depend);
}

void GOMP_taskwait_depend_nowait(void **depend)
{
	struct omp_thread *me = omprt_self();

	omprt_task_launch(me, omprt_task_new(me, NULL, 0, 1), false, depend);
}

/* A good moment for one child. */
void GOMP_taskyield(void)
{
	struct omp_thread *me = omprt_self();

	omprt_enter();
	if (!list_empty(&me->at.task->ready))
		omprt_task_help(me);
	omprt_leave();
}
