/* chain_internal.h - private to chain.c, chain_blocks.c, chain_costs.c and chain_print.c. */
#ifndef BGQ_EMU_CHAIN_INTERNAL_H
#define BGQ_EMU_CHAIN_INTERNAL_H

#include <stdbool.h>

#include "chain.h"
#include "host_ticks.h"
#include "net/machine/machine.h"

#define CHAIN_LEVELS 8 /* 1, 2, 4 .. 128 blocks */
#define CHAIN_LEAVES 128

/* The nodes divided into a number of blocks. */
struct chain_level {
	ps_t window_ps;    /* minimum delay from block to block */
	double cut_links;  /* links between blocks, both directions */
	ps_t end_ps;       /* of the current window */
	uint64_t windows;
	double longest;    /* ticks: sum of each window's longest block */
	double work[CHAIN_LEAVES]; /* ticks in this window */
	/* If blocks waited for their neighbours only: ticks until the previous window was
	 * done. */
	double done[CHAIN_LEAVES];
	uint64_t neighbours[CHAIN_LEAVES][CHAIN_LEAVES / 64]; /* bits */
};

/* One way to share out the nodes.  A block of a level is two of the next. */
struct chain_way {
	uint8_t *leaf; /* [node]: its block of the highest level */
	struct chain_level level[CHAIN_LEVELS];
	uint64_t crossed[CHAIN_LEVELS]; /* events that cross from this level on */
};

enum { CHAIN_BY_NUMBER, CHAIN_BY_BLOCK, CHAIN_WAYS };

struct chain {
	struct host_ticks ticks;
	unsigned levels; /* the last has 1 << (levels - 1) blocks */
	bool begun;
	uint32_t node;
	uint64_t since;  /* ticks */
	long switched;   /* times that the host has taken this thread off its core */
	double total;    /* ticks */
	double dropped;
	uint64_t turns, long_turns;
	struct chain_way way[CHAIN_WAYS];
};

static inline unsigned chain_block(const struct chain *c, unsigned leaf, unsigned level)
{
	return leaf >> (c->levels - 1 - level);
}

/* Fills in leaf, window_ps, cut_links and neighbours.  0 or -ENOMEM. */
int chain_share_out(struct chain *c, const struct net_machine *m, const struct net_shape *s);

/* Costs between two threads on two cores. */
struct chain_costs {
	double barrier_ns; /* of a barrier */
	double entry_ns;   /* of handing over an event */
};
/* False: the host has one core. */
bool chain_measure(struct chain_costs *costs);

#endif
