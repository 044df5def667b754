/* traffic_collective.h - latencies of collectives without programs. */
#ifndef BGQ_EMU_TRAFFIC_COLLECTIVE_H
#define BGQ_EMU_TRAFFIC_COLLECTIVE_H

#include "traffic.h"

struct traffic_collective {
	ps_t last_ps;   /* when the last node had the result; all begin at 0 */
	uint32_t nodes; /* that had it */
	bool correct;
	double wall_s;
};

/* One barrier, or one sum of 8-byte words, of all nodes of c->shape.  0 or -ENOMEM. */
int traffic_collective(const struct traffic_config *c, bool barrier,
		       struct traffic_collective *result);

#endif
