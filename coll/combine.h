/* combine.h - the packets of a class that are combined at a node on the way up; see combine.c. */
#ifndef BGQ_COLL_COMBINE_H
#define BGQ_COLL_COMBINE_H

#include "tree.h"

/* The packets of one class that are combined: its first one at each input. */
struct coll_combination {
	uint32_t node;
	enum coll_tree_vc vc;
	unsigned cls, count;
	bool early; /* the node's own packet overtakes another one */
	ClassRoute_t route;
	uint8_t input[COLL_INPUTS];
	struct net_packet *packet[COLL_INPUTS], *before[COLL_INPUTS];
};

/* Whether a class with a packet at input `first` may go: m names node, channel, class
 * and route, and gets the packets. */
bool coll_combination_gather(const struct coll_tree_node *t, struct coll_combination *m,
			     unsigned first);
/* Reduces all to one packet, in the first one's place; what does not fit together is
 * reported. */
void coll_combination_reduce(struct coll *c, struct coll_tree_node *t,
			     const struct coll_combination *m, ps_t now_ps);

#endif
