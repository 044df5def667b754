/*
 * pthread_cancel.c - cancellation, and signals from one thread to another.  A cancelled
 * thread ends where it next waits in a call that POSIX names a cancellation point, or
 * in pthread_testcancel; one with asynchronous cancellation, at its next call that is
 * counted as one of these.  Its frames are unwound by the program's support library.
 */
#include <errno.h>

#include "include/bgqemu/abi.h"
#include "emu/core/calls/call_stack.h"
#include "emu/node/machine/call.h"
#include "emu/node/machine/job.h"
#include "emu/node/machine/process.h"
#include "posix.h"
#include "emu/target/rt/rt.h"
#include "emu/core/wait/wait.h"
#include "emu/core/engine/watch.h"

bool posix_is_cancelled(void)
{
	const struct posix_thread *pt = thread_self->user->posix;

	return pt && pt->cancel_wanted && !pt->cancel_disabled;
}

void posix_cancel_point(void)
{
	struct posix_thread *pt = thread_self->user->posix;

	if (!posix_is_cancelled())
		return;
	pt->cancel_disabled = true;
	call_stack_program((const void *)pt->cancel_unwind, 0, 0, 0); /* does not return */
}

static bool waits_at_a_cancellation_point(const struct thread *t)
{
	unsigned kind = t->waiting.kind;

	return kind == WAIT_SLEEP || kind == WAIT_JOIN || kind == WAIT_COND ||
	       kind == WAIT_SEMAPHORE || kind == WAIT_HOST || kind == WAIT_STDIN ||
	       kind == WAIT_PIPE;
}

int bgqemu_thread_cancel(pthread_t handle, void (*unwind)(void))
{
	POSIX_OP();
	struct posix_thread *pt = posix_thread_find(handle);

	if (!pt)
		return ESRCH;
	if (pt->ended)
		return 0;
	pt->cancel_wanted = true;
	pt->cancel_unwind = unwind;
	if (pt->t == thread_self && pt->cancel_asynchronous)
		posix_cancel_point();
	else if (!pt->cancel_disabled && waits_at_a_cancellation_point(pt->t))
		futex_interrupt(pt->t);
	return 0;
}

/* A handler may jump out of here: those that are left are run at the next check then. */
bool posix_run_handlers(uint64_t *signals, void (**handler)(int sig))
{
	struct posix_thread *pt = thread_self->user->posix;
	bool any = false;

	while (*signals) {
		int sig = __builtin_ctzll(*signals) + 1;

		*signals &= *signals - 1;
		if (!pt->signals && !pt->timer_signals)
			thread_self->signalled &= (uint8_t)~THREAD_SIGNALS;
		pt->signal_kept = false;
		call_stack_program((const void *)*handler, sig, 0, 0);
		any |= !pt->signal_kept;
	}
	return any;
}

void bgqemu_signal_kept(void)
{
	posix_thread_self()->signal_kept = true;
}

void bgqemu_signal_interrupts(void)
{
	posix_thread_self()->signal_restarts = false;
}

/* A handler may wait itself. */
int posix_interrupted(void)
{
	struct posix_thread *pt = posix_thread_self();
	bool outer = pt->signal_restarts;

	pt->signal_restarts = true;
	int rc = !posix_signals() ? 0 : pt->signal_restarts ? -EAGAIN : -EINTR;

	pt->signal_restarts = outer;
	return rc;
}

int posix_wait_restarting(unsigned kind, const volatile void *addr, ps_t deadline_ps)
{
	struct posix_thread *pt = posix_thread_self();
	bool outer = pt->signal_restarts;

	if (posix_is_cancelled())
		return -ECANCELED;
	pt->signal_restarts = true;
	int rc = posix_wait(kind, addr, deadline_ps); /* has run handlers if -EINTR */

	if (rc == -EINTR && posix_is_cancelled())
		rc = -ECANCELED;
	else if (rc == -EINTR && pt->signal_restarts)
		rc = -EAGAIN;
	pt->signal_restarts = outer;
	return rc;
}

void bgqemu_broken_pipe(void (*handler)(int sig))
{
	posix_self()->broken_pipe = handler;
}

bool posix_signals(void)
{
	struct posix_thread *pt = thread_self->user->posix;
	bool any = posix_timer_signals();

	return (pt && posix_run_handlers(&pt->signals, &pt->signal_handler)) || any;
}

/* At the very time at which another thread sends it, a thread's turn would decide whether a check
 * sees it: where the thread is parked in a loop there is none. */
static bool is_sent(const struct thread *t, const struct posix_thread *pt)
{
	return pt->signals && (job.opt.clock_off || pt->signal_ps < t->clock_ps);
}

bool posix_check_signals(void)
{
	struct thread *t = thread_self;
	struct posix_thread *pt = t->user->posix;
	bool any = posix_timer_signals();

	return (is_sent(t, pt) && posix_run_handlers(&pt->signals, &pt->signal_handler)) || any;
}

/* Interrupts t, which sees the signal at its next check, or where it waits in a call. */
static void interrupt(struct thread *t, ps_t at_ps)
{
	t->signalled |= THREAD_SIGNALS;
	if (t->state == THREAD_PARKED && wait_is_loop(t))
		wait_interrupt(t, at_ps);
	else if (t->state == THREAD_PARKED && t->waiting.kind == BGQEMU_WAIT_MEMORY)
		thread_wake(t, at_ps); /* in the wakeup unit */
	else
		futex_interrupt(t);
}

int bgqemu_thread_signal(pthread_t handle, int sig, void (*handler)(int sig))
{
	POSIX_OP();
	struct posix_thread *pt = posix_thread_find(handle);

	if (!pt)
		return ESRCH;
	if (sig == 0 || pt->ended)
		return 0;
	if (!pt->signals)
		pt->signal_ps = thread_self->clock_ps;
	pt->signals |= UINT64_C(1) << (sig - 1);
	pt->signal_handler = handler;
	interrupt(pt->t, thread_self->clock_ps);
	return 0;
}

int emu_pthread_setcancelstate(int state, int *old)
{
	struct posix_thread *pt = posix_thread_self();

	POSIX_OP();
	if (state != PTHREAD_CANCEL_ENABLE && state != PTHREAD_CANCEL_DISABLE)
		return EINVAL;
	if (old)
		*old = pt->cancel_disabled ? PTHREAD_CANCEL_DISABLE : PTHREAD_CANCEL_ENABLE;
	pt->cancel_disabled = state == PTHREAD_CANCEL_DISABLE;
	if (pt->cancel_asynchronous)
		posix_cancel_point();
	return 0;
}

int emu_pthread_setcanceltype(int type, int *old)
{
	struct posix_thread *pt = posix_thread_self();

	POSIX_OP();
	if (type != PTHREAD_CANCEL_DEFERRED && type != PTHREAD_CANCEL_ASYNCHRONOUS)
		return EINVAL;
	if (old)
		*old = pt->cancel_asynchronous ? PTHREAD_CANCEL_ASYNCHRONOUS
					      : PTHREAD_CANCEL_DEFERRED;
	pt->cancel_asynchronous = type == PTHREAD_CANCEL_ASYNCHRONOUS;
	if (pt->cancel_asynchronous)
		posix_cancel_point();
	return 0;
}

void emu_pthread_testcancel(void)
{
	POSIX_OP();
	posix_cancel_point();
}
