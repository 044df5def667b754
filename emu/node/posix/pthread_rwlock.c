/*
 * pthread_rwlock.c - read-write locks.  Readers enter while readers are in, unless
 * the lock prefers writers and one waits; a lock that becomes free goes to those that
 * have waited longest, one writer or all readers before the next writer.  In
 * glibc's structure: __readers, __cur_writer's tid, __flags as in the initialisers.
 */
#include <errno.h>
#include <string.h>

#include "emu/node/machine/process.h"
#include "emu/core/engine/watch.h"
#include "posix.h"

#define DATA(rw) (&(rw)->__data)

static uint32_t me(void)
{
	return posix_tid(thread_self);
}

static bool is_free(const pthread_rwlock_t *rw)
{
	return !DATA(rw)->__cur_writer && !DATA(rw)->__readers;
}

static bool prefers_writers(const pthread_rwlock_t *rw)
{
	return DATA(rw)->__flags == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP;
}

static bool writer_waits(const pthread_rwlock_t *rw)
{
	for (struct thread *t = node_parked(thread_self->node); t; t = t->next_parked)
		if (t->waiting.kind == WAIT_WRLOCK && t->waiting.what == rw)
			return true;
	return false;
}

static bool may_read(const pthread_rwlock_t *rw)
{
	return !DATA(rw)->__cur_writer && !(prefers_writers(rw) && writer_waits(rw));
}

/* Hands the lock to all waiters that may have it now. */
static void admit(pthread_rwlock_t *rw)
{
	struct thread *t;

	while (!DATA(rw)->__cur_writer && (t = futex_first(rw)) != NULL) {
		if (t->waiting.kind == WAIT_WRLOCK && DATA(rw)->__readers)
			return;
		if (t->waiting.kind == WAIT_WRLOCK)
			DATA(rw)->__cur_writer = (int)posix_tid(t);
		else
			DATA(rw)->__readers++;
		thread_wake(t, thread_self->clock_ps);
	}
}

static int try_read(pthread_rwlock_t *rw)
{
	if (!may_read(rw))
		return EBUSY;
	if (DATA(rw)->__readers == UINT32_MAX)
		return EAGAIN;
	DATA(rw)->__readers++;
	return 0;
}

static int try_write(pthread_rwlock_t *rw)
{
	if (!is_free(rw))
		return EBUSY;
	DATA(rw)->__cur_writer = (int)me();
	return 0;
}

static int try_lock(unsigned kind, pthread_rwlock_t *rw)
{
	return kind == WAIT_RDLOCK ? try_read(rw) : try_write(rw);
}

static int lock(unsigned kind, pthread_rwlock_t *rw, clockid_t clock,
		const struct timespec *at)
{
	ps_t deadline_ps = PS_NEVER;
	int rc = try_lock(kind, rw);

	if (rc != EBUSY)
		return rc;
	if (DATA(rw)->__cur_writer == (int)me())
		return EDEADLK;
	if (at && (rc = posix_deadline(clock, at, &deadline_ps)) != 0)
		return rc;
	do {
		rc = posix_wait(kind, rw, deadline_ps);
		if (rc == 0) /* handed over */
			return 0;
		if (rc == -ETIMEDOUT) {
			admit(rw); /* readers may have waited behind this one */
			return ETIMEDOUT;
		}
		rc = try_lock(kind, rw); /* after a signal */
	} while (rc == EBUSY);
	return rc;
}

int emu_pthread_rwlock_init(pthread_rwlock_t *rw, const pthread_rwlockattr_t *attr)
{
	int kind = PTHREAD_RWLOCK_DEFAULT_NP;

	POSIX_OP();
	if (attr)
		pthread_rwlockattr_getkind_np(attr, &kind);
	memset(rw, 0, sizeof *rw);
	DATA(rw)->__flags = (unsigned)kind;
	return 0;
}

int emu_pthread_rwlock_destroy(pthread_rwlock_t *rw)
{
	POSIX_OP();
	return is_free(rw) ? 0 : EBUSY;
}

int emu_pthread_rwlock_rdlock(pthread_rwlock_t *rw)
{
	POSIX_OP();
	return lock(WAIT_RDLOCK, rw, 0, NULL);
}

int emu_pthread_rwlock_tryrdlock(pthread_rwlock_t *rw)
{
	POSIX_OP();
	return try_read(rw);
}

int emu_pthread_rwlock_timedrdlock(pthread_rwlock_t *rw, const struct timespec *at)
{
	POSIX_OP();
	return lock(WAIT_RDLOCK, rw, CLOCK_REALTIME, at);
}

int emu_pthread_rwlock_clockrdlock(pthread_rwlock_t *rw, clockid_t clock,
				   const struct timespec *at)
{
	POSIX_OP();
	return lock(WAIT_RDLOCK, rw, clock, at);
}

int emu_pthread_rwlock_wrlock(pthread_rwlock_t *rw)
{
	POSIX_OP();
	return lock(WAIT_WRLOCK, rw, 0, NULL);
}

int emu_pthread_rwlock_trywrlock(pthread_rwlock_t *rw)
{
	POSIX_OP();
	return try_write(rw);
}

int emu_pthread_rwlock_timedwrlock(pthread_rwlock_t *rw, const struct timespec *at)
{
	POSIX_OP();
	return lock(WAIT_WRLOCK, rw, CLOCK_REALTIME, at);
}

int emu_pthread_rwlock_clockwrlock(pthread_rwlock_t *rw, clockid_t clock,
				   const struct timespec *at)
{
	POSIX_OP();
	return lock(WAIT_WRLOCK, rw, clock, at);
}

int emu_pthread_rwlock_unlock(pthread_rwlock_t *rw)
{
	POSIX_OP();
	if (is_free(rw))
		return EPERM;
	if (DATA(rw)->__cur_writer)
		DATA(rw)->__cur_writer = 0;
	else
		DATA(rw)->__readers--;
	admit(rw);
	return 0;
}
