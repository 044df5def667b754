/*
 * signal_wait.c - waiting for signals that are blocked: sigwait, sigwaitinfo, sigtimedwait.
 * Those sent to the process while all of its threads block them go to a thread that waits
 * here.  Time-outs are simulated time.
 */
#include "cost.h"
#include "private.h"

#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <time.h>

#define NS_PER_S INT64_C(1000000000)

/* A thread in a wait; on its stack. */
struct waiter {
	pthread_t thread;
	const sigset_t *set;
	struct signal_wait wait;
	struct waiter *next;
};

static struct waiter *waiters; /* the last one that came first */

static void waiters_add(struct waiter *w)
{
	bgqrt_signal_await(w->set, &w->wait);
	w->next = waiters;
	waiters = w;
}

static void waiters_remove(const struct waiter *w)
{
	struct waiter **at = &waiters;

	while (*at != w)
		at = &(*at)->next;
	*at = w->next;
}

/* Leaves the wait of a thread that is cancelled, or whose handler jumps out of the wait. */
static void waiters_leave(void *arg)
{
	const struct waiter *w = arg;

	waiters_remove(w);
	bgqrt_signal_await_left(&w->wait, w->set);
}

bool bgqrt_signal_wake(int sig)
{
	for (struct waiter *w = waiters; w; w = w->next)
		if (sigismember(w->set, sig) == 1)
			return pthread_kill(w->thread, sig) == 0;
	return false;
}

static int64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * NS_PER_S + now.tv_nsec;
}

/* until_ns: of the monotonic clock; -1: for ever. */
static void wait_once(int64_t until_ns)
{
	int64_t left_ns;

	if (until_ns < 0) {
		bgqemu_pause();
		pthread_testcancel();
		return;
	}
	left_ns = until_ns - now_ns();
	if (left_ns > 0)
		nanosleep(&(struct timespec){ left_ns / NS_PER_S, left_ns % NS_PER_S }, NULL);
}

/* The signal; -EAGAIN: the time is up; -EINTR: a handler of another signal has run. */
static int wait_for(const sigset_t *set, siginfo_t *info, int64_t until_ns)
{
	struct waiter self = { .thread = pthread_self(), .set = set };
	struct bgqrt_cleanup cleanup;
	unsigned called = bgqrt_signal_handlers_called();
	int sig;

	waiters_add(&self);
	_pthread_cleanup_push(&cleanup, waiters_leave, &self);
	while ((sig = bgqrt_signal_take(set, info)) == 0) {
		if (bgqrt_signal_handlers_called() != called)
			sig = -EINTR;
		else if (until_ns >= 0 && now_ns() >= until_ns)
			sig = -EAGAIN;
		if (sig)
			break;
		wait_once(until_ns);
	}
	_pthread_cleanup_pop(&cleanup, 0);
	waiters_remove(&self);
	bgqrt_signal_await_end(&self.wait);
	return sig;
}

static int finish(int sig, const siginfo_t *info, siginfo_t *out)
{
	if (sig < 0) {
		errno = -sig;
		return -1;
	}
	if (out)
		*out = *info;
	return sig;
}

int sigtimedwait(const sigset_t *restrict set, siginfo_t *restrict out,
	const struct timespec *restrict ts)
{
	siginfo_t info;
	int64_t until_ns = -1;

	RT_COST(sigprocmask);
	if (ts && (ts->tv_sec < 0 || ts->tv_nsec < 0 || ts->tv_nsec >= NS_PER_S)) {
		errno = EINVAL;
		return -1;
	}
	if (ts && ts->tv_sec < INT64_MAX / NS_PER_S / 2)
		until_ns = now_ns() + ts->tv_sec * NS_PER_S + ts->tv_nsec;
	return finish(wait_for(set, &info, until_ns), &info, out);
}

int sigwaitinfo(const sigset_t *restrict set, siginfo_t *restrict out)
{
	return sigtimedwait(set, out, NULL);
}

/* Handlers of other signals do not end it. */
int sigwait(const sigset_t *restrict set, int *restrict out)
{
	siginfo_t info;
	int sig;

	RT_COST(sigprocmask);
	do
		sig = wait_for(set, &info, -1);
	while (sig == -EINTR);
	*out = sig;
	return 0;
}
