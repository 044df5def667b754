/*
 * omp_cancel.c - cancellation, which the environment must ask for
 * (OMP_CANCELLATION); otherwise nothing here has an effect.
 */
#include "omp_rt.h"

/* Flags as GCC passes them. */
enum { CANCEL_PARALLEL = 1, CANCEL_LOOP = 2, CANCEL_SECTIONS = 4, CANCEL_TASKGROUP = 8 };

/* Returns the group that a directive cancels: a worksharing construct's own is none of the
 * program's. */
static struct task_group *named_group(struct task_group *group)
{
	return group && group->shares_work && group->outer ? group->outer : group;
}

bool omprt_group_cancelled(const struct task_group *group)
{
	if (!group)
		return false;
	return group->cancelled ||
	       (group->shares_work && group->outer && group->outer->cancelled);
}

static bool cancelled(const struct omp_thread *me, int which)
{
	const struct team *team = me->at.team;

	if (which & (CANCEL_LOOP | CANCEL_SECTIONS))
		return team->work_cancelled;
	if (team->cancelled)
		return true;
	return (which & CANCEL_TASKGROUP) && omprt_group_cancelled(me->at.task->group);
}

/* True: the caller goes to the end of the construct. */
bool GOMP_cancellation_point(int which)
{
	struct omp_thread *me = omprt_self();
	bool yes;

	if (!omprt_env()->cancellation)
		return false;
	omprt_enter();
	yes = cancelled(me, which);
	omprt_leave();
	return yes;
}

bool omprt_tasks_cancelled(void)
{
	return GOMP_cancellation_point(CANCEL_TASKGROUP);
}

/* wanted: the if clause. */
bool GOMP_cancel(int which, bool wanted)
{
	struct omp_thread *me = omprt_self();
	struct team *team = me->at.team;
	struct task_group *group = named_group(me->at.task->group);

	if (!omprt_env()->cancellation)
		return false;
	if (!wanted)
		return GOMP_cancellation_point(which);
	omprt_enter();
	if (which & (CANCEL_LOOP | CANCEL_SECTIONS))
		team->work_cancelled = true;
	else if (!(which & CANCEL_TASKGROUP))
		omprt_barrier_cancel(team);
	else if (group)
		group->cancelled = true;
	omprt_leave();
	return true;
}

int omp_get_cancellation(void)
{
	return omprt_env()->cancellation;
}
