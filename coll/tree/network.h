/*
 * network.h - the collective network of Blue Gene/L and /P: a tree apart from the torus, of nodes
 * with a link up and some down, which combines packets on their way up and copies them on their
 * way down (US 7,761,687, l. 300 to 306, 362 to 366; headers in github.com/IBM/BlueMatter, BonB).
 *
 *   links below, the node itself -> up: combined -> link above, at the root: down
 *   link above                   -> down: copied -> links below, the node itself
 *
 * Packets have one size; each virtual channel has a buffer at each end of a link, counted in
 * packets, an injection FIFO and a reception FIFO.  Channels share links and nothing else.
 * By its class a packet finds in each node where it may come from and where it goes; what comes by
 * a port that is no source goes down, to the sources.
 *
 * Every function that takes a node is called only by that node's worker, at simulated time now_ps.
 *
 * Never: knows the torus, memory or programs.
 */
#ifndef BGQ_COLL_TREE_NETWORK_H
#define BGQ_COLL_TREE_NETWORK_H

#include "net/base/event.h"
#include "operand.h"
#include "topology.h"

#define TREE_CLASSES      16
#define TREE_CHANNELS     2 /* virtual ones */
#define TREE_PAYLOAD_MOST 256
#define TREE_LOCAL        TREE_PORTS_MAX /* the node itself, beside its ports */

/* Ports as bits, and TREE_LOCAL.  A class without sources is not set. */
struct tree_class {
	uint8_t sources, targets;
};

/* Classes at start, from every node to node TREE_ROOT: with results at all nodes, at the root
 * alone; and results at the root alone, but ways down for packets to one node.  The others are not
 * set. */
enum { TREE_CLASS_ALL, TREE_CLASS_REDUCE, TREE_CLASS_POINT, TREE_CLASSES_SET };

struct tree_packet {
	struct event ev;
	struct tree_packet *next;
	uint32_t src;
	uint32_t to;           /* of a packet to one node */
	uint32_t tag;
	uint16_t operand_bytes;
	uint8_t cls, channel, opcode;
	bool point_to_point;
	uint8_t port;          /* it has come by */
	uint8_t payload[TREE_PAYLOAD_MOST];
};

struct tree_ops {
	/* The packet has been wholly received.  True: the client has taken it.  False: no room; it
	 * stays in its reception FIFO, until tree_network_resume(). */
	bool (*deliver)(void *ctx, uint32_t node, struct tree_packet *p, ps_t now_ps);
	/* The channel's injection FIFO has room again, after -EAGAIN. */
	void (*inject_ready)(void *ctx, uint32_t node, unsigned channel, ps_t now_ps);
	/* A packet was dropped, or packets that met were not alike; text says why. */
	void (*fault)(void *ctx, uint32_t node, const struct tree_packet *p, const char *text,
		      ps_t now_ps);
	/* tree_network_interrupt() of some node has come; NULL: nobody looks. */
	void (*interrupt)(void *ctx, uint32_t node, ps_t now_ps);
};

struct tree_network;

/* NULL with errno set: EINVAL if the machine has no such network, ENOMEM.  pool_of_node: of each
 * node's worker, of so many. */
struct tree_network *tree_network_create(const struct net_machine *m, const struct net_shape *s,
					 struct sim *sim, unsigned pools,
					 const uint16_t *pool_of_node);
void tree_network_destroy(struct tree_network *t);
void tree_network_set_ops(struct tree_network *t, const struct tree_ops *ops, void *ctx);
const struct tree_topology *tree_network_topology(const struct tree_network *t);

/* Says what is wrong with a machine's figures of this network; NULL: nothing. */
const char *tree_network_wrong(const struct net_machine *m);
/* The least time from an event on one node to its effect on another. */
ps_t tree_lookahead_ps(const struct net_machine *m);
/* A packet on a link. */
ps_t tree_packet_ps(const struct net_machine *m);

struct tree_class tree_network_class(const struct tree_network *t, uint32_t node, unsigned cls);
/* While no packet of the class is under way. */
void tree_network_set_class(struct tree_network *t, uint32_t node, unsigned cls,
			    struct tree_class c);

/* NULL: no memory. */
struct tree_packet *tree_packet_alloc(struct tree_network *t, uint32_t node);
void tree_packet_free(struct tree_network *t, uint32_t node, struct tree_packet *p);
/* Into the FIFO of the packet's channel.  0: the network owns it.  -EAGAIN: full, inject_ready
 * follows.  -EINVAL: no such class, channel or combination. */
int tree_network_inject(struct tree_network *t, struct tree_packet *p, ps_t now_ps);
/* Interrupts every node, this one too, by a bit within the data stream that no packet holds up. */
void tree_network_interrupt(struct tree_network *t, uint32_t node, ps_t now_ps);
/* The channel's reception FIFO may deliver again. */
void tree_network_resume(struct tree_network *t, uint32_t node, unsigned channel, ps_t now_ps);

#endif
