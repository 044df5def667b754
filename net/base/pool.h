/*
 * pool.h - an allocator of blocks of one size (a slab allocator), for packets and
 * other events.  One free list per worker.  A block that another worker frees goes
 * back to the list it came from, so traffic in one direction does not pile up memory
 * at its end.  Memory is given back when the pool is destroyed.
 */
#ifndef BGQ_BASE_POOL_H
#define BGQ_BASE_POOL_H

#include <stddef.h>
#include <stdint.h>

struct pool;

/* lists: how many; list_of_node: which one a node uses (copied; NULL: all 0). */
struct pool *pool_create(size_t block_bytes, unsigned lists, const uint16_t *list_of_node,
			 uint32_t nodes);
void pool_destroy(struct pool *p);

/* A block, not cleared, aligned to a cache line; NULL when out of memory. */
void *pool_get(struct pool *p, uint32_t node);
void pool_put(struct pool *p, uint32_t node, void *block);
/* All that it has taken from the host, in use or not. */
size_t pool_bytes(const struct pool *p);

#endif
