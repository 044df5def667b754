/* fetch.c - see fetch.h; a function is entered in fetch_enter.c. */
#include "fetch.h"

#include <stdlib.h>
#include <string.h>

#include "net/base/pages.h"

static struct fetch everything = { .young = { [0 ... FETCH_FUNCTIONS / 8 - 1] = 0xff } };

static void *zeroed(size_t size)
{
	void *p = calloc(1, size);

	if (!p)
		abort();
	return p;
}

/* At first, for threads that do little; and then, more than are ever kept. */
#define PLACES_FEW    64u
#define PLACES_MANY   1024u
#define PLACES_A_KEY  2u

static size_t memory_bytes(uint32_t places)
{
	return places * (sizeof(uint32_t) + 3 * sizeof(uint16_t)) +
	       places / PLACES_A_KEY * sizeof(uint16_t) + places / FETCH_BLOCK * sizeof(uint32_t);
}

static struct fetch_order *order_begin(struct fetch_order *o, uint32_t places)
{
	o->places = places;
	o->key = (uint32_t *)o->memory;
	o->sum = o->key + places;
	o->lines = (uint16_t *)(o->sum + places / FETCH_BLOCK);
	o->number = o->lines + places;
	o->next = o->number + places;
	o->first = o->next + places;
	o->keys_shift = 32 - (uint32_t)__builtin_ctz(places / PLACES_A_KEY);
	return o;
}

static struct fetch_order *order_create(uint32_t places)
{
	return order_begin(zeroed(sizeof(struct fetch_order) + memory_bytes(places)), places);
}

/* ---- caches of threads, each with its first order */

/* All of them are of one size, and of pages of their own: each time as many more as there are. */
#define LINE_BYTES 64u
#define PIECE_FIRST 16u
#define PIECE_BYTES ((size_t)2 << 20)

static __thread struct fetch *free_list; /* by way of order */
static __thread uint8_t *fresh;
static __thread size_t fresh_count, mapped_count;

static size_t cache_bytes(void)
{
	return (sizeof(struct fetch) + sizeof(struct fetch_order) + memory_bytes(PLACES_FEW) +
		LINE_BYTES - 1) & ~(LINE_BYTES - 1ul);
}

static void map_more(void)
{
	size_t most = PIECE_BYTES / cache_bytes();
	size_t count = mapped_count < PIECE_FIRST ? PIECE_FIRST : mapped_count;

	fresh_count = count < most ? count : most;
	mapped_count += fresh_count;
	fresh = pages_alloc_full(fresh_count * cache_bytes());
	if (!fresh)
		abort();
	madvise(fresh, fresh_count * cache_bytes(), MADV_POPULATE_WRITE);
}

static struct fetch *cache_take(void)
{
	struct fetch *f = free_list;

	if (f) {
		free_list = (struct fetch *)(void *)f->order;
		return memset(f, 0, cache_bytes());
	}
	if (!fresh_count)
		map_more();
	fresh_count--;
	f = (struct fetch *)(void *)fresh;
	fresh += cache_bytes();
	return f;
}

struct fetch *fetch_create(uint32_t line_cycles)
{
	struct fetch *f;

	if (!line_cycles)
		return &everything;
	f = cache_take();
	f->cycles = line_cycles;
	f->first = (struct fetch_order *)(f + 1);
	return f;
}

void fetch_free(struct fetch *f)
{
	if (!f || f == &everything)
		return;
	if (f->order != f->first)
		free(f->order);
	f->order = (struct fetch_order *)(void *)free_list;
	free_list = f;
}

/* ---- order */

_Static_assert(PLACES_MANY > FETCH_FAR, "functions have a line at least");

/* The last functions of FETCH_FAR lines begin there. */
static uint32_t near_from(const struct fetch_order *o)
{
	uint32_t lines = 0, from = o->end;

	while (from && lines < FETCH_FAR)
		lines += o->lines[--from];
	return from;
}

/* Young ones are among those that are kept. */
static struct fetch_order *close_up(const struct fetch_order *old)
{
	struct fetch_order *o = order_create(PLACES_MANY);

	for (uint32_t place = near_from(old); place < old->end; place++) {
		if (place == old->young)
			o->young = o->end;
		if (old->lines[place])
			fetch_append(o, old->key[place], old->number[place], old->lines[place]);
	}
	o->young_lines = old->young_lines;
	return o;
}

void fetch_make_room(struct fetch *f)
{
	struct fetch_order *old = f->order;

	if (old)
		f->order = close_up(old);
	else if (f->first)
		f->order = order_begin(f->first, PLACES_FEW);
	else
		f->order = order_create(PLACES_FEW);
	if (old != f->first)
		free(old);
}

static void order_copy(struct fetch_order *copy, const struct fetch_order *o)
{
	copy->end = o->end;
	copy->young = o->young;
	copy->young_lines = o->young_lines;
	memcpy(copy->memory, o->memory, memory_bytes(o->places));
}

void fetch_copy(struct fetch *copy, const struct fetch *f)
{
	struct fetch_order *order = copy->order;

	if (order && (!f->order || order->places != f->order->places)) {
		free(order);
		order = NULL;
	}
	if (!order && f->order)
		order = order_create(f->order->places);
	*copy = *f;
	copy->order = order;
	copy->first = NULL;
	if (order)
		order_copy(order, f->order);
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
	uint32_t i = x ? x->end + 1 : 0, j = y ? y->end + 1 : 0, lines = 0;

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
