/*
 * own_heap.h - --check-stores: what bgq-run allocates lies in one range, which can be closed.
 *
 *     OWN_HEAP - a page      stays open; its last bytes are the worker's cell, in which programs
 *                            count their budget: the first of own_heap_worker()
 *     OWN_HEAP               the rest of the worker's struct
 *     OWN_HEAP + a head      what the starting thread gets by malloc() and pages_alloc(), in
 *                            extents of jemalloc and whole pages
 *     ... used               nothing yet
 *
 * Other threads of the host allocate elsewhere, and so did all before own_heap_begin(); memory
 * that the host's kernel stores to by itself (stacks for signals) is mapped elsewhere, too.
 * Never: anything that a program gets a pointer to and stores to; an effect without --check-stores.
 */
#ifndef BGQ_EMU_IMAGE_OWN_HEAP_H
#define BGQ_EMU_IMAGE_OWN_HEAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Between bgq-run and the windows of nodes. */
#define OWN_HEAP       UINT64_C(0x1e8000000000)
#define OWN_HEAP_BYTES UINT64_C(0x4000000000)
#define OWN_HEAP_CELL_BYTES 64

/* From here on the calling thread's memory is in the range: 0 or -errno. */
int own_heap_begin(void);
/* Room for the only worker's struct, for engine_config; ends with the process. */
void *own_heap_worker(size_t bytes);

/* Closes or opens what is used of the range; closing has no effect while it is held. */
void own_heap_set(int protection);
bool own_heap_holds(uint64_t address);

/* The host's kernel may store to memory of the range in a thread of its own, until released: it
 * stays open.  Without effect before own_heap_begin(). */
void own_heap_hold(void);
void own_heap_release(void);

#endif
