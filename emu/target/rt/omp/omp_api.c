/*
 * omp_api.c - the calls of <omp.h> about teams, control variables and time.
 */
#include "omp_rt.h"

#include <time.h>

int omp_get_thread_num(void)
{
	return (int)omprt_self()->at.num;
}

int omp_get_num_threads(void)
{
	return (int)omprt_self()->at.team->threads;
}

int omp_get_max_threads(void)
{
	return (int)omprt_icv()->threads;
}

void omp_set_num_threads(int n)
{
	omprt_icv()->threads = n > 0 ? (unsigned)n : 1;
}

int omp_get_num_procs(void)
{
	return (int)omprt_processors();
}

int omp_in_parallel(void)
{
	return omprt_self()->at.team->active_level > 0;
}

int omp_get_dynamic(void)
{
	return omprt_icv()->dynamic;
}

void omp_set_dynamic(int on)
{
	omprt_icv()->dynamic = on != 0;
}

int omp_get_max_active_levels(void)
{
	return (int)omprt_icv()->active_levels;
}

void omp_set_max_active_levels(int n)
{
	if (n >= 0)
		omprt_icv()->active_levels =
			n < OMPRT_ACTIVE_LEVELS ? (unsigned)n : OMPRT_ACTIVE_LEVELS;
}

int omp_get_supported_active_levels(void)
{
	return OMPRT_ACTIVE_LEVELS;
}

int omp_get_nested(void)
{
	const struct omp_thread *me = omprt_self();
	unsigned levels = me->at.task->icv.active_levels;

	return levels > 1 && levels > me->at.team->active_level;
}

void omp_set_nested(int on)
{
	struct icv *icv = omprt_icv();

	if (!on)
		icv->active_levels = 1;
	else if (icv->active_levels <= 1)
		icv->active_levels = OMPRT_ACTIVE_LEVELS;
}

void omp_get_schedule(unsigned *kind, int *chunk)
{
	const struct icv *icv = omprt_icv();

	*kind = icv->sched;
	*chunk = (int)icv->chunk;
}

void omp_set_schedule(unsigned kind, int chunk)
{
	struct icv *icv = omprt_icv();
	unsigned plain = kind & ~SCHED_MONOTONIC;

	if (plain < SCHED_STATIC || plain > SCHED_AUTO)
		return;
	icv->sched = kind;
	if (plain == SCHED_AUTO)
		return;
	icv->chunk = chunk > 0 ? (uint64_t)chunk : 0;
	if (!icv->chunk && plain != SCHED_STATIC)
		icv->chunk = 1;
}

int omp_get_thread_limit(void)
{
	return (int)omprt_icv()->thread_limit;
}

int omp_get_level(void)
{
	return (int)omprt_self()->at.team->level;
}

int omp_get_active_level(void)
{
	return (int)omprt_self()->at.team->active_level;
}

/* The caller's place at that level, or NULL. */
static const struct team_slot *ancestor(int level)
{
	const struct team_slot *p = &omprt_self()->at;

	if (level < 0 || (unsigned)level > p->team->level)
		return NULL;
	while (p->team->level > (unsigned)level)
		p = &p->team->outer;
	return p;
}

int omp_get_ancestor_thread_num(int level)
{
	const struct team_slot *p = ancestor(level);

	return p ? (int)p->num : -1;
}

int omp_get_team_size(int level)
{
	const struct team_slot *p = ancestor(level);

	return p ? (int)p->team->threads : -1;
}

int omp_get_max_task_priority(void)
{
	return omprt_env()->max_priority;
}

double omp_get_wtime(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

double omp_get_wtick(void)
{
	struct timespec t;

	clock_getres(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}
