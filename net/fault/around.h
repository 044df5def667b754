/*
 * around.h - ways round links of a torus that are dead for good: which way round each ring, as the
 * hint bits of a header can ask for it, in the network's deterministic order of dimensions.
 *
 * In that order, with room for two packets at the entry of a ring (the bubble rule), packets
 * cannot deadlock whichever way round they go.  A packet that has to cross a ring both
 * ways round of which are cut has no way.
 *
 * Never: changes the order of dimensions, or leaves it.
 */
#ifndef BGQ_NET_FAULT_AROUND_H
#define BGQ_NET_FAULT_AROUND_H

#include "plan.h"

struct net_dead_link {
	uint8_t at[NET_DIMS_MAX]; /* of the node that sends over it */
	uint8_t dim;
	bool plus;
	ps_t from_ps;
};

struct net_around {
	struct net_shape shape;
	unsigned dims;
	uint8_t order[NET_DIMS_MAX]; /* dimensions, first to last */
	struct net_dead_link *dead;
	unsigned count;
};

/* A way from node to node: links to cross in each dimension, and which way. */
struct net_way {
	uint8_t left[NET_DIMS_MAX];
	uint8_t plus;  /* bit d */
	uint8_t fixed; /* bit d: this way round, or not at all */
};

/* Links that the plan stops for ever, in both directions; masks as of net_set_order().  False: no
 * memory. */
bool net_around_init(struct net_around *a, const struct net_faults *p, const uint8_t *masks);
void net_around_cleanup(struct net_around *a);
/* Whether a packet at a node may meet a dead link on some way that goes by these links, in
 * whatever order of dimensions. */
bool net_around_meets(const struct net_around *a, uint32_t from, const struct net_way *w,
		      ps_t now_ps);
/* Turns dimensions of w the other way round where a dead link is in the way.  False: some ring is
 * cut both ways round, or w is fixed. */
bool net_around_turn(const struct net_around *a, uint32_t from, struct net_way *w, ps_t now_ps);
/* The shortest way between two nodes, turned: whether there is one. */
bool net_around_reaches(const struct net_around *a, uint32_t from, uint32_t to, ps_t now_ps);
/* A node by which there are ways from one to the other; UINT32_MAX: there is none. */
uint32_t net_around_via(const struct net_around *a, uint32_t from, uint32_t to, ps_t now_ps);

#endif
