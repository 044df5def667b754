/*
 * fingerprint.h - a hash of a part of the machine's state.  If two are equal, what
 * follows the second is what followed the first, later by the time between them.
 *
 * Each component adds what its future depends on, times relative to now_ps; one that has
 * passed is 0, whenever that was.  It has 64 bits and is not cryptographic; that two states
 * of one run collide by chance is as likely as a fault of the host's memory.
 */
#ifndef BGQ_BASE_FINGERPRINT_H
#define BGQ_BASE_FINGERPRINT_H

#include "event.h"

struct fingerprint {
	ps_t now_ps;
	uint64_t hash;
};

static inline void fingerprint_word(struct fingerprint *p, uint64_t word)
{
	uint64_t h = (p->hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);

	p->hash = h ^ h >> 29;
}

static inline void fingerprint_time(struct fingerprint *p, ps_t at_ps)
{
	fingerprint_word(p, at_ps > p->now_ps ? at_ps - p->now_ps : 0);
}

/* Delays a time that is still to come; one that has passed stays. */
static inline void time_later(ps_t *at_ps, ps_t now_ps, ps_t delay_ps)
{
	if (*at_ps > now_ps)
		*at_ps += delay_ps;
}

#endif
