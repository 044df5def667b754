/*
 * link.h - what faults do to one link: to each packet that its sender puts on it, to each token
 * and acknowledgement that comes back.  Random numbers are the link's own, drawn in the order
 * of its packets, so that nothing depends on the host's threads.
 *
 * Two halves, each used by the worker of one end.
 *
 * Never: knows packets or routers; posts events.
 */
#ifndef BGQ_NET_FAULT_LINK_H
#define BGQ_NET_FAULT_LINK_H

#include "plan.h"

enum net_link_outcome {
	NET_LINK_GOOD,
	NET_LINK_BAD,     /* received with wrong bits, which checks find */
	NET_LINK_LOST,    /* not received: the link has stopped */
	NET_LINK_ESCAPED, /* received with a wrong bit, which no check finds */
};

/* The fate of a packet on the wire. */
struct net_link_hit {
	enum net_link_outcome outcome;
	unsigned bits;      /* wrong, of BAD; the first of them: */
	unsigned first_bit;
	unsigned corrected; /* on the way */
};

struct net_link_end {
	uint64_t random;
	uint64_t count; /* packets sent, or tokens returned */
};

struct net_link_faults {
	const struct net_fault **fault; /* [faults] */
	unsigned faults;
	struct net_link_end sender, receiver;
	uint64_t acks; /* expected so far */
};

/* Takes the link's faults out of the plan, for net_link_faults_cleanup().  1; 0: it has none;
 * -ENOMEM. */
int net_link_faults_init(struct net_link_faults *l, const struct net_faults *p, uint32_t node,
			 unsigned link);
void net_link_faults_cleanup(struct net_link_faults *l);

/* ---- for the sending end */

/* A packet of so many chunks and bits is on the link from head_ps to tail_ps. */
struct net_link_hit net_link_pass(struct net_link_faults *l, unsigned chunks, unsigned bits,
				  ps_t head_ps, ps_t tail_ps);
/* Times that a packet takes as long as usual. */
unsigned net_link_factor(const struct net_link_faults *l, ps_t head_ps);
/* The acknowledgement of a packet, sent at at_ps, is lost. */
bool net_link_loses_ack(struct net_link_faults *l, ps_t at_ps);

/* ---- for the receiving end */

/* A token goes back at at_ps: how often it is lost before it comes. */
unsigned net_link_loses_token(struct net_link_faults *l, ps_t at_ps);
/* When the link carries something again, at_ps if it does; PS_NEVER. */
ps_t net_link_up_ps(const struct net_link_faults *l, ps_t at_ps);

#endif
