/* l2_memory.c - see l2_memory.h. */
#include "l2_memory.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "call.h"
#include "booted.h"
#include "job.h"
#include "shm.h"

#define UNIT_BYTES UINT64_C(32768)

/* In no order; none touches another. */
struct l2_ranges {
	unsigned count, capacity;
	struct l2_range at[];
};

static bool holds(const struct l2_range *r, const volatile void *word)
{
	return (uintptr_t)word - r->low < r->bytes;
}

static bool is_shared(uint32_t node, const volatile void *at)
{
	return (uintptr_t)at - (uintptr_t)space_window(node) - space_shared() <
	       space_shared_bytes();
}

/* Where ranges of that memory are listed: by the process that owns it, or by the node. */
static struct l2_ranges **list_of(uint32_t node, const volatile void *at)
{
	uint64_t offset = (uintptr_t)at - (uintptr_t)space_window(node);
	uint64_t slot = offset >> space.slot_shift;

	if (is_shared(node, at))
		return &booted.node[node].l2_ranges;
	return slot < job.opt.ranks_per_node ? &process_at(node, (uint32_t)slot)->l2_ranges
						 : NULL;
}

/* Whole units, by physical address: alike on all nodes. */
static struct l2_range units(uint32_t node, const void *va, size_t bytes)
{
	uintptr_t window = (uintptr_t)space_window(node);
	uint64_t low = ((uintptr_t)va - window) / UNIT_BYTES * UNIT_BYTES;
	uint64_t high = ((uintptr_t)va - window + bytes + UNIT_BYTES - 1) / UNIT_BYTES * UNIT_BYTES;

	return (struct l2_range){ window + low, high - low };
}

static bool touches(const struct l2_range *a, const struct l2_range *b)
{
	return a->low <= b->low + b->bytes && b->low <= a->low + a->bytes;
}

static struct l2_range joined(const struct l2_range *a, const struct l2_range *b)
{
	uintptr_t low = a->low < b->low ? a->low : b->low;
	uintptr_t a_high = a->low + a->bytes, b_high = b->low + b->bytes;

	return (struct l2_range){ low, (a_high > b_high ? a_high : b_high) - low };
}

static bool make_room(struct l2_ranges **list)
{
	struct l2_ranges *l = *list;
	unsigned count = l ? l->count : 0, capacity = 2 * count + 4;

	if (l && count < l->capacity)
		return true;
	l = realloc(l, sizeof *l + capacity * sizeof l->at[0]);
	if (!l)
		return false;
	l->count = count;
	l->capacity = capacity;
	*list = l;
	return true;
}

static void add(struct l2_ranges *l, struct l2_range r)
{
	for (unsigned i = 0; i < l->count;)
		if (touches(&l->at[i], &r)) {
			r = joined(&l->at[i], &r);
			l->at[i] = l->at[--l->count];
			i = 0;
		} else {
			i++;
		}
	l->at[l->count++] = r;
}

int l2_memory_allocate(const void *va, size_t bytes)
{
	uint32_t node = thread_self->node;
	struct l2_ranges **list = list_of(node, va);

	if (!list || !make_room(list))
		return ENOMEM;
	add(*list, units(node, va, bytes));
	return 0;
}

void l2_memory_release(struct process *p)
{
	free(p->l2_ranges);
	p->l2_ranges = NULL;
	p->l2_last = (struct l2_range){ 0, 0 };
}

bool l2_memory_search(struct process *p, const volatile void *word)
{
	uint32_t node = p->main.node;
	struct l2_ranges **list = list_of(node, word);
	const struct l2_ranges *l = list ? *list : NULL;

	for (unsigned i = 0; l && i < l->count; i++)
		if (holds(&l->at[i], word)) {
			p->l2_last = l->at[i];
			return true;
		}
	return is_shared(node, word) &&
	       shm_is_atomic(node, (uintptr_t)word - (uintptr_t)space_window(node) -
					   space_shared());
}
