/*
 * signal.c - signals that a process sends to itself.  Handlers and each thread's
 * mask are in the image: the host's belong to bgq-run, and nothing here must reach
 * them.  On a node there are no other senders; bgq-run reports faults itself.  A
 * signal to the process is handled by the calling thread.
 */
#include "cost.h"
#include "private.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#define SIGNALS 65

static struct sigaction action[SIGNALS];
static __thread sigset_t blocked, pending;
static __thread stack_t altstack = { .ss_flags = SS_DISABLE };

static bool bad_signal(int sig)
{
	if (sig > 0 && sig < SIGNALS)
		return false;
	errno = EINVAL;
	return true;
}

static bool ignored_by_default(int sig)
{
	return sig == SIGCHLD || sig == SIGCONT || sig == SIGURG || sig == SIGWINCH ||
		sig == SIGTSTP || sig == SIGSTOP || sig == SIGTTIN || sig == SIGTTOU;
}

static void handler_call(int sig)
{
	struct sigaction now = action[sig];
	sigset_t before = blocked;
	siginfo_t info = { .si_signo = sig, .si_code = SI_TKILL };

	if (now.sa_flags & (int)SA_RESETHAND)
		action[sig].sa_handler = SIG_DFL;
	sigorset(&blocked, &before, &now.sa_mask);
	if (!(now.sa_flags & SA_NODEFER))
		sigaddset(&blocked, sig);
	if (now.sa_flags & SA_SIGINFO)
		now.sa_sigaction(sig, &info, NULL);
	else
		now.sa_handler(sig);
	blocked = before;
}

void bgqrt_signal_handle(int sig)
{
	if (action[sig].sa_handler != SIG_DFL && action[sig].sa_handler != SIG_IGN)
		handler_call(sig);
}

static void deliver(int sig)
{
	if (sigismember(&blocked, sig) && sig != SIGKILL) {
		sigaddset(&pending, sig);
	} else if (action[sig].sa_handler == SIG_DFL) {
		if (!ignored_by_default(sig))
			bgqrt_die(sig, NULL);
	} else if (action[sig].sa_handler != SIG_IGN) {
		handler_call(sig);
	}
}

static void deliver_pending(void)
{
	for (int sig = 1; sig < SIGNALS; sig++)
		if (sigismember(&pending, sig) && !sigismember(&blocked, sig)) {
			sigdelset(&pending, sig);
			deliver(sig);
		}
}

int sigaction(int sig, const struct sigaction *restrict new,
	struct sigaction *restrict old)
{
	struct sigaction before;

	RT_COST(sigaction);
	if (bad_signal(sig))
		return -1;
	before = action[sig];
	if (new && (sig == SIGKILL || sig == SIGSTOP)) {
		errno = EINVAL;
		return -1;
	}
	if (new)
		action[sig] = *new;
	if (old)
		*old = before;
	return 0;
}

static sighandler_t handler_set(int sig, sighandler_t handler, int flags)
{
	struct sigaction new = { .sa_handler = handler, .sa_flags = flags }, old;

	if (handler == SIG_ERR) {
		errno = EINVAL;
		return SIG_ERR;
	}
	return sigaction(sig, &new, &old) ? SIG_ERR : old.sa_handler;
}

sighandler_t signal(int sig, sighandler_t handler)
{
	return handler_set(sig, handler, SA_RESTART);
}

sighandler_t bsd_signal(int sig, sighandler_t handler);
sighandler_t bsd_signal(int sig, sighandler_t handler)
{
	return signal(sig, handler);
}

sighandler_t ssignal(int sig, sighandler_t handler)
{
	return signal(sig, handler);
}

sighandler_t sysv_signal(int sig, sighandler_t handler)
{
	return handler_set(sig, handler, (int)SA_RESETHAND | SA_NODEFER);
}

/* The name of signal() in programs for ISO C alone. */
sighandler_t __sysv_signal(int sig, sighandler_t handler)
{
	return sysv_signal(sig, handler);
}

int raise(int sig)
{
	RT_COST(raise);
	if (bad_signal(sig))
		return -1;
	deliver(sig);
	deliver_pending();
	return 0;
}

static void arrived(int sig)
{
	raise(sig);
}

/* A fatal signal ends the process now; a handler runs on the target thread, where that
 * next calls bgq-run or waits in a call. */
int pthread_kill(pthread_t handle, int sig)
{
	if (sig < 0 || sig >= SIGNALS)
		return EINVAL;
	int rc = bgqemu_thread_signal(handle, 0, NULL);

	if (rc || sig == 0 || action[sig].sa_handler == SIG_IGN)
		return rc;
	if (pthread_equal(handle, pthread_self()) ||
	    (action[sig].sa_handler == SIG_DFL && !sigismember(&blocked, sig)))
		return raise(sig);
	return bgqemu_thread_signal(handle, sig, arrived);
}

/* A new thread has its creator's mask. */
void bgqrt_signal_mask(sigset_t *mask, bool set)
{
	if (set)
		blocked = *mask;
	else
		*mask = blocked;
}

int gsignal(int sig)
{
	return raise(sig);
}

int kill(pid_t pid, int sig)
{
	if (pid != 0 && pid != -1 && pid != getpid()) {
		errno = ESRCH;
		return -1;
	}
	return sig == 0 ? 0 : raise(sig);
}

int killpg(int group, int sig)
{
	return kill(group, sig);
}

int pthread_sigmask(int how, const sigset_t *restrict set, sigset_t *restrict old)
{
	sigset_t before = blocked;

	RT_COST(sigprocmask);
	if (set && how == SIG_BLOCK)
		sigorset(&blocked, &before, set);
	else if (set && how == SIG_SETMASK)
		blocked = *set;
	else if (set && how == SIG_UNBLOCK)
		for (int sig = 1; sig < SIGNALS; sig++) {
			if (sigismember(set, sig) == 1)
				sigdelset(&blocked, sig);
		}
	else if (set)
		return EINVAL;
	if (old)
		*old = before;
	deliver_pending();
	return 0;
}

int sigprocmask(int how, const sigset_t *restrict set, sigset_t *restrict old)
{
	int rc = pthread_sigmask(how, set, old);

	if (rc)
		errno = rc;
	return rc ? -1 : 0;
}

int sigpending(sigset_t *set)
{
	*set = pending;
	return 0;
}

/* Handlers run on the thread's own stack. */
int sigaltstack(const stack_t *restrict new, stack_t *restrict old)
{
	stack_t before = altstack;

	RT_COST(sigaltstack);
	if (new)
		altstack = *new;
	if (old)
		*old = before;
	return 0;
}

int siginterrupt(int sig, int on)
{
	if (bad_signal(sig))
		return -1;
	if (on)
		action[sig].sa_flags &= ~SA_RESTART;
	else
		action[sig].sa_flags |= SA_RESTART;
	return 0;
}
