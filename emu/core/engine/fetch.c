/* fetch.c - see fetch.h; a function is entered in fetch_enter.c. */
#include "fetch.h"

#include <stdlib.h>
#include <string.h>

static struct fetch everything;

static void *zeroed(size_t size)
{
	void *p = calloc(1, size);

	if (!p)
		abort();
	return p;
}

struct fetch *fetch_create(uint32_t line_cycles)
{
	struct fetch *f;

	if (!line_cycles) {
		if (!fetch_is_young(&everything, 0)) /* all workers write the same */
			memset(everything.young, 0xff, sizeof everything.young);
		return &everything;
	}
	f = zeroed(sizeof *f);
	f->cycles = line_cycles;
	return f;
}

void fetch_free(struct fetch *f)
{
	if (!f || f == &everything)
		return;
	free(f->order);
	free(f);
}

/* The last functions of FETCH_FAR lines begin there. */
static uint32_t near_from(const struct fetch_order *o)
{
	uint32_t lines = 0, from = o->end;

	while (from && lines < FETCH_FAR)
		lines += o->lines[--from];
	return from;
}

/* Young ones are among those that are kept. */
static void close_up(struct fetch_order *o)
{
	uint32_t end = o->end, from = near_from(o), young = 0;

	memset(o->first, 0, sizeof o->first);
	memset(o->sum, 0, sizeof o->sum);
	o->end = 0;
	for (uint32_t place = from; place < end; place++) {
		if (place == o->young)
			young = o->end;
		if (o->lines[place])
			fetch_append(o, o->key[place], o->number[place], o->lines[place]);
	}
	o->young = young;
	memset(o->lines + o->end, 0, (FETCH_PLACES - o->end) * sizeof *o->lines);
}

void fetch_make_room(struct fetch *f)
{
	if (!f->order)
		f->order = zeroed(sizeof *f->order);
	else
		close_up(f->order);
}

void fetch_copy(struct fetch *copy, const struct fetch *f)
{
	struct fetch_order *order = copy->order ? copy->order : zeroed(sizeof *order);

	*copy = *f;
	copy->order = order;
	if (f->order)
		*order = *f->order;
	else
		memset(order, 0, sizeof *order);
}

/* The place of the function before that place, or 0: places are counted from 1. */
static uint32_t before(const struct fetch_order *o, uint32_t place)
{
	while (place && --place && !o->lines[place - 1])
		;
	return place;
}

bool fetch_is_same(const struct fetch *a, const struct fetch *b)
{
	const struct fetch_order *x = a->order, *y = b->order;
	uint32_t i = x->end + 1, j = y->end + 1, lines = 0;

	if (memcmp(a->young, b->young, sizeof a->young) != 0)
		return false;
	while (lines < FETCH_FAR) {
		i = before(x, i);
		j = before(y, j);
		if (!i || !j)
			return i == j;
		if (x->key[i - 1] != y->key[j - 1])
			return false;
		lines += x->lines[i - 1];
	}
	return true;
}
