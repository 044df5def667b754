/* semaphore.c - unnamed POSIX semaphores.  A post is handed to the thread that has waited
 * longest and does not pass through the value. */
#include <errno.h>
#include <limits.h>

#include "emu/node/machine/process.h"
#include "posix.h"

struct semaphore {
	uint32_t value;
};

_Static_assert(sizeof(struct semaphore) <= sizeof(sem_t), "fits");

static struct semaphore *semaphore_of(sem_t *s)
{
	return (struct semaphore *)(void *)s;
}

int emu_sem_init(sem_t *s, int shared, unsigned value)
{
	(void)shared;
	POSIX_OP();
	if (value > SEM_VALUE_MAX)
		return posix_result(EINVAL);
	semaphore_of(s)->value = value;
	return 0;
}

int emu_sem_destroy(sem_t *s)
{
	(void)s;
	POSIX_OP();
	return 0;
}

static int try_wait(sem_t *s)
{
	if (semaphore_of(s)->value == 0)
		return EAGAIN;
	semaphore_of(s)->value--;
	return 0;
}

static int wait_until(sem_t *s, ps_t deadline_ps)
{
	int rc;

	do {
		rc = posix_wait_restarting(WAIT_SEMAPHORE, s, deadline_ps);
		if (rc == -ECANCELED)
			posix_cancel_point(); /* does not return */
	} while (rc == -EAGAIN && try_wait(s) != 0);
	return rc == -EAGAIN ? 0 : -rc;
}

int emu_sem_wait(sem_t *s)
{
	POSIX_OP();
	posix_cancel_point();
	return posix_result(try_wait(s) == 0 ? 0 : wait_until(s, PS_NEVER));
}

int emu_sem_trywait(sem_t *s)
{
	POSIX_OP();
	return posix_result(try_wait(s));
}

static int clock_wait(sem_t *s, clockid_t clock, const struct timespec *at)
{
	ps_t deadline_ps;

	posix_cancel_point();
	if (try_wait(s) == 0)
		return 0;
	int rc = posix_deadline(clock, at, &deadline_ps);

	return rc ? rc : wait_until(s, deadline_ps);
}

int emu_sem_timedwait(sem_t *s, const struct timespec *at)
{
	POSIX_OP();
	return posix_result(clock_wait(s, CLOCK_REALTIME, at));
}

int emu_sem_clockwait(sem_t *s, clockid_t clock, const struct timespec *at)
{
	POSIX_OP();
	return posix_result(clock_wait(s, clock, at));
}

int emu_sem_post(sem_t *s)
{
	POSIX_OP();
	if (futex_wake(s, 1) > 0)
		return 0;
	if (semaphore_of(s)->value == SEM_VALUE_MAX)
		return posix_result(EOVERFLOW);
	semaphore_of(s)->value++;
	return 0;
}

int emu_sem_getvalue(sem_t *s, int *value)
{
	POSIX_OP();
	*value = (int)semaphore_of(s)->value;
	return 0;
}
