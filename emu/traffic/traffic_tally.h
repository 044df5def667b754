/*
 * traffic_tally.h - statistics of one worker about packets delivered to its nodes.  Sums
 * only, so that totals do not depend on the partition of nodes among workers.
 */
#ifndef BGQ_EMU_TRAFFIC_TALLY_H
#define BGQ_EMU_TRAFFIC_TALLY_H

#include <stddef.h>
#include <stdint.h>

#include "net/base/event.h"

/* Histogram of latencies: by powers of two, each in 64 steps. */
#define TALLY_STEP_BITS 6
#define TALLY_STEPS ((64u - TALLY_STEP_BITS + 1) << TALLY_STEP_BITS)
#define TALLY_BIN_PS PS_PER_US

struct traffic_tally {
	_Alignas(64) uint64_t packets; /* delivered after the warm-up */
	uint64_t hops;
	uint64_t latency_ps; /* sum */
	ps_t latency_max_ps;
	uint64_t all_packets, all_hops; /* from the beginning */
	ps_t last_ps;       /* delivery */
	ps_t done_ps;       /* the first node has sent all its packets */
	uint64_t *bin;      /* packets delivered, by TALLY_BIN_PS */
	size_t bins;
	uint64_t latency[TALLY_STEPS];
};

void tally_init(struct traffic_tally *t);
void tally_cleanup(struct traffic_tally *t);
void tally_packet(struct traffic_tally *t, ps_t now_ps, ps_t born_ps, unsigned hops,
		  ps_t warmup_ps);
/* Adds b to a. */
void tally_add(struct traffic_tally *a, const struct traffic_tally *b);
/* A latency that share of the packets do not exceed, to 1/64 of it. */
ps_t tally_percentile_ps(const struct traffic_tally *t, double share);
/* Packets delivered from one time to another, both multiples of TALLY_BIN_PS. */
uint64_t tally_between(const struct traffic_tally *t, ps_t from_ps, ps_t to_ps);

#endif
