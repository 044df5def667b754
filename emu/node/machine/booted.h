/*
 * booted.h - the nodes as they are booted: the engine that runs them, the program's image,
 * processes, and what the processes of a node share.  What needs only the running process includes
 * process.h.
 */
#ifndef BGQ_EMU_BOOTED_H
#define BGQ_EMU_BOOTED_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "mu/mu.h" /* MU_SUBGROUPS */
#include "emu/node/image/image.h"
#include "job.h"
#include "process.h"

/* State that the processes of a node share. */
struct node {
	bool registers;     /* a program has asked for the MMIO pages */
	uint64_t gi_status; /* OR of each barrier class as the node sees it, 3 bits each */
	uint8_t owner[MU_SUBGROUPS]; /* slot that last allocated from the subgroup */
	struct shm *shm;    /* emu/node/machine/shm.c; NULL until used */
	struct l2_ranges *l2_ranges; /* of shared memory, for L2 atomics; NULL: none */
	struct reservations *reservations; /* emu/node/machine/reserve.c; NULL until used */
	struct l2_slices *l2; /* emu/node/machine/l2.c; NULL until used */
	/* Requests of its cores for lines, by samples (emu/core/cache): there, and not there. */
	uint64_t l2_hits, l2_misses;
	/* Traffic of the node's calls on files: chunks of 32 bytes to the I/O node, and packets
	 * back. */
	uint64_t io_chunks_sent, io_packets_received;
};

struct booted {
	struct engine *engine;   /* which runs them */
	struct image image;
	struct process *process; /* [job.places], by node, then slot */
	struct node *node;       /* [job.nodes] */
	atomic_uint protecting;  /* processes with protections */
	atomic_uint guarded;     /* these, and nodes that have had reservations */
	atomic_bool reserving;   /* some node has reservations, or had */
};

extern struct booted booted __asm__("emu_booted");

static inline struct process *process_at(uint32_t node, uint32_t slot)
{
	return &booted.process[node * job.opt.ranks_per_node + slot];
}

/* One line "rank 5 <1,0,0,1,0>", with the T coordinate if nodes have several
 * processes, into buf. */
const char *machine_name_process(const struct process *p, char *buf, size_t bytes);

/* Physical address (or address in the window) to host address for the MU;
 * NULL unless [pa, pa+len) is memory of node that DMA may reach. */
void *machine_memory(void *ctx, uint32_t node, uint64_t pa, uint64_t len, int write);

/* Where the heap of a process begins in its slot, how far it has ever grown, and
 * how much of it is in use; bytes. */
uint64_t machine_heap_offset(void);
uint64_t machine_heap_extent(const uint8_t *slot);
uint64_t machine_heap_used(const struct process *p);
/* The heap itself (emu/node/image/heap.h), ready for use. */
struct heap;
struct heap *machine_heap(const struct process *p);

#endif
