/* signal.c - signal handlers of the process: kept here, run by raise().  Signals
 * of the host never reach them. */
#include <errno.h>
#include <signal.h>
#include <string.h>

#include "rt.h"

#define SIGNALS 65

static struct sigaction actions[SIGNALS];

int sigaction(int sig, const struct sigaction *new, struct sigaction *old)
{
	if (sig < 1 || sig >= SIGNALS || ((sig == SIGKILL || sig == SIGSTOP) && new)) {
		errno = EINVAL;
		return -1;
	}
	if (old)
		*old = actions[sig];
	if (new)
		actions[sig] = *new;
	return 0;
}

sighandler_t signal(int sig, sighandler_t handler)
{
	struct sigaction a = { .sa_handler = handler }, old;

	return sigaction(sig, &a, &old) == 0 ? old.sa_handler : SIG_ERR;
}

int sigprocmask(int how, const sigset_t *set, sigset_t *old)
{
	(void)how, (void)set;
	if (old)
		sigemptyset(old);
	return 0;
}

static int ignored_by_default(int sig)
{
	return sig == SIGCHLD || sig == SIGURG || sig == SIGWINCH || sig == SIGCONT;
}

int raise(int sig)
{
	if (sig < 1 || sig >= SIGNALS) {
		errno = EINVAL;
		return -1;
	}
	struct sigaction a = actions[sig];

	if (a.sa_handler == SIG_IGN || (a.sa_handler == SIG_DFL && ignored_by_default(sig)))
		return 0;
	if (a.sa_handler == SIG_DFL) {
		bgqrt_flush();
		bgqemu_process_abort(sig, NULL);
	}
	if (a.sa_flags & SA_SIGINFO) {
		siginfo_t info;

		memset(&info, 0, sizeof info);
		info.si_signo = sig;
		a.sa_sigaction(sig, &info, NULL);
	} else {
		a.sa_handler(sig);
	}
	return 0;
}
