/* process_heap.c - the heap of each process, behind its image; see booted.h. */
#include "emu/node/image/heap.h"
#include "booted.h"

/* The standard streams were once the first blocks.  They are in the image now, which spares most
 * ranks this page; their place stays free, so that a program's blocks have the same addresses
 * with either library, and calls tell the same of the heap. */
#define STREAMS_BYTES 864u

static size_t left(void)
{
	return booted.image.streams ? STREAMS_BYTES : 0;
}

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

	heap_init_behind(h, space.slot_bytes - machine_heap_offset(), left());
	return h;
}

/* Also of a process that has not allocated yet. */
uint64_t machine_heap_extent(const uint8_t *slot)
{
	uint64_t extent = heap_extent(heap_at(slot));

	return extent || !left() ? extent : heap_extent_behind(left());
}

uint64_t machine_heap_used(const struct process *p)
{
	const struct heap *h = heap_at(p->base);

	return heap_extent(h) ? heap_used(h) : left();
}
