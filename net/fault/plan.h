/*
 * plan.h - the fault plan of a run: what goes wrong, where and when, as a text describes it.
 *
 *   # a comment
 *   ber   0,0,0,0,1:E+  rate=1e-7  from=10us to=20us
 *   stop  all           at=50us back=60us
 *   protocol timeout=600ns
 *
 * On a command line '/' separates the words as well as blanks do.  A link is named by the node
 * that sends over it, as coordinates or its number, and a way: "0,0,0,0,1:E+".
 *
 * Never: a fault that no text describes; knows packets, routers or programs.
 */
#ifndef BGQ_NET_FAULT_PLAN_H
#define BGQ_NET_FAULT_PLAN_H

#include <stdbool.h>
#include <stdio.h>

#include "net/machine/machine.h"

enum net_fault_kind {
	NET_FAULT_BER,     /* bits that are received wrong, at a rate */
	NET_FAULT_OPTICAL, /* bits that the code of an optical link corrects, at a rate */
	NET_FAULT_BURST,   /* one packet has so many wrong bits */
	NET_FAULT_ESCAPE,  /* one packet has a wrong bit that no check finds */
	NET_FAULT_TOKEN,   /* tokens that do not come back to the link's sender */
	NET_FAULT_ACK,     /* acknowledgements likewise */
	NET_FAULT_STOP,    /* both directions carry nothing for a time, or from then on */
	NET_FAULT_SLOW,    /* packets take longer */
	NET_FAULT_DIE,     /* a node and all its links */
	NET_FAULT_MEMORY,  /* wrong bits in a buffer of a node: one is corrected, more are fatal */
	NET_FAULT_SLOW_NODE, /* what a node does itself takes longer: its code, its injection */
	NET_FAULT_KINDS
};

struct net_fault {
	enum net_fault_kind kind;
	bool everywhere;     /* all links */
	uint32_t node;
	unsigned link;
	ps_t from_ps, to_ps; /* PS_NEVER: to the end */
	double rate;         /* of a bit, or of a token or an acknowledgement */
	uint64_t number;     /* of the link's packet, token or acknowledgement, from 1; 0: rate */
	unsigned bits;
	unsigned factor;
	/* Chance that some bit of a packet is wrong, in 2^64ths; by its chunks. */
	uint64_t *chance;
};

/* The link protocol's figures, which are programmable on the machine. */
struct net_fault_protocol {
	ps_t timeout_ps; /* from a packet's tail until it is sent again; 0: a round trip */
	ps_t token_ps;   /* until a lost token is repeated; 0: like timeout_ps */
	ps_t give_up_ps; /* a packet that does not get through for so long: the link is dead */
	unsigned copies; /* packets of the retransmission FIFO */
};

struct net_faults {
	struct net_shape shape;
	const struct net_machine *m;
	struct net_fault *fault;
	unsigned count;
	struct net_fault_protocol protocol;
	uint64_t seed;
	bool reroute; /* packets go round links that are dead for good */
};

/* No faults yet; shape and machine stay the caller's. */
void net_faults_init(struct net_faults *p, const struct net_machine *m, const struct net_shape *s,
		     uint64_t seed);
void net_faults_cleanup(struct net_faults *p);
/* Adds what one line describes.  NULL, or what is wrong with it. */
const char *net_faults_add(struct net_faults *p, const char *text);
/* Gives each line of the file of that name to take, until it says what is wrong.  NULL, or that,
 * with the line's number: valid until the next call. */
typedef const char *net_fault_line_fn(void *ctx, const char *line);
const char *net_faults_lines(const char *name, net_fault_line_fn *take, void *ctx);
/* Adds the lines of the file; likewise. */
const char *net_faults_read(struct net_faults *p, const char *name);
/* Whether the fault concerns what a link carries, or what comes back for it. */
bool net_fault_concerns(const struct net_faults *p, const struct net_fault *f, uint32_t node,
			unsigned link);
/* When the node dies; PS_NEVER. */
ps_t net_faults_death_ps(const struct net_faults *p, uint32_t node);
/* Bounds the factor that several faults of one node or link make together. */
#define NET_SLOWNESS_MAX 10000u
/* Returns factor, which is within the bound, and that of f together. */
unsigned net_faults_slower(unsigned factor, const struct net_fault *f);
/* How many times as long the node's own work takes at a time: 1 if no fault slows it down. */
unsigned net_faults_slowness(const struct net_faults *p, uint32_t node, ps_t at_ps);

#endif
