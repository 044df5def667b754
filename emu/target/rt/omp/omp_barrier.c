/*
 * omp_barrier.c - threads meet.  Those that have arrived carry out tasks until
 * all have arrived and no task is left; with nothing to do they sleep.
 */
#include "omp_rt.h"

void omprt_barrier_wake_one(struct team *team)
{
	struct omp_thread *t = team->idle;

	if (!t)
		return;
	team->idle = t->next_idle;
	t->idle = false;
	omprt_wake(t);
}

void omprt_barrier_wake_all(struct team *team)
{
	while (team->idle)
		omprt_barrier_wake_one(team);
}

static void idle_remove(struct team *team, struct omp_thread *me)
{
	struct omp_thread **p = &team->idle;

	if (!me->idle)
		return;
	while (*p != me)
		p = &(*p)->next_idle;
	*p = me->next_idle;
	me->idle = false;
}

static inline __attribute__((always_inline)) void idle_sleep(struct team *team,
							     struct omp_thread *me)
{
	struct omp_thread **p = &team->idle;

	if (!me->idle) {
		while (*p)
			p = &(*p)->next_idle;
		*p = me;
		me->next_idle = NULL;
		me->idle = true;
	}
	omprt_sleep(me);
}

/* Threads other than the master are free for another region from here on; they
 * sleep where its call will find them, and are not woken for this. */
static void send_home(struct team *team)
{
	team->idle = NULL;
	*team->others -= team->threads - 1;
	for (unsigned i = 0; i < team->threads; i++) {
		struct omp_thread *t = team->members[i];

		t->idle = false;
		t->ended++;
		if (i > 0)
			t->busy = false;
	}
	omprt_wake(team->master);
}

void omprt_barrier_settle(struct team *team)
{
	if (team->tasks || team->arrived < team->threads)
		return;
	team->arrived = team->cancellable = 0;
	team->generation++;
	team->work_cancelled = false;
	if (team->ends)
		send_home(team);
	else
		omprt_barrier_wake_all(team);
}

/* True if there was a task to carry out. */
static bool help(struct omp_thread *me, struct team *team)
{
	if (!omprt_task_run || list_empty(&team->ready))
		return false;
	omprt_task_run(me, list_first(&team->ready, struct task, in_team));
	return true;
}

void omprt_barrier_cancel(struct team *team)
{
	team->cancelled = true;
	team->arrived -= team->cancellable;
	team->cancellable = 0;
	omprt_barrier_wake_all(team);
}

bool omprt_barrier(bool cancellable)
{
	struct omp_thread *me = omprt_self();
	struct team *team = me->at.team;
	uint64_t generation;
	bool cancelled;

	omprt_enter();
	generation = team->generation;
	cancelled = cancellable && team->cancelled;
	if (!cancelled) {
		team->arrived++;
		team->cancellable += cancellable;
		omprt_barrier_settle(team);
	}
	while (!cancelled && team->generation == generation) {
		if (!help(me, team))
			idle_sleep(team, me);
		cancelled = cancellable && team->cancelled &&
			    team->generation == generation;
	}
	idle_remove(team, me);
	omprt_leave();
	return cancelled;
}

/* Once the region has ended, only its master may look at team: it may be gone. */
void omprt_barrier_last(struct omp_thread *me)
{
	struct team *team = me->at.team;
	uint64_t ended = me->ended;

	team->ends = true;
	team->arrived++;
	omprt_barrier_settle(team);
	while (me->ended == ended)
		if (!help(me, team))
			idle_sleep(team, me);
}

void GOMP_barrier(void)
{
	omprt_barrier(false);
}

bool GOMP_barrier_cancel(void)
{
	return omprt_barrier(true);
}
