/* guard_internal.h - the router's side of the link protocol (guard.h); private to net/. */
#ifndef BGQ_NET_GUARD_INTERNAL_H
#define BGQ_NET_GUARD_INTERNAL_H

#include "internal.h"
#include "net/fault/around.h"
#include "net/fault/link.h"
#include "guard.h"

/* A link.  The first half is its sender's worker's, the second its receiver's. */
struct net_guard {
	struct net_link_faults faults;
	struct net_packet *first, *last; /* to be sent again, by next; NULL: none */
	unsigned copies;
	unsigned tries;       /* of the first */
	ps_t first_ps;        /* when it was first sent */
	ps_t resend_ps;       /* its time-out */
	/* Packets since one whose acknowledgement was lost, if again_ps, its time-out, is not 0. */
	ps_t again_ps, again_length_ps;
	unsigned again;
	ps_t timeout_ps;
	unsigned factor;      /* of the last packet that the events tell of as slow; 0: none yet */
	bool escapes;         /* the packet just sent has a wrong bit that no check finds */
	struct net_link_counts sent;
	_Alignas(NET_LINE) struct net_link_counts received;
};

struct net_guards {
	const struct net_faults *plan;
	net_fault_event_fn *tell;
	void *ctx;
	struct net_around around; /* without a link if nothing is rerouted */
	uint32_t *rerouted;       /* [node]: packets; NULL: nothing is */
	struct net_guard *of[]; /* [node][link]; NULL: not looked at yet */
};

#endif
