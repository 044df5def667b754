/*
 * space.h - one window of virtual addresses for every node.
 *
 * All windows lie side by side in one mapping at a fixed address, so printed
 * pointers repeat from run to run and translation is a subtraction: the
 * physical address of a byte is its offset in its node's window (below 2^36,
 * as programs expect).  Reserved, not committed: untouched pages cost nothing.
 *
 *   0          4 MiB nothing (a null pointer plus an offset faults as RAS)
 *   4 MiB      MMIO pages, mirrors of the message unit's registers
 *   8 MiB      guard page
 *   .. 62 MiB  main stack, grows down from SPACE_IMAGE
 *   62 MiB     program image: text, data, bss
 *   then       heap, to the end of the window
 */
#ifndef BGQ_EMU_SPACE_H
#define BGQ_EMU_SPACE_H

#include <stdbool.h>
#include <stdint.h>

#define SPACE_BASE   UINT64_C(0x200000000000)
#define SPACE_MMIO   UINT64_C(0x00400000)
#define SPACE_STACK  UINT64_C(0x00800000) /* lowest byte, the guard page */
#define SPACE_IMAGE  UINT64_C(0x03e00000) /* and top of the stack */
#define SPACE_GUARD_BYTES UINT64_C(65536)

struct space {
	uint64_t window_bytes; /* power of two, 128 MiB .. 16 GiB */
	unsigned shift;
	uint32_t nodes;
	uint64_t bytes; /* of all windows together; 0: none reserved */
};

extern struct space space;

/* Reserve windows for so many nodes whose image takes image_bytes.  0 or
 * -errno; an address range already in use is -EEXIST. */
int space_reserve(uint32_t nodes, uint64_t image_bytes);
void space_release(void);

/* Make the lowest page of node's stack fault. */
void space_guard(uint32_t node);

static inline uint8_t *space_window(uint32_t node)
{
	return (uint8_t *)(SPACE_BASE + ((uint64_t)node << space.shift));
}

static inline bool space_contains(const volatile void *p)
{
	return (uintptr_t)p - SPACE_BASE < space.bytes;
}

static inline uint32_t space_node_of(const volatile void *p)
{
	return (uint32_t)(((uintptr_t)p - SPACE_BASE) >> space.shift);
}

#endif
