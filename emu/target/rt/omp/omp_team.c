/*
 * omp_team.c - parallel regions: how many threads, the team, and its end.
 */
#include "omp_rt.h"

#include <stdlib.h>

void omprt_task_init(struct task *task, struct team *team, const struct icv *icv)
{
	task->icv = *icv;
	task->team = team;
	task->refs = 1;
	list_init(&task->ready);
}

void omprt_team_init(struct team *team, struct task *implicit, unsigned threads)
{
	team->threads = threads;
	team->implicit = implicit;
	team->teams = 1;
	team->others = &team->others_here;
	list_init(&team->ready);
}

/* asked: the num_threads clause, 1 for if(false), 0 for none. */
unsigned omprt_team_size(struct omp_thread *me, unsigned asked)
{
	const struct icv *icv = &me->at.task->icv;
	unsigned n = asked ? asked : icv->threads;

	if (me->at.team->active_level >= icv->active_levels)
		return 1;
	return n < icv->thread_limit ? n : icv->thread_limit;
}

/* The nthreads-var of a region's tasks: OMP_NUM_THREADS's for that level. */
static unsigned threads_below(unsigned level, const struct icv *icv)
{
	const struct omprt_env *env = omprt_env();

	return level < env->levels ? env->threads[level] : icv->threads;
}

static struct team *team_new(struct omp_thread *me, unsigned threads)
{
	struct team *team = omprt_alloc(sizeof *team + threads * (sizeof *team->implicit +
								 sizeof *team->members));
	const struct team *outer = me->at.team;
	struct icv icv = me->at.task->icv;

	omprt_team_init(team, (struct task *)(team + 1), threads);
	team->members = (struct omp_thread **)(team->implicit + threads);
	team->master = me;
	team->outer = me->at;
	team->level = outer->level + 1;
	team->active_level = outer->active_level + (threads > 1);
	team->teams = outer->teams;
	team->team_num = outer->team_num;
	team->others = outer->others;
	icv.threads = threads_below(team->level, &icv);
	for (unsigned i = 0; i < threads; i++)
		omprt_task_init(&team->implicit[i], team, &icv);
	return team;
}

/* Arguments of a parallel region's start. */
struct start {
	struct omp_thread *me;
	void (*fn)(void *);
	void *data;
	unsigned threads;
	const struct work *first;
	struct task_group *group;
};

static void start(const struct start *s)
{
	struct omp_thread *me = s->me, *others[s->threads];
	const struct work *first = s->first;
	unsigned threads = s->threads;
	struct team_slot place = { 0 };
	struct team *team;

	if (threads > 1)
		threads = 1 + omprt_pool_take(others, threads - 1,
					      me->at.task->icv.thread_limit,
					      me->at.team->others);
	omprt_enter();
	team = team_new(me, threads);
	team->fn = s->fn;
	team->data = s->data;
	place.team = team;
	if (first) {
		place.works = 1;
		place.work = team->works = omprt_alloc(sizeof *first);
		*team->works = *first;
		team->works->users = threads;
	}
	for (unsigned i = 0; i < threads; i++) {
		team->implicit[i].group = s->group;
		team->members[i] = i > 0 ? others[i - 1] : me;
		place.num = i;
		place.task = &team->implicit[i];
		if (i == 0) {
			me->at = place;
			continue;
		}
		others[i - 1]->job = place;
		omprt_wake(others[i - 1]);
	}
	omprt_leave();
}

/* first: the construct that all threads meet first, as for GOMP_parallel_loop_*;
 * or NULL.  group: what tasks of the region join. */
void omprt_team_start(struct omp_thread *me, void (*fn)(void *), void *data, unsigned threads,
		      const struct work *first, struct task_group *group)
{
	struct start s = { me, fn, data, threads, first, group };

	bgqemu_apart((const void *)start, (long)&s, 0, 0, 0, 0);
}

void omprt_team_end(void)
{
	struct omp_thread *me = omprt_self();
	struct team *team = me->at.team;
	struct team_slot outer = team->outer;

	omprt_enter();
	omprt_barrier_last(me);
	omprt_works_free(team);
	for (unsigned i = 0; omprt_depend_forget && i < team->threads; i++)
		omprt_depend_forget(&team->implicit[i]);
	omprt_leave();
	free(team);
	me->at = outer;
}

void GOMP_parallel_start(void (*fn)(void *), void *data, unsigned threads)
{
	struct omp_thread *me = omprt_self();

	omprt_team_start(me, fn, data, omprt_team_size(me, threads), NULL, NULL);
}

void GOMP_parallel_end(void)
{
	omprt_team_end();
}

/* flags: how to bind the threads; they are bound in one way only. */
void GOMP_parallel(void (*fn)(void *), void *data, unsigned threads, unsigned flags)
{
	(void)flags;
	GOMP_parallel_start(fn, data, threads);
	fn(data);
	omprt_team_end();
}
