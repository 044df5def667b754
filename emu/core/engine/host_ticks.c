/* host_ticks.c - see host_ticks.h. */
#include "host_ticks.h"

#if defined(__x86_64__) && !defined(BGQ_PORTABLE)
#include <cpuid.h>
#endif

#define MEASURED_NS 10000000u
#define TRIES 16

#if defined(__x86_64__) && !defined(BGQ_PORTABLE)
/* Counter and clock at the same moment: of a few tries the one least disturbed. */
static uint64_t both(uint64_t *ns)
{
	uint64_t ticks = 0, least = UINT64_MAX;

	for (int i = 0; i < TRIES; i++) {
		uint64_t before = __builtin_ia32_rdtsc(), at_ns = host_clock_ns();
		uint64_t took = __builtin_ia32_rdtsc() - before;

		if (took < least) {
			least = took;
			ticks = before + took / 2;
			*ns = at_ns;
		}
	}
	return ticks;
}

/* The counter keeps its rate, whatever the core's frequency, and does not stop. */
static bool is_steady(void)
{
	unsigned a, b, c, d;

	return __get_cpuid(0x80000007, &a, &b, &c, &d) && (d & 1u << 8);
}

static bool measure(struct host_ticks *h)
{
	struct timespec pause = { .tv_nsec = MEASURED_NS };
	uint64_t from_ns = 0, to_ns = 0, from, to;

	if (!is_steady())
		return false;
	from = both(&from_ns);
	nanosleep(&pause, NULL);
	to = both(&to_ns);
	if (to <= from)
		return false;
	h->ps_shift = (uint64_t)(((unsigned __int128)(to_ns - from_ns) * PS_PER_NS << 32) /
				 (to - from));
	return true;
}
#else
static bool measure(struct host_ticks *h)
{
	(void)h;
	return false;
}
#endif

void host_ticks_init(struct host_ticks *h, uint32_t slower)
{
	h->counter = measure(h);
	if (!h->counter)
		h->ps_shift = PS_PER_NS << 32;
	h->ps_shift /= slower;
}
