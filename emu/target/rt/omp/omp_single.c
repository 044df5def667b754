/*
 * omp_single.c - single: the first thread to come does it.
 */
#include "omp_rt.h"

bool GOMP_single_start(void)
{
	struct omp_thread *me = omprt_self();
	struct team *team = me->at.team;
	bool mine;

	omprt_enter();
	mine = me->at.singles++ == team->singles;
	if (mine)
		team->singles++;
	omprt_leave();
	return mine;
}

/* NULL: the caller does it and passes on its copies; else where they are, until
 * the barrier that the program has after this. */
void *GOMP_single_copy_start(void)
{
	struct team *team = omprt_self()->at.team;

	if (GOMP_single_start())
		return NULL;
	omprt_barrier(false);
	return team->copied;
}

void GOMP_single_copy_end(void *data)
{
	omprt_self()->at.team->copied = data;
	omprt_barrier(false);
}
