/* process_heap.c - the heap of each process, behind its image; see booted.h. */
#include "emu/node/image/heap.h"
#include "booted.h"

static struct heap *heap_at(const uint8_t *slot)
{
	return (struct heap *)(uintptr_t)(slot + machine_heap_offset());
}

uint64_t machine_heap_offset(void)
{
	return space.heap;
}

struct heap *machine_heap(const struct process *p)
{
	struct heap *h = heap_at(p->base);

	heap_init(h, space.slot_bytes - machine_heap_offset());
	return h;
}

uint64_t machine_heap_extent(const uint8_t *slot)
{
	return heap_extent(heap_at(slot));
}

uint64_t machine_heap_used(const struct process *p)
{
	return heap_used(heap_at(p->base));
}
