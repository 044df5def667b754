/* host_clock.h - the host's monotonic clock as a time base, for --clock off. */
#ifndef BGQ_EMU_HOST_CLOCK_H
#define BGQ_EMU_HOST_CLOCK_H

#include <stdint.h>
#include <time.h>

/* Between two readings by a thread that waits for it, others have a turn of so much. */
#define HOST_LOOK_PS cycles_ps(1024)

/* Seconds since a fixed moment. */
static inline double host_clock_seconds(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec + 1e-9 * (double)ts.tv_nsec;
}

/* Processor time of this process. */
static inline double host_cpu_seconds(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ts);
	return (double)ts.tv_sec + 1e-9 * (double)ts.tv_nsec;
}

/* host_clock_seconds in nanoseconds, */
static inline uint64_t host_clock_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * 1000000000u + (uint64_t)ts.tv_nsec;
}

/* and in core cycles of 0.625 ns. */
static inline uint64_t host_clock_cycles(void)
{
	return host_clock_ns() * 8 / 5;
}

#endif
