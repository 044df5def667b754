/*
 * traffic_settle.h - the end of bgq-net's command line: values whose form depends on the
 * machine, and checks that need all options.
 */
#ifndef BGQ_EMU_TRAFFIC_SETTLE_H
#define BGQ_EMU_TRAFFIC_SETTLE_H

#include <argp.h>
#include <stdbool.h>

#include "traffic_options.h"

enum traffic_late { LATE_SHAPE, LATE_MESH, LATE_TORUS, LATE_BYTES, LATE_ZONE_MASKS, LATE_ORDER,
		    LATE_INJFIFOS, LATE_SHIFT, LATE_WITHIN, LATE_SET, LATE_FAILED, LATE_FAULT,
		    LATE_FAULTS, LATE_FROM, LATE_SENDERS };
struct late {
	enum traffic_late what;
	const char *arg;
};
#define LATES 100
#define GIVENS 300

struct parse {
	struct traffic_options *o;
	struct late late[LATES];
	unsigned lates;
	const char *given[GIVENS]; /* names of options, without -- */
	unsigned givens;
	const char *latency, *hot, *machine;
	const char *failed; /* the last --failed */
	bool reroute; /* packets go round dead links */
	unsigned patterns; /* of failures; 0: none */
	unsigned mesh, torus; /* masks of dimensions */
	bool have_time, have_warmup, have_bytes, have_zone, have_op, have_from, set, print;
	bool have_torus, have_masks, have_shift, have_pattern, dynamic, deterministic;
};

/* All options have been seen: reads the machine, then what depends on it. */
void traffic_settle_late(struct argp_state *st);
/* Checks; returns as traffic_options_parse(). */
int traffic_settle(struct parse *p);

#endif
