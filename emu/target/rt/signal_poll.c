/*
 * signal_poll.c - ppoll and pselect: the mask, which is in the image; the waiting is bgq-run's.
 */
#include "private.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/select.h>

/* How the mask was; true: a signal that it kept back has been handled. */
static bool mask_begin(const sigset_t *mask, sigset_t *before)
{
	unsigned called = bgqrt_signal_handlers_called();

	if (!mask)
		return false;
	pthread_sigmask(SIG_SETMASK, mask, before);
	return bgqrt_signal_handlers_called() != called;
}

static int mask_end(const sigset_t *mask, const sigset_t *before, int rc)
{
	int error = errno;

	if (mask)
		pthread_sigmask(SIG_SETMASK, before, NULL);
	errno = error;
	return rc;
}

static int interrupted(void)
{
	errno = EINTR;
	return -1;
}

int ppoll(struct pollfd *list, nfds_t n, const struct timespec *ts, const sigset_t *mask)
{
	sigset_t before;
	int rc = mask_begin(mask, &before) ? interrupted() : bgqemu_ppoll(list, n, ts);

	return mask_end(mask, &before, rc);
}

int __ppoll_chk(struct pollfd *list, nfds_t n, const struct timespec *ts, const sigset_t *mask,
	size_t capacity);
int __ppoll_chk(struct pollfd *list, nfds_t n, const struct timespec *ts, const sigset_t *mask,
	size_t capacity)
{
	if (capacity / sizeof *list < n)
		bgqrt_die(SIGABRT, "buffer overflow detected");
	return ppoll(list, n, ts, mask);
}

int pselect(int n, fd_set *restrict in, fd_set *restrict out, fd_set *restrict except,
	const struct timespec *restrict ts, const sigset_t *restrict mask)
{
	sigset_t before;
	int rc = mask_begin(mask, &before) ? interrupted()
					   : bgqemu_pselect(n, in, out, except, ts);

	return mask_end(mask, &before, rc);
}
