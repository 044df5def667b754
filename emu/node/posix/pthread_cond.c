/* pthread_cond.c - condition variables: a waiter waits on the address of the variable,
 * and takes the mutex again when it is woken. */
#include <errno.h>
#include <string.h>

#include "emu/node/machine/process.h"
#include "posix.h"

/* In the program's memory; all zero by the static initialiser. */
struct cond {
	uint32_t monotonic; /* the clock of pthread_cond_timedwait */
};

_Static_assert(sizeof(struct cond) <= sizeof(pthread_cond_t), "fits");

static struct cond *cond_of(pthread_cond_t *c)
{
	return (struct cond *)(void *)c;
}

int emu_pthread_cond_init(pthread_cond_t *c, const pthread_condattr_t *attr)
{
	clockid_t clock = CLOCK_REALTIME;

	POSIX_OP();
	if (attr)
		pthread_condattr_getclock(attr, &clock);
	memset(c, 0, sizeof *c);
	cond_of(c)->monotonic = clock == CLOCK_MONOTONIC;
	return 0;
}

int emu_pthread_cond_destroy(pthread_cond_t *c)
{
	POSIX_OP();
	return futex_first(c) ? EBUSY : 0;
}

static int wait_until(pthread_cond_t *c, pthread_mutex_t *m, ps_t deadline_ps)
{
	int rc, lock_rc;

	posix_cancel_point();
	rc = posix_mutex_unlock(m);
	if (rc)
		return rc;
	rc = posix_wait(WAIT_COND, c, deadline_ps);
	if (rc)
		posix_charge(); /* a woken one has paid already */
	lock_rc = posix_mutex_lock(m, false, PS_NEVER);
	if (rc == -EINTR)
		posix_cancel_point();
	if (lock_rc)
		return lock_rc;
	return rc == -ETIMEDOUT ? ETIMEDOUT : 0;
}

int emu_pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m)
{
	POSIX_OP();
	return wait_until(c, m, PS_NEVER);
}

int emu_pthread_cond_clockwait(pthread_cond_t *c, pthread_mutex_t *m, clockid_t clock,
			       const struct timespec *at)
{
	ps_t deadline_ps;

	POSIX_OP();
	int rc = posix_deadline(clock, at, &deadline_ps);

	return rc ? rc : wait_until(c, m, deadline_ps);
}

int emu_pthread_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m,
			       const struct timespec *at)
{
	ps_t deadline_ps;

	POSIX_OP();
	int rc = posix_deadline(cond_of(c)->monotonic ? CLOCK_MONOTONIC : CLOCK_REALTIME,
				at, &deadline_ps);

	return rc ? rc : wait_until(c, m, deadline_ps);
}

int emu_pthread_cond_signal(pthread_cond_t *c)
{
	POSIX_OP();
	futex_wake(c, 1);
	return 0;
}

int emu_pthread_cond_broadcast(pthread_cond_t *c)
{
	POSIX_OP();
	futex_wake(c, UINT32_MAX);
	return 0;
}
