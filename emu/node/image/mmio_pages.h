/*
 * mmio_pages.h - the memory-mapped registers of all nodes' message units, as programs see
 * them.
 *
 * One piece of memory is mapped twice: read-only for programs, and writable for the
 * emulator.  A program's store faults (trap and emulate), and is carried out at that moment
 * (mmio_store.h).  Reserved, not committed: only the pages of units that are in use take
 * memory.
 *
 * Of the 16 pages of a group of subgroups 4 hold registers; those of four nodes are
 * interleaved, so that they share page tables:
 *
 *   MMIO_BASE   group 0 of node 0 | of node 1 | of node 2 | of node 3 | group 1 of node 0 ...
 *   + 2 MiB     group 0 of node 4 | ...
 *
 * Never: a store by a program that does not fault; a physical address, so that the message
 * unit reaches memory only.
 */
#ifndef BGQ_EMU_MMIO_PAGES_H
#define BGQ_EMU_MMIO_PAGES_H

#include <stdbool.h>
#include <stdint.h>

#include "mu/mu.h"

#define MMIO_BASE        UINT64_C(0x1f0000000000) /* room for two million nodes */
#define MMIO_NODE_STRIDE (4 * MU_MMIO_SUBGROUP_STRIDE)
#define MMIO_BLOCK_NODES (MU_MMIO_GROUP_STRIDE / MMIO_NODE_STRIDE)
#define MMIO_BLOCK_BYTES (UINT64_C(2) << 20)

/* Where the machine has them (PHYMAP_MINADDR_MU); programs may compute with that.  Nothing
 * is mapped there: see emu/node/abi/device.h. */
#define MMIO_MACHINE_BASE UINT64_C(0x3fdfe000000)
/* The barrier registers of a group's first page, which are the same in every group. */
#define MMIO_GI_CONTROL 0x500u /* of class route 0 */
#define MMIO_GI_STATUS  0x580u
#define MMIO_GI_END     0x600u

struct mmio_pages {
	uint8_t *written; /* the emulator's mapping */
	uint64_t bytes;   /* 0: none reserved */
};

extern struct mmio_pages mmio_pages;

/* 0 or -errno; an address range already in use is -EEXIST. */
int mmio_reserve(uint32_t nodes);

static inline uint64_t mmio_node_offset(uint32_t node)
{
	return node / MMIO_BLOCK_NODES * MMIO_BLOCK_BYTES +
	       (uint64_t)(node % MMIO_BLOCK_NODES) * MMIO_NODE_STRIDE;
}

/* Addresses of the register at off of node's pages: the programs', and the emulator's. */
static inline volatile uint64_t *mmio_shown(uint32_t node, uint32_t off)
{
	return (volatile uint64_t *)(MMIO_BASE + mmio_node_offset(node) + off);
}

static inline volatile uint64_t *mmio_written(uint32_t node, uint32_t off)
{
	return (volatile uint64_t *)(mmio_pages.written + mmio_node_offset(node) + off);
}

/* Whether a register of any node is shown at `at`. */
static inline bool mmio_contains(uint64_t at)
{
	return at - MMIO_BASE < mmio_pages.bytes;
}

/* Whether one of node's is, and its offset in the node's pages. */
static inline bool mmio_is_of(uint32_t node, uint64_t at, uint32_t *off)
{
	uint64_t in = at - MMIO_BASE - mmio_node_offset(node);

	*off = (uint32_t)in;
	return in < MU_MMIO_BYTES && in % MU_MMIO_GROUP_STRIDE < MMIO_NODE_STRIDE;
}

/* Where node's programs see the register that the machine has at `at`; `at` itself, if it has
 * none there. */
static inline uint64_t mmio_from_machine(uint32_t node, uint64_t at)
{
	uint64_t off = at - MMIO_MACHINE_BASE, in = off % MU_MMIO_GROUP_STRIDE;

	if (__builtin_expect(off >= MU_MMIO_BYTES || in >= MMIO_NODE_STRIDE, 1))
		return at;
	return (uintptr_t)mmio_shown(node, in >= MMIO_GI_CONTROL && in < MMIO_GI_END
						   ? (uint32_t)in
						   : (uint32_t)off);
}

/* Where the emulator may write the word that programs find at `at`, in memory or in a
 * register. */
static inline volatile uint64_t *mmio_writable(const volatile uint64_t *at)
{
	uintptr_t p = (uintptr_t)at;

	if (mmio_contains(p))
		p += (uintptr_t)mmio_pages.written - MMIO_BASE;
	return (volatile uint64_t *)p;
}

#endif
