/* timers.c - alarm, setitimer and POSIX timers: their handlers run at their time, whatever the
 * thread does then; times are printed, for they must not depend on how the wait is carried
 * out.  With the argument "kill" an alarm without a handler ends rank 1; with "refused" there
 * is no simulated time. */
#define _GNU_SOURCE
#include "spi_test.h"

#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define US 1600u /* cycles */
#define SLACK 3000u

static volatile unsigned ticks;
static volatile uint64_t tick_at[64];
static volatile int flag, value;
static sigjmp_buf back;
static uint64_t started;

static void tick(int sig)
{
	CHECK(sig == SIGALRM);
	tick_at[ticks++ & 63] = GetTimeBase();
	flag = 1;
}

static void start(unsigned first_us, unsigned interval_us)
{
	struct itimerval it = { { 0, (suseconds_t)interval_us }, { 0, (suseconds_t)first_us } };

	flag = 0;
	ticks = 0;
	started = GetTimeBase();
	CHECK(setitimer(ITIMER_REAL, &it, NULL) == 0);
}

/* After so many, at most SLACK cycles late; prints when. */
static void ended(const char *where, unsigned n, unsigned first_us)
{
	uint64_t after = tick_at[0] - started;

	CHECK(ticks == n && after >= first_us * US && after < first_us * US + SLACK);
	printf("rank %u %s: first %llu, last %llu\n", Kernel_GetRank(), where,
	       (unsigned long long)tick_at[0], (unsigned long long)tick_at[n - 1]);
}

static void in_code(void)
{
	volatile unsigned work = 0;
	struct itimerval now, off = { { 0, 0 }, { 0, 0 } };

	start(50, 20);
	while (ticks < 5)
		work = work * 3 + 1;
	CHECK(getitimer(ITIMER_REAL, &now) == 0 && now.it_interval.tv_usec == 20);
	CHECK(now.it_value.tv_usec <= 20 && now.it_value.tv_usec > 0);
	CHECK(setitimer(ITIMER_REAL, &off, NULL) == 0);
	ended("computes", 5, 50);
	CHECK(tick_at[4] - tick_at[0] > 79 * US && tick_at[4] - tick_at[0] < 81 * US);
}

static void in_waits(void)
{
	start(100, 0);
	while (!flag) /* nothing but the handler ends it */
		;
	ended("waits", 1, 100);
	start(100, 0);
	for (unsigned i = 0; !flag; i++)
		GetTimeBase();
	ended("polls", 1, 100);
	start(100, 0);
	CHECK(usleep(1000) == -1 && errno == EINTR);
	ended("sleeps", 1, 100);
	start(100, 0);
	CHECK(pause() == -1 && errno == EINTR);
	ended("pauses", 1, 100);
	start(100, 0);
	Delay(200 * US);
	CHECK(GetTimeBase() - started >= 200 * US);
	ended("delays", 1, 100);
}

/* Loops of several lengths, some with checks inside, at many phases of a round. */
static void in_phases(void)
{
	static volatile int words[4];
	uint64_t sum = 0;

	for (unsigned i = 0; i < 40; i++) {
		start(7 + i % 5, 0);
		while (!flag)
			for (unsigned j = 0; j < i % 4; j++)
				if (words[j])
					sum++;
		sum = sum * 31 + tick_at[0];
	}
	printf("rank %u phases: %llu\n", Kernel_GetRank(), (unsigned long long)sum);
}

static void in_alarms(void)
{
	CHECK(alarm(2) == 0);
	started = GetTimeBase();
	flag = 0;
	ticks = 0;
	CHECK(alarm(1) == 2 && sleep(5) == 4);
	ended("alarm", 1, 1000000);
	CHECK(alarm(1) == 0 && alarm(0) == 1);
	CHECK(sleep(2) == 0 && ticks == 1);
}

static void leave(int sig)
{
	siglongjmp(back, sig);
}

static void by_jumps(void)
{
	struct itimerval off = { { 0, 0 }, { 0, 0 } };
	volatile unsigned times = 0;

	CHECK(signal(SIGALRM, leave) != SIG_ERR);
	started = GetTimeBase();
	start(100, 100);
	if (sigsetjmp(back, 1) == 0 || ++times < 3)
		for (;;)
			;
	CHECK(times == 3 && setitimer(ITIMER_REAL, &off, NULL) == 0);
	CHECK(GetTimeBase() - started >= 300 * US && GetTimeBase() - started < 303 * US);
	CHECK(signal(SIGALRM, tick) == leave);
}

/* ---- POSIX timers */

static pthread_t receiver;

static void told(int sig, siginfo_t *info, void *context)
{
	(void)context;
	CHECK(sig == SIGUSR1 && info->si_code == SI_TIMER);
	CHECK(pthread_equal(pthread_self(), receiver));
	value += info->si_value.sival_int;
	flag = 1;
}

static void with_posix_timers(void)
{
	struct sigaction sa = { .sa_sigaction = told, .sa_flags = SA_SIGINFO };
	struct sigevent ev = { .sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1 };
	struct itimerspec its = { { 0, 10000 }, { 0, 100000 } }, now;
	struct timespec at;
	timer_t one, two;
	sigset_t set, none;

	sigemptyset(&none);
	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	receiver = pthread_self();
	CHECK(sigaction(SIGUSR1, &sa, NULL) == 0);
	ev.sigev_value.sival_int = 5;
	CHECK(timer_create(CLOCK_MONOTONIC, &ev, &one) == 0);
	ev.sigev_value.sival_int = 70;
	CHECK(timer_create(CLOCK_REALTIME, &ev, &two) == 0);
	CHECK(sigprocmask(SIG_BLOCK, &set, NULL) == 0);
	CHECK(timer_settime(one, 0, &its, NULL) == 0);
	CHECK(timer_gettime(one, &now) == 0 && now.it_interval.tv_nsec == 10000 &&
	      now.it_value.tv_nsec > 90000 && now.it_value.tv_nsec <= 100000);
	CHECK(clock_gettime(CLOCK_REALTIME, &at) == 0);
	its.it_interval.tv_nsec = 0;
	its.it_value = at;
	its.it_value.tv_nsec += 120000;
	CHECK(timer_settime(two, TIMER_ABSTIME, &its, NULL) == 0);
	usleep(145); /* one has expired at 100, 110, 120, 130, 140 */
	CHECK(value == 0);
	CHECK(sigsuspend(&none) == -1 && errno == EINTR && value == 75);
	CHECK(timer_getoverrun(one) == 4 && timer_getoverrun(two) == 0);
	CHECK(timer_delete(one) == 0 && timer_delete(one) == -1 && errno == EINVAL);
	CHECK(timer_delete(two) == 0);
	CHECK(sigprocmask(SIG_UNBLOCK, &set, NULL) == 0);
	usleep(100);
	CHECK(value == 75);
	CHECK(timer_create(CLOCK_PROCESS_CPUTIME_ID, &ev, &one) == -1 && errno == ENOTSUP);
	ev.sigev_notify = SIGEV_THREAD;
	CHECK(timer_create(CLOCK_REALTIME, &ev, &one) == -1 && errno == ENOTSUP);
	CHECK(setitimer(ITIMER_PROF, &(struct itimerval){ { 0, 0 }, { 0, 1 } }, NULL) == -1 &&
	      errno == ENOSYS);
}

static void *other(void *arg)
{
	struct sigevent ev = { .sigev_notify = SIGEV_THREAD_ID, .sigev_signo = SIGUSR1 };
	struct itimerspec its = { { 0, 0 }, { 0, 100000 } };
	timer_t timer;

	value = flag = 0;
	receiver = pthread_self();
	ev.sigev_value.sival_int = 3;
	ev._sigev_un._tid = gettid();
	CHECK(timer_create(CLOCK_MONOTONIC, &ev, &timer) == 0);
	CHECK(timer_settime(timer, 0, &its, NULL) == 0);
	while (!flag)
		;
	CHECK(value == 3 && timer_delete(timer) == 0);
	return arg;
}

static void refused(void)
{
	struct sigevent ev = { .sigev_notify = SIGEV_NONE };
	struct itimerval it = { { 0, 0 }, { 1, 0 } };
	timer_t timer;

	CHECK(setitimer(ITIMER_REAL, &it, NULL) == -1 && errno == ENOSYS);
	CHECK(timer_create(CLOCK_REALTIME, &ev, &timer) == -1 && errno == ENOSYS);
	printf("refused\n");
	alarm(1);
	CHECK(0);
}

int main(int argc, char **argv)
{
	pthread_t t;

	if (argc > 1 && !strcmp(argv[1], "refused"))
		refused();
	if (argc > 1) {
		alarm(Kernel_GetRank() == 1);
		sleep(2);
		printf("rank %u lives\n", Kernel_GetRank());
		return 0;
	}
	CHECK(signal(SIGALRM, tick) == SIG_DFL);
	in_code();
	in_waits();
	in_phases();
	in_alarms();
	by_jumps();
	with_posix_timers();
	CHECK(pthread_create(&t, NULL, other, NULL) == 0 && pthread_join(t, NULL) == 0);
	alarm(1000); /* does not keep the rank */
	printf("rank %u done at %llu\n", Kernel_GetRank(), (unsigned long long)GetTimeBase());
	return 0;
}
