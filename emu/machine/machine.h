/*
 * machine.h - the emulated machine put together: processes, nodes and the
 * layers below, as one run of bgq-run sees them.  Global state and its queries;
 * emu/run fills it in.
 */
#ifndef BGQ_EMU_MACHINE_H
#define BGQ_EMU_MACHINE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "coll/coll.h"
#include "mu/mu.h"
#include "net/machine/core.h"
#include "net/machine/machine.h"
#include "net/net.h"
#include "emu/engine/engine.h"
#include "emu/image/image.h"
#include "mapping.h"
#include "options.h"
#include "emu/image/space.h"

#define PROCESS_ALIVE (-1)
#define PROCESS_NOT_STARTED (-2)
#define RANK_NONE UINT32_MAX /* of a process that never starts: the job has fewer ranks */
#define STDIO_STREAMS 3
#define PROCESS_FILES_MOST 4096 /* descriptors of a rank */
#define NODE_HWTHREADS  (NODE_USER_CORES * CORE_THREADS) /* for users */
#define NODE_HWTHREADS_ALL (NODE_CORES * CORE_THREADS)

/* One rank: a clone of the image, its threads and how it ended. */
struct process {
	struct thread main; /* first: thread -> process without a pointer chase */
	uint32_t rank;
	uint32_t slot;      /* T coordinate: which of the node's processes */
	uint8_t *base;      /* where its slot of the window begins */
	unsigned first_hwthread; /* of the node's 64, the first that is its own */
	int status;         /* exit status, 128+signal; before: PROCESS_* */
	ps_t end_ps;
	struct event end;   /* queued to end it from outside, */
	int end_status;     /* with this status */
	uint32_t out_seq;   /* order of its output within one picosecond */
	uint16_t threads;   /* that have not ended */
	uint64_t hwthreads_used;/* bit i: hardware thread first + i has a thread */
	uint64_t hwthreads_shared; /* the same: it has several (emu/posix/share.h) */
	uint32_t created;   /* threads so far, without main */
	struct protections *protections; /* protect.h; NULL: none */
	struct posix *posix;/* emu/posix/posix.h; NULL until needed */
	struct files *files;/* emu/io/io_internal.h; NULL until needed */
	bool mid_line[STDIO_STREAMS]; /* --label: no newline since the last label */
};

/* What the processes of a node share. */
struct node {
	bool registers;     /* a program has asked for the MMIO pages */
	uint64_t gi_status; /* OR of each barrier class as the node sees it, 3 bits each */
	uint8_t owner[MU_SUBGROUPS]; /* slot that last allocated from the subgroup */
	struct shm *shm;    /* emu/machine/shm.c; NULL until used */
	struct l2_slices *l2; /* emu/machine/l2.c; NULL until used */
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
	struct train *train; /* emu/train/train.h; NULL: every packet is simulated */
	struct image image;
	uint32_t ranks;
	uint32_t places;         /* for ranks, on all nodes */
	struct process *process; /* [places], by node, then slot */
	struct coll_part part;   /* if there are more places than ranks */
	struct node *node;       /* [nodes] */
	struct mapping mapping;  /* ranks to processes */
	int directory;           /* the job's own, whatever ranks change to */
	atomic_uint ras;         /* RAS records so far */
	atomic_uint protecting;  /* processes with protections */
	double boot_seconds; /* until every process could run */
	double run_seconds;  /* until the last one had ended */
};

extern struct machine machine;

/* The process of the running thread. */
static inline struct process *process_self(void)
{
	return thread_self->process;
}

/* Ends the running process with all of its threads: status as the shell would see
 * it. */
_Noreturn void process_exit(int status);
/* Ends it as abort(3) does, with its handler; text says why, pc where (0: not known). */
_Noreturn void process_abort(const char *text, uint64_t pc);
/* Marks p ended, without switching away (signal handlers). */
void process_ended(struct process *p, int status);
/* Ends p at at_ps wherever its threads are then, if it has not ended by itself. */
void process_end_at(struct process *p, int status, ps_t at_ps);

static inline struct process *process_at(uint32_t node, uint32_t slot)
{
	return &machine.process[node * machine.opt.ranks_per_node + slot];
}

/* Hardware threads of each process. */
static inline unsigned hwthread_count(void)
{
	return NODE_HWTHREADS / machine.opt.ranks_per_node;
}

/* Which hardware thread of the node t runs on: core * 4 + thread of the core. */
static inline unsigned hwthread_id(const struct thread *t)
{
	return t->process->first_hwthread + t->hwthread;
}

/* Start of its program image, which is the top of its stack. */
static inline uint8_t *process_image(const struct process *p)
{
	return p->base + space.image;
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
/* Start time of the wait of t, which is parked: the same whether the wait was parked at once
 * or executed for a while. */
ps_t machine_waits_since(const struct thread *t);
/* The heap itself (emu/image/heap.h), ready for use. */
struct heap;
struct heap *machine_heap(const struct process *p);

static inline ps_t cycles_ps(uint64_t cycles)
{
	return cycles * CORE_CYCLE_PS;
}

#endif
