/* ops.c - see ops.h. */
#include "ops.h"

#include <stdlib.h>

#define SLOTS_FIRST 1024 /* a power of two, twice the ops */

struct ops {
	struct op *op;
	int32_t *slot; /* index + 1; 0: free */
	int32_t count;
	uint32_t slots;
};

static __thread struct ops *self;

static void *or_die(void *p)
{
	if (!p)
		abort();
	return p;
}

struct ops *ops_self(void)
{
	if (self)
		return self;
	self = or_die(calloc(1, sizeof *self));
	self->slots = SLOTS_FIRST;
	self->slot = or_die(calloc(self->slots, sizeof *self->slot));
	self->op = or_die(malloc(self->slots / 2 * sizeof *self->op));
	return self;
}

static uint32_t slot_of(const struct ops *o, uint64_t at)
{
	return (uint32_t)(at * UINT64_C(0x9e3779b97f4a7c15) >> 40) & (o->slots - 1);
}

static void enter(struct ops *o, int32_t index)
{
	uint32_t slot = slot_of(o, o->op[index].at);

	while (o->slot[slot])
		slot = (slot + 1) & (o->slots - 1);
	o->slot[slot] = index + 1;
}

static void grow(struct ops *o)
{
	free(o->slot);
	o->slots *= 2;
	o->slot = or_die(calloc(o->slots, sizeof *o->slot));
	o->op = or_die(realloc(o->op, o->slots / 2 * sizeof *o->op));
	for (int32_t i = 0; i < o->count; i++)
		enter(o, i);
}

int32_t ops_find(struct ops *o, const uint8_t *base, uint64_t at)
{
	for (uint32_t slot = slot_of(o, at); o->slot[slot]; slot = (slot + 1) & (o->slots - 1))
		if (o->op[o->slot[slot] - 1].at == at)
			return o->slot[slot] - 1;
	if ((uint32_t)o->count == o->slots / 2)
		grow(o);
	decode(base, at, &o->op[o->count]);
	enter(o, o->count);
	return o->count++;
}

struct op *ops_get(struct ops *o, int32_t index)
{
	return &o->op[index];
}

int32_t ops_index(const struct ops *o, const struct op *op)
{
	return (int32_t)(op - o->op);
}
