/* traffic_options.h - the command line of bgq-net. */
#ifndef BGQ_EMU_TRAFFIC_OPTIONS_H
#define BGQ_EMU_TRAFFIC_OPTIONS_H

#include "net/machine/describe.h"
#include "traffic.h"

#define TRAFFIC_LOADS 101 /* room for one more than there may be */

/* Operations over all nodes by a network of their own: traffic_tree.h. */
enum traffic_tree_kind { TREE_RUN_NONE, TREE_RUN_REDUCE, TREE_RUN_BROADCAST, TREE_RUN_ALLREDUCE,
			 TREE_RUN_BARRIER };
enum traffic_tree_op { TREE_RUN_ADD, TREE_RUN_SUB, TREE_RUN_MAX, TREE_RUN_MIN, TREE_RUN_OR,
		       TREE_RUN_AND, TREE_RUN_XOR, TREE_RUN_DOUBLE };
struct traffic_tree {
	enum traffic_tree_kind kind;
	enum traffic_tree_op op;
	uint32_t bytes; /* of each node's contribution, or of what is broadcast, */
	uint32_t from;  /* by this node */
};

/* Messages by the nodes' DMA: traffic_dma.h. */
enum traffic_dma_kind {
	TRAFFIC_DMA_NONE,
	TRAFFIC_DMA_PUT,   /* to the node at the shift */
	TRAFFIC_DMA_GET,   /* from that */
	TRAFFIC_DMA_THIRD, /* that sends to the one at twice the shift */
};
struct traffic_dma {
	enum traffic_dma_kind kind;
	uint64_t bytes;  /* of a message, */
	unsigned repeat; /* so many times */
};

struct traffic_options {
	struct net_description machine;
	struct traffic_config run; /* but for load */
	double load[TRAFFIC_LOADS];
	unsigned loads;
	const char *csv, *series, *plot, *ras; /* files; NULL: none */
	bool quiet;                /* no line of progress */
	bool links;                /* print how busy they were */
	struct traffic_tree tree;  /* or such an operation */
	struct traffic_dma dma;    /* or messages by DMA */
	bool collectives;          /* an allreduce and a barrier instead of traffic */
};

/* Returns -1 to go on, else the exit status; errors have been printed. */
int traffic_options_parse(struct traffic_options *o, int argc, char **argv);
const char *traffic_pattern_name(enum traffic_pattern p);

#endif
