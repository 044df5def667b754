/*
 * coll.h - class routes, collective packets and the barrier network: what mu/ and emu/
 * may ask.
 *
 * Collective packets are combined on their way up a reduction tree of nodes, the class
 * route, and broadcast on their way down again (SC11 paper, II.C); they come from the
 * message unit and go to it through the network.
 *
 * Barriers: each node drives up to three control bits per barrier class; the network forms
 * the OR over all nodes that contribute to a tree (class route), on the way up to
 * its root, and on the way down again writes it to their status registers (SC11 paper,
 * II.D, III.F; spi/include/mu/GIBarrier.h).
 *
 * Every function that takes a node is called only by that node's worker, from an
 * event handler or thread at simulated time now_ps.
 */
#ifndef BGQ_COLL_H
#define BGQ_COLL_H

#include "net/net.h"
#include "alu.h"
#include "classroute.h"

struct coll;

/* A class route leads nowhere, or its ends do not fit together. */
struct coll_fault {
	uint32_t node; /* where it was found */
	enum coll_net net;
	unsigned cls;
	ClassRoute_t route; /* there */
	const char *text;   /* what is wrong, in words; gone when the call returns */
};

struct coll_ops {
	/* The OR of barrier class cls as node sees it has changed to bits. */
	void (*gi_status)(void *ctx, uint32_t node, unsigned cls, uint32_t bits,
			  ps_t now_ps);
	/* Prefetch hook for gi_status, or NULL. */
	void (*gi_prefetch)(void *ctx, uint32_t node, unsigned cls);
	/* A program uses a class whose routes are wrong: once for each node and class
	 * until a route is set there. */
	void (*fault)(void *ctx, const struct coll_fault *f, ps_t now_ps);
};

/* NULL when out of memory. */
struct coll *coll_create(struct sim *sim, const struct net_machine *m,
			 const struct net_shape *s);
void coll_destroy(struct coll *coll);
/* Bytes of the host's memory, without packets and class routes. */
uint64_t coll_memory(const struct coll *coll);
/* See coll_routes_part(). */
void coll_set_part(struct coll *coll, const struct coll_part *part);
/* See coll_routes_tree(). */
void coll_set_tree(struct coll *coll, const ClassRoute_t *of_node);
void coll_set_ops(struct coll *coll, const struct coll_ops *ops, void *ctx);

/* Like net_set_pools(). */
int coll_set_pools(struct coll *coll, unsigned pools, const uint16_t *pool_of_node);

/* Takes collective packets from net on.  Before the first one. */
void coll_attach(struct coll *coll, struct net *net);

/* Exceptions in collective packets at node so far: COLL_ flags of coll/alu.h, and COLL_MISMATCH.
 * A flag trails the packet in which something went wrong, so that all nodes of the class route are
 * notified (SC11 paper, II.C). */
#define COLL_MISMATCH 8u /* packets that met were not of one operation */
struct coll_exceptions {
	uint8_t made;        /* by this node's logic */
	uint8_t passed;      /* in packets that it combined, or that came down the tree */
	uint8_t received[2]; /* in packets for NET_REC_COLL_USER and _SYSTEM */
};
struct coll_exceptions coll_exceptions(const struct coll *coll, uint32_t node);

/* A register of node: see coll_routes_get.  Setting one changes at once what the
 * barrier network sends from there.  0 or -ENOMEM. */
ClassRoute_t coll_classroute_get(const struct coll *coll, enum coll_net net, uint32_t node,
				 unsigned cls);
/* Whether class cls is the system's, in either network. */
bool coll_classroute_is_system(const struct coll *coll, unsigned cls);
int coll_classroute_set(struct coll *coll, enum coll_net net, uint32_t node, unsigned cls,
			ClassRoute_t r, ps_t now_ps);

/* Node's control bits (0..7) of class cls are now bits, whether its route counts them
 * or not. */
void coll_gi_control(struct coll *coll, uint32_t node, unsigned cls, uint32_t bits,
		     ps_t now_ps);
/* State at job start: control 0x4 everywhere for class 0 and status 0x4; else 0. */
#define COLL_GI_INITIAL 0x4u

/* Latency from the last participant's arrival to the release of all is up plus down
 * the tree; the depth in links of class 0's tree at job start: */
unsigned coll_gi_depth(const struct coll *coll);

/* Serial, for reports: what node's barrier of class cls waits for ("3 of 16 nodes have not
 * entered, first <...>"), or what is wrong with its class routes, written into buf.
 * False, and nothing written, if neither is known. */
bool coll_gi_describe(const struct coll *coll, uint32_t node, unsigned cls, char *buf,
		      size_t len);

/* Serial, for reports: the root of the tree of node's barrier, negative if it has none; and a call
 * of fn for each node that the barrier waits for. */
int64_t coll_gi_root(const struct coll *coll, uint32_t node, unsigned cls);
void coll_gi_late(const struct coll *coll, uint32_t node, unsigned cls,
		  void (*fn)(void *ctx, uint32_t node), void *ctx);

/* A collective that waits for contributions: a tree by its root, class and virtual channel. */
struct coll_awaited {
	int64_t root;
	unsigned cls, channel;
};

/* Serial, for reports: whether a packet with node's contribution waits in its tree of class cls for
 * those of others; and a call of fn for each node of the tree that has not contributed. */
bool coll_tree_awaits(const struct coll *coll, uint32_t node, unsigned cls,
		      struct coll_awaited *a);
void coll_tree_late(const struct coll *coll, const struct coll_awaited *a,
		    void (*fn)(void *ctx, uint32_t node), void *ctx);

/* Serial, for reports: what the collectives of node's trees wait for ("collective
 * class 0: 3 of 16 nodes have not contributed, first <...>"), written into buf, which
 * has room for len > 0; returns its length, 0 if no packet waits in these trees. */
int coll_describe(const struct coll *coll, uint32_t node, char *buf, size_t len);

#endif
