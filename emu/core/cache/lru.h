/*
 * lru.h - what the threads of a node have touched last, as much as fits its L2: blocks in
 * the order of their last use.
 */
#ifndef BGQ_EMU_CACHE_LRU_H
#define BGQ_EMU_CACHE_LRU_H

#include <stdbool.h>
#include <stdint.h>

#define LRU_BLOCK (UINT64_C(64) << 10)

struct lru;

struct lru *lru_create(uint64_t bytes);
/* The block with the address is the latest now: returns whether it was among them. */
bool lru_touch(struct lru *l, uint64_t at);
/* Fewer blocks have ever been touched than fit. */
bool lru_has_room(const struct lru *l);

#endif
