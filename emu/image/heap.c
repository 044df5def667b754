/*
 * heap.c - two-level segregated fit (Masmano et al., ECRTS 2004) in a region.
 *
 * All sizes and positions are counted in units of 16 bytes from the region's
 * start, so links fit in 32 bits and the whole header in half a page.
 *
 *	 unit b                           unit b + units
 *	 |prev_units|units tag|payload ......|      |units tag|payload ...
 *	  8 bytes    8 bytes   16-byte aligned ^ ends inside the next unit
 *
 * prev_units is the tail of the previous block's payload and means the length
 * of that block only while it is free (TAG_PREV_FREE).
 *
 * Always true: two free blocks never touch; no free block touches the top; all
 * memory from high on is zero; the tag of a block is a function of its place, its
 * length and its two flags; where a block ceases to exist its tag is that of a block of no
 * length; at the top, units is 0.  That is how wild and double frees, and stores behind a
 * block or into a free one, are noticed.
 *
 * It must never look at anything outside the region.
 */
#include "heap.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>

#define UNIT           16u
#define BLOCK_MIN      2u /* units: header, links and the length at the end */
#define HEADER_BYTES   8u
#define SL_LOG         4u
#define SL_COUNT       (1u << SL_LOG)
#define FL_COUNT       (32u - SL_LOG + 1u)
#define FIT_TRIES      4u /* looks into the list that may hold an exact fit */
#define HEAP_MAGIC     UINT64_C(0x7061656871676201)
#define TAG_FREE       1u
#define TAG_PREV_FREE  2u
#define TAG_FLAGS      3u
/* Covers the page sizes of all hosts, so that behaviour does not hang on one. */
#define PAGE_BYTES     UINT64_C(65536)

struct block {
	uint64_t prev_units;
	uint32_t units;
	uint32_t tag;
	uint32_t next_free, prev_free; /* only while free; 0: none */
};

struct heap {
	uint64_t magic;
	uint64_t high_bytes; /* everything from here on is zero */
	uint64_t used_units;
	uint32_t peak;       /* highest top so far */
	uint32_t first;      /* unit of the first block */
	uint32_t top;        /* unit behind the last block */
	uint32_t limit;      /* top never exceeds this */
	uint32_t damaged;    /* a free block that was overwritten; 0: none is known */
	uint32_t fl_map;     /* bit f: some bit of sl_map[f] is set */
	uint16_t sl_map[FL_COUNT];
	uint32_t list[FL_COUNT][SL_COUNT];
};

static struct block *block_at(const struct heap *h, uint32_t unit)
{
	return (struct block *)((uintptr_t)h + (uintptr_t)unit * UNIT);
}

static void *block_payload(const struct heap *h, uint32_t unit)
{
	return (void *)((uintptr_t)h + ((uintptr_t)unit + 1) * UNIT);
}

/* Of a block that has ceased to exist: units 0. */
static uint32_t block_seal(uint32_t unit, uint32_t units)
{
	return (unit * 0x9e3779b1u ^ units * 0x85ebca6bu ^ 0x5bd1e995u) & ~TAG_FLAGS;
}

static void block_set(struct heap *h, uint32_t unit, uint32_t units, uint32_t flags)
{
	struct block *b = block_at(h, unit);

	b->units = units;
	b->tag = block_seal(unit, units) | flags;
}

static void block_length(struct heap *h, uint32_t unit, uint32_t units)
{
	block_set(h, unit, units, block_at(h, unit)->tag & TAG_FLAGS);
}

static void block_end(struct heap *h, uint32_t unit)
{
	block_at(h, unit)->tag = block_seal(unit, 0);
}

static bool block_intact(const struct heap *h, uint32_t unit)
{
	const struct block *b = block_at(h, unit);

	return (b->tag & ~TAG_FLAGS) == block_seal(unit, b->units) && b->units >= BLOCK_MIN &&
		b->units <= h->top - unit;
}

/* What follows a block: another one, or the top. */
static bool next_intact(const struct heap *h, uint32_t next)
{
	const struct block *b = block_at(h, next);

	if (next < h->top)
		return block_intact(h, next);
	return b->units == 0 && (b->tag == 0 || b->tag == block_seal(next, 0));
}

/* The unit of the block whose payload would be at p, or 0. */
static uint32_t unit_of(const struct heap *h, const void *p)
{
	uintptr_t offset = (uintptr_t)p - (uintptr_t)h;

	if (offset % UNIT || offset / UNIT <= h->first || offset / UNIT > h->peak)
		return 0;
	return (uint32_t)(offset / UNIT) - 1;
}

/* The block in use whose payload is at p, or 0. */
static uint32_t block_of(const struct heap *h, const void *p)
{
	uint32_t unit = unit_of(h, p);

	if (!unit || unit >= h->top || !block_intact(h, unit))
		return 0;
	return block_at(h, unit)->tag & TAG_FREE ? 0 : unit;
}

/* Free lists. */

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

static void list_insert(struct heap *h, uint32_t unit)
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

static bool is_free_block(const struct heap *h, uint32_t unit)
{
	return unit >= h->first && unit < h->top && block_intact(h, unit) &&
		block_at(h, unit)->tag & TAG_FREE;
}

/* The free block at unit and its neighbours in its list agree: it may be removed. */
static bool links_intact(struct heap *h, uint32_t unit)
{
	const struct block *b = block_at(h, unit);
	uint32_t fl, sl;

	h->damaged = unit;
	if (!is_free_block(h, unit))
		return false;
	if (b->next_free && (!is_free_block(h, b->next_free) ||
			     block_at(h, b->next_free)->prev_free != unit))
		return false;
	list_of(b->units, &fl, &sl);
	if (b->prev_free ? !is_free_block(h, b->prev_free) ||
			   block_at(h, b->prev_free)->next_free != unit
			 : h->list[fl][sl] != unit)
		return false;
	h->damaged = 0;
	return true;
}

static void list_remove(struct heap *h, uint32_t unit)
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

/* Units to skip at the block's start so that its payload is aligned: none, or
 * enough to make a block of. */
static uint64_t align_gap(const struct heap *h, uint32_t unit, uint64_t align)
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
	return align_gap(h, unit, align) + units <= block_at(h, unit)->units;
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
static uint32_t list_find(const struct heap *h, uint32_t units, uint64_t align)
{
	uint32_t fl, sl, unit, tries = FIT_TRIES;

	list_of(units, &fl, &sl);
	for (unit = h->list[fl][sl]; unit && tries; tries--) {
		if (!is_free_block(h, unit) || block_fits(h, unit, units, align))
			return unit;
		unit = block_at(h, unit)->next_free;
	}
	unit = list_first_above(h, units);
	if (unit && (!is_free_block(h, unit) || block_fits(h, unit, units, align)))
		return unit;
	if (align <= UNIT)
		return 0;
	return list_first_above(h, units + align / UNIT + BLOCK_MIN);
}

/* Giving memory back to the host. */

/* Makes the whole pages in [from, to) of the region zero by dropping them.
 * False: nothing was dropped. */
static bool region_drop(struct heap *h, uint64_t from, uint64_t to)
{
	uintptr_t lo = ((uintptr_t)h + from + PAGE_BYTES - 1) & ~(PAGE_BYTES - 1);
	uintptr_t hi = ((uintptr_t)h + to) & ~(PAGE_BYTES - 1);

	return lo < hi && !madvise((void *)lo, hi - lo, MADV_DONTNEED);
}

/* Offset of the first whole page at or behind an offset. */
static uint64_t page_from(const struct heap *h, uint64_t offset)
{
	uintptr_t at = (uintptr_t)h + offset + PAGE_BYTES - 1;

	return (at & ~(PAGE_BYTES - 1)) - (uintptr_t)h;
}

/* p..p+bytes must read as zero; from known_zero (an offset) on it does. */
static void region_clear(struct heap *h, void *p, size_t bytes, uint64_t known_zero)
{
	uint64_t from = (uintptr_t)p - (uintptr_t)h, to = from + bytes;
	uintptr_t lo = ((uintptr_t)p + PAGE_BYTES - 1) & ~(PAGE_BYTES - 1);
	uintptr_t end, hi;

	if (to > known_zero)
		to = known_zero;
	if (from >= to)
		return;
	end = (uintptr_t)h + to;
	hi = end & ~(PAGE_BYTES - 1);
	if (to - from >= HEAP_RELEASE_BYTES && region_drop(h, from, to)) {
		memset(p, 0, lo - (uintptr_t)p);
		memset((void *)hi, 0, end - hi);
	} else {
		memset(p, 0, to - from);
	}
}

/* Whenever a megabyte behind the top has been written, it goes back. */
static void top_release(struct heap *h)
{
	uint64_t from = ((uint64_t)h->top + 1) * UNIT;

	if (h->high_bytes - from >= HEAP_RELEASE_BYTES &&
	    region_drop(h, from, page_from(h, h->high_bytes)))
		h->high_bytes = page_from(h, from);
}

/* grown: length of the free run at unit; before: of its longest former part.
 * Releasing at each further megabyte only keeps a run of small frees cheap. */
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
	list_insert(h, unit);
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
		list_remove(h, next);
		before = block_at(h, next)->units;
		grown += before;
		block_end(h, next);
	}
	block_put(h, unit + units, grown);
	if (unit + units < h->top)
		run_release(h, unit + units, grown, before);
}

/* Takes the free block at unit out of its list and makes it a block in use of
 * that length, its payload aligned. */
static uint32_t block_take(struct heap *h, uint32_t unit, uint32_t units, uint64_t align)
{
	uint32_t gap = (uint32_t)align_gap(h, unit, align);
	uint32_t whole = block_at(h, unit)->units, rest = whole - gap - units;
	uint32_t next = unit + whole;

	list_remove(h, unit);
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
		h->peak = top; /* what is there is zero */
	else
		block_at(h, top)->units = block_at(h, top)->tag = 0;
	if (high > h->high_bytes)
		h->high_bytes = high;
}

/* A new block at the top, or 0. */
static uint32_t top_take(struct heap *h, uint32_t units, uint64_t align)
{
	uint32_t unit = h->top;
	uint64_t gap = align_gap(h, unit, align);

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
	uint64_t pitch = UNIT, need;

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

struct heap *heap_init(void *base, size_t bytes)
{
	struct heap *h = base;
	uint32_t first = (sizeof(struct heap) + UNIT - 1) / UNIT;
	uintptr_t end;

	if ((uintptr_t)base % UNIT)
		return NULL;
	if (h->magic == HEAP_MAGIC)
		return h;
	if (bytes > HEAP_REGION_MAX_BYTES)
		bytes = HEAP_REGION_MAX_BYTES;
	end = ((uintptr_t)base + bytes) & ~(PAGE_BYTES - 1);
	if (bytes < 2 * PAGE_BYTES)
		return NULL;
	h->magic = HEAP_MAGIC;
	h->first = first;
	top_raise(h, first);
	h->limit = (uint32_t)((end - (uintptr_t)base) / UNIT - 1);
	return h;
}

void *heap_alloc(struct heap *h, size_t bytes, size_t align)
{
	uint64_t aligned = align > UNIT ? align : UNIT;
	uint32_t units, unit;

	if (align & (align - 1) || align > HEAP_ALIGN_MAX_BYTES)
		return NULL;
	if (!request_units(h, bytes, &units, &aligned))
		return NULL;
	unit = list_find(h, units, aligned);
	if (unit && !links_intact(h, unit))
		return NULL;
	if (unit)
		unit = block_take(h, unit, units, aligned);
	else
		unit = top_take(h, units, aligned);
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

int heap_probe(struct heap *h, const void *p)
{
	uint32_t unit = block_of(h, p), next, prev;
	const struct block *b;

	if (!unit) {
		unit = unit_of(h, p);
		if (unit && (block_at(h, unit)->tag == block_seal(unit, 0) || is_free_block(h, unit)))
			return -EALREADY;
		return -EINVAL;
	}
	b = block_at(h, unit);
	next = unit + b->units;
	prev = unit - (uint32_t)b->prev_units;
	if (!next_intact(h, next))
		return -EFAULT;
	if (next < h->top && block_at(h, next)->tag & TAG_FREE && !links_intact(h, next))
		return -ENOTRECOVERABLE;
	if (!(b->tag & TAG_PREV_FREE))
		return 0;
	h->damaged = unit;
	if (b->prev_units > unit - h->first || !links_intact(h, prev))
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

		list_remove(h, prev);
		block_end(h, unit);
		longest = block_at(h, prev)->units;
		grown += longest;
		unit = prev;
	}
	if (next < h->top && block_at(h, next)->tag & TAG_FREE) {
		uint32_t behind = block_at(h, next)->units;

		list_remove(h, next);
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

/* True if the block at unit could be made units long where it is. */
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
		list_remove(h, next);
		block_length(h, unit, b->units + block_at(h, next)->units);
		block_end(h, next);
		block_at(h, unit + b->units)->tag &= ~TAG_PREV_FREE;
	}
	block_trim(h, unit, units);
	return true;
}

void *heap_realloc(struct heap *h, void *p, size_t bytes)
{
	uint64_t align = UNIT;
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
	if (!align_gap(h, unit, align) && block_resize(h, unit, units)) {
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
	if (unit != h->top || before || stats->used_bytes != heap_used(h))
		return -EFAULT;
	return 0;
}
