/*
 * omp_task.c - explicit tasks: made, carried out, complete.  A task that can run
 * stands in three queues, all first in, first out: of its team, for threads in
 * barriers; of its parent, for taskwait; of its group, for the end of a taskgroup.
 */
#include "omp_rt.h"

#include <stdlib.h>

/* More tasks than this for each thread, and new ones run at once. */
#define TASKS_PER_THREAD 64

struct task *omprt_task_new(struct omp_thread *me, void (*fn)(void *), size_t bytes,
			    size_t align)
{
	struct task *parent = me->at.task, *task;

	align = align ? align : 1;
	task = omprt_alloc(sizeof *task + align - 1 + bytes);
	omprt_task_init(task, me->at.team, &parent->icv);
	task->parent = parent;
	task->group = task->member = parent->group;
	task->final = parent->final;
	task->fn = fn;
	task->data = (void *)(((uintptr_t)(task + 1) + align - 1) & -align);
	return task;
}

void omprt_task_unref(struct task *task)
{
	if (--task->refs == 0)
		free(task);
}

static bool wake(struct omp_thread **waiter)
{
	struct omp_thread *t = *waiter;

	if (!t)
		return false;
	*waiter = NULL;
	omprt_wake(t);
	return true;
}

static void make_ready(struct task *task)
{
	struct task_group *group = task->member;

	list_append(&task->team->ready, &task->in_team);
	list_append(&task->parent->ready, &task->in_parent);
	if (group)
		list_append(&group->ready, &task->in_group);
	if (!wake(&task->parent->waiter) && !(group && wake(&group->waiter)))
		omprt_barrier_wake_one(task->team);
}

static void take(struct task *task)
{
	list_remove(&task->in_team);
	list_remove(&task->in_parent);
	if (task->member)
		list_remove(&task->in_group);
}

static void unblock(struct task *task)
{
	if (--task->blockers > 0)
		return;
	if (task->deferred)
		make_ready(task);
	else
		wake(&task->parent->waiter);
}

void omprt_task_complete(struct task *task)
{
	struct task *parent = task->parent;
	struct task_group *group = task->member;

	task->done = true;
	for (unsigned i = 0; i < task->nexts; i++) {
		unblock(task->next[i]);
		omprt_task_unref(task->next[i]);
	}
	free(task->next);
	task->next = NULL;
	if (--parent->children == 0 || !task->deferred)
		wake(&parent->waiter);
	if (group && --group->tasks == 0)
		wake(&group->waiter);
	task->team->tasks--;
	omprt_barrier_settle(task->team);
	omprt_task_unref(parent);
	omprt_task_unref(task);
}

void omprt_task_run(struct omp_thread *me, struct task *task)
{
	struct task *outer = me->at.task;
	bool cancelled = task->team->cancelled || omprt_group_cancelled(task->member);
	bool dropped = cancelled && !task->copied;

	if (task->deferred)
		take(task);
	me->at.task = task;
	omprt_leave();
	if (!dropped && task->fn)
		task->fn(task->data);
	omprt_enter();
	me->at.task = outer;
	omprt_depend_forget(task);
	task->ran = true;
	if (dropped || !task->detached || task->fulfilled)
		omprt_task_complete(task);
}

void omprt_task_help(struct omp_thread *me)
{
	struct task *task = me->at.task;

	if (!list_empty(&task->ready)) {
		omprt_task_run(me, list_first(&task->ready, struct task, in_parent));
		return;
	}
	task->waiter = me;
	omprt_sleep(me);
	task->waiter = NULL;
}

void omprt_task_help_group(struct omp_thread *me, struct task_group *group)
{
	if (!list_empty(&group->ready)) {
		omprt_task_run(me, list_first(&group->ready, struct task, in_group));
		return;
	}
	group->waiter = me;
	omprt_sleep(me);
	group->waiter = NULL;
}

static bool crowded(const struct team *team)
{
	return team->threads == 1 || team->tasks > TASKS_PER_THREAD * team->threads;
}

/* In a section: task, which is new, is to be waited for. */
static void join_family(struct task *task)
{
	task->parent->children++;
	task->parent->refs++;
	task->team->tasks++;
	if (task->member)
		task->member->tasks++;
}

void omprt_task_begin(struct omp_thread *me, struct task *task)
{
	omprt_enter();
	join_family(task);
	me->at.task = task;
	omprt_leave();
}

void omprt_task_end(struct omp_thread *me)
{
	struct task *task = me->at.task;

	omprt_enter();
	me->at.task = task->parent;
	omprt_depend_forget(task);
	omprt_task_complete(task);
	omprt_leave();
}

void omprt_task_launch(struct omp_thread *me, struct task *task, bool at_once, void **depend)
{
	omprt_enter();
	join_family(task);
	task->deferred = !at_once;
	if (depend)
		omprt_depend_add(task, depend);
	if (task->deferred && (task->blockers || !crowded(task->team))) {
		if (!task->blockers)
			make_ready(task);
		omprt_leave();
		return;
	}
	task->deferred = false;
	task->refs++;
	while (task->blockers)
		omprt_task_help(me);
	omprt_task_run(me, task);
	while (at_once && !task->done)
		omprt_task_help(me);
	omprt_task_unref(task);
	omprt_leave();
}

/* Flags as GCC passes them. */
#define FLAG_FINAL  (1u << 1)
#define FLAG_DEPEND (1u << 3)
#define FLAG_DETACH (1u << 13)

/* condition: the if clause; priority: a hint; detach: where the event goes, which
 * the task's own data begin with, too. */
void GOMP_task(void (*fn)(void *), void *data, void (*copy)(void *, void *), long bytes,
	       long align, bool condition, unsigned flags, void **depend, int priority,
	       void **detach)
{
	struct omp_thread *me = omprt_self();
	struct task *parent = me->at.task, *task;

	(void)priority;
	if (omprt_tasks_cancelled())
		return;
	task = omprt_task_new(me, fn, (size_t)bytes, (size_t)align);
	if ((flags & FLAG_DETACH) && detach) {
		task->detached = true;
		*detach = task;
		if (data)
			*(void **)data = task;
	}
	task->copied = copy != NULL;
	if (copy)
		copy(task->data, data);
	else
		__builtin_memcpy(task->data, data, (size_t)bytes);
	task->final |= (flags & FLAG_FINAL) != 0;
	omprt_task_launch(me, task, !condition || parent->final,
			  flags & FLAG_DEPEND ? depend : NULL);
}

int omp_in_final(void)
{
	return omprt_self()->at.task->final;
}

/* event: as GOMP_task made it. */
void omp_fulfill_event(struct task *event)
{
	omprt_enter();
	event->fulfilled = true;
	if (event->ran)
		omprt_task_complete(event);
	omprt_leave();
}
