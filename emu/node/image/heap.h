/*
 * heap.h - the heap of one process: malloc's blocks inside its node's window.
 *
 * Everything the heap knows lies in the region that it manages, so a process
 * that never allocates touches nothing, and addresses depend on nothing but
 * the sequence of calls on this heap: two processes that ask for the same get
 * the same offsets.  It must never call malloc, keep state of its own outside
 * the region, or let a host address or host time decide a placement.
 *
 * One owner: a heap belongs to one worker at a time; there are no locks.
 */
#ifndef BGQ_EMU_HEAP_H
#define BGQ_EMU_HEAP_H

#include <stddef.h>
#include <stdint.h>

#define HEAP_ALIGN_BYTES      32u           /* of every block: a vector's, as on the machine */
#define HEAP_LINE_BYTES       128u          /* of blocks of HEAP_LARGE_BYTES and more: */
#define HEAP_LARGE_BYTES      4096u         /* an L2 line, best for DMA */
#define HEAP_ALIGN_MAX_BYTES  (256u << 20)
#define HEAP_RELEASE_BYTES    (1u << 20)    /* freed runs this long return to the host */
#define HEAP_REGION_MAX_BYTES (UINT64_C(1) << 36)

struct heap;

struct heap_stats {
	uint64_t used_bytes;  /* blocks in use, headers included */
	uint64_t free_bytes;  /* freed blocks below the top */
	uint64_t top_bytes;   /* from the region's start to the end of the last block */
	uint32_t used_blocks;
	uint32_t free_blocks;
};

/* The heap in [base, base + bytes), set up when its first page still reads as
 * zero; costs one compare afterwards.  The region must be private anonymous
 * memory that was zero before the first call and base be aligned as blocks are.  Of
 * a region above HEAP_REGION_MAX_BYTES only that much is used.  NULL: too small
 * or misaligned. */
struct heap *heap_init(void *base, size_t bytes);
/* heap_init() that leaves so many bytes, a multiple of HEAP_ALIGN_BYTES, before the first block,
 * and counts them as used. */
struct heap *heap_init_behind(void *base, size_t bytes, size_t left);
/* heap_extent() once that has been called. */
uint64_t heap_extent_behind(size_t left);

/* NULL: the region is full (ENOMEM), align is no power of two up to
 * HEAP_ALIGN_MAX_BYTES, or a freed block was overwritten (heap_damage() tells).
 * align 0 asks for the usual one.  0 bytes give a block of their own.  The contents are
 * whatever was there. */
void *heap_alloc(struct heap *h, size_t bytes, size_t align);

/* Like heap_alloc(), zeroed; large blocks without touching them. */
void *heap_calloc(struct heap *h, size_t bytes, size_t align);

/* A zeroed block at p.  0; -EBUSY: all of it lies in a block in use; -EINVAL: p is no place for
 * one; -ENOMEM: other blocks are in the way. */
int heap_calloc_at(struct heap *h, void *p, size_t bytes);

/* 0; -EINVAL: p is not a block in use; -EALREADY: it was one, and its place has not been used
 * since; -EFAULT: the header behind the block was overwritten; -ENOTRECOVERABLE: a freed
 * block beside it was.  After an error nothing has changed. */
int heap_free(struct heap *h, void *p);
/* Like heap_free(), without freeing the block. */
int heap_probe(struct heap *h, const void *p);

/* The payload of a freed block that has been found overwritten, or NULL. */
const void *heap_damage(const struct heap *h);

/* realloc: p NULL allocates.  NULL: p is no block in use or what is around it is damaged
 * (heap_probe() tells), or no room; p and its contents stay as they are. */
void *heap_realloc(struct heap *h, void *p, size_t bytes);

/* The usable size of the block; 0 if p is not a block in use. */
size_t heap_usable(const struct heap *h, const void *p);

/* How much of the region, from its start, was ever handed out, and the bytes in
 * use now, headers included.  0 for a heap that is not set up yet. */
uint64_t heap_extent(const struct heap *h);
uint64_t heap_used(const struct heap *h);

/* Walks the whole heap: 0 and the totals, or -EFAULT if it is damaged.  Slow;
 * for reports and tests. */
int heap_check(const struct heap *h, struct heap_stats *stats);

#endif
