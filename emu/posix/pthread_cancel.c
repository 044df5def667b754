/*
 * pthread_cancel.c - cancellation, and signals from one thread to another.  A cancelled
 * thread ends where it next waits in a call that POSIX names a cancellation point, or
 * in pthread_testcancel; one with asynchronous cancellation, at its next call that is
 * counted as one of these.  Its frames are unwound by the program's support library.
 */
#include <errno.h>

#include "include/bgqemu/abi.h"
#include "emu/machine/call.h"
#include "emu/machine/process.h"
#include "posix.h"
#include "emu/rt/rt.h"

bool posix_is_cancelled(void)
{
	const struct hwthread *h = thread_self->hw;

	return h && h->cancel_wanted && !h->cancel_disabled;
}

void posix_cancel_point(void)
{
	struct hwthread *h = thread_self->hw;

	if (!posix_is_cancelled())
		return;
	h->cancel_disabled = true;
	h->cancel_unwind(); /* does not return */
}

static bool waits_at_a_cancellation_point(const struct thread *t)
{
	return t->wait_kind == WAIT_SLEEP || t->wait_kind == WAIT_JOIN ||
	       t->wait_kind == WAIT_COND || t->wait_kind == WAIT_SEMAPHORE ||
	       t->wait_kind == WAIT_HOST || t->wait_kind == WAIT_STDIN || t->wait_kind == WAIT_PIPE;
}

int bgqemu_thread_cancel(pthread_t handle, void (*unwind)(void))
{
	POSIX_OP();
	struct hwthread *h = hwthread_find(handle);

	if (!h)
		return ESRCH;
	if (h->ended)
		return 0;
	h->cancel_wanted = true;
	h->cancel_unwind = unwind;
	if (h->t == thread_self && h->cancel_asynchronous)
		posix_cancel_point();
	else if (!h->cancel_disabled && waits_at_a_cancellation_point(h->t))
		futex_interrupt(h->t);
	return 0;
}

bool posix_run_handlers(uint64_t *signals, void (**handler)(int sig))
{
	struct hwthread *h = thread_self->hw;
	bool any = false;

	while (*signals) {
		int sig = __builtin_ctzll(*signals) + 1;

		*signals &= *signals - 1;
		h->signal_kept = false;
		(*handler)(sig);
		any |= !h->signal_kept;
	}
	return any;
}

void bgqemu_signal_kept(void)
{
	hwthread_self()->signal_kept = true;
}

void bgqemu_signal_interrupts(void)
{
	hwthread_self()->signal_restarts = false;
}

/* A handler may wait itself. */
int posix_interrupted(void)
{
	struct hwthread *h = hwthread_self();
	bool outer = h->signal_restarts;

	h->signal_restarts = true;
	int rc = !posix_signals() ? 0 : h->signal_restarts ? -EAGAIN : -EINTR;

	h->signal_restarts = outer;
	return rc;
}

int posix_wait_restarting(unsigned kind, const volatile void *addr, ps_t deadline_ps)
{
	struct hwthread *h = hwthread_self();
	bool outer = h->signal_restarts;

	if (posix_is_cancelled())
		return -ECANCELED;
	h->signal_restarts = true;
	int rc = futex_wait(kind, addr, deadline_ps); /* has run handlers if -EINTR */

	if (rc == -EINTR && posix_is_cancelled())
		rc = -ECANCELED;
	else if (rc == -EINTR && h->signal_restarts)
		rc = -EAGAIN;
	h->signal_restarts = outer;
	return rc;
}

void bgqemu_broken_pipe(void (*handler)(int sig))
{
	posix_self()->broken_pipe = handler;
}

bool posix_signals(void)
{
	struct hwthread *h = thread_self->hw;
	bool any = posix_timer_signals();

	return (h && posix_run_handlers(&h->signals, &h->signal_handler)) || any;
}

int bgqemu_thread_signal(pthread_t handle, int sig, void (*handler)(int sig))
{
	POSIX_OP();
	struct hwthread *h = hwthread_find(handle);

	if (!h)
		return ESRCH;
	if (sig == 0 || h->ended)
		return 0;
	h->signals |= UINT64_C(1) << (sig - 1);
	h->signal_handler = handler;
	if (h->t->state == THREAD_PARKED && h->t->wait_kind == BGQEMU_WAIT_MEMORY)
		thread_wake(h->t, thread_self->clock_ps); /* in the wakeup unit */
	else
		futex_interrupt(h->t);
	return 0;
}

int emu_pthread_setcancelstate(int state, int *old)
{
	struct hwthread *h = hwthread_self();

	POSIX_OP();
	if (state != PTHREAD_CANCEL_ENABLE && state != PTHREAD_CANCEL_DISABLE)
		return EINVAL;
	if (old)
		*old = h->cancel_disabled ? PTHREAD_CANCEL_DISABLE : PTHREAD_CANCEL_ENABLE;
	h->cancel_disabled = state == PTHREAD_CANCEL_DISABLE;
	if (h->cancel_asynchronous)
		posix_cancel_point();
	return 0;
}

int emu_pthread_setcanceltype(int type, int *old)
{
	struct hwthread *h = hwthread_self();

	POSIX_OP();
	if (type != PTHREAD_CANCEL_DEFERRED && type != PTHREAD_CANCEL_ASYNCHRONOUS)
		return EINVAL;
	if (old)
		*old = h->cancel_asynchronous ? PTHREAD_CANCEL_ASYNCHRONOUS
					      : PTHREAD_CANCEL_DEFERRED;
	h->cancel_asynchronous = type == PTHREAD_CANCEL_ASYNCHRONOUS;
	if (h->cancel_asynchronous)
		posix_cancel_point();
	return 0;
}

void emu_pthread_testcancel(void)
{
	POSIX_OP();
	posix_cancel_point();
}
