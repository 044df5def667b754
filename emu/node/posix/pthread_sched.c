/*
 * pthread_sched.c - policies and priorities: every thread has a hardware thread of
 * its own, so they are stored and have no effect.
 */
#include <errno.h>
#include <sched.h>

#include "emu/node/machine/process.h"
#include "posix.h"

static bool is_policy(int policy)
{
	return policy == SCHED_OTHER || policy == SCHED_FIFO || policy == SCHED_RR ||
	       policy == SCHED_BATCH || policy == SCHED_IDLE;
}

static bool is_priority(int policy, int priority)
{
	return priority >= sched_get_priority_min(policy) &&
	       priority <= sched_get_priority_max(policy);
}

static int policy_set(struct posix_thread *pt, int policy, int priority)
{
	if (!pt)
		return ESRCH;
	if (!is_policy(policy) || !is_priority(policy, priority))
		return EINVAL;
	pt->policy = policy;
	pt->priority = priority;
	return 0;
}

int emu_pthread_getschedparam(pthread_t handle, int *policy, struct sched_param *param)
{
	POSIX_OP();
	const struct posix_thread *pt = posix_thread_find(handle);

	if (!pt)
		return ESRCH;
	*policy = pt->policy;
	param->sched_priority = pt->priority;
	return 0;
}

int emu_pthread_setschedparam(pthread_t handle, int policy, const struct sched_param *param)
{
	POSIX_OP();
	return policy_set(posix_thread_find(handle), policy, param->sched_priority);
}

int emu_pthread_setschedprio(pthread_t handle, int priority)
{
	POSIX_OP();
	struct posix_thread *pt = posix_thread_find(handle);

	return policy_set(pt, pt ? pt->policy : 0, priority);
}

static struct posix_thread *hwthread_by_tid(pid_t tid)
{
	struct thread *t = posix_thread_of_tid(tid);

	return t ? posix_thread_of(t) : NULL;
}

int emu_sched_getscheduler(pid_t tid)
{
	POSIX_OP();
	const struct posix_thread *pt = hwthread_by_tid(tid);

	return pt ? pt->policy : posix_result(ESRCH);
}

int emu_sched_setscheduler(pid_t tid, int policy, const struct sched_param *param)
{
	POSIX_OP();
	return posix_result(policy_set(hwthread_by_tid(tid), policy, param->sched_priority));
}

int emu_sched_getparam(pid_t tid, struct sched_param *param)
{
	POSIX_OP();
	const struct posix_thread *pt = hwthread_by_tid(tid);

	if (pt)
		param->sched_priority = pt->priority;
	return posix_result(pt ? 0 : ESRCH);
}

int emu_sched_setparam(pid_t tid, const struct sched_param *param)
{
	POSIX_OP();
	struct posix_thread *pt = hwthread_by_tid(tid);

	return posix_result(policy_set(pt, pt ? pt->policy : 0, param->sched_priority));
}

/* No thread is preempted by another: no limit. */
int emu_sched_rr_get_interval(pid_t tid, struct timespec *ts)
{
	POSIX_OP();
	if (!posix_thread_of_tid(tid))
		return posix_result(ESRCH);
	*ts = (struct timespec){ 0 };
	return 0;
}

/* A thread has its hardware thread to itself: all threads have the same CPU time. */
int emu_pthread_getcpuclockid(pthread_t handle, clockid_t *clock)
{
	POSIX_OP();
	if (!posix_thread_find(handle))
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

/* There is no fork on a node (emu/target/rt/unavailable.c): no handler is ever due. */
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
