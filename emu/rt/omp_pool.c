/*
 * omp_pool.c - the process's spare threads.  They are made when a region first
 * needs them and stay, so that a second region costs no more than waking them;
 * the lowest ones go first, so that thread k of a team is the same one in every
 * region that is not nested (its threadprivate variables persist).
 */
#include "omp_rt.h"

#include <stdlib.h>
#include <string.h>

static struct thread *pool, **pool_end = &pool;
static unsigned made;

static void *work(void *arg)
{
	struct thread *me = arg;

	omprt_adopt(me);
	omprt_enter();
	for (;;) {
		struct team *team;

		while (!me->busy)
			pthread_cond_wait(&me->wake, &omprt_lock);
		me->at = me->job;
		team = me->at.team;
		omprt_leave();
		team->fn(team->data);
		omprt_enter();
		omprt_barrier_last(me);
	}
	return NULL;
}

static int create(struct thread *t)
{
	size_t stack = omprt_env()->stack_bytes;
	pthread_attr_t attr;
	pthread_t id;
	int rc;

	if (!stack)
		return pthread_create(&id, NULL, work, t);
	pthread_attr_init(&attr);
	if (pthread_attr_setstacksize(&attr, stack))
		omprt_warn("OMP_STACKSIZE: %zu bytes cannot be had", stack);
	rc = pthread_create(&id, &attr, work, t);
	pthread_attr_destroy(&attr);
	return rc;
}

static struct thread *grow(void)
{
	static bool told;
	struct thread *t = omprt_alloc(sizeof *t);
	int rc;

	pthread_cond_init(&t->wake, NULL);
	t->busy = false;
	rc = create(t);
	if (!rc) {
		*pool_end = t;
		pool_end = &t->next_pool;
		made++;
		return t;
	}
	if (!told)
		omprt_warn("no more than %u threads: %s", made + 1, strerror(rc));
	told = true;
	pthread_cond_destroy(&t->wake);
	free(t);
	return NULL;
}

unsigned omprt_pool_take(struct thread **got, unsigned n, unsigned limit)
{
	struct thread *t;
	unsigned count = 0;

	for (t = pool; t && count < n; t = t->next_pool)
		if (!t->busy)
			got[count++] = t;
	while (count < n && made < limit && (t = grow()))
		got[count++] = t;
	return count;
}

void omprt_pool_send(struct thread *t, const struct place *job)
{
	t->job = *job;
	t->busy = true;
	pthread_cond_signal(&t->wake);
}
