/* booted.c - see booted.h; and the objects of job.h, units.h and machine.h. */
#include "booted.h"
#include "machine.h"
#include "units.h"
#include "job.h"

#include <stdio.h>

#include "process_ops.h"
#include "protect.h"
#include "reserve.h"
#include "shm.h"

struct job job;
struct booted booted;
struct units units;
struct machine machine;
struct process_ops process_ops;

struct net_location machine_location(const uint8_t c[NET_DIMS])
{
	uint8_t at[NET_DIMS];

	for (int d = 0; d < NET_DIMS; d++)
		at[d] = (uint8_t)(c[d] + job.opt.whole_corner[d]);
	return net_location_of(&job.opt.location, &job.opt.whole, at);
}

void machine_node_name(uint32_t node, char *buf, size_t bytes)
{
	uint8_t c[NET_DIMS];

	net_coord_of(&job.shape, node, c);
	snprintf(buf, bytes, "bgq-%u-%u-%u-%u-%u", c[0], c[1], c[2], c[3], c[4]);
}

const char *machine_name_process(const struct process *p, char *buf, size_t bytes)
{
	uint8_t c[NET_DIMS];
	char t[16] = "", rank[24] = "no rank";

	net_coord_of(&job.shape, p->main.node, c);
	if (job.opt.ranks_per_node > 1)
		snprintf(t, sizeof t, ",%u", p->slot);
	if (p->rank != RANK_NONE)
		snprintf(rank, sizeof rank, "rank %u", p->rank);
	snprintf(buf, bytes, "%s <%u,%u,%u,%u,%u%s>", rank, c[0], c[1], c[2], c[3], c[4], t);
	return buf;
}

/* Code and constants of the image. */
static inline bool is_fixed(uint64_t pa, uint64_t len)
{
	uint64_t at = pa & (space.slot_bytes - 1);

	return at < space.fixed && at + len > space.image;
}

static bool is_protected(uint32_t node, uint64_t pa, uint64_t len, int write)
{
	bool any = atomic_load_explicit(&booted.protecting, memory_order_relaxed) ||
		   (write && is_fixed(pa, len));

	return any && protect_forbids(process_at(node, (uint32_t)(pa >> space.slot_shift)),
				      space_window(node) + pa, len, write);
}

/* Lower half of the window: stack, image and heap of the slot that pa is in. */
static inline bool in_slot(const uint8_t *window, uint64_t pa, uint64_t len)
{
	uint64_t at = pa & (space.slot_bytes - 1), end = space.heap;

	if (at < SPACE_STACK + SPACE_GUARD_BYTES)
		return false;
	if (len > end - at || at >= end) /* most accesses need not ask the heap */
		end += machine_heap_extent(window + pa - at);
	return at < end && len <= end - at;
}

static __attribute__((noinline)) void *memory_anywhere(uint32_t node, uint64_t pa, uint64_t len,
						       int write)
{
	uint8_t *window = space_window(node);
	bool inside = pa < space_shared()
		? in_slot(window, pa, len) && !is_protected(node, pa, len, write)
		: shm_contains(node, pa - space_shared(), len);

	if (inside && write && write != MU_STORES_LATER)
		reserve_stored(node, reserve_actor, window + pa, len);
	return inside ? window + pa : NULL;
}

/* Out of line, so that where no heap is asked nothing is saved for it. */
static __attribute__((noinline)) void *memory_unguarded(uint8_t *window, uint64_t pa, uint64_t len)
{
	return in_slot(window, pa, len) ? window + pa : NULL;
}

/* Stack and image of a slot, which need not ask the heap. */
static inline bool below_heap(uint64_t pa, uint64_t len)
{
	uint64_t at = pa & (space.slot_bytes - 1);

	return at >= SPACE_STACK + SPACE_GUARD_BYTES && at < space.heap &&
	       len <= space.heap - at;
}

void *machine_memory(void *ctx, uint32_t node, uint64_t pa, uint64_t len, int write)
{
	uint8_t *window = space_window(node);

	(void)ctx;
	if (pa >> 36) /* not physical: an address of the process is valid, too */
		pa -= (uintptr_t)window;
	if (pa >= space_shared() || (write && is_fixed(pa, len)) ||
	    atomic_load_explicit(&booted.guarded, memory_order_relaxed))
		return memory_anywhere(node, pa, len, write);
	return below_heap(pa, len) ? window + pa : memory_unguarded(window, pa, len);
}
