/*
 * timer.c - alarm, setitimer(ITIMER_REAL) and POSIX timers: names and types; they expire in
 * simulated time (emu/node/posix/timers.c).  Clocks of processor time, ITIMER_VIRTUAL and
 * ITIMER_PROF, and SIGEV_THREAD are refused.
 */
#include "private.h"

#include <errno.h>
#include <stdint.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "include/bgqemu/abi.h"

#define NS_PER_S UINT64_C(1000000000)
#define NS_PER_US 1000u

static int real_timer = -1; /* of alarm and ITIMER_REAL */

static int result(int rc)
{
	if (rc >= 0)
		return rc;
	errno = -rc;
	return -1;
}

/* 0, or -ENOSYS and the like. */
static int real_timer_make(void)
{
	struct bgqrt_timer how = { .signal = SIGALRM, .handler = bgqrt_signal_for_all };

	if (real_timer < 0)
		real_timer = bgqemu_timer_create(&how);
	return real_timer < 0 ? real_timer : 0;
}

/* ---- interval timers */

static bool bad_timeval(const struct timeval *tv)
{
	return tv->tv_sec < 0 || tv->tv_usec < 0 || tv->tv_usec > 999999;
}

static uint64_t timeval_ns(const struct timeval *tv)
{
	return (uint64_t)tv->tv_sec * NS_PER_S + (uint64_t)tv->tv_usec * NS_PER_US;
}

static struct timeval ns_timeval(uint64_t ns)
{
	uint64_t us = (ns + NS_PER_US - 1) / NS_PER_US;

	return (struct timeval){ .tv_sec = (time_t)(us / 1000000),
				 .tv_usec = (suseconds_t)(us % 1000000) };
}

static int itimer_get(struct itimerval *now)
{
	uint64_t left_ns = 0, interval_ns = 0;
	int rc = real_timer_make();

	if (rc == 0)
		rc = bgqemu_timer_get(real_timer, &left_ns, &interval_ns);
	now->it_value = ns_timeval(left_ns);
	now->it_interval = ns_timeval(interval_ns);
	return rc;
}

int getitimer(__itimer_which_t which, struct itimerval *now)
{
	if (which != ITIMER_REAL)
		return result(which == ITIMER_VIRTUAL || which == ITIMER_PROF ? -ENOSYS : -EINVAL);
	return result(itimer_get(now));
}

int setitimer(__itimer_which_t which, const struct itimerval *restrict new,
	struct itimerval *restrict old)
{
	struct itimerval before;
	int rc;

	if (getitimer(which, &before) != 0)
		return -1;
	if (bad_timeval(&new->it_value) || bad_timeval(&new->it_interval))
		return result(-EINVAL);
	if (old)
		*old = before;
	rc = bgqemu_timer_set(real_timer, false, timeval_ns(&new->it_value),
		timeval_ns(&new->it_interval));
	return result(rc);
}

/* Cannot fail: without simulated time the process ends. */
unsigned alarm(unsigned seconds)
{
	uint64_t left_ns, interval_ns, left_s;

	if (real_timer_make() != 0)
		bgqemu_unsupported("alarm with --clock off");
	bgqemu_timer_get(real_timer, &left_ns, &interval_ns);
	bgqemu_timer_set(real_timer, false, seconds * NS_PER_S, 0);
	left_s = (left_ns + NS_PER_S / 2) / NS_PER_S;
	return (unsigned)(left_ns && !left_s ? 1 : left_s);
}

useconds_t ualarm(useconds_t first_us, useconds_t interval_us)
{
	struct itimerval new = { .it_value = ns_timeval((uint64_t)first_us * NS_PER_US),
				 .it_interval = ns_timeval((uint64_t)interval_us * NS_PER_US) };
	struct itimerval old;

	if (setitimer(ITIMER_REAL, &new, &old) != 0)
		return (useconds_t)-1;
	return (useconds_t)(old.it_value.tv_sec * 1000000 + old.it_value.tv_usec);
}

/* ---- POSIX timers: timer_t is the number and one more */

#define TIMERS 128

static bool is_calendar[TIMERS]; /* as the clock's absolute times */

static int number_of(timer_t timer)
{
	return (int)(intptr_t)timer - 1;
}

static bool is_wall_clock(clockid_t clock)
{
	return clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC || clock == CLOCK_BOOTTIME ||
		clock == CLOCK_TAI;
}

int timer_create(clockid_t clock, struct sigevent *restrict ev, timer_t *restrict timer)
{
	struct bgqrt_timer how = { .signal = SIGALRM, .handler = bgqrt_signal_for_all };
	int id;

	if (!is_wall_clock(clock))
		return result(-ENOTSUP);
	if (ev && ev->sigev_notify == SIGEV_THREAD)
		return result(-ENOTSUP);
	if (ev) {
		how.signal = ev->sigev_notify == SIGEV_NONE ? 0 : ev->sigev_signo;
		how.value = ev->sigev_value.sival_ptr;
		if (ev->sigev_notify == SIGEV_THREAD_ID)
			how.thread = ev->_sigev_un._tid;
		if (how.thread)
			how.handler = bgqrt_signal_arrived;
	}
	if (how.signal < 0 || how.signal > 64 ||
	    (how.signal == 0 && ev && ev->sigev_notify != SIGEV_NONE))
		return result(-EINVAL);
	id = bgqemu_timer_create(&how);
	if (id < 0)
		return result(id);
	is_calendar[id] = clock == CLOCK_REALTIME || clock == CLOCK_TAI;
	*timer = (timer_t)(intptr_t)(id + 1);
	return 0;
}

static bool bad_timespec(const struct timespec *ts)
{
	return ts->tv_sec < 0 || ts->tv_nsec < 0 || ts->tv_nsec > 999999999;
}

static uint64_t timespec_ns(const struct timespec *ts)
{
	return (uint64_t)ts->tv_sec * NS_PER_S + (uint64_t)ts->tv_nsec;
}

static struct timespec ns_timespec(uint64_t ns)
{
	return (struct timespec){ .tv_sec = (time_t)(ns / NS_PER_S),
				  .tv_nsec = (long)(ns % NS_PER_S) };
}

int timer_gettime(timer_t timer, struct itimerspec *now)
{
	uint64_t left_ns = 0, interval_ns = 0;
	int rc = bgqemu_timer_get(number_of(timer), &left_ns, &interval_ns);

	now->it_value = ns_timespec(left_ns);
	now->it_interval = ns_timespec(interval_ns);
	return result(rc);
}

/* An absolute time of the calendar as one since the process's clocks began; 0 is none, so the
 * past is a moment after that. */
static uint64_t since_start_ns(int id, const struct timespec *at)
{
	struct timespec calendar, since;
	uint64_t ns = timespec_ns(at);

	if (!is_calendar[id])
		return ns;
	clock_gettime(CLOCK_MONOTONIC, &since);
	clock_gettime(CLOCK_REALTIME, &calendar);
	uint64_t start_ns = (uint64_t)(calendar.tv_sec - since.tv_sec) * NS_PER_S;

	return ns > start_ns ? ns - start_ns : 1;
}

int timer_settime(timer_t timer, int flags, const struct itimerspec *restrict new,
	struct itimerspec *restrict old)
{
	int id = number_of(timer);
	uint64_t first_ns;
	struct itimerspec before;

	if (timer_gettime(timer, &before) != 0)
		return -1;
	if (bad_timespec(&new->it_value) || bad_timespec(&new->it_interval))
		return result(-EINVAL);
	if (old)
		*old = before;
	first_ns = timespec_ns(&new->it_value);
	if (first_ns && flags & TIMER_ABSTIME)
		first_ns = since_start_ns(id, &new->it_value);
	return result(bgqemu_timer_set(id, flags & TIMER_ABSTIME, first_ns,
		timespec_ns(&new->it_interval)));
}

int timer_getoverrun(timer_t timer)
{
	return result(bgqemu_timer_overruns(number_of(timer)));
}

int timer_delete(timer_t timer)
{
	return result(bgqemu_timer_delete(number_of(timer)));
}

/* For signal.c: fills in a handler's information about a timer. */
bool bgqrt_timer_info(siginfo_t *info)
{
	void *value;
	int id;

	if (!bgqemu_timer_info(info->si_signo, &id, &value))
		return false;
	info->si_code = SI_TIMER;
	info->si_timerid = id + 1;
	info->si_overrun = id == real_timer ? 0 : bgqemu_timer_overruns(id);
	info->si_ptr = value;
	return true;
}
