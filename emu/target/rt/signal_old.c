/*
 * signal_old.c - the calls on handlers and masks of System V and BSD, by those of POSIX.
 * libc's own would reach the host's handlers and masks, which are bgq-run's.
 */
#include "private.h"

#include <signal.h>

#define MASK_SIGNALS 32 /* in an int */

static int mask_one(int how, int sig)
{
	sigset_t set;

	sigemptyset(&set);
	return sigaddset(&set, sig) ? -1 : sigprocmask(how, &set, NULL);
}

int sighold(int sig)
{
	return mask_one(SIG_BLOCK, sig);
}

int sigrelse(int sig)
{
	return mask_one(SIG_UNBLOCK, sig);
}

int sigignore(int sig)
{
	return sigaction(sig, &(struct sigaction){ .sa_handler = SIG_IGN }, NULL);
}

sighandler_t sigset(int sig, sighandler_t handler)
{
	struct sigaction new = { .sa_handler = handler }, old;
	sigset_t before;

	if (sigprocmask(SIG_BLOCK, NULL, &before) ||
	    sigaction(sig, handler == SIG_HOLD ? NULL : &new, &old) ||
	    mask_one(handler == SIG_HOLD ? SIG_BLOCK : SIG_UNBLOCK, sig))
		return SIG_ERR;
	return sigismember(&before, sig) ? SIG_HOLD : old.sa_handler;
}

int rt_sigpause(int sig) __asm__("__xpg_sigpause");
int rt_sigpause(int sig)
{
	sigset_t set;

	if (sigprocmask(SIG_BLOCK, NULL, &set) || sigdelset(&set, sig))
		return -1;
	return sigsuspend(&set);
}

/* ---- masks of an int: signal 1 is bit 0 */

static sigset_t from_mask(int mask)
{
	sigset_t set;

	sigemptyset(&set);
	for (int sig = 1; sig <= MASK_SIGNALS; sig++)
		if ((unsigned)mask >> (sig - 1) & 1)
			sigaddset(&set, sig);
	return set;
}

static int to_mask(const sigset_t *set)
{
	unsigned mask = 0;

	for (int sig = 1; sig <= MASK_SIGNALS; sig++)
		mask |= (unsigned)(sigismember(set, sig) == 1) << (sig - 1);
	return (int)mask;
}

static int mask_change(int how, int mask)
{
	sigset_t set = from_mask(mask), before;

	sigprocmask(how, &set, &before);
	return to_mask(&before);
}

int rt_sigblock(int mask) __asm__("sigblock");
int rt_sigblock(int mask)
{
	return mask_change(SIG_BLOCK, mask);
}

int rt_sigsetmask(int mask) __asm__("sigsetmask");
int rt_sigsetmask(int mask)
{
	return mask_change(SIG_SETMASK, mask);
}

int rt_siggetmask(void) __asm__("siggetmask");
int rt_siggetmask(void)
{
	return mask_change(SIG_BLOCK, 0);
}

/* BSD's, which programs without a standard get: of a mask. */
int rt_sigpause_mask(int mask) __asm__("sigpause");
int rt_sigpause_mask(int mask)
{
	sigset_t set = from_mask(mask);

	return sigsuspend(&set);
}

int rt_sigpause_both(int sig_or_mask, int is_sig) __asm__("__sigpause");
int rt_sigpause_both(int sig_or_mask, int is_sig)
{
	return is_sig ? rt_sigpause(sig_or_mask) : rt_sigpause_mask(sig_or_mask);
}
