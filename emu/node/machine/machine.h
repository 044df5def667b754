/*
 * machine.h - the emulated machine put together: processes, nodes and the
 * layers below, as one run of bgq-run sees them.  Global state and its queries;
 * emu/cmd/run fills it in.  What needs only the running process includes process.h.
 */
#ifndef BGQ_EMU_MACHINE_H
#define BGQ_EMU_MACHINE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "mu/mu.h" /* MU_SUBGROUPS */
#include "net/machine/machine.h"
#include "emu/core/engine/engine.h"
#include "coll/coll.h"
#include "emu/node/image/image.h"
#include "mapping.h"
#include "options.h"
#include "process.h"

struct net;
struct mu;
struct train;

/* What the processes of a node share. */
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
	/* Its calls on files: chunks of 32 bytes to the I/O node, and packets back. */
	uint64_t io_chunks_sent, io_packets_received;
};

struct machine {
	struct options opt;
	const struct net_machine *model;
	struct net_shape shape;
	uint32_t nodes;
	struct engine *engine;
	struct net *net;
	struct coll *coll;
	struct mu *mu;
	struct train *train; /* emu/core/train/train.h; NULL: every packet is simulated */
	struct image image;
	uint32_t ranks;
	uint32_t places;         /* for ranks, on all nodes */
	struct process *process; /* [places], by node, then slot */
	struct node *node;       /* [nodes] */
	struct mapping mapping;  /* ranks to processes */
	int directory;           /* the job's own, whatever ranks change to */
	atomic_uint ras;         /* RAS records so far */
	atomic_uint protecting;  /* processes with protections */
	atomic_uint guarded;     /* these, and nodes that have had reservations */
	atomic_bool reserving;   /* some node has reservations, or had */
	double boot_seconds; /* until every process could run */
	double run_seconds;  /* until the last one had ended */
};

/* Objects are linked with others' static libraries: their names have a prefix. */
extern struct machine machine __asm__("emu_machine");

static inline struct process *process_at(uint32_t node, uint32_t slot)
{
	return &machine.process[node * machine.opt.ranks_per_node + slot];
}

/* Hardware threads of each process. */
static inline unsigned hwthread_count(void)
{
	return NODE_HWTHREADS / machine.opt.ranks_per_node;
}

/* One line "rank 5 <1,0,0,1,0>", with the T coordinate if nodes have several
 * processes, into buf. */
const char *machine_name_process(const struct process *p, char *buf, size_t bytes);

/* The name of a node as a host: gethostname(). */
void machine_node_name(uint32_t node, char *buf, size_t bytes);

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
