/*
 * libc_time.c - the libc calls on time, on the process's own clock: host time
 * never leaks into a simulated run.  The calendar starts at a fixed date.
 */
#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>

#include "include/bgqemu/abi.h"
#include "emu/core/calls/call_stack.h"
#include "emu/core/engine/host_clock.h"
#include "emu/node/machine/call.h"
#include "libc.h"
#include "emu/node/machine/booted.h"
#include "emu/node/machine/job.h"
#include "emu/node/posix/share.h"
#include "emu/node/posix/posix.h"
#include "emu/target/rt/rt.h"

#define TICKS_PER_S 100 /* sysconf(_SC_CLK_TCK) */
#define CYCLES_PER_US 1600u
#define SLEEP_MAX_S   1000000000 /* longer than any run; no sum of it overflows */

/* Nanoseconds since boot. */
static uint64_t now_ns(void)
{
	return bgqemu_timebase() * 5 / 8;
}

/* Negative ones are of threads and processes. */
static int check_clock(clockid_t clock)
{
	if (clock <= CLOCK_TAI)
		return 0;
	errno = EINVAL;
	return -1;
}

int emu_clock_gettime(clockid_t clock, struct timespec *ts)
{
	uint64_t ns = now_ns();

	if (check_clock(clock) != 0)
		return -1;
	ts->tv_sec = (time_t)(ns / 1000000000u) + posix_clock_offset_s(clock);
	ts->tv_nsec = (long)(ns % 1000000000u);
	return 0;
}

int emu_clock_getres(clockid_t clock, struct timespec *ts)
{
	if (check_clock(clock) != 0)
		return -1;
	if (ts)
		*ts = (struct timespec){ .tv_nsec = 1 };
	return 0;
}

int emu_gettimeofday(struct timeval *tv, void *tz)
{
	uint64_t us = now_ns() / 1000;

	if (tz)
		memset(tz, 0, sizeof(struct timezone));
	tv->tv_sec = (time_t)(us / 1000000u) + posix_clock_offset_s(CLOCK_REALTIME);
	tv->tv_usec = (suseconds_t)(us % 1000000u);
	return 0;
}

time_t emu_time(time_t *out)
{
	time_t t = (time_t)(now_ns() / 1000000000u) + posix_clock_offset_s(CLOCK_REALTIME);

	if (out)
		*out = t;
	return t;
}

clock_t emu_clock(void)
{
	return (clock_t)(now_ns() / 1000);
}

clock_t emu_times(struct tms *t)
{
	clock_t ticks = (clock_t)(now_ns() / (1000000000u / TICKS_PER_S));

	if (t)
		*t = (struct tms){ .tms_utime = ticks };
	return ticks;
}

int emu_getrusage(int who, struct rusage *ru)
{
	uint64_t us = now_ns() / 1000;

	(void)who;
	memset(ru, 0, sizeof *ru);
	ru->ru_utime.tv_sec = (time_t)(us / 1000000u);
	ru->ru_utime.tv_usec = (suseconds_t)(us % 1000000u);
	ru->ru_maxrss = (long)(machine_heap_used(process_self()) / 1024);
	return 0;
}

ps_t libc_now_ps(void)
{
	return job.opt.clock_off ? cycles_ps(host_clock_cycles()) : thread_clock();
}

/* pc: where the program called.  A cancellation point; a signal ends the sleep.  Returns the
 * cycles that were left. */
static uint64_t sleep_cycles(uint64_t cycles, const void *pc)
{
	const uint64_t most = PS_NEVER / CORE_CYCLE_PS - 1;
	uint64_t now = bgqemu_timebase();
	ps_t until_ps = cycles_ps(cycles > most - now ? most : now + cycles);

	thread_self->waiting.pc = (uintptr_t)pc;
	posix_cancel_point();
	if (libc_now_ps() >= until_ps || posix_wait(WAIT_SLEEP, NULL, until_ps) != -EINTR)
		return 0;
	posix_cancel_point();
	return until_ps > libc_now_ps() ? (until_ps - libc_now_ps()) / CORE_CYCLE_PS : 0;
}

#define SLEEP_CYCLES(n) sleep_cycles(n, CALL_PLACE())

static int interrupted(uint64_t left)
{
	if (left == 0)
		return 0;
	errno = EINTR;
	return -1;
}

unsigned emu_sleep(unsigned seconds)
{
	uint64_t left = SLEEP_CYCLES(seconds * UINT64_C(1000000) * CYCLES_PER_US);

	return (unsigned)((left + CYCLES_PER_US * 1000000 - 1) / (CYCLES_PER_US * 1000000));
}

int emu_usleep(useconds_t us)
{
	return interrupted(SLEEP_CYCLES((uint64_t)us * CYCLES_PER_US));
}

/* 0, EINTR or EINVAL. */
static int sleep_timespec(const struct timespec *ts, struct timespec *left, const void *pc)
{
	if (ts->tv_nsec < 0 || ts->tv_nsec > 999999999 || ts->tv_sec < 0)
		return EINVAL;
	uint64_t s = ts->tv_sec < SLEEP_MAX_S ? (uint64_t)ts->tv_sec : SLEEP_MAX_S;
	uint64_t cycles = sleep_cycles(s * 1000000u * CYCLES_PER_US +
				       (uint64_t)ts->tv_nsec * 8 / 5, pc);

	if (left)
		*left = (struct timespec){
			.tv_sec = (time_t)(cycles / CYCLES_PER_US / 1000000),
			.tv_nsec = (long)(cycles % (CYCLES_PER_US * 1000000ull) * 5 / 8),
		};
	return cycles ? EINTR : 0;
}

int emu_nanosleep(const struct timespec *ts, struct timespec *left)
{
	int rc = sleep_timespec(ts, left, CALL_PLACE());

	if (rc == 0)
		return 0;
	errno = rc;
	return -1;
}

int emu_clock_nanosleep(clockid_t clock, int flags, const struct timespec *ts,
			struct timespec *left)
{
	struct timespec now;

	if (emu_clock_gettime(clock, &now) != 0)
		return errno;
	if (!(flags & TIMER_ABSTIME))
		return sleep_timespec(ts, left, CALL_PLACE());
	if (ts->tv_nsec < 0 || ts->tv_nsec > 999999999 || ts->tv_sec < 0)
		return EINVAL;
	int64_t s = ts->tv_sec - now.tv_sec < SLEEP_MAX_S ? ts->tv_sec - now.tv_sec : SLEEP_MAX_S;
	int64_t ns = s * 1000000000 + (ts->tv_nsec - now.tv_nsec);

	return ns > 0 && SLEEP_CYCLES((uint64_t)ns * 8 / 5) ? EINTR : 0;
}

time_t bgqemu_mktime(struct tm *tm, struct tm *last)
{
	static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	struct tm before = *last;

	pthread_mutex_lock(&lock);
	mktime(&before);
	time_t rc = mktime(tm);

	pthread_mutex_unlock(&lock);
	if (rc != -1)
		*last = *tm;
	return rc;
}

/* Other threads of the machine may run in any case. */
int emu_sched_yield(void)
{
	bgqemu_charge(BGQEMU_OP_POLL, 1);
	share_yield();
	return 0;
}
