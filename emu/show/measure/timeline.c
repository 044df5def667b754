/* timeline.c - see timeline.h. */
#include "timeline.h"

#include <errno.h>
#include <stdlib.h>

#define FIRST_SHIFT 12 /* 4 ns: 256 of them are a microsecond */

int timeline_init(struct timeline *t, unsigned lines)
{
	*t = (struct timeline){ FIRST_SHIFT, lines, calloc(lines, sizeof *t->line) };
	return t->line ? 0 : -ENOMEM;
}

void timeline_cleanup(struct timeline *t)
{
	free(t->line);
	t->line = NULL;
}

/* Joins steps in pairs: a change in the first of two lasts through the second one. */
static void halve(struct timeline_line *l, unsigned shift)
{
	for (unsigned i = 0; i < TIMELINE_STEPS / 2; i++) {
		l->area_ps[i] = l->area_ps[2 * i] + l->area_ps[2 * i + 1] +
				(l->change[2 * i] << shift);
		l->change[i] = l->change[2 * i] + l->change[2 * i + 1];
	}
	for (unsigned i = TIMELINE_STEPS / 2; i < TIMELINE_STEPS; i++)
		l->area_ps[i] = l->change[i] = 0;
}

static void reach(struct timeline *t, unsigned shift)
{
	for (; t->shift < shift; t->shift++)
		for (unsigned i = 0; i < t->lines; i++)
			halve(&t->line[i], t->shift);
}

static unsigned step_of(struct timeline *t, ps_t at_ps)
{
	unsigned shift = t->shift;

	while (at_ps >> shift >= TIMELINE_STEPS)
		shift++;
	reach(t, shift);
	return (unsigned)(at_ps >> shift);
}

void timeline_change(struct timeline *t, unsigned line, ps_t at_ps, int by)
{
	unsigned step = step_of(t, at_ps);
	ps_t rest_ps = ((ps_t)(step + 1) << t->shift) - at_ps;

	t->line[line].change[step] += (uint64_t)(int64_t)by;
	t->line[line].area_ps[step] += (uint64_t)(int64_t)by * rest_ps;
}

void timeline_add(struct timeline *t, unsigned line, ps_t from_ps, ps_t to_ps)
{
	if (to_ps <= from_ps)
		return;
	timeline_change(t, line, from_ps, 1);
	timeline_change(t, line, to_ps, -1);
}

/* The share of amount_ps until at_ps: by time alone, not by steps, which depend on the worker. */
static uint64_t until(ps_t at_ps, uint64_t amount_ps, const ps_t interval_ps[2])
{
	ps_t in_ps = ps_min(ps_max(at_ps, interval_ps[0]), interval_ps[1]) - interval_ps[0];

	return (uint64_t)((unsigned __int128)amount_ps * in_ps /
			  (interval_ps[1] - interval_ps[0]));
}

void timeline_spread(struct timeline *t, unsigned line, uint64_t amount_ps,
		     const ps_t interval_ps[2])
{
	unsigned last = step_of(t, interval_ps[1]), first = step_of(t, interval_ps[0]);

	for (unsigned step = first; step <= last; step++)
		t->line[line].area_ps[step] +=
			until((ps_t)(step + 1) << t->shift, amount_ps, interval_ps) -
			until((ps_t)step << t->shift, amount_ps, interval_ps);
}

void timeline_merge(struct timeline *a, struct timeline *b)
{
	reach(a, b->shift);
	reach(b, a->shift);
	for (unsigned i = 0; i < a->lines; i++)
		for (unsigned step = 0; step < TIMELINE_STEPS; step++) {
			a->line[i].change[step] += b->line[i].change[step];
			a->line[i].area_ps[step] += b->line[i].area_ps[step];
		}
}

void timeline_integrals(const struct timeline *t, unsigned line,
			uint64_t area_ps[TIMELINE_STEPS])
{
	const struct timeline_line *l = &t->line[line];
	uint64_t level = 0;

	for (unsigned step = 0; step < TIMELINE_STEPS; step++) {
		area_ps[step] = l->area_ps[step] + (level << t->shift);
		level += l->change[step];
	}
}
