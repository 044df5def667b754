/*
 * omp_thread.c - what the calling thread knows of itself.  A thread that no team
 * made (the process's first, or one of pthread_create) is alone in a team of its
 * own, at level 0, which lasts as long as the thread.
 */
#include "omp_rt.h"

static __thread struct omp_thread *self;
static __thread struct {
	struct omp_thread thread;
	struct team team;
	struct task task;
} alone;

struct omp_thread *omprt_self(void)
{
	if (__builtin_expect(!self, 0)) {
		omprt_team_init(&alone.team, &alone.task, 1);
		alone.team.master = &alone.thread;
		omprt_task_init(&alone.task, &alone.team, &omprt_env()->icv);
		alone.thread.at = (struct team_slot){ .team = &alone.team, .task = &alone.task };
		sem_init(&alone.thread.wake, 0, 0);
		self = &alone.thread;
	}
	return self;
}

void omprt_adopt(struct omp_thread *t)
{
	self = t;
}
