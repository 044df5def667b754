/*
 * lately.h - what the threads of a node have touched last, as much as fits its L2: blocks in
 * the order of their last use.
 */
#ifndef BGQ_EMU_CACHE_LATELY_H
#define BGQ_EMU_CACHE_LATELY_H

#include <stdbool.h>
#include <stdint.h>

#define LATELY_BLOCK (UINT64_C(64) << 10)

struct lately;

struct lately *lately_create(uint64_t bytes);
/* The block with the address is the latest now: returns whether it was among them. */
bool lately_touch(struct lately *l, uint64_t at);
/* Fewer blocks have ever been touched than fit. */
bool lately_has_room(const struct lately *l);

#endif
