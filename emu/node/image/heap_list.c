/* heap_list.c - lists of free blocks, segregated by length; see heap_internal.h. */
#include "heap_internal.h"

static void list_of(uint32_t units, uint32_t *fl, uint32_t *sl)
{
	if (units < SL_COUNT) {
		*fl = 0;
		*sl = units;
	} else {
		uint32_t log = 31u - (uint32_t)__builtin_clz(units);

		*fl = log - SL_LOG + 1;
		*sl = units >> (log - SL_LOG) & (SL_COUNT - 1);
	}
}

void heap_list_insert(struct heap *h, uint32_t unit)
{
	struct block *b = block_at(h, unit);
	uint32_t fl, sl;

	list_of(b->units, &fl, &sl);
	b->prev_free = 0;
	b->next_free = h->list[fl][sl];
	if (b->next_free)
		block_at(h, b->next_free)->prev_free = unit;
	h->list[fl][sl] = unit;
	h->sl_map[fl] |= (uint16_t)(1u << sl);
	h->fl_map |= 1u << fl;
}

bool heap_is_free_block(const struct heap *h, uint32_t unit)
{
	return unit >= h->first && unit < h->top && block_intact(h, unit) &&
		block_at(h, unit)->tag & TAG_FREE;
}

bool heap_links_intact(struct heap *h, uint32_t unit)
{
	const struct block *b = block_at(h, unit);
	uint32_t fl, sl;

	h->damaged = unit;
	if (!heap_is_free_block(h, unit))
		return false;
	if (b->next_free && (!heap_is_free_block(h, b->next_free) ||
			     block_at(h, b->next_free)->prev_free != unit))
		return false;
	list_of(b->units, &fl, &sl);
	if (b->prev_free ? !heap_is_free_block(h, b->prev_free) ||
			   block_at(h, b->prev_free)->next_free != unit
			 : h->list[fl][sl] != unit)
		return false;
	h->damaged = 0;
	return true;
}

void heap_list_remove(struct heap *h, uint32_t unit)
{
	struct block *b = block_at(h, unit);
	uint32_t fl, sl;

	list_of(b->units, &fl, &sl);
	if (b->next_free)
		block_at(h, b->next_free)->prev_free = b->prev_free;
	if (b->prev_free) {
		block_at(h, b->prev_free)->next_free = b->next_free;
		return;
	}
	h->list[fl][sl] = b->next_free;
	if (b->next_free)
		return;
	h->sl_map[fl] &= (uint16_t)~(1u << sl);
	if (!h->sl_map[fl])
		h->fl_map &= ~(1u << fl);
}

uint64_t heap_align_gap(const struct heap *h, uint32_t unit, uint64_t align)
{
	uintptr_t at = (uintptr_t)block_payload(h, unit);
	uint64_t gap = (-at & (align - 1)) / UNIT;

	while (gap && gap < BLOCK_MIN)
		gap += align / UNIT;
	return gap;
}

static bool block_fits(const struct heap *h, uint32_t unit, uint64_t units,
	uint64_t align)
{
	return heap_align_gap(h, unit, align) + units <= block_at(h, unit)->units;
}

/* First free block of a list all of whose blocks have at least units. */
static uint32_t list_first_above(const struct heap *h, uint64_t units)
{
	uint32_t fl, sl, map;

	if (units >= SL_COUNT) /* round up to where a list begins */
		units += (UINT64_C(1) << (59 - __builtin_clzll(units))) - 1;
	if (units > UINT32_MAX)
		return 0;
	list_of((uint32_t)units, &fl, &sl);
	map = h->sl_map[fl] & ~0u << sl;
	if (!map) {
		map = fl + 1 < FL_COUNT ? h->fl_map & ~0u << (fl + 1) : 0;
		if (!map)
			return 0;
		fl = (uint32_t)__builtin_ctz(map);
		map = h->sl_map[fl];
	}
	return h->list[fl][__builtin_ctz(map)];
}

/* The list that holds blocks of this very length is looked at first, else a
 * block just freed would not serve the next request of its size.  The block may be damaged. */
uint32_t heap_list_find(const struct heap *h, uint32_t units, uint64_t align)
{
	uint32_t fl, sl, unit, tries = FIT_TRIES;

	list_of(units, &fl, &sl);
	for (unit = h->list[fl][sl]; unit && tries; tries--) {
		if (!heap_is_free_block(h, unit) || block_fits(h, unit, units, align))
			return unit;
		unit = block_at(h, unit)->next_free;
	}
	unit = list_first_above(h, units);
	if (unit && (!heap_is_free_block(h, unit) || block_fits(h, unit, units, align)))
		return unit;
	if (align <= HEAP_ALIGN_BYTES)
		return 0;
	return list_first_above(h, units + align / UNIT + BLOCK_MIN);
}
