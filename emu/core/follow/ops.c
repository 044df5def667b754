/* ops.c - see ops.h. */
#include "ops.h"

#include <stdlib.h>

#include "or_die.h"

#define SLOTS_FIRST 1024 /* a power of two, twice the ops */
#define CHUNK_OPS 256

struct ops {
	struct op **slot; /* NULL: free */
	struct op *chunk; /* the latest: ops are taken from it one by one */
	uint32_t slots, count;
};

static __thread struct ops self;

static struct op **slot_of(uint64_t at)
{
	uint32_t slot = (uint32_t)(at * UINT64_C(0x9e3779b97f4a7c15) >> 40) & (self.slots - 1);

	while (self.slot[slot] && self.slot[slot]->at != at)
		slot = (slot + 1) & (self.slots - 1);
	return &self.slot[slot];
}

static void grow(void)
{
	struct op **old = self.slot;
	uint32_t slots = self.slots;

	self.slots = slots ? 2 * slots : SLOTS_FIRST;
	self.slot = or_die(calloc(self.slots, sizeof *self.slot));
	for (uint32_t i = 0; i < slots; i++)
		if (old[i])
			*slot_of(old[i]->at) = old[i];
	free(old);
}

struct op *ops_find(const uint8_t *base, uint64_t at)
{
	struct op **slot;

	if (self.count == self.slots / 2)
		grow();
	slot = slot_of(at);
	if (*slot)
		return *slot;
	if (self.count % CHUNK_OPS == 0)
		self.chunk = or_die(malloc(CHUNK_OPS * sizeof *self.chunk));
	*slot = &self.chunk[self.count++ % CHUNK_OPS];
	decode_insn(base, at, *slot);
	return *slot;
}
