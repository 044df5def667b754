/* options_net.h - options of the network, for both commands; see bgq-run(1). */
#ifndef BGQ_EMU_OPTIONS_NET_H
#define BGQ_EMU_OPTIONS_NET_H

#include <stdbool.h>
#include <stdint.h>

#include "net/net.h"

struct options_net {
	uint64_t seed;
	bool have_zone[NET_ZONES], have_order;
	uint8_t zone[NET_ZONES][NET_MASKS];
	uint8_t order[NET_MASKS];
	bool counters;             /* print them at the end */
	const char *counters_file; /* as CSV into this one; NULL: a table on stderr */
};

/* Letters name the machine's dimensions; NULL: A to E. */
/* "N=MASKS", MASKS as in "A,BCD,E": groups of dimensions, first to last, that name each of A to
 * E once.  NULL, or the error. */
const char *options_zone(struct options_net *o, const char *letters, const char *text);
/* "B,A,C,D,E" or "BACDE": each of A to E once, first to last.  NULL, or the error. */
const char *options_order(struct options_net *o, const char *letters, const char *text);
/* Passes them to the network; before the first packet. */
void options_net_apply(const struct options_net *o, struct net *net);

#endif
