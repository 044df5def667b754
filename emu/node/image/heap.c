/*
 * heap.c - two-level segregated fit (Masmano et al., ECRTS 2004) in a region.  What a block
 * looks like: heap_internal.h.  Never: an access outside the region.
 */
#include "heap_internal.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

/* Giving memory back to the host. */

/* Makes the whole pages in [from, to) of the region zero by dropping them.
 * False: nothing was dropped. */
static bool region_drop(struct heap *h, uint64_t from, uint64_t to)
{
	uintptr_t lo = ((uintptr_t)h + from + HEAP_PAGE_BYTES - 1) & ~(HEAP_PAGE_BYTES - 1);
	uintptr_t hi = ((uintptr_t)h + to) & ~(HEAP_PAGE_BYTES - 1);

	return lo < hi && !madvise((void *)lo, hi - lo, MADV_DONTNEED);
}

/* Offset of the first whole page at or behind an offset. */
static uint64_t page_from(const struct heap *h, uint64_t offset)
{
	uintptr_t at = (uintptr_t)h + offset + HEAP_PAGE_BYTES - 1;

	return (at & ~(HEAP_PAGE_BYTES - 1)) - (uintptr_t)h;
}

/* Makes p..p+bytes read as zero; from known_zero (an offset) on it does already. */
static void region_clear(struct heap *h, void *p, size_t bytes, uint64_t known_zero)
{
	uint64_t from = (uintptr_t)p - (uintptr_t)h, to = from + bytes;
	uintptr_t lo = ((uintptr_t)p + HEAP_PAGE_BYTES - 1) & ~(HEAP_PAGE_BYTES - 1);
	uintptr_t end, hi;

	if (to > known_zero)
		to = known_zero;
	if (from >= to)
		return;
	end = (uintptr_t)h + to;
	hi = end & ~(HEAP_PAGE_BYTES - 1);
	if (to - from >= HEAP_RELEASE_BYTES && region_drop(h, from, to)) {
		memset(p, 0, lo - (uintptr_t)p);
		memset((void *)hi, 0, end - hi);
	} else {
		memset(p, 0, to - from);
	}
}

/* Whenever a megabyte above the top has been written, it is returned to the host. */
static void top_release(struct heap *h)
{
	uint64_t from = ((uint64_t)h->top + 1) * UNIT;

	if (h->high_bytes - from >= HEAP_RELEASE_BYTES &&
	    region_drop(h, from, page_from(h, h->high_bytes)))
		h->high_bytes = page_from(h, from);
}

/* grown: length of the free run at unit; before: of its longest former part. Releasing only
 * at each further megabyte keeps a run of small frees cheap. */
static void run_release(struct heap *h, uint32_t unit, uint32_t grown, uint32_t before)
{
	const uint32_t step = HEAP_RELEASE_BYTES / UNIT;

	if (grown / step > before / step)
		region_drop(h, (uint64_t)unit * UNIT + sizeof(struct block),
			((uint64_t)unit + grown) * UNIT);
}

/* Blocks. */

/* [unit, unit + units) becomes free; it touches no free block. */
static void block_put(struct heap *h, uint32_t unit, uint32_t units)
{
	uint32_t next = unit + units;

	if (next == h->top) {
		block_end(h, unit);
		block_at(h, unit)->units = 0;
		h->top = unit;
		top_release(h);
		return;
	}
	block_set(h, unit, units, TAG_FREE);
	block_at(h, next)->tag |= TAG_PREV_FREE;
	block_at(h, next)->prev_units = units;
	heap_list_insert(h, unit);
}

/* Cuts a block in use down to units; the rest, if worth it, becomes free and
 * joins a free block behind. */
static void block_trim(struct heap *h, uint32_t unit, uint32_t units)
{
	struct block *b = block_at(h, unit);
	uint32_t rest = b->units - units, next = unit + b->units;
	uint32_t before = 0, grown = rest;

	if (rest < BLOCK_MIN)
		return;
	block_length(h, unit, units);
	if (next < h->top && block_at(h, next)->tag & TAG_FREE) {
		heap_list_remove(h, next);
		before = block_at(h, next)->units;
		grown += before;
		block_end(h, next);
	}
	block_put(h, unit + units, grown);
	if (unit + units < h->top)
		run_release(h, unit + units, grown, before);
}

/* Takes the free block at unit out of its list and makes it a block in use of
 * that length, behind a gap that stays free. */
static uint32_t block_take(struct heap *h, uint32_t unit, uint32_t units, uint32_t gap)
{
	uint32_t whole = block_at(h, unit)->units, rest = whole - gap - units;
	uint32_t next = unit + whole;

	heap_list_remove(h, unit);
	block_at(h, next)->tag &= ~TAG_PREV_FREE;
	block_set(h, unit + gap, whole - gap, 0);
	if (gap)
		block_put(h, unit, gap);
	if (rest >= BLOCK_MIN) {
		block_length(h, unit + gap, units);
		block_put(h, unit + gap + units, rest);
	}
	return unit + gap;
}

static void top_raise(struct heap *h, uint32_t top)
{
	uint64_t high = ((uint64_t)top + 1) * UNIT; /* payload ends in the next unit */

	h->top = top;
	if (top > h->peak)
		h->peak = top; /* memory above it is zero */
	else
		block_at(h, top)->units = block_at(h, top)->tag = 0;
	if (high > h->high_bytes)
		h->high_bytes = high;
}

/* A new block at the top, behind a gap, or 0. */
static uint32_t top_take(struct heap *h, uint32_t units, uint64_t gap)
{
	uint32_t unit = h->top;

	if (gap + units > h->limit - unit)
		return 0;
	top_raise(h, unit + (uint32_t)gap + units);
	block_set(h, unit + (uint32_t)gap, units, 0);
	if (gap)
		block_put(h, unit, (uint32_t)gap);
	return unit + (uint32_t)gap;
}

/* Large blocks are whole lines long, so what is cut from one starts a line. */
static bool request_units(const struct heap *h, size_t bytes, uint32_t *units,
	uint64_t *align)
{
	uint64_t pitch = HEAP_ALIGN_BYTES, need;

	if (bytes > HEAP_REGION_MAX_BYTES)
		return false;
	if (bytes >= HEAP_LARGE_BYTES) {
		pitch = HEAP_LINE_BYTES;
		if (*align < pitch)
			*align = pitch;
	}
	need = ((bytes + HEADER_BYTES + pitch - 1) & ~(pitch - 1)) / UNIT;
	*units = need < BLOCK_MIN ? BLOCK_MIN : (uint32_t)need;
	return need <= h->limit;
}

/* Interface. */

/* Odd, and all blocks an even number of units long: payloads are aligned. */
#define FIRST_UNIT ((uint32_t)(sizeof(struct heap) + UNIT - 1) / UNIT | 1)

struct heap *heap_init(void *base, size_t bytes)
{
	return heap_init_behind(base, bytes, 0);
}

struct heap *heap_init_behind(void *base, size_t bytes, size_t left)
{
	struct heap *h = base;
	uint32_t first = FIRST_UNIT + (uint32_t)(left / UNIT);
	uintptr_t end;

	if ((uintptr_t)base % HEAP_ALIGN_BYTES)
		return NULL;
	/* A store first: a page that is read before it is written faults twice. */
	if (__atomic_fetch_add(&h->magic, 0, __ATOMIC_RELAXED) == HEAP_MAGIC)
		return h;
	if (bytes > HEAP_REGION_MAX_BYTES)
		bytes = HEAP_REGION_MAX_BYTES;
	end = ((uintptr_t)base + bytes) & ~(HEAP_PAGE_BYTES - 1);
	if (bytes < 2 * HEAP_PAGE_BYTES)
		return NULL;
	h->magic = HEAP_MAGIC;
	h->first = first;
	h->used_units = left / UNIT;
	top_raise(h, first);
	h->limit = (uint32_t)((end - (uintptr_t)base) / UNIT - 1);
	return h;
}

void *heap_alloc(struct heap *h, size_t bytes, size_t align)
{
	uint64_t aligned = align > HEAP_ALIGN_BYTES ? align : HEAP_ALIGN_BYTES;
	uint32_t units, unit;

	if (align & (align - 1) || align > HEAP_ALIGN_MAX_BYTES)
		return NULL;
	if (!request_units(h, bytes, &units, &aligned))
		return NULL;
	unit = heap_list_find(h, units, aligned);
	if (unit && !heap_links_intact(h, unit))
		return NULL;
	if (unit)
		unit = block_take(h, unit, units, (uint32_t)heap_align_gap(h, unit, aligned));
	else
		unit = top_take(h, units, heap_align_gap(h, h->top, aligned));
	if (!unit)
		return NULL;
	h->used_units += block_at(h, unit)->units;
	return block_payload(h, unit);
}

void *heap_calloc(struct heap *h, size_t bytes, size_t align)
{
	uint64_t known_zero = h->high_bytes;
	void *p = heap_alloc(h, bytes, align);

	if (p)
		region_clear(h, p, bytes, known_zero);
	return p;
}

/* The block that a unit below the top lies in, or 0: the heap is damaged. */
static uint32_t block_around(const struct heap *h, uint32_t unit)
{
	uint32_t at = h->first;

	while (block_intact(h, at) && at + block_at(h, at)->units <= unit)
		at += block_at(h, at)->units;
	return block_intact(h, at) ? at : 0;
}

/* Takes a block at `at` from the free block at unit on, or, if that is 0, from the top. */
static int take_at(struct heap *h, uint32_t unit, uint32_t at, uint32_t units)
{
	uint64_t gap = at - (unit ? unit : h->top);

	if (unit && (!heap_links_intact(h, unit) || gap + units > block_at(h, unit)->units))
		return -ENOMEM;
	if (unit)
		at = block_take(h, unit, units, (uint32_t)gap);
	else
		at = top_take(h, units, gap);
	if (!at)
		return -ENOMEM;
	h->used_units += block_at(h, at)->units;
	return 0;
}

int heap_calloc_at(struct heap *h, void *p, size_t bytes)
{
	uintptr_t offset = (uintptr_t)p - (uintptr_t)h;
	uint64_t known_zero = h->high_bytes, align = HEAP_ALIGN_BYTES;
	uint32_t units, at = (uint32_t)(offset / UNIT) - 1, unit = 0;
	int rc;

	if (offset % HEAP_ALIGN_BYTES || offset / UNIT <= h->first || offset / UNIT > h->limit)
		return -EINVAL;
	if (!request_units(h, bytes, &units, &align))
		return -ENOMEM;
	if (at < h->top) {
		unit = block_around(h, at);
		if (!unit)
			return -ENOMEM;
		uint64_t end = ((uint64_t)unit + block_at(h, unit)->units) * UNIT + HEADER_BYTES;

		if (!(block_at(h, unit)->tag & TAG_FREE))
			return offset + bytes <= end ? -EBUSY : -ENOMEM;
	}
	rc = take_at(h, unit, at, units);
	if (!rc)
		region_clear(h, p, bytes, known_zero);
	return rc;
}

int heap_probe(struct heap *h, const void *p)
{
	uint32_t unit = block_of(h, p), next, prev;
	const struct block *b;

	if (!unit) {
		unit = unit_of(h, p);
		if (unit && (block_at(h, unit)->tag == block_seal(unit, 0) ||
			     heap_is_free_block(h, unit)))
			return -EALREADY;
		return -EINVAL;
	}
	b = block_at(h, unit);
	next = unit + b->units;
	prev = unit - (uint32_t)b->prev_units;
	if (!next_intact(h, next))
		return -EFAULT;
	if (next < h->top && block_at(h, next)->tag & TAG_FREE && !heap_links_intact(h, next))
		return -ENOTRECOVERABLE;
	if (!(b->tag & TAG_PREV_FREE))
		return 0;
	h->damaged = unit;
	if (b->prev_units > unit - h->first || !heap_links_intact(h, prev))
		return -ENOTRECOVERABLE;
	return 0;
}

int heap_free(struct heap *h, void *p)
{
	uint32_t unit = block_of(h, p), units, next, longest = 0, grown;
	int rc = heap_probe(h, p);
	const struct block *b;

	if (rc)
		return rc;
	b = block_at(h, unit);
	grown = units = b->units;
	next = unit + units;
	if (b->tag & TAG_PREV_FREE) {
		uint32_t prev = unit - (uint32_t)b->prev_units;

		heap_list_remove(h, prev);
		block_end(h, unit);
		longest = block_at(h, prev)->units;
		grown += longest;
		unit = prev;
	}
	if (next < h->top && block_at(h, next)->tag & TAG_FREE) {
		uint32_t behind = block_at(h, next)->units;

		heap_list_remove(h, next);
		block_end(h, next);
		grown += behind;
		if (behind > longest)
			longest = behind;
	}
	h->used_units -= units;
	block_put(h, unit, grown);
	if (unit < h->top)
		run_release(h, unit, grown, longest);
	return 0;
}

/* Resizes the block at unit in place; false if that is impossible. */
static bool block_resize(struct heap *h, uint32_t unit, uint32_t units)
{
	struct block *b = block_at(h, unit);
	uint32_t next = unit + b->units;

	if (units > b->units) {
		uint32_t more = units - b->units;

		if (next == h->top) {
			if (more > h->limit - h->top)
				return false;
			top_raise(h, h->top + more);
			block_length(h, unit, units);
			return true;
		}
		if (!(block_at(h, next)->tag & TAG_FREE) ||
		    block_at(h, next)->units < more)
			return false;
		heap_list_remove(h, next);
		block_length(h, unit, b->units + block_at(h, next)->units);
		block_end(h, next);
		block_at(h, unit + b->units)->tag &= ~TAG_PREV_FREE;
	}
	block_trim(h, unit, units);
	return true;
}

void *heap_realloc(struct heap *h, void *p, size_t bytes)
{
	uint64_t align = HEAP_ALIGN_BYTES;
	uint32_t unit, units, had;
	size_t keep;
	void *moved;

	if (!p)
		return heap_alloc(h, bytes, 0);
	unit = block_of(h, p);
	if (heap_probe(h, p) || !request_units(h, bytes, &units, &align))
		return NULL;
	keep = heap_usable(h, p);
	had = block_at(h, unit)->units;
	if (!heap_align_gap(h, unit, align) && block_resize(h, unit, units)) {
		h->used_units += block_at(h, unit)->units - (uint64_t)had;
		return p;
	}
	moved = heap_alloc(h, bytes, 0);
	if (!moved)
		return NULL;
	memcpy(moved, p, keep < bytes ? keep : bytes);
	heap_free(h, p);
	return moved;
}

const void *heap_damage(const struct heap *h)
{
	return h->damaged ? block_payload(h, h->damaged) : NULL;
}

size_t heap_usable(const struct heap *h, const void *p)
{
	uint32_t unit = block_of(h, p);

	return unit ? (size_t)block_at(h, unit)->units * UNIT - HEADER_BYTES : 0;
}

uint64_t heap_extent_behind(size_t left)
{
	return (FIRST_UNIT + left / UNIT + 1) * UNIT;
}

uint64_t heap_extent(const struct heap *h)
{
	return h->magic == HEAP_MAGIC ? ((uint64_t)h->peak + 1) * UNIT : 0;
}

uint64_t heap_used(const struct heap *h)
{
	return h->magic == HEAP_MAGIC ? h->used_units * UNIT : 0;
}

int heap_check(const struct heap *h, struct heap_stats *stats)
{
	uint32_t unit, before = 0;

	*stats = (struct heap_stats){ .top_bytes = (uint64_t)h->top * UNIT };
	for (unit = h->first; unit < h->top; unit += block_at(h, unit)->units) {
		const struct block *b = block_at(h, unit);
		bool free = b->tag & TAG_FREE;

		if (!block_intact(h, unit) || !(b->tag & TAG_PREV_FREE) != !before)
			return -EFAULT;
		if (before && (free || b->prev_units != before))
			return -EFAULT;
		if (free) {
			stats->free_blocks++;
			stats->free_bytes += (uint64_t)b->units * UNIT;
		} else {
			stats->used_blocks++;
			stats->used_bytes += (uint64_t)b->units * UNIT;
		}
		before = free ? b->units : 0;
	}
	stats->used_bytes += (uint64_t)(h->first - FIRST_UNIT) * UNIT;
	if (unit != h->top || before || stats->used_bytes != heap_used(h))
		return -EFAULT;
	return 0;
}
