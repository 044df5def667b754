/*
 * pthread_sched.c - where threads run.  Every thread has a hardware thread of its
 * own, so policies and priorities are remembered and decide nothing.
 */
#include <errno.h>
#include <sched.h>
#include <string.h>
#include <sys/sysinfo.h>
#include <unistd.h>

#include "kernel.h"
#include "machine.h"
#include "posix.h"

/* ---- affinity: a set of one */

static int affinity_get(const struct thread *t, size_t bytes, cpu_set_t *set)
{
	uint64_t mask = UINT64_C(1) << hwthread_id(t);

	if (bytes < sizeof mask)
		return EINVAL;
	memset(set, 0, bytes);
	memcpy(set, &mask, sizeof mask);
	return 0;
}

static int affinity_set(struct thread *t, size_t bytes, const cpu_set_t *set)
{
	uint64_t mask = 0;

	memcpy(&mask, set, bytes < sizeof mask ? bytes : sizeof mask);
	return hwthread_move(t, mask);
}

int emu_pthread_getaffinity_np(pthread_t handle, size_t bytes, cpu_set_t *set)
{
	POSIX_OP();
	const struct hwthread *h = hwthread_find(handle);

	return h ? affinity_get(h->t, bytes, set) : ESRCH;
}

int emu_pthread_setaffinity_np(pthread_t handle, size_t bytes, const cpu_set_t *set)
{
	POSIX_OP();
	struct hwthread *h = hwthread_find(handle);

	return h ? affinity_set(h->t, bytes, set) : ESRCH;
}

/* By the number that gettid() gives; 0 is the caller. */
static struct thread *thread_by_tid(pid_t tid)
{
	if (tid == 0)
		return thread_self;
	for (struct thread *t = &process_self()->main; t; t = t->next_in_process)
		if (t->state != THREAD_DEAD && posix_tid(t) == (uint32_t)tid)
			return t;
	return NULL;
}

static int result(int error)
{
	if (error)
		errno = error;
	return error ? -1 : 0;
}

int emu_sched_getaffinity(pid_t tid, size_t bytes, cpu_set_t *set)
{
	POSIX_OP();
	const struct thread *t = thread_by_tid(tid);

	return result(t ? affinity_get(t, bytes, set) : ESRCH);
}

int emu_sched_setaffinity(pid_t tid, size_t bytes, const cpu_set_t *set)
{
	POSIX_OP();
	struct thread *t = thread_by_tid(tid);

	return result(t ? affinity_set(t, bytes, set) : ESRCH);
}

int emu_sched_getcpu(void)
{
	kernel_call();
	return (int)hwthread_id(thread_self);
}

int emu_get_nprocs(void)
{
	kernel_call();
	return (int)hwthread_count();
}

int emu_get_nprocs_conf(void)
{
	return emu_get_nprocs();
}

/* What counts processors and threads is the process's; other figures the host's. */
long emu_sysconf(int name)
{
	switch (name) {
	case _SC_NPROCESSORS_CONF:
	case _SC_NPROCESSORS_ONLN:
	case _SC_THREAD_THREADS_MAX: return emu_get_nprocs();
	default: return sysconf(name);
	}
}

/* ---- policies */

static bool is_policy(int policy)
{
	return policy == SCHED_OTHER || policy == SCHED_FIFO || policy == SCHED_RR ||
	       policy == SCHED_BATCH || policy == SCHED_IDLE;
}

int emu_pthread_getschedparam(pthread_t handle, int *policy, struct sched_param *param)
{
	POSIX_OP();
	const struct hwthread *h = hwthread_find(handle);

	if (!h)
		return ESRCH;
	*policy = h->policy;
	param->sched_priority = h->priority;
	return 0;
}

int emu_pthread_setschedparam(pthread_t handle, int policy, const struct sched_param *param)
{
	POSIX_OP();
	struct hwthread *h = hwthread_find(handle);

	if (!h)
		return ESRCH;
	if (!is_policy(policy) || param->sched_priority < sched_get_priority_min(policy) ||
	    param->sched_priority > sched_get_priority_max(policy))
		return EINVAL;
	h->policy = policy;
	h->priority = param->sched_priority;
	return 0;
}

int emu_pthread_setschedprio(pthread_t handle, int priority)
{
	POSIX_OP();
	struct hwthread *h = hwthread_find(handle);

	if (!h)
		return ESRCH;
	if (priority < sched_get_priority_min(h->policy) ||
	    priority > sched_get_priority_max(h->policy))
		return EINVAL;
	h->priority = priority;
	return 0;
}

/* A thread has its hardware thread to itself: its time is everybody's. */
int emu_pthread_getcpuclockid(pthread_t handle, clockid_t *clock)
{
	POSIX_OP();
	if (!hwthread_find(handle))
		return ESRCH;
	*clock = CLOCK_THREAD_CPUTIME_ID;
	return 0;
}

int emu_pthread_getconcurrency(void)
{
	return posix_self()->concurrency;
}

int emu_pthread_setconcurrency(int level)
{
	if (level < 0)
		return EINVAL;
	posix_self()->concurrency = level;
	return 0;
}

/* There is no fork on a node (emu/rt/unavailable.c): no handler is ever due. */
int emu_pthread_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void))
{
	(void)prepare, (void)parent, (void)child;
	return 0;
}

int emu_register_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void),
			void *dso)
{
	(void)dso;
	return emu_pthread_atfork(prepare, parent, child);
}
