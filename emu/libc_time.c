/*
 * libc_time.c - the libc calls on time, on the process's own clock: host time
 * never leaks into a simulated run.  The calendar starts at a fixed date.
 */
#include <errno.h>
#include <string.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>

#include "../include/bgqemu/abi.h"
#include "kernel.h"
#include "libc.h"
#include "machine.h"

/* 1 June 2012, 00:00 UTC: the year the first machine was accepted. */
#define BOOT_EPOCH_S 1338508800

#define TICKS_PER_S 100 /* sysconf(_SC_CLK_TCK) */
#define CYCLES_PER_US 1600u

/* Nanoseconds since boot. */
static uint64_t now_ns(void)
{
	return bgqemu_timebase() * 5 / 8;
}

int emu_clock_gettime(clockid_t clock, struct timespec *ts)
{
	uint64_t ns = now_ns();
	bool calendar = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE ||
			clock == CLOCK_TAI;

	if (clock > 11) {
		errno = EINVAL;
		return -1;
	}
	ts->tv_sec = (time_t)(ns / 1000000000u) + (calendar ? BOOT_EPOCH_S : 0);
	ts->tv_nsec = (long)(ns % 1000000000u);
	return 0;
}

int emu_clock_getres(clockid_t clock, struct timespec *ts)
{
	(void)clock;
	if (ts)
		*ts = (struct timespec){ .tv_nsec = 1 };
	return 0;
}

int emu_gettimeofday(struct timeval *tv, void *tz)
{
	uint64_t us = now_ns() / 1000;

	if (tz)
		memset(tz, 0, sizeof(struct timezone));
	tv->tv_sec = (time_t)(us / 1000000u) + BOOT_EPOCH_S;
	tv->tv_usec = (suseconds_t)(us % 1000000u);
	return 0;
}

time_t emu_time(time_t *out)
{
	time_t t = (time_t)(now_ns() / 1000000000u) + BOOT_EPOCH_S;

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

static void sleep_cycles(uint64_t cycles)
{
	uint64_t now = bgqemu_timebase();

	bgqemu_delay_until(cycles > UINT64_MAX - now ? UINT64_MAX : now + cycles);
}

unsigned emu_sleep(unsigned seconds)
{
	sleep_cycles(seconds * UINT64_C(1000000) * CYCLES_PER_US);
	return 0;
}

int emu_usleep(useconds_t us)
{
	sleep_cycles((uint64_t)us * CYCLES_PER_US);
	return 0;
}

static int sleep_timespec(const struct timespec *ts)
{
	if (ts->tv_nsec < 0 || ts->tv_nsec > 999999999 || ts->tv_sec < 0)
		return EINVAL;
	sleep_cycles((uint64_t)ts->tv_sec * 1000000u * CYCLES_PER_US +
		     (uint64_t)ts->tv_nsec * 8 / 5);
	return 0;
}

int emu_nanosleep(const struct timespec *ts, struct timespec *left)
{
	int rc = sleep_timespec(ts);

	if (left)
		*left = (struct timespec){ 0 };
	if (rc == 0)
		return 0;
	errno = rc;
	return -1;
}

int emu_clock_nanosleep(clockid_t clock, int flags, const struct timespec *ts,
			struct timespec *left)
{
	struct timespec now;

	(void)left;
	if (!(flags & TIMER_ABSTIME))
		return sleep_timespec(ts);
	emu_clock_gettime(clock, &now);
	int64_t ns = (int64_t)(ts->tv_sec - now.tv_sec) * 1000000000 +
		     (ts->tv_nsec - now.tv_nsec);

	if (ns > 0)
		sleep_cycles((uint64_t)ns * 8 / 5);
	return 0;
}

/* Nothing else runs on the hardware thread; others of the machine may. */
int emu_sched_yield(void)
{
	bgqemu_charge(BGQEMU_OP_POLL, 1);
	return 0;
}
