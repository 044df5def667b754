/*
 * collective.h - the network for coll/, which combines and copies packets: the network carries
 * them from node to node in channels of their own, before all others (SC11 paper, II.B,
 * II.E).  While coll/ has a packet, next and the first word of net_private are its own, and
 * the latter goes with the packet.
 */
#ifndef BGQ_NET_COLLECTIVE_H
#define BGQ_NET_COLLECTIVE_H

#include "net.h"

enum net_coll_channel {
	NET_COLL_WORLD_DOWN, NET_COLL_WORLD_UP, /* comm-world and system share these */
	NET_COLL_SUB_DOWN, NET_COLL_SUB_UP,
	NET_COLL_CHANNELS
};

/* A channel of one of a node's links, by which packets come or go. */
struct net_coll_port {
	unsigned link, channel; /* enum net_coll_channel */
};

struct net_coll_ops {
	/* Like net_inject(), for the two injection FIFOs of collectives; what is refused coll/ has
	 * reported in its own way. */
	int (*inject)(void *ctx, struct net_packet *p, unsigned injfifo, ps_t now_ps);
	/* Like net_inject_ready_ps(). */
	ps_t (*inject_ready_ps)(void *ctx, uint32_t node, ps_t now_ps);
	/* Like net_inject_waits(). */
	bool (*inject_waits)(void *ctx, uint32_t node, unsigned injfifo, ps_t until_ps);
	/* The packet's head has come by a port.  It takes a place in the buffer there until
	 * net_coll_release(). */
	void (*arrive)(void *ctx, uint32_t node, struct net_coll_port by, struct net_packet *p,
		       ps_t now_ps);
	/* A link, or a reception FIFO of collectives, may be open now. */
	void (*link_open)(void *ctx, uint32_t node, unsigned link, ps_t now_ps);
	void (*reception_open)(void *ctx, uint32_t node, unsigned recfifo, ps_t now_ps);
};
void net_set_coll(struct net *net, const struct net_coll_ops *ops, void *ctx);

/* The link is free and its other end has room for so many.  If not, link_open follows. */
bool net_coll_link_ready(struct net *net, uint32_t node, struct net_coll_port by,
			 unsigned packets, ps_t now_ps);
/* Over a link that is ready; the head leaves at head_ps. */
void net_coll_send(struct net *net, uint32_t node, struct net_coll_port by,
		   struct net_packet *p, ps_t head_ps, ps_t now_ps);
/* A packet that came by a port leaves its buffer at tail_ps; its head does now. */
void net_coll_release(struct net *net, uint32_t node, struct net_coll_port by, ps_t tail_ps,
		      ps_t now_ps);
/* If not, reception_open follows. */
bool net_coll_reception_ready(const struct net *net, uint32_t node, unsigned recfifo);
/* Into a reception FIFO that is ready. */
void net_coll_receive(struct net *net, uint32_t node, unsigned recfifo,
		      struct net_packet *p, ps_t now_ps);
/* Call mu's functions in struct net_ops. */
void net_coll_inject_ready(struct net *net, uint32_t node, unsigned injfifo, ps_t now_ps);
void net_coll_inject_prefetch(struct net *net, uint32_t node, unsigned injfifo);
/* Time that the packet takes on a link. */
ps_t net_packet_ps(const struct net *net, const struct net_packet *p);

#endif
