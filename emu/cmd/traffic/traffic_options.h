/* traffic_options.h - the command line of bgq-net. */
#ifndef BGQ_EMU_TRAFFIC_OPTIONS_H
#define BGQ_EMU_TRAFFIC_OPTIONS_H

#include "net/machine/describe.h"
#include "traffic.h"

#define TRAFFIC_LOADS 100

struct traffic_options {
	struct net_description machine;
	struct traffic_config run; /* but for load */
	double load[TRAFFIC_LOADS];
	unsigned loads;
	const char *csv, *series, *plot, *ras; /* files; NULL: none */
	bool quiet;                /* no line of progress */
	bool links;                /* print how busy they were */
	bool collectives;          /* an allreduce and a barrier instead of traffic */
};

/* Returns -1 to go on, else the exit status; errors have been printed. */
int traffic_options_parse(struct traffic_options *o, int argc, char **argv);
const char *traffic_pattern_name(enum traffic_pattern p);

#endif
