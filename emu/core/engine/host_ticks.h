/*
 * host_ticks.h - the host's time in picoseconds since a moment, quickly: from the processor's
 * counter if it runs at one rate, measured against the monotonic clock, else from that clock.
 */
#ifndef BGQ_EMU_HOST_TICKS_H
#define BGQ_EMU_HOST_TICKS_H

#include <stdbool.h>
#include <stdint.h>

#include "host_clock.h"
#include "net/base/event.h"

struct host_ticks {
	uint64_t start;    /* the reading at time 0; */
	uint64_t ps_shift; /* ps per tick, times 2 to the 32nd */
	bool counter;      /* ticks are of the processor's counter */
};

/* Measures the rate, once: takes ten milliseconds.  Time goes slower by the factor. */
void host_ticks_init(struct host_ticks *h, uint32_t slower);

static inline uint64_t host_ticks_read(const struct host_ticks *h)
{
#if defined(__x86_64__) && !defined(BGQ_PORTABLE)
	if (h->counter)
		return __builtin_ia32_rdtsc();
#endif
	(void)h;
	return host_clock_ns();
}

/* Makes now time 0. */
static inline void host_ticks_begin(struct host_ticks *h)
{
	h->start = host_ticks_read(h);
}

static inline ps_t host_ticks_ps(const struct host_ticks *h)
{
	return (ps_t)((unsigned __int128)(host_ticks_read(h) - h->start) * h->ps_shift >> 32);
}

#endif
