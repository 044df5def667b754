/* lru.c - see lru.h. */
#include "lru.h"

#include <stdlib.h>

#define NONE UINT32_MAX

struct lru_block {
	uint64_t number;
	uint32_t newer, older; /* NONE: the newest, the oldest */
	uint32_t chain;        /* of those with the same hash */
};

struct lru {
	uint32_t blocks, used, newest, oldest;
	uint32_t *chain; /* by hash: as many as blocks */
	struct lru_block block[];
};

struct lru *lru_create(uint64_t bytes)
{
	uint32_t blocks = (uint32_t)(bytes / LRU_BLOCK);
	struct lru *l = malloc(sizeof *l + blocks * sizeof l->block[0]);

	if (!l || !(l->chain = malloc(blocks * sizeof *l->chain)))
		abort();
	l->blocks = blocks;
	l->used = 0;
	l->newest = l->oldest = NONE;
	for (uint32_t i = 0; i < blocks; i++)
		l->chain[i] = NONE;
	return l;
}

static uint32_t *chain_of(struct lru *l, uint64_t number)
{
	return &l->chain[(number * UINT64_C(0x9e3779b97f4a7c15) >> 32) % l->blocks];
}

static void take_out(struct lru *l, uint32_t i)
{
	struct lru_block *b = &l->block[i];

	*(b->newer == NONE ? &l->newest : &l->block[b->newer].older) = b->older;
	*(b->older == NONE ? &l->oldest : &l->block[b->older].newer) = b->newer;
}

static void put_first(struct lru *l, uint32_t i)
{
	struct lru_block *b = &l->block[i];

	b->newer = NONE;
	b->older = l->newest;
	*(l->newest == NONE ? &l->oldest : &l->block[l->newest].newer) = i;
	l->newest = i;
}

static void unchain(struct lru *l, uint32_t i)
{
	uint32_t *p = chain_of(l, l->block[i].number);

	while (*p != i)
		p = &l->block[*p].chain;
	*p = l->block[i].chain;
}

bool lru_touch(struct lru *l, uint64_t at)
{
	uint64_t number = at / LRU_BLOCK;
	uint32_t *chain = chain_of(l, number), i;

	for (i = *chain; i != NONE; i = l->block[i].chain)
		if (l->block[i].number == number) {
			take_out(l, i);
			put_first(l, i);
			return true;
		}
	if (l->used < l->blocks) {
		i = l->used++;
	} else {
		i = l->oldest;
		take_out(l, i);
		unchain(l, i);
	}
	l->block[i].number = number;
	l->block[i].chain = *chain;
	*chain = i;
	put_first(l, i);
	return false;
}

bool lru_has_room(const struct lru *l)
{
	return l->used < l->blocks;
}
