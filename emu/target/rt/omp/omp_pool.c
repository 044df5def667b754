/*
 * omp_pool.c - the process's spare threads.  They are made when a region first
 * needs them and stay, so that a second region costs no more than waking them;
 * the lowest ones go first, so that thread k of a team is the same one in every
 * region that is not nested (its threadprivate variables persist).
 */
#include "omp_rt.h"

#include <stdlib.h>
#include <string.h>

static struct omp_thread *pool, **pool_end = &pool;
static unsigned made = 1; /* with the one that all began with */
static bool warned;
static unsigned numbered;

static void *pool_thread(void *arg)
{
	struct omp_thread *me = arg;

	omprt_adopt(me);
	if (omprt_xlsmp_bind)
		omprt_xlsmp_bind(omprt_env(), me->number);
	omprt_enter();
	for (;;) {
		struct team *team;

		while (!me->job.team)
			omprt_sleep(me);
		me->at = me->job;
		me->job.team = NULL;
		team = me->at.team;
		omprt_leave();
		team->fn(team->data);
		omprt_enter();
		omprt_barrier_last(me);
	}
	return NULL;
}

static int create(struct omp_thread *t)
{
	size_t stack = omprt_env()->stack_bytes;
	pthread_attr_t attr;
	pthread_t id;
	int rc;

	if (!stack)
		return pthread_create(&id, NULL, pool_thread, t);
	pthread_attr_init(&attr);
	if (pthread_attr_setstacksize(&attr, stack))
		omprt_warn("OMP_STACKSIZE: %zu bytes cannot be had", stack);
	rc = pthread_create(&id, &attr, pool_thread, t);
	pthread_attr_destroy(&attr);
	return rc;
}

static struct omp_thread *grow(void)
{
	struct omp_thread *t = omprt_alloc(sizeof *t);
	int rc;

	t->busy = true;
	t->number = __atomic_add_fetch(&numbered, 1, __ATOMIC_RELAXED);
	sem_init(&t->wake, 0, 0);
	rc = create(t);
	if (!rc)
		return t;
	if (!warned)
		omprt_warn("a thread cannot be made, regions have fewer: %s", strerror(rc));
	warned = true;
	sem_destroy(&t->wake);
	free(t);
	return NULL;
}

static unsigned take_idle(struct omp_thread **got, unsigned n)
{
	unsigned count = 0;

	for (struct omp_thread *t = pool; t && count < n; t = t->next_pool) {
		if (t->busy)
			continue;
		t->busy = true;
		got[count++] = t;
	}
	return count;
}

/* Makes more of them, which are the caller's at once. */
static unsigned take_new(struct omp_thread **got, unsigned n, unsigned *others)
{
	unsigned count = 0;

	while (count < n && (got[count] = grow()))
		count++;
	omprt_enter();
	for (unsigned i = 0; i < count; i++) {
		*pool_end = got[i];
		pool_end = &got[i]->next_pool;
	}
	made -= n - count;
	*others -= n - count;
	omprt_leave();
	return count;
}

static unsigned least(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

unsigned omprt_pool_take(struct omp_thread **got, unsigned n, unsigned limit, unsigned *others)
{
	unsigned most = omprt_env()->icv.thread_limit, count, more;

	omprt_enter();
	n = least(n, *others + 1 < limit ? limit - *others - 1 : 0);
	count = take_idle(got, n);
	more = least(n - count, made < most ? most - made : 0);
	made += more;
	*others += count + more;
	omprt_leave();
	return more ? count + take_new(got + count, more, others) : count;
}
