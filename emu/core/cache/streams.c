/*
 * streams.c - see sample.h: what loads wait for whose lines the prefetcher of a core has ready or
 * under way.
 *
 * A load of a line that is ready waits for the prefetcher instead of the L1; lines that loads of
 * one round come to together are waited for once, for the A2 goes on until a result is used.  A
 * line is asked for when the stream is so many lines before it, so a stream has at most that many
 * in the time that one takes from the L2 or memory, and the streams of a core together at most as
 * many as the prefetcher holds.
 *
 * Not modelled: that a stream may get deeper by its success (adaptive mode), and its beginning.
 */
#include "sample.h"

#include "emu/node/machine/job.h"

/* ---- accesses that are one stream */

bool streams_join(struct sample *s, const struct loop_access *a)
{
	for (unsigned i = 0; i < s->accesses; i++) {
		struct loop_access *b = &s->access[i];

		if (a->stride != b->stride || a->low / L2_LINE > b->high / L2_LINE + 1 ||
		    a->high / L2_LINE + 1 < b->low / L2_LINE)
			continue;
		b->lines += a->low / L1_LINE > b->high / L1_LINE ||
			    a->high / L1_LINE < b->low / L1_LINE;
		b->low = a->low < b->low ? a->low : b->low;
		b->high = a->high > b->high ? a->high : b->high;
		b->loads |= a->loads;
		b->stores |= a->stores;
		return true;
	}
	return false;
}

static uint64_t lines_of(const struct sample *s, const struct loop_access *a, uint64_t in_round,
			 uint64_t line_bytes)
{
	uint64_t wide = in_round * line_bytes, stride = stride_bytes(a);

	return sample_rounds(s) * (stride < wide ? stride : wide) / line_bytes;
}

uint64_t streams_lines(const struct sample *s, const struct loop_access *a)
{
	return lines_of(s, a, a->lines, L1_LINE);
}

uint64_t streams_l2_lines(const struct sample *s, const struct loop_access *a)
{
	uint64_t most = a->high / L2_LINE - a->low / L2_LINE + 1;

	return lines_of(s, a, most < a->lines ? most : a->lines, L2_LINE);
}

/* ---- lines that are ready */

/* Rounds until it comes to its next line. */
static uint64_t rounds_left(const struct loop_access *a)
{
	uint64_t stride = stride_bytes(a);
	uint64_t inside = a->stride < 0 ? a->low % L1_LINE : L1_LINE - 1 - a->high % L1_LINE;

	return stride < L1_LINE ? inside / stride : 0;
}

static bool come_together(const struct loop_access *a, const struct loop_access *b)
{
	return stride_bytes(a) == stride_bytes(b) && rounds_left(a) == rounds_left(b);
}

static bool loads_ahead(const struct sample *s, unsigned i)
{
	return s->access[i].loads && streams_has(s, &s->access[i]);
}

static bool is_first(const struct sample *s, unsigned i)
{
	for (unsigned j = 0; j < i; j++)
		if (loads_ahead(s, j) && come_together(&s->access[i], &s->access[j]))
			return false;
	return true;
}

static uint64_t ready_cycles(const struct sample *s)
{
	uint64_t lines = 0;

	for (unsigned i = 0; i < s->accesses; i++)
		if (loads_ahead(s, i) && is_first(s, i))
			lines += streams_lines(s, &s->access[i]);
	return lines * (job.model->l1_miss_cycles - L1_CYCLES);
}

/* ---- lines under way */

/* In 256ths, lines that each stream of the core has under way: one at least, its own load's. */
static uint64_t lines_ahead(const struct sample *s)
{
	uint64_t each = 256 * s->lines_each, streams = 0;

	for (unsigned i = 0; i < s->accesses; i++)
		streams += loads_ahead(s, i);
	streams *= thread_sharers(s->thread);
	if (each * streams > 256 * s->lines_all)
		each = 256 * s->lines_all / streams;
	return each > 256 ? each : 256;
}

/* The time of the slowest stream. */
static uint64_t stream_cycles(const struct sample *s)
{
	const struct net_machine *m = job.model;
	uint64_t most = 0, ahead = lines_ahead(s);

	for (unsigned i = 0; i < s->accesses; i++) {
		const struct loop_access *a = &s->access[i];
		uint64_t line = a->in_l2 * 2 * m->l2_way_cycles +
				(256 - a->in_l2) * m->memory_cycles;
		uint64_t all = streams_l2_lines(s, a) * line / ahead;

		if (loads_ahead(s, i) && all > most)
			most = all;
	}
	return most;
}

uint64_t streams_wait(const struct sample *s)
{
	uint64_t ready = ready_cycles(s), stream = stream_cycles(s);
	uint64_t own = s->time_ps / CORE_CYCLE_PS;

	return stream > own + ready ? stream - own : ready;
}
