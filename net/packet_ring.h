/*
 * packet_ring.h - queues of packets through their field next, for the holder of the packets:
 * a ring whose handle is the last one, NULL if there is none, so that it costs a pointer.
 *
 *   last -> p3 -next-> p1 -> p2 -> p3
 */
#ifndef BGQ_NET_PACKET_RING_H
#define BGQ_NET_PACKET_RING_H

#include "packet.h"

static inline void net_ring_append(struct net_packet **last, struct net_packet *p)
{
	if (*last) {
		p->next = (*last)->next;
		(*last)->next = p;
	} else {
		p->next = p;
	}
	*last = p;
}

/* Takes p out, which follows before. */
static inline void net_ring_remove(struct net_packet **last, struct net_packet *before,
				   struct net_packet *p)
{
	if (p == before)
		*last = NULL;
	else if (p == *last)
		*last = before;
	before->next = p->next;
}

/* The first one, of a ring that is not empty. */
static inline struct net_packet *net_ring_take(struct net_packet **last)
{
	struct net_packet *p = (*last)->next;

	if (p == *last)
		*last = NULL;
	else
		(*last)->next = p->next;
	return p;
}

#endif
