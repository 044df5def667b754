/*
 * pthread_mutex.c - fair (FIFO) mutexes with direct hand-over: an unlocked one goes to the
 * thread that has waited longest, before later ones: the order is a rule, not a race.
 * In glibc's structure: __lock 1 while held, __count of recursion, __owner's tid,
 * __kind as in the static initialisers, __spins the state of a robust one.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "emu/node/machine/process.h"
#include "emu/core/engine/watch.h"
#include "posix.h"

#define KIND_TYPE   3
#define KIND_ROBUST 16
#define KIND_DEAD   (-1) /* destroyed */

enum { STATE_GOOD, STATE_OWNER_DIED, STATE_LOST };

#define DATA(m) (&(m)->__data)

static int type_of(const pthread_mutex_t *m)
{
	return DATA(m)->__kind & KIND_TYPE;
}

static bool is_mutex(const pthread_mutex_t *m)
{
	return (DATA(m)->__kind & ~(KIND_TYPE | KIND_ROBUST)) == 0;
}

static bool is_robust(const pthread_mutex_t *m)
{
	return DATA(m)->__kind & KIND_ROBUST;
}

uint32_t posix_mutex_owner(const volatile void *m)
{
	const volatile pthread_mutex_t *mutex = m;

	return mutex->__data.__lock ? (uint32_t)mutex->__data.__owner : 0;
}

/* ---- robust ones are on their owner's list */

static void held_add(struct posix_thread *pt, pthread_mutex_t *m)
{
	if (pt->robust_count == pt->robust_capacity) {
		pt->robust_capacity = pt->robust_capacity ? 2 * pt->robust_capacity : 8;
		pt->robust = realloc(pt->robust, pt->robust_capacity * sizeof *pt->robust);
		if (!pt->robust)
			abort();
	}
	pt->robust[pt->robust_count++] = m;
}

static void held_remove(struct posix_thread *pt, const pthread_mutex_t *m)
{
	for (unsigned i = 0; i < pt->robust_count; i++)
		if (pt->robust[i] == m) {
			pt->robust[i] = pt->robust[--pt->robust_count];
			return;
		}
}

static void give(pthread_mutex_t *m, struct thread *to)
{
	DATA(m)->__lock = 1;
	DATA(m)->__count = 1;
	DATA(m)->__owner = (int)posix_tid(to);
	if (is_robust(m))
		held_add(posix_thread_of(to), m);
}

/* Hands m to the next waiter, or unlocks it. */
static void pass_on(pthread_mutex_t *m)
{
	struct thread *next = futex_first(m);

	DATA(m)->__lock = 0;
	DATA(m)->__owner = 0;
	DATA(m)->__count = 0;
	if (!next)
		return;
	give(m, next);
	thread_wake(next, thread_self->clock_ps);
}

void posix_robust_release(struct posix_thread *pt)
{
	while (pt->robust_count > 0) {
		pthread_mutex_t *m = pt->robust[--pt->robust_count];

		DATA(m)->__spins = STATE_OWNER_DIED;
		pass_on(m);
	}
}

/* ---- */

static int result_of(const pthread_mutex_t *m)
{
	switch (is_robust(m) ? DATA(m)->__spins : STATE_GOOD) {
	case STATE_OWNER_DIED: return EOWNERDEAD;
	case STATE_LOST: return ENOTRECOVERABLE;
	default: return 0;
	}
}

/* Locked by the running thread already. */
static int lock_again(pthread_mutex_t *m)
{
	if (DATA(m)->__count == UINT32_MAX)
		return EAGAIN;
	DATA(m)->__count++;
	return 0;
}

/* 0 or an error; EBUSY: locked by another thread, or by the caller if m is not recursive. */
static int lock_now(pthread_mutex_t *m)
{
	if (!is_mutex(m))
		return EINVAL;
	if (result_of(m) == ENOTRECOVERABLE)
		return ENOTRECOVERABLE;
	if (!DATA(m)->__lock) {
		give(m, thread_self);
		return result_of(m);
	}
	if (type_of(m) == PTHREAD_MUTEX_RECURSIVE_NP &&
	    posix_mutex_owner(m) == posix_tid(thread_self))
		return lock_again(m);
	return EBUSY;
}

int posix_mutex_lock(pthread_mutex_t *m, bool try, ps_t deadline_ps)
{
	int rc = lock_now(m);

	if (rc != EBUSY || try)
		return rc;
	if (type_of(m) == PTHREAD_MUTEX_ERRORCHECK_NP &&
	    posix_mutex_owner(m) == posix_tid(thread_self))
		return EDEADLK;
	do {
		rc = posix_wait(WAIT_MUTEX, m, deadline_ps);
		if (rc == 0) /* handed over */
			return result_of(m);
		if (rc == -ETIMEDOUT)
			return ETIMEDOUT;
		rc = lock_now(m); /* after a signal */
	} while (rc == EBUSY);
	return rc;
}

/* Gives up a mutex that was not made consistent (pthread_mutex_consistent): it is not
 * recoverable. */
static void give_up(pthread_mutex_t *m)
{
	DATA(m)->__spins = STATE_LOST;
	DATA(m)->__lock = 0;
	DATA(m)->__owner = 0;
	futex_wake(m, UINT32_MAX);
}

int posix_mutex_unlock(pthread_mutex_t *m)
{
	bool mine = posix_mutex_owner(m) == posix_tid(thread_self);

	if (!is_mutex(m))
		return EINVAL;
	if (!mine && (type_of(m) == PTHREAD_MUTEX_RECURSIVE_NP ||
		      type_of(m) == PTHREAD_MUTEX_ERRORCHECK_NP || is_robust(m)))
		return EPERM;
	if (type_of(m) == PTHREAD_MUTEX_RECURSIVE_NP && --DATA(m)->__count > 0)
		return 0;
	if (is_robust(m))
		held_remove(posix_thread_self(), m);
	if (result_of(m) == EOWNERDEAD)
		give_up(m);
	else
		pass_on(m);
	return 0;
}

int emu_pthread_mutex_init(pthread_mutex_t *m, const pthread_mutexattr_t *attr)
{
	int type = PTHREAD_MUTEX_DEFAULT, robust = PTHREAD_MUTEX_STALLED;

	POSIX_OP();
	if (attr) {
		pthread_mutexattr_gettype(attr, &type);
		pthread_mutexattr_getrobust(attr, &robust);
	}
	memset(m, 0, sizeof *m);
	DATA(m)->__kind = type | (robust == PTHREAD_MUTEX_ROBUST ? KIND_ROBUST : 0);
	return 0;
}

int emu_pthread_mutex_destroy(pthread_mutex_t *m)
{
	POSIX_OP();
	if (DATA(m)->__lock)
		return EBUSY;
	DATA(m)->__kind = KIND_DEAD;
	return 0;
}

int emu_pthread_mutex_lock(pthread_mutex_t *m)
{
	POSIX_OP();
	return posix_mutex_lock(m, false, PS_NEVER);
}

int emu_pthread_mutex_trylock(pthread_mutex_t *m)
{
	POSIX_OP();
	return posix_mutex_lock(m, true, PS_NEVER);
}

static int lock_until(pthread_mutex_t *m, clockid_t clock, const struct timespec *at)
{
	ps_t deadline_ps;
	int rc = posix_mutex_lock(m, true, PS_NEVER);

	if (rc != EBUSY) /* if it is free, the deadline is not checked */
		return rc;
	rc = posix_deadline(clock, at, &deadline_ps);
	return rc ? rc : posix_mutex_lock(m, false, deadline_ps);
}

int emu_pthread_mutex_timedlock(pthread_mutex_t *m, const struct timespec *at)
{
	POSIX_OP();
	return lock_until(m, CLOCK_REALTIME, at);
}

int emu_pthread_mutex_clocklock(pthread_mutex_t *m, clockid_t clock, const struct timespec *at)
{
	POSIX_OP();
	return lock_until(m, clock, at);
}

int emu_pthread_mutex_unlock(pthread_mutex_t *m)
{
	POSIX_OP();
	return posix_mutex_unlock(m);
}

int emu_pthread_mutex_consistent(pthread_mutex_t *m)
{
	POSIX_OP();
	if (!is_mutex(m) || result_of(m) != EOWNERDEAD ||
	    posix_mutex_owner(m) != posix_tid(thread_self))
		return EINVAL;
	DATA(m)->__spins = STATE_GOOD;
	return 0;
}
