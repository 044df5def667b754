/*
 * guard.h - the link protocol on links with described faults (net/fault/plan.h): copies of
 * packets in a retransmission FIFO, sequence, time-out and go-back, the running CRC of both ends.
 *
 *   sender                                       receiver
 *   3 4 5 ---------------------------------->    3 received
 *     bits of 4 are wrong                        4 dropped; 5 dropped, for it comes before 4
 *     time-out: back to 4
 *   4 5 ------------------------------------>    4 and 5 received
 *
 * Links without faults have none of this; there, packets come as they were sent.
 *
 * Never: a packet that comes twice or out of order, whatever is lost.
 */
#ifndef BGQ_NET_GUARD_H
#define BGQ_NET_GUARD_H

#include "net.h"

struct net_faults;

/* Counts of one direction of a link, since the beginning. */
struct net_link_counts {
	/* Packets that got through; the running CRC of them at each end. */
	uint64_t sent, received;
	uint32_t sent_crc, received_crc;
	uint64_t bad;       /* received with wrong bits */
	uint64_t lost;      /* not received, for the link had stopped */
	uint64_t discarded; /* received out of order, behind one that was bad or lost, */
	uint64_t again;     /* or for the second time, for an acknowledgement was lost */
	uint64_t resent;    /* packets, by all these reasons */
	uint64_t timeouts;
	uint64_t corrected; /* bits, by an optical link's code */
	uint64_t tokens, acks; /* lost */
	uint64_t escaped;   /* received with a wrong bit that no check has found */
	uint64_t slowed;    /* packets that have taken longer than on other links */
	bool dead;          /* the sender has given up */
};

enum net_fault_event_kind {
	NET_EVENT_RESENT, /* a packet was received with wrong bits, and is sent again */
	NET_EVENT_DEAD,   /* a packet has not got through for long: nothing will any more */
	NET_EVENT_SLOW    /* a packet is the first to take so many times as long */
};

struct net_fault_event {
	enum net_fault_event_kind kind;
	uint32_t node; /* sends over */
	unsigned link;
	const struct net_packet *packet; /* NULL: of the barrier network */
	unsigned bits, first_bit; /* wrong */
	unsigned bytes;           /* of the packet that are kept: without payload, its header */
	unsigned tries;           /* of DEAD */
	unsigned factor;          /* of SLOW */
	ps_t time_ps;
};
typedef void net_fault_event_fn(void *ctx, const struct net_fault_event *e);

/* Before the first packet, behind net_set_order(); the plan stays the caller's.  tell may be NULL;
 * it is called by the worker of e->node.  0 or -ENOMEM. */
int net_set_faults(struct net *net, const struct net_faults *plan, net_fault_event_fn *tell,
		   void *ctx);
/* When a packet of the barrier network that is put on the link at at_ps leaves: at_ps, or later if
 * the link has stopped; PS_NEVER: not before the link is given up, at at_ps + net_give_up_ps(),
 * when net_link_gave_up() is to be called. */
ps_t net_link_leaves_ps(struct net *net, uint32_t node, unsigned link, ps_t at_ps);
ps_t net_give_up_ps(const struct net *net);
void net_link_gave_up(struct net *net, uint32_t node, unsigned link, ps_t now_ps);
/* Whether a link is dead at a time, for packets that the plan sends round those that are. */
bool net_link_is_dead(const struct net *net, uint32_t node, unsigned link, ps_t at_ps);
/* After the run: packets of all nodes that went round dead links. */
uint64_t net_rerouted(const struct net *net);
/* After the run: of a link with described faults that has carried something; else false. */
bool net_link_count(const struct net *net, uint32_t node, unsigned link,
		    struct net_link_counts *c);

#endif
