/* pthread_spin.c - spin locks and barriers.  A spin lock's waiter uses no time
 * of the host: it is parked until the lock is handed to it. */
#include <errno.h>
#include <string.h>

#include "emu/node/machine/process.h"
#include "emu/core/engine/watch.h"
#include "posix.h"

/* ---- spin locks: 0, or the owner's tid */

int emu_pthread_spin_init(pthread_spinlock_t *s, int shared)
{
	(void)shared;
	POSIX_OP();
	*s = 0;
	return 0;
}

int emu_pthread_spin_destroy(pthread_spinlock_t *s)
{
	POSIX_OP();
	return *s ? EBUSY : 0;
}

int emu_pthread_spin_trylock(pthread_spinlock_t *s)
{
	POSIX_OP();
	if (*s)
		return EBUSY;
	*s = (int)posix_tid(thread_self);
	return 0;
}

int emu_pthread_spin_lock(pthread_spinlock_t *s)
{
	POSIX_OP();
	while (*s)
		if (posix_wait(WAIT_SPINLOCK, s, PS_NEVER) == 0)
			return 0; /* handed over */
	*s = (int)posix_tid(thread_self);
	return 0;
}

int emu_pthread_spin_unlock(pthread_spinlock_t *s)
{
	POSIX_OP();
	struct thread *next = futex_first(s);

	*s = next ? (int)posix_tid(next) : 0;
	if (next)
		thread_wake(next, thread_self->clock_ps);
	return 0;
}

/* ---- barriers */

struct posix_barrier {
	uint32_t count, arrived;
	uint32_t round;
};

_Static_assert(sizeof(struct posix_barrier) <= sizeof(pthread_barrier_t), "fits");

static struct posix_barrier *barrier_of(pthread_barrier_t *b)
{
	return (struct posix_barrier *)(void *)b;
}

int emu_pthread_barrier_init(pthread_barrier_t *b, const pthread_barrierattr_t *attr,
			     unsigned count)
{
	(void)attr;
	POSIX_OP();
	if (count == 0)
		return EINVAL;
	memset(b, 0, sizeof *b);
	barrier_of(b)->count = count;
	return 0;
}

int emu_pthread_barrier_destroy(pthread_barrier_t *b)
{
	POSIX_OP();
	return barrier_of(b)->arrived ? EBUSY : 0;
}

int emu_pthread_barrier_wait(pthread_barrier_t *barrier)
{
	struct posix_barrier *b = barrier_of(barrier);

	POSIX_OP();
	uint32_t round = b->round;

	if (++b->arrived == b->count) {
		b->arrived = 0;
		b->round++;
		futex_wake(b, UINT32_MAX);
		return PTHREAD_BARRIER_SERIAL_THREAD;
	}
	while (b->round == round)
		posix_wait(WAIT_BARRIER, b, PS_NEVER);
	return 0;
}
