/*
 * fake_pool.h - net/base/pool.h for tests that must see a packet lost, freed
 * twice or used after that: every block is an allocation of its own, which the
 * address sanitizer follows, and all are counted.
 *
 * Defines every function of pool.h, so that the linker never takes them from the
 * archive.  Any number of workers.
 */
#ifndef BGQ_TESTS_FAKE_POOL_H
#define BGQ_TESTS_FAKE_POOL_H

#include <stdatomic.h>
#include <stdlib.h>

#include "net/base/pool.h"

struct pool {
	size_t block_bytes;
};

static _Atomic uint64_t fake_pool_live; /* blocks of all pools that are not home */

struct pool *pool_create(size_t block_bytes, unsigned lists, const uint16_t *list_of_node,
			 uint32_t nodes)
{
	struct pool *p = malloc(sizeof *p);

	(void)lists, (void)list_of_node, (void)nodes;
	if (p)
		p->block_bytes = (block_bytes + 63) & ~(size_t)63;
	return p;
}

void pool_destroy(struct pool *p)
{
	free(p);
}

void *pool_get(struct pool *p, uint32_t node)
{
	(void)node;
	fake_pool_live++;
	return aligned_alloc(64, p->block_bytes);
}

void pool_put(struct pool *p, uint32_t node, void *block)
{
	(void)p, (void)node;
	fake_pool_live--;
	free(block);
}

/* Blocks that are out: all that there are. */
size_t pool_bytes(const struct pool *p)
{
	return fake_pool_live * p->block_bytes;
}

#endif
