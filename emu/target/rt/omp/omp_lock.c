/*
 * omp_lock.c - locks and nestable locks.  GCC's omp_lock_t has room for 4 bytes
 * only: the number of a mutex in a table, 0 for none.  Mutexes do not move, and
 * their numbers are given out again.
 */
#include "omp_rt.h"

#include <stdlib.h>

/* Locks are as large as in GCC's <omp.h>. */
struct lock {
	uint32_t number;
};

struct nest_lock {
	uint32_t number, depth;
	struct task *owner;
};

struct slot {
	pthread_mutex_t mutex;
	uint32_t next_free;
	bool used;
};

/* Chunk k has FIRST_CHUNK << k slots. */
#define CHUNKS 24
#define FIRST_CHUNK_BITS 6
#define FIRST_CHUNK (1u << FIRST_CHUNK_BITS)

static struct slot *chunks[CHUNKS];
static uint32_t count, first_free;

static struct slot *slot_at(uint32_t number)
{
	uint32_t n = number - 1 + FIRST_CHUNK;
	unsigned k = 31 - (unsigned)__builtin_clz(n) - FIRST_CHUNK_BITS;

	if (k >= CHUNKS)
		return NULL;
	if (!chunks[k])
		chunks[k] = omprt_alloc((FIRST_CHUNK << k) * sizeof **chunks);
	return &chunks[k][n - (FIRST_CHUNK << k)];
}

static pthread_mutex_t *mutex_of(uint32_t number)
{
	struct slot *s = NULL;

	if (number && number <= __atomic_load_n(&count, __ATOMIC_ACQUIRE))
		s = slot_at(number);
	if (!s || !s->used)
		omprt_die("a lock is used that was not initialized");
	return &s->mutex;
}

static uint32_t create(void)
{
	uint32_t number;
	struct slot *s;

	omprt_enter();
	number = first_free ? first_free : count + 1;
	s = slot_at(number);
	if (!s)
		omprt_die("more than %u locks", count);
	if (first_free)
		first_free = s->next_free;
	s->used = true;
	if (number > count)
		__atomic_store_n(&count, number, __ATOMIC_RELEASE);
	omprt_leave();
	pthread_mutex_init(&s->mutex, NULL);
	return number;
}

static void destroy(uint32_t number)
{
	struct slot *s;

	pthread_mutex_destroy(mutex_of(number));
	omprt_enter();
	s = slot_at(number);
	s->used = false;
	s->next_free = first_free;
	first_free = number;
	omprt_leave();
}

void omp_init_lock(struct lock *l)
{
	l->number = create();
}

/* hint: how the lock will be used; all are alike here. */
void omp_init_lock_with_hint(struct lock *l, int hint)
{
	(void)hint;
	l->number = create();
}

void omp_destroy_lock(struct lock *l)
{
	destroy(l->number);
	l->number = 0;
}

void omp_set_lock(struct lock *l)
{
	pthread_mutex_lock(mutex_of(l->number));
}

void omp_unset_lock(struct lock *l)
{
	pthread_mutex_unlock(mutex_of(l->number));
}

int omp_test_lock(struct lock *l)
{
	return !pthread_mutex_trylock(mutex_of(l->number));
}

void omp_init_nest_lock(struct nest_lock *l)
{
	*l = (struct nest_lock){ .number = create() };
}

void omp_init_nest_lock_with_hint(struct nest_lock *l, int hint)
{
	(void)hint;
	omp_init_nest_lock(l);
}

void omp_destroy_nest_lock(struct nest_lock *l)
{
	destroy(l->number);
	*l = (struct nest_lock){ 0 };
}

/* A nestable lock belongs to a task, not to a thread. */
static bool mine(const struct nest_lock *l)
{
	return __atomic_load_n(&l->owner, __ATOMIC_RELAXED) == omprt_self()->at.task;
}

static int taken(struct nest_lock *l)
{
	__atomic_store_n(&l->owner, omprt_self()->at.task, __ATOMIC_RELAXED);
	return (int)++l->depth;
}

void omp_set_nest_lock(struct nest_lock *l)
{
	if (!mine(l))
		pthread_mutex_lock(mutex_of(l->number));
	taken(l);
}

/* How deep it is nested now, 0 if another task has it. */
int omp_test_nest_lock(struct nest_lock *l)
{
	if (!mine(l) && pthread_mutex_trylock(mutex_of(l->number)))
		return 0;
	return taken(l);
}

void omp_unset_nest_lock(struct nest_lock *l)
{
	if (--l->depth > 0)
		return;
	__atomic_store_n(&l->owner, NULL, __ATOMIC_RELAXED);
	pthread_mutex_unlock(mutex_of(l->number));
}
