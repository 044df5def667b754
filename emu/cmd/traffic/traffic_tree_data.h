/*
 * traffic_tree_data.h - what nodes contribute to the operations of traffic_tree.c, and what has to
 * come of it, computed on the host another way.
 */
#ifndef BGQ_EMU_TRAFFIC_TREE_DATA_H
#define BGQ_EMU_TRAFFIC_TREE_DATA_H

#include "coll/tree/network.h"
#include "traffic_options.h"

/* Integers of 8 bytes, the same in each word of a packet; of doubles one packet for each pass. */
struct tree_data {
	enum traffic_tree_op op;
	bool broadcast;
	uint64_t seed;
	uint32_t nodes, from;  /* from: the sender of a broadcast */
	unsigned bytes, packets;
	uint64_t *expected;    /* [packet] */
	double sum[TREE_PAYLOAD_MOST / TREE_ALIGNED_BYTES];
};

/* False: no memory. */
bool tree_data_create(struct tree_data *d);
void tree_data_destroy(struct tree_data *d);

/* The node's contribution: packet k; of doubles that of a pass, 0 or 1, the second one with the
 * exponents of the first one's result. */
void tree_data_fill(const struct tree_data *d, struct tree_packet *p, unsigned k,
		    const uint8_t *exponents);
bool tree_data_right(const struct tree_data *d, struct tree_packet *p, unsigned k,
		     const uint8_t *exponents);

#endif
