/* traffic_tally.c - see traffic_tally.h. */
#include "traffic_tally.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void tally_init(struct traffic_tally *t)
{
	*t = (struct traffic_tally){ .done_ps = PS_NEVER };
}

void tally_cleanup(struct traffic_tally *t)
{
	free(t->bin);
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
	t->hops += hops;
	histogram_add(&t->latency, now_ps - born_ps);
}

void tally_add(struct traffic_tally *a, const struct traffic_tally *b)
{
	a->hops += b->hops;
	histogram_merge(&a->latency, &b->latency);
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
}

uint64_t tally_between(const struct traffic_tally *t, ps_t from_ps, ps_t to_ps)
{
	uint64_t sum = 0;

	for (size_t i = from_ps / TALLY_BIN_PS; i < to_ps / TALLY_BIN_PS && i < t->bins; i++)
		sum += t->bin[i];
	return sum;
}
