/*
 * heap_internal.h - what the heap's files share: blocks, and the lists of free ones.
 *
 * All sizes and positions are counted in units of 16 bytes from the region's
 * start, so links fit in 32 bits and the whole header in half a page.
 *
 *	 unit b                           unit b + units
 *	 |prev_units|units tag|payload ......|      |units tag|payload ...
 *	  8 bytes    8 bytes   32-byte aligned ^ ends inside the next unit
 *
 * prev_units is the tail of the previous block's payload and means the length
 * of that block only while it is free (TAG_PREV_FREE).
 *
 * Always true: blocks are an even number of units long; two free blocks never touch; no
 * free block touches the top; all memory from high on is zero; the tag of a block is a
 * function of its place, its length and its two flags; where a block ceases to exist its tag
 * is that of a block of no length; at the top, units is 0.  That is how wild and double frees,
 * and stores behind a block or into a free one, are noticed.
 */
#ifndef BGQ_EMU_HEAP_INTERNAL_H
#define BGQ_EMU_HEAP_INTERNAL_H

#include <stdbool.h>

#include "heap.h"

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
#define HEAP_PAGE_BYTES UINT64_C(65536)

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

static inline struct block *block_at(const struct heap *h, uint32_t unit)
{
	return (struct block *)((uintptr_t)h + (uintptr_t)unit * UNIT);
}

static inline void *block_payload(const struct heap *h, uint32_t unit)
{
	return (void *)((uintptr_t)h + ((uintptr_t)unit + 1) * UNIT);
}

/* The tag of a block; units 0: of one that has ceased to exist. */
static inline uint32_t block_seal(uint32_t unit, uint32_t units)
{
	return (unit * 0x9e3779b1u ^ units * 0x85ebca6bu ^ 0x5bd1e995u) & ~TAG_FLAGS;
}

static inline void block_set(struct heap *h, uint32_t unit, uint32_t units, uint32_t flags)
{
	struct block *b = block_at(h, unit);

	b->units = units;
	b->tag = block_seal(unit, units) | flags;
}

static inline void block_length(struct heap *h, uint32_t unit, uint32_t units)
{
	block_set(h, unit, units, block_at(h, unit)->tag & TAG_FLAGS);
}

static inline void block_end(struct heap *h, uint32_t unit)
{
	block_at(h, unit)->tag = block_seal(unit, 0);
}

static inline bool block_intact(const struct heap *h, uint32_t unit)
{
	const struct block *b = block_at(h, unit);

	return (b->tag & ~TAG_FLAGS) == block_seal(unit, b->units) && b->units >= BLOCK_MIN &&
		b->units <= h->top - unit;
}

/* Whether the block behind one is intact, or that is the top. */
static inline bool next_intact(const struct heap *h, uint32_t next)
{
	const struct block *b = block_at(h, next);

	if (next < h->top)
		return block_intact(h, next);
	return b->units == 0 && (b->tag == 0 || b->tag == block_seal(next, 0));
}

/* The unit of the block whose payload would be at p, or 0. */
static inline uint32_t unit_of(const struct heap *h, const void *p)
{
	uintptr_t offset = (uintptr_t)p - (uintptr_t)h;

	if (offset % UNIT || offset / UNIT <= h->first || offset / UNIT > h->peak)
		return 0;
	return (uint32_t)(offset / UNIT) - 1;
}

/* The block in use whose payload is at p, or 0. */
static inline uint32_t block_of(const struct heap *h, const void *p)
{
	uint32_t unit = unit_of(h, p);

	if (!unit || unit >= h->top || !block_intact(h, unit))
		return 0;
	return block_at(h, unit)->tag & TAG_FREE ? 0 : unit;
}

/* ---- heap_list.c: free blocks by length */

void heap_list_insert(struct heap *h, uint32_t unit);
/* heap_links_intact() is true of it. */
void heap_list_remove(struct heap *h, uint32_t unit);
/* A block with room for units at a multiple of align, or 0.  It may be damaged: check with
 * heap_links_intact(). */
uint32_t heap_list_find(const struct heap *h, uint32_t units, uint64_t align);
/* True if the free block agrees with its neighbours in its list; else sets h->damaged. */
bool heap_links_intact(struct heap *h, uint32_t unit);
bool heap_is_free_block(const struct heap *h, uint32_t unit);
/* Units to skip at the block's start so that its payload is aligned: none, or enough to make a
 * block of. */
uint64_t heap_align_gap(const struct heap *h, uint32_t unit, uint64_t align);

#endif
