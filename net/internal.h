/* internal.h - what the files of net/ share and nobody else sees. */
#ifndef BGQ_NET_INTERNAL_H
#define BGQ_NET_INTERNAL_H

#include <stdbool.h>

#include "base/pool.h"
#include "machine.h"
#include "net.h"

/* A router.  Touched by its node's worker only. */
struct net_node {
	ps_t link_free_ps[NET_LINKS];   /* when the sender is done with the last packet */
	ps_t inj_free_ps[NET_INJFIFOS]; /* when the FIFO takes another packet */
	struct net_packet *held[NET_RECFIFOS]; /* received, mu has no room yet */
	uint16_t ready_posted;          /* FIFOs whose inject_ready is under way */
};

struct net {
	const struct net_machine *m;
	struct net_shape shape;
	uint32_t nodes;
	struct sim *sim;
	const struct net_ops *ops;
	void *ops_ctx;
	struct net_node *node;
	struct pool *pool;
};

/* The way out of a router. */
struct net_hop {
	unsigned link; /* 2 * dimension, + 1 for the plus direction */
	uint32_t node;
	ps_t wire_ps;
};

/* False if the packet is at its destination. */
bool net_route_next(const struct net *net, uint32_t node, const struct net_packet *p,
		    struct net_hop *hop);
/* Why the packet cannot be routed, or NULL. */
const char *net_route_check(const struct net *net, const struct net_packet *p);

#endif
