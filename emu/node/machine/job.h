/*
 * job.h - what a run has been asked for, and what follows from that alone: options, the machine's
 * figures and shape, how many ranks there are and where.  Set up by emu/cmd/run before nodes boot.
 *
 * Never: changed afterwards.
 */
#ifndef BGQ_EMU_JOB_H
#define BGQ_EMU_JOB_H

#include <stdint.h>

#include "net/machine/core.h"
#include "net/machine/machine.h"
#include "mapping.h"
#include "options.h"

struct job {
	struct options opt;
	const struct net_machine *model;
	struct net_shape shape;
	uint32_t nodes;
	uint32_t ranks;
	uint32_t places;        /* for ranks, on all nodes */
	struct mapping mapping; /* ranks to processes */
	int directory;          /* its own, whatever ranks change to */
};

/* Objects are linked with others' static libraries: their names have a prefix. */
extern struct job job __asm__("emu_job");

/* Hardware threads of each process. */
static inline unsigned hwthread_count(void)
{
	return NODE_HWTHREADS / job.opt.ranks_per_node;
}

/* Where the block's node at c stands. */
struct net_location machine_location(const uint8_t c[NET_DIMS]);
/* The name of a node as a host: gethostname(). */
void machine_node_name(uint32_t node, char *buf, size_t bytes);

#endif
