/* histogram.c - see histogram.h. */
#include "histogram.h"

#define STEPS (UINT64_C(1) << HISTOGRAM_STEP_BITS)

void histogram_merge(struct histogram *a, const struct histogram *b)
{
	if (b->count && (!a->count || b->least < a->least))
		a->least = b->least;
	if (b->most > a->most)
		a->most = b->most;
	a->count += b->count;
	a->sum += b->sum;
	for (size_t i = 0; i < HISTOGRAM_STEPS; i++)
		a->step[i] += b->step[i];
}

uint64_t histogram_step_end(size_t i)
{
	unsigned shift = i < 2 * STEPS ? 0 : (unsigned)(i / STEPS) - 1;

	return ((i - shift * STEPS + 1) << shift) - 1;
}

uint64_t histogram_share(const struct histogram *h, double share)
{
	uint64_t below = (uint64_t)((double)h->count * share), sum = 0;

	for (size_t i = 0; i < HISTOGRAM_STEPS; i++) {
		sum += h->step[i];
		if (sum > below)
			return histogram_step_end(i) < h->most ? histogram_step_end(i) : h->most;
	}
	return h->most;
}
