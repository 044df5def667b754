/*
 * lateness.h - a histogram of durations, with 16 steps for each doubling: exact below 16 ns,
 * within a sixteenth above.  Written by one worker, read after the run.
 */
#ifndef BGQ_EMU_LATENESS_H
#define BGQ_EMU_LATENESS_H

#include <stdint.h>

#define LATENESS_STEP_BITS 4
#define LATENESS_STEPS     (1u << LATENESS_STEP_BITS)
#define LATENESS_PLACES    ((64 - LATENESS_STEP_BITS + 1) * LATENESS_STEPS)

struct lateness {
	uint64_t count[LATENESS_PLACES];
	uint64_t most_ns;
};

static inline unsigned lateness_place(uint64_t ns)
{
	if (ns < LATENESS_STEPS)
		return (unsigned)ns;
	unsigned up = 63 - (unsigned)__builtin_clzll(ns) - LATENESS_STEP_BITS;

	return up * LATENESS_STEPS + (unsigned)(ns >> up);
}

/* The shortest duration of a bucket. */
static inline uint64_t lateness_ns(unsigned place)
{
	if (place < 2 * LATENESS_STEPS)
		return place;
	unsigned up = place / LATENESS_STEPS - 1;

	return (uint64_t)(place % LATENESS_STEPS + LATENESS_STEPS) << up;
}

static inline void lateness_add(struct lateness *l, uint64_t ns)
{
	l->count[lateness_place(ns)]++;
	if (ns > l->most_ns)
		l->most_ns = ns;
}

#endif
