/*
 * omp_teams.c - leagues of teams.  There is one device, the node, and the teams
 * of a league run one after the other, each with all threads.
 */
#include "omp_rt.h"

/* limit: of threads in each team, 0 for none. */
static void limit_threads(struct icv *icv, unsigned limit)
{
	if (limit && limit < icv->thread_limit)
		icv->thread_limit = limit;
}

static unsigned max_teams, limit_of_teams; /* 0: as the environment says */

void GOMP_teams_reg(void (*fn)(void *), void *data, unsigned teams, unsigned limit,
		    unsigned flags)
{
	struct omp_thread *me = omprt_self();
	struct team *team = me->at.team;
	struct icv icv = me->at.task->icv;
	unsigned outer_teams = team->teams, outer_num = team->team_num;

	(void)flags;
	if (!teams)
		teams = max_teams ? max_teams : omprt_env()->teams;
	team->teams = teams ? teams : 1;
	if (!limit)
		limit = limit_of_teams ? limit_of_teams : omprt_env()->teams_limit;
	for (unsigned i = 0; i < team->teams; i++) {
		team->team_num = i;
		limit_threads(&me->at.task->icv, limit);
		fn(data);
		me->at.task->icv = icv;
	}
	team->teams = outer_teams;
	team->team_num = outer_num;
}

/* In a target region; called until it is false, first the first time. */
bool GOMP_teams4(unsigned low, unsigned high, unsigned limit, bool first)
{
	struct omp_thread *me = omprt_self();
	struct team *team = me->at.team;

	(void)high;
	if (!first)
		return ++team->team_num < team->teams;
	limit_threads(&me->at.task->icv, limit);
	team->teams = low ? low : 1;
	team->team_num = 0;
	return true;
}

/* Older: the only team of a target region. */
void GOMP_teams(unsigned teams, unsigned limit)
{
	GOMP_teams4(teams ? 1 : 0, teams, limit, true);
}

int omp_get_num_teams(void)
{
	return (int)omprt_self()->at.team->teams;
}

int omp_get_team_num(void)
{
	return (int)omprt_self()->at.team->team_num;
}

void omp_set_num_teams(int n)
{
	max_teams = n > 0 ? (unsigned)n : 0;
}

int omp_get_max_teams(void)
{
	return (int)(max_teams ? max_teams : omprt_env()->teams);
}

void omp_set_teams_thread_limit(int n)
{
	limit_of_teams = n > 0 ? (unsigned)n : 0;
}

int omp_get_teams_thread_limit(void)
{
	return (int)(limit_of_teams ? limit_of_teams : omprt_env()->teams_limit);
}
