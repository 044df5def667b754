/* threads_c11.c - C11 threads: the POSIX ones under other names and results, as in
 * glibc, whose types are the same memory.  thrd_create and thrd_exit: emu/target/rt. */
#include <errno.h>

#include "libc.h"
#include "emu/node/machine/process.h"
#include "emu/node/posix/posix.h"

static int result_of(int error)
{
	switch (error) {
	case 0: return thrd_success;
	case ENOMEM: return thrd_nomem;
	case ETIMEDOUT: return thrd_timedout;
	case EBUSY: return thrd_busy;
	default: return thrd_error;
	}
}

thrd_t emu_thrd_current(void)
{
	return emu_pthread_self();
}

int emu_thrd_equal(thrd_t a, thrd_t b)
{
	return a == b;
}

int emu_thrd_detach(thrd_t t)
{
	return result_of(emu_pthread_detach(t));
}

int emu_thrd_join(thrd_t t, int *result)
{
	void *value;
	int rc = emu_pthread_join(t, &value);

	if (rc == 0 && result)
		*result = (int)(intptr_t)value;
	return result_of(rc);
}

int emu_thrd_sleep(const struct timespec *ts, struct timespec *left)
{
	return emu_nanosleep(ts, left) == 0 ? 0 : errno == EINTR ? -1 : -2;
}

void emu_thrd_yield(void)
{
	emu_sched_yield();
}

/* ---- */

static pthread_mutex_t *mutex(mtx_t *m)
{
	return (pthread_mutex_t *)(void *)m;
}

static pthread_cond_t *cond(cnd_t *c)
{
	return (pthread_cond_t *)(void *)c;
}

int emu_mtx_init(mtx_t *m, int type)
{
	pthread_mutexattr_t attr;

	if (type & ~(mtx_recursive | mtx_timed))
		return thrd_error;
	pthread_mutexattr_init(&attr);
	if (type & mtx_recursive)
		pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
	return result_of(emu_pthread_mutex_init(mutex(m), &attr));
}

int emu_mtx_lock(mtx_t *m)
{
	POSIX_OP();
	return result_of(posix_mutex_lock(mutex(m), false, PS_NEVER));
}

int emu_mtx_trylock(mtx_t *m)
{
	POSIX_OP();
	return result_of(posix_mutex_lock(mutex(m), true, PS_NEVER));
}

int emu_mtx_timedlock(mtx_t *m, const struct timespec *at)
{
	return result_of(emu_pthread_mutex_timedlock(mutex(m), at));
}

int emu_mtx_unlock(mtx_t *m)
{
	return result_of(emu_pthread_mutex_unlock(mutex(m)));
}

void emu_mtx_destroy(mtx_t *m)
{
	emu_pthread_mutex_destroy(mutex(m));
}

int emu_cnd_init(cnd_t *c)
{
	return result_of(emu_pthread_cond_init(cond(c), NULL));
}

int emu_cnd_signal(cnd_t *c)
{
	return result_of(emu_pthread_cond_signal(cond(c)));
}

int emu_cnd_broadcast(cnd_t *c)
{
	return result_of(emu_pthread_cond_broadcast(cond(c)));
}

int emu_cnd_wait(cnd_t *c, mtx_t *m)
{
	return result_of(emu_pthread_cond_wait(cond(c), mutex(m)));
}

int emu_cnd_timedwait(cnd_t *c, mtx_t *m, const struct timespec *at)
{
	return result_of(emu_pthread_cond_timedwait(cond(c), mutex(m), at));
}

void emu_cnd_destroy(cnd_t *c)
{
	emu_pthread_cond_destroy(cond(c));
}

int emu_tss_create(tss_t *key, tss_dtor_t destructor)
{
	return result_of(emu_pthread_key_create(key, destructor));
}

void *emu_tss_get(tss_t key)
{
	return emu_pthread_getspecific(key);
}

int emu_tss_set(tss_t key, void *value)
{
	return result_of(emu_pthread_setspecific(key, value));
}

void emu_tss_delete(tss_t key)
{
	emu_pthread_key_delete(key);
}
