/*
 * timeline.h - how much of something there was over simulated time: links that are busy, messages
 * under way.  Time is cut into steps of equal length, which double whenever the run outgrows
 * them, so that memory is the same for a microsecond and for an hour.
 *
 * Each line has, for each step, by how much its level changes in it, and what these changes add to
 * the step's own time integral.  Both are sums, so merged lines do not depend on which worker has
 * counted what; arithmetic is modulo 2^64, and only integrals are read.
 *
 * Never: a call in the order of time; intervals come when they are known.
 */
#ifndef BGQ_EMU_TIMELINE_H
#define BGQ_EMU_TIMELINE_H

#include <stdint.h>

#include "net/base/event.h"

#define TIMELINE_STEPS 256u

struct timeline_line {
	uint64_t change[TIMELINE_STEPS];
	uint64_t area_ps[TIMELINE_STEPS];
};

struct timeline {
	unsigned shift; /* a step takes 2^shift ps */
	unsigned lines;
	struct timeline_line *line;
};

/* 0, or -ENOMEM. */
int timeline_init(struct timeline *t, unsigned lines);
void timeline_cleanup(struct timeline *t);
/* The level of a line changes at that time. */
void timeline_change(struct timeline *t, unsigned line, ps_t at_ps, int by);
/* One more from then to then. */
void timeline_add(struct timeline *t, unsigned line, ps_t from_ps, ps_t to_ps);
/* Adds a time integral of amount_ps, evenly over an interval that is not empty. */
void timeline_spread(struct timeline *t, unsigned line, uint64_t amount_ps,
		     const ps_t interval_ps[2]);
/* Adds b to a. */
void timeline_merge(struct timeline *a, struct timeline *b);
/* Sets area_ps to the integral of the line over each step. */
void timeline_integrals(const struct timeline *t, unsigned line,
			uint64_t area_ps[TIMELINE_STEPS]);

#endif
