/*
 * kernel_node.h - the kernel's state of a node that programs set: values that are read
 * back and have almost no other effect in the emulator.
 *
 * Zero is the state after boot, so a node has none of it until it sets something.
 * Touched by the node's worker only.  Settings that the message unit acts on are mu's.
 */
#ifndef BGQ_EMU_KERNEL_NODE_H
#define BGQ_EMU_KERNEL_NODE_H

#include <stdint.h>

#include "emu/node/machine/process.h"

#define KERNEL_MU_GROUPS 17

/* A hardware thread's wakeup unit (wakeup.c): the range that is armed, and, at the last
 * check, the hash of its contents and the node's count of deliveries. */
struct kernel_wakeup {
	uint64_t pa, bytes; /* bytes == 0: none */
	uint64_t sum, deliveries;
	uint64_t stored_pa, stored_mask; /* as last found in the unit's registers */
};

struct kernel_node {
	/* Message unit: when it would raise interrupts.  Group g's FIFO f of subgroup
	 * s is bit 31 - (s * 8 + f) or, of reception FIFOs, 15 - (s * 4 + f). */
	uint32_t inj_threshold_interrupts[KERNEL_MU_GROUPS];
	uint16_t rec_threshold_interrupts[KERNEL_MU_GROUPS];
	uint16_t rec_packet_interrupts[KERNEL_MU_GROUPS];
	uint64_t gea[3]; /* subgroups whose interrupts go to the event aggregator */
	uint64_t inj_threshold, rget_threshold; /* descriptors */
	uint64_t rec_threshold;                 /* 32-byte chunks */
	/* Barrier classes: class c is bit 15 - c (where it differs from boot), signal g of
	 * class c is bit 62 - (c * 4 + g). */
	uint16_t gi_system_flipped;
	uint64_t gi_interrupts;
	/* Cores. */
	uint64_t axucr0_flipped[NODE_CORES]; /* where it differs from boot */
	uint32_t l1p_ready; /* bit c: core c's L1P page has its values of boot */
	uint32_t link_counters[11]; /* rank + 1 that has taken them (abi_count.h); 0: none */
	struct kernel_wakeup wakeup[NODE_HWTHREADS_ALL];
};

/* The state of the running thread's node: to change; and to read, zeros if it has none. */
struct kernel_node *kernel_node_self(void);
const struct kernel_node *kernel_node_find(void);

#endif
