/*
 * histogram.h - how often which values have come: by powers of two, each in 64 steps.  Sums
 * only, so that merged ones do not depend on which one has counted what.
 */
#ifndef BGQ_NET_HISTOGRAM_H
#define BGQ_NET_HISTOGRAM_H

#include <stddef.h>
#include <stdint.h>

#define HISTOGRAM_STEP_BITS 6
#define HISTOGRAM_STEPS ((64u - HISTOGRAM_STEP_BITS + 1) << HISTOGRAM_STEP_BITS)

/* All zero: empty. */
struct histogram {
	uint64_t count, sum;
	uint64_t least, most; /* if count is not 0 */
	uint64_t step[HISTOGRAM_STEPS];
};

/* Values below 128 have a step each, those above share one with 2, 4, 8 ... */
static inline size_t histogram_step(uint64_t v)
{
	const uint64_t steps = UINT64_C(1) << HISTOGRAM_STEP_BITS;
	unsigned shift = v < 2 * steps ? 0
				       : 63 - HISTOGRAM_STEP_BITS - (unsigned)__builtin_clzll(v);

	return (size_t)(shift * steps + (v >> shift));
}

static inline void histogram_add(struct histogram *h, uint64_t v)
{
	if (!h->count || v < h->least)
		h->least = v;
	if (v > h->most)
		h->most = v;
	h->count++;
	h->sum += v;
	h->step[histogram_step(v)]++;
}

/* Adds b to a. */
void histogram_merge(struct histogram *a, const struct histogram *b);
/* A value that share of all do not exceed, to 1/64 of it. */
uint64_t histogram_share(const struct histogram *h, double share);
/* The highest value of a step. */
uint64_t histogram_step_end(size_t step);

#endif
