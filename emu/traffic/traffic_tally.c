/* traffic_tally.c - see traffic_tally.h. */
#include "traffic_tally.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STEPS (UINT64_C(1) << TALLY_STEP_BITS)

void tally_init(struct traffic_tally *t)
{
	*t = (struct traffic_tally){ .done_ps = PS_NEVER };
}

void tally_cleanup(struct traffic_tally *t)
{
	free(t->bin);
}

/* Values below 2 * STEPS have a step each, those above share one with 2, 4, 8 ... */
static size_t step_of(uint64_t v)
{
	unsigned shift = v < 2 * STEPS ? 0 : 63 - TALLY_STEP_BITS - (unsigned)__builtin_clzll(v);

	return (size_t)(shift * STEPS + (v >> shift));
}

/* The highest value of a step. */
static uint64_t step_end(size_t i)
{
	unsigned shift = i < 2 * STEPS ? 0 : (unsigned)(i / STEPS) - 1;

	return ((i - shift * STEPS + 1) << shift) - 1;
}

static void bins_grow(struct traffic_tally *t, size_t bins)
{
	size_t more = bins > 2 * t->bins ? bins : 2 * t->bins;

	t->bin = realloc(t->bin, more * sizeof *t->bin);
	if (!t->bin) {
		fprintf(stderr, "bgq-net: out of memory\n");
		exit(1);
	}
	memset(t->bin + t->bins, 0, (more - t->bins) * sizeof *t->bin);
	t->bins = more;
}

void tally_packet(struct traffic_tally *t, ps_t now_ps, ps_t born_ps, unsigned hops,
		  ps_t warmup_ps)
{
	size_t bin = now_ps / TALLY_BIN_PS;

	if (bin >= t->bins)
		bins_grow(t, bin + 1);
	t->bin[bin]++;
	t->all_packets++;
	t->all_hops += hops;
	t->last_ps = now_ps;
	if (now_ps < warmup_ps)
		return;
	t->packets++;
	t->hops += hops;
	t->latency_ps += now_ps - born_ps;
	if (now_ps - born_ps > t->latency_max_ps)
		t->latency_max_ps = now_ps - born_ps;
	t->latency[step_of(now_ps - born_ps)]++;
}

void tally_add(struct traffic_tally *a, const struct traffic_tally *b)
{
	a->packets += b->packets;
	a->hops += b->hops;
	a->latency_ps += b->latency_ps;
	if (b->latency_max_ps > a->latency_max_ps)
		a->latency_max_ps = b->latency_max_ps;
	a->all_packets += b->all_packets;
	a->all_hops += b->all_hops;
	if (b->last_ps > a->last_ps)
		a->last_ps = b->last_ps;
	if (b->done_ps < a->done_ps)
		a->done_ps = b->done_ps;
	if (b->bins > a->bins)
		bins_grow(a, b->bins);
	for (size_t i = 0; i < b->bins; i++)
		a->bin[i] += b->bin[i];
	for (size_t i = 0; i < TALLY_STEPS; i++)
		a->latency[i] += b->latency[i];
}

ps_t tally_percentile_ps(const struct traffic_tally *t, double share)
{
	uint64_t below = (uint64_t)((double)t->packets * share), sum = 0;

	for (size_t i = 0; i < TALLY_STEPS; i++) {
		sum += t->latency[i];
		if (sum > below)
			return step_end(i) < t->latency_max_ps ? step_end(i) : t->latency_max_ps;
	}
	return t->latency_max_ps;
}

uint64_t tally_between(const struct traffic_tally *t, ps_t from_ps, ps_t to_ps)
{
	uint64_t sum = 0;

	for (size_t i = from_ps / TALLY_BIN_PS; i < to_ps / TALLY_BIN_PS && i < t->bins; i++)
		sum += t->bin[i];
	return sum;
}
