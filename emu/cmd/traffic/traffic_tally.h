/*
 * traffic_tally.h - statistics of one worker about packets delivered to its nodes.  Sums
 * only, so that totals do not depend on the partition of nodes among workers.
 */
#ifndef BGQ_EMU_TRAFFIC_TALLY_H
#define BGQ_EMU_TRAFFIC_TALLY_H

#include <stddef.h>
#include <stdint.h>

#include "net/base/event.h"
#include "net/base/histogram.h"

#define TALLY_BIN_PS PS_PER_US

struct traffic_tally {
	_Alignas(64) uint64_t hops; /* of packets delivered after the warm-up */
	uint64_t all_packets, all_hops; /* from the beginning */
	ps_t last_ps;       /* delivery */
	ps_t done_ps;       /* the first node has sent all its packets */
	uint64_t *bin;      /* packets delivered, by TALLY_BIN_PS */
	size_t bins;
	struct histogram latency; /* of those after the warm-up */
};

void tally_init(struct traffic_tally *t);
void tally_cleanup(struct traffic_tally *t);
void tally_packet(struct traffic_tally *t, ps_t now_ps, ps_t born_ps, unsigned hops,
		  ps_t warmup_ps);
/* Adds b to a. */
void tally_add(struct traffic_tally *a, const struct traffic_tally *b);
/* Packets delivered from one time to another, both multiples of TALLY_BIN_PS. */
uint64_t tally_between(const struct traffic_tally *t, ps_t from_ps, ps_t to_ps);

#endif
