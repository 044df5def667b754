/*
 * space.h - one window of virtual addresses for every node.
 *
 * All windows lie side by side in one mapping at a fixed address, so printed
 * pointers repeat from run to run and translation is a subtraction: the
 * physical address of a byte is its offset in its node's window (below 2^36,
 * as programs expect).  Reserved, not committed: untouched pages cost nothing.
 *
 * The lower half of a window is divided into equal slots, one for each process
 * of the node; the upper half is shared memory.  A slot:
 *
 *   0          nothing (a null pointer plus an offset faults as RAS)
 *   6 MiB      in the first slot: registers of the cores' L1 prefetchers
 *   8 MiB      guard pages
 *   .. image   main stack, grows down from the image
 *   image      program image: text, data, bss
 *   then       heap, to the end of the slot
 *
 * A host's TLBs are indexed by the lower bits of an address, and would keep pages at the same
 * place of all nodes' windows in the same few entries; so the windows of neighbours begin at
 * different multiples of a page (page colouring), and end that much earlier.  That is done only
 * if a program needs no alignment beyond a page: such a block would have another physical
 * address on each node, and programs rely on equal ones.
 */
#ifndef BGQ_EMU_SPACE_H
#define BGQ_EMU_SPACE_H

#include <stdbool.h>
#include <stdint.h>

#define SPACE_BASE   UINT64_C(0x200000000000)
#define SPACE_L1P    UINT64_C(0x00600000) /* in a window */
#define SPACE_STACK  UINT64_C(0x00800000) /* in a slot: lowest byte, the guard */
/* Below every stack.  Compiled code touches a frame at least every 64 KiB as it grows
 * (bgq-cc's -fstack-clash-protection), and a call may leave the last 64 KiB untouched. */
#define SPACE_GUARD_BYTES UINT64_C(131072)
#define SPACE_COLOURS 256u
#define SPACE_COLOUR_BYTES UINT64_C(4096)

struct space {
	uint64_t window_bytes; /* power of two, at most 16 GiB; */
	uint64_t wanted_bytes; /* and what it would be with more room on the host */
	uint64_t colour_bytes; /* added to 2^shift from one node's window to the next */
	unsigned shift;
	uint64_t slot_bytes;   /* power of two, at least 64 MiB */
	unsigned slot_shift;
	uint64_t image;        /* in a slot: the program image, and top of the stack; */
	uint64_t fixed;        /* the image below it cannot be stored to (image_fix()) */
	uint64_t heap;         /* what follows the image, at a page */
	uint32_t nodes, slots; /* slots in a window */
	uint64_t bytes; /* of all windows together; 0: none reserved */
};

/* A name with a prefix for the linker, as those of libraries may not be met. */
extern struct space space __asm__("emu_space");

/* Reserve windows for so many nodes of so many processes (a power of two) whose image takes
 * image_bytes and lies, or asks for memory, at multiples of up to align.  0 or -errno; an
 * address range already in use is -EEXIST.  Where the host has no room for them, windows are
 * smaller. */
int space_reserve(uint32_t nodes, uint32_t slots, uint64_t image_bytes, uint64_t align);
/* The smallest window of a node with so many slots. */
uint64_t space_least(uint32_t slots);
void space_release(void);

/* Make the lowest pages of the stack in a slot fault. */
void space_guard(uint8_t *slot);

/* Make [p, p + bytes), whole pages inside a window, fault, or usable again: for guards below
 * the stacks of threads.  Large machines on old kernels do without. */
void space_protect(void *p, uint64_t bytes);
void space_unprotect(void *p, uint64_t bytes);

/* The host has guards that a change of protection leaves alone. */
bool space_has_guards(void);

static inline uint8_t *space_window(uint32_t node)
{
	return (uint8_t *)(SPACE_BASE + ((uint64_t)node << space.shift) +
			   node % SPACE_COLOURS * space.colour_bytes);
}

static inline uint8_t *space_slot(uint32_t node, uint32_t slot)
{
	return space_window(node) + ((uint64_t)slot << space.slot_shift);
}

/* Offset of the shared memory in a window; it takes the rest of it. */
static inline uint64_t space_shared(void)
{
	return space.window_bytes / 2;
}

static inline uint64_t space_shared_bytes(void)
{
	return space.window_bytes / 2 - SPACE_COLOURS * space.colour_bytes;
}

/* The node of an address in the windows. */
static inline uint32_t space_node(uint64_t address)
{
	uint32_t node = (uint32_t)((address - SPACE_BASE) >> space.shift);

	if (node >= space.nodes || address < (uintptr_t)space_window(node))
		node--; /* windows begin a little later than at the power of two */
	return node;
}

static inline bool space_contains(const volatile void *p)
{
	return (uintptr_t)p - SPACE_BASE < space.bytes;
}


#endif
