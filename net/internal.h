/* internal.h - what the files of net/ share and nobody else sees. */
#ifndef BGQ_NET_INTERNAL_H
#define BGQ_NET_INTERNAL_H

#include <stdbool.h>

#include "base/pool.h"
#include "machine.h"
#include "net.h"

#define NET_OUTPUTS (NET_LINKS + 2) /* the links, and the two ways back to the own node */

/* A router.  Touched by its node's worker only. */
struct net_node {
	ps_t free_ps[NET_OUTPUTS];      /* when the output is done with its last packet */
	ps_t inj_free_ps[NET_INJFIFOS]; /* when the FIFO takes another packet */
	/* Received, mu has no room yet: a ring in the order of arrival.  Points to
	 * the last packet, whose next is the first. */
	struct net_packet *held[NET_RECFIFOS];
	uint16_t ready_posted;          /* FIFOs whose inject_ready is under way */
};

struct net {
	const struct net_machine *m;
	struct net_shape shape;
	uint32_t nodes;
	uint32_t stride[NET_DIMS]; /* from a node's number to its plus neighbour's */
	struct sim *sim;
	const struct net_ops *ops;
	void *ops_ctx;
	struct net_node *node; /* all zero (and untouched) until traffic comes by */
	struct pool *pool;
};

/* The route of a packet, in its net_private: set once at injection, so that a
 * hop neither divides nor looks at the header again. */
struct net_route {
	uint8_t at[NET_DIMS]; /* the router that its head is at */
	uint8_t to[NET_DIMS];
	uint8_t plus;         /* bit d: goes the plus way in dimension d */
	uint8_t loop;         /* bit d: crosses the link of dimension d, which has one
	                         node, to itself first */
};

/* The way out of a router. */
struct net_hop {
	unsigned link; /* 2 * dimension, + 1 for the plus direction */
	uint32_t node;
	ps_t wire_ps;
};

/* Chooses the packet's route; NULL, or why there is none. */
const char *net_route_start(const struct net *net, struct net_packet *p);
/* Does it stay inside its node? */
bool net_route_is_local(const struct net_packet *p);
/* Takes the route one link on from node; false if it ends here. */
bool net_route_next(const struct net *net, uint32_t node, struct net_packet *p,
		    struct net_hop *hop);

#endif
