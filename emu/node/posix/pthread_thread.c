/* pthread_thread.c - threads of a program: creation, joining, identity.  The
 * program's side, which knows its stacks and destructors: emu/target/rt/pthread.c. */
#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "emu/core/calls/call_stack.h"
#include "emu/node/machine/call.h"
#include "emu/node/machine/job.h"
#include "emu/node/machine/process.h"
#include "emu/node/machine/own_code.h"
#include "posix.h"
#include "emu/target/rt/rt.h"

/* Reads glibc's attributes, which are plain memory of the program. */
static int plan_read(struct posix_thread_plan *plan, const pthread_attr_t *attr)
{
	uint64_t cpus[sizeof(cpu_set_t) / sizeof(uint64_t)];
	void *stack;
	int detached;

	if (!attr) {
		plan->guard_bytes = (size_t)sysconf(_SC_PAGESIZE);
		return 0;
	}
	pthread_attr_getdetachstate(attr, &detached);
	pthread_attr_getguardsize(attr, &plan->guard_bytes);
	pthread_attr_getstack(attr, &stack, &plan->stack_bytes);
	pthread_attr_getaffinity_np(attr, sizeof cpus, (cpu_set_t *)cpus);
	plan->detached = detached == PTHREAD_CREATE_DETACHED;
	/* The attribute holds the top; without one, that is 0. */
	if ((uintptr_t)stack + plan->stack_bytes != 0)
		plan->stack = stack;
	plan->may_run_on = cpus[0];
	if (plan->stack && !call_may_access(plan->stack, plan->stack_bytes))
		return EINVAL;
	return cpus[0] ? 0 : EINVAL;
}

/* Charges the kernel's work; more for the first thread of a process. */
static void charge_creation(void)
{
	struct posix *posix = posix_self();
	uint32_t cycles = job.model->thread_create_cycles;

	if (!posix->has_threads)
		cycles += job.model->thread_first_cycles;
	posix->has_threads = true;
	thread_charge(thread_cycles_ps(thread_self, cycles));
}

int bgqemu_thread_create(pthread_t *handle, const pthread_attr_t *attr,
			 void (*entry)(void *(*start)(void *), void *arg),
			 void *(*start)(void *), void *arg)
{
	struct posix_thread_plan plan = { .entry = entry, .arg = arg };
	struct posix_thread *pt;
	int saved = errno;

	thread_self->waiting.pc = (uintptr_t)CALL_PLACE();
	call_begin();
	charge_creation();
	plan.start = (void *(*)(void *))own_code((uintptr_t)start);
	int rc = plan_read(&plan, attr);

	if (rc == 0)
		rc = posix_thread_create(&pt, &plan);
	if (rc == 0)
		*handle = (pthread_t)pt->t->user->handle;
	errno = saved;
	return rc;
}

void bgqemu_thread_exiting(void)
{
	call_begin();
	posix_thread_self()->cancel_disabled = true;
}

void bgqemu_thread_destructors(void)
{
	posix_keys_destroy();
}

/* The last thread of a process ends it as exit(0) would, which is the support
 * library's to do. */
void bgqemu_thread_end(void *result)
{
	POSIX_OP();
	if (process_self()->threads > 1)
		posix_thread_end(result);
}

/* ---- joining */

/* 0 if the running thread may join pt, else the error. */
static int may_join(const struct posix_thread *pt)
{
	if (!pt)
		return ESRCH;
	if (pt->t == thread_self)
		return EDEADLK;
	if (pt->detached || pt->joiner)
		return EINVAL;
	/* The other one waits for the running one. */
	if (posix_thread_self()->joiner == pt->t)
		return EDEADLK;
	return 0;
}

static void take_result(struct posix_thread *pt, void **result)
{
	thread_charge(thread_cycles_ps(thread_self, job.model->thread_join_cycles));
	if (result)
		*result = pt->result;
	posix_thread_release(pt);
}

static int join(pthread_t handle, void **result, ps_t deadline_ps)
{
	struct posix_thread *pt;
	int rc;

	posix_cancel_point();
	pt = posix_thread_find(handle);
	if ((rc = may_join(pt)) != 0)
		return rc;
	while (!pt->ended) {
		pt->joiner = thread_self;
		rc = posix_wait(WAIT_JOIN, (void *)pt->t->user->handle, deadline_ps);
		pt->joiner = NULL;
		if (rc == -EINTR)
			posix_cancel_point();
		if (rc == -ETIMEDOUT && !pt->ended)
			return ETIMEDOUT;
	}
	take_result(pt, result);
	return 0;
}

int emu_pthread_join(pthread_t handle, void **result)
{
	POSIX_OP();
	return join(handle, result, PS_NEVER);
}

int emu_pthread_tryjoin_np(pthread_t handle, void **result)
{
	POSIX_OP();
	struct posix_thread *pt = posix_thread_find(handle);
	int rc = may_join(pt);

	if (rc == 0 && !pt->ended)
		rc = EBUSY;
	if (rc == 0)
		take_result(pt, result);
	return rc;
}

int emu_pthread_clockjoin_np(pthread_t handle, void **result, clockid_t clock,
			     const struct timespec *at)
{
	ps_t deadline_ps = PS_NEVER;
	int rc = 0;

	POSIX_OP();
	if (at)
		rc = posix_deadline(clock, at, &deadline_ps);
	return rc ? rc : join(handle, result, deadline_ps);
}

int emu_pthread_timedjoin_np(pthread_t handle, void **result, const struct timespec *at)
{
	ps_t deadline_ps = PS_NEVER;
	int rc = 0;

	POSIX_OP();
	if (at)
		rc = posix_deadline(CLOCK_REALTIME, at, &deadline_ps);
	return rc ? rc : join(handle, result, deadline_ps);
}

int emu_pthread_detach(pthread_t handle)
{
	POSIX_OP();
	struct posix_thread *pt = posix_thread_find(handle);

	if (!pt)
		return ESRCH;
	if (pt->detached)
		return EINVAL;
	pt->detached = true;
	if (pt->ended)
		posix_thread_release(pt);
	return 0;
}

/* ---- identity */

pthread_t emu_pthread_self(void)
{
	return (pthread_t)thread_self->user->handle;
}

int emu_pthread_equal(pthread_t a, pthread_t b)
{
	return a == b;
}

pid_t emu_gettid(void)
{
	return (pid_t)posix_tid(thread_self);
}

int emu_pthread_setname_np(pthread_t handle, const char *name)
{
	POSIX_OP();
	struct posix_thread *pt = posix_thread_find(handle);

	if (!pt)
		return ESRCH;
	if (strlen(name) >= POSIX_THREAD_NAME_BYTES)
		return ERANGE;
	strcpy(pt->name, name);
	return 0;
}

int emu_pthread_getname_np(pthread_t handle, char *name, size_t bytes)
{
	POSIX_OP();
	struct posix_thread *pt = posix_thread_find(handle);

	if (!pt)
		return ESRCH;
	if (bytes < POSIX_THREAD_NAME_BYTES)
		return ERANGE;
	/* On Linux, too, a thread is called like its program until it has a name. */
	const char *program = strrchr(job.opt.argv[0], '/');

	program = program ? program + 1 : job.opt.argv[0];
	snprintf(name, POSIX_THREAD_NAME_BYTES, "%s", *pt->name ? pt->name : program);
	return 0;
}

/* ---- attributes: the host's defaults must not show */

int emu_pthread_attr_init(pthread_attr_t *attr)
{
	int rc = pthread_attr_init(attr);

	return rc ? rc : pthread_attr_setstacksize(attr, posix_thread_stack_bytes());
}

int emu_pthread_getattr_np(pthread_t handle, pthread_attr_t *attr)
{
	POSIX_OP();
	struct posix_thread *pt = posix_thread_find(handle);
	uint64_t cpu;
	int rc;

	if (!pt)
		return ESRCH;
	if ((rc = emu_pthread_attr_init(attr)) != 0)
		return rc;
	cpu = UINT64_C(1) << hwthread_id(pt->t);
	rc = pthread_attr_setaffinity_np(attr, sizeof cpu, (cpu_set_t *)&cpu);
	if (rc)
		return rc;
	struct posix_thread_bounds b = posix_thread_stack(pt->t);

	pthread_attr_setstack(attr, b.low, (size_t)(b.high - b.low));
	pthread_attr_setguardsize(attr, pt->t == &pt->own ? pt->guard_bytes : b.guard_bytes);
	return pthread_attr_setdetachstate(attr, pt->detached ? PTHREAD_CREATE_DETACHED
							     : PTHREAD_CREATE_JOINABLE);
}
