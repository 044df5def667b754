/* posix.c - what the POSIX threads of a program share: cost, time, identity. */
#include "posix.h"

#include <errno.h>
#include <stdlib.h>

#include "emu/node/machine/call.h"
#include "emu/node/machine/job.h"
#include "emu/node/machine/process.h"
#include "share.h"

/* 1 June 2012, 00:00 UTC: the year the first machine was accepted. */
#define BOOT_EPOCH_S 1338508800

/* libstdc++ leaves out its locks when libc says that there is one thread; the
 * host's libc counts bgq-run's own. */
const char emu_libc_single_threaded[1];

void posix_charge(void)
{
	thread_charge(thread_cycles_ps(thread_self, job.model->thread_op_cycles));
}

void posix_op(const void *pc)
{
	thread_self->waiting.pc = (uintptr_t)pc;
	call_begin();
	posix_charge();
	posix_signals();
	thread_self->waiting.pc = (uintptr_t)pc; /* handlers have made calls */
}

/* All that has interrupted it was signals that are blocked or ignored. */
static bool goes_on_waiting(const struct thread *t)
{
	struct posix_thread *pt = t->user->posix;

	if (!pt)
		return false;
	pt->signal_kept = false;
	return !posix_signals() && pt->signal_kept && (!pt->cancel_wanted || pt->cancel_disabled);
}

int posix_wait(unsigned kind, const volatile void *addr, ps_t deadline_ps)
{
	struct thread *t = thread_self;
	int rc;

	do {
		if (kind != WAIT_SPINLOCK)
			share_block();
		rc = futex_park(kind, addr, deadline_ps);
		share_resume();
	} while (rc == -EINTR && goes_on_waiting(t));
	if (rc == 0) { /* the changed word is loaded from L2 again */
		t->clock_ps += thread_cycles_ps(t, job.model->thread_op_cycles);
		thread_charge(0);
	}
	return rc;
}

struct posix *posix_self(void)
{
	struct process *p = process_self();

	if (!p->posix)
		p->posix = calloc(1, sizeof *p->posix);
	if (!p->posix)
		abort();
	return p->posix;
}

void posix_release(struct process *p)
{
	struct posix *x = p->posix;

	if (!x)
		return;
	for (struct fault_registers *r = x->fault_registers, *next; r; r = next) {
		next = r->next;
		free(r);
	}
	free(x->timers);
	free(x);
	p->posix = NULL;
}

/* The main thread has the process's number; the others have numbers above all ranks'. */
uint32_t posix_tid(const struct thread *t)
{
	return t->process->rank + 2 + t->user->serial * job.ranks;
}

uint32_t posix_tid_rank(uint32_t tid)
{
	return (tid - 2) % job.ranks;
}

struct thread *posix_thread_of_tid(pid_t tid)
{
	if (tid == 0)
		return thread_self;
	for (struct thread *t = &process_self()->main; t; t = t->user->next)
		if (t->state != THREAD_DEAD && posix_tid(t) == (uint32_t)tid)
			return t;
	return NULL;
}

int posix_result(int error)
{
	return (int)call_result(-error);
}

static bool is_calendar(clockid_t clock)
{
	return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_TAI;
}

int64_t posix_clock_offset_s(clockid_t clock)
{
	return is_calendar(clock) ? BOOT_EPOCH_S : 0;
}

int posix_deadline(clockid_t clock, const struct timespec *at, ps_t *deadline_ps)
{
	int64_t since_boot = at->tv_sec - posix_clock_offset_s(clock);
	const int64_t most = (int64_t)(PS_NEVER / PS_PER_S) - 1;

	if (at->tv_nsec < 0 || at->tv_nsec > 999999999)
		return EINVAL;
	if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC)
		return EINVAL;
	if (since_boot < 0)
		*deadline_ps = 0;
	else if (since_boot > most)
		*deadline_ps = PS_NEVER - 1;
	else /* rounded up to a cycle, so that the clock has reached it then */
		*deadline_ps = ((ps_t)since_boot * PS_PER_S +
				(ps_t)at->tv_nsec * PS_PER_NS + CORE_CYCLE_PS - 1) /
			       CORE_CYCLE_PS * CORE_CYCLE_PS;
	return 0;
}
