/* meeting.h - the packets of a class that meet at a node on the way up; see meeting.c. */
#ifndef BGQ_COLL_MEETING_H
#define BGQ_COLL_MEETING_H

#include "tree.h"

/* A class that may go: its first packet at each input. */
struct meeting {
	uint32_t node;
	enum tree_vc vc;
	unsigned cls, count;
	bool early; /* the node's own packet overtakes another one */
	ClassRoute_t route;
	uint8_t input[COLL_INPUTS];
	struct net_packet *packet[COLL_INPUTS], *before[COLL_INPUTS];
};

/* Whether a class with a packet at input `first` may go: m names node, channel, class
 * and route, and gets the packets. */
bool meeting_of(const struct tree_node *t, struct meeting *m, unsigned first);
/* Reduces all to one packet, in the first one's place; what does not fit together is
 * reported. */
void meeting_combine(struct coll *c, struct tree_node *t, const struct meeting *m, ps_t now_ps);

#endif
