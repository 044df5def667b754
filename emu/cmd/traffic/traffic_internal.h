/* traffic_internal.h - shared by the files of the traffic generator. */
#ifndef BGQ_EMU_TRAFFIC_INTERNAL_H
#define BGQ_EMU_TRAFFIC_INTERNAL_H

#include "net/kind.h"
#include "traffic.h"
#include "traffic_tally.h"

/* Messages between a node and its partners (traffic_flow.c), in bytes. */
struct traffic_flow {
	uint32_t send;    /* to be sent still, to to or, of a get, to asker */
	uint32_t ask;     /* to be asked for still */
	uint32_t window;  /* the token counter: may be asked for now */
	uint32_t receive; /* to come still */
	uint32_t to, asker;
	ps_t done_ps;     /* all has come */
};

/* A node as source of packets; touched by its worker only. */
struct traffic_node {
	struct event ev;         /* the next packet is due */
	ps_t due_ps;
	uint64_t random;
	struct net_packet *next; /* made, and not yet in an injection FIFO */
	uint32_t count;          /* destinations taken so far, */
	uint32_t total;          /* of so many, in an all-to-all */
	uint16_t open;           /* injection FIFOs that may have room */
	uint8_t turn;            /* the one to try first */
	uint16_t left[TRAFFIC_INJFIFOS]; /* of the message that each is given, */
	uint32_t dst[TRAFFIC_INJFIFOS];  /* and where it goes */
	struct traffic_flow flow;
	struct net_packet *forward; /* a ring: received, to be sent on */
};

struct traffic {
	const struct traffic_config *cfg;
	struct engine *engine;
	struct chain *chain;     /* --workers-report; or NULL */
	const struct net_router *router;
	struct net *net;         /* the router's */
	struct traffic_verify *verify; /* traffic_verify.c; or NULL */
	struct traffic_events *events; /* of links with faults, traffic_fault.c */
	struct traffic_slow *slow; /* nodes, traffic_slow.c; NULL: none is */
	unsigned slow_nodes;
	uint32_t nodes;
	uint64_t interval_ps;    /* mean time between packets of a node */
	uint32_t hot_below;      /* of 2^32: the hot spot's share */
	struct traffic_node *node;
	struct traffic_tally *tally; /* [worker] */
};

/* traffic_progress.c: engine_config.window. */
void traffic_progress(void *ctx, ps_t now_ps);
/* Windows of one worker, short enough to look in between; 0: nothing is shown. */
ps_t traffic_progress_window_ps(void);

/* traffic_node.c */
void traffic_node_start(struct traffic *t, uint32_t node);
/* FIFO f of node may have room. */
void traffic_node_ready(struct traffic *t, uint32_t node, unsigned f, ps_t now_ps);
extern const struct net_ops traffic_ops;

/* A packet of node without destination; ends the program if there is no memory. */
struct net_packet *traffic_packet(struct traffic *t, uint32_t node, struct traffic_node *n);

/* traffic_slow.c */
/* Takes slow nodes out of the plan.  0 or -ENOMEM. */
int traffic_slow_start(struct traffic *t);
/* The mean time between packets of a node, and inject() of the router, by its slowness. */
ps_t traffic_slow_interval_ps(const struct traffic *t, uint32_t node, ps_t at_ps);
int traffic_slow_inject(struct traffic *t, struct net_packet *p, unsigned f, ps_t now_ps);

static inline ps_t traffic_interval_ps(const struct traffic *t, uint32_t node, ps_t at_ps)
{
	return __builtin_expect(!t->slow, true) ? t->interval_ps
						: traffic_slow_interval_ps(t, node, at_ps);
}

/* Not 0: the FIFO has no room, until traffic_node_ready(). */
static inline int traffic_inject(struct traffic *t, struct net_packet *p, unsigned f, ps_t now_ps)
{
	return __builtin_expect(!t->slow, true) ? t->router->inject(t->net, p, f, now_ps)
						: traffic_slow_inject(t, p, f, now_ps);
}

/* traffic_forward.c */
/* A new packet, which has a destination, gets another one first, or asks for a response. */
void traffic_forward_address(const struct traffic *t, struct net_packet *p);
/* Links crossed since its birth. */
unsigned traffic_forward_hops(const struct net_packet *p);
/* True if the packet goes on, and is kept. */
bool traffic_forward_received(struct traffic *t, uint32_t node, struct net_packet *p);
/* False: FIFO f is full, and packets that go on wait for it. */
bool traffic_forward_send(struct traffic *t, struct traffic_node *n, unsigned f, ps_t now_ps);
/* Whether packets of this run do that at all. */
static inline bool traffic_forwards(const struct traffic_config *c)
{
	return c->two_phase || c->pattern == TRAFFIC_REQUEST || c->around;
}

/* traffic_flow.c */
void traffic_flow_start(struct traffic *t, uint32_t node);
/* The next packet and its destination; NULL: none now. */
struct net_packet *traffic_flow_next(struct traffic *t, uint32_t node, uint32_t *dst);
/* True if the node may have more to send because of a packet that it has received. */
bool traffic_flow_received(struct traffic *t, uint32_t node, const struct net_packet *p,
			   ps_t now_ps);

/* traffic_pattern.c */
/* The destination of node's next packet, whose header gets hint bits if the pattern wants
 * some; node itself: it does not send. */
uint32_t traffic_destination(const struct traffic *t, uint32_t node, struct traffic_node *n,
			     uint8_t *header);
/* Like traffic_destination(), for patterns with one fixed destination. */
uint32_t traffic_partner(const struct traffic_config *c, uint32_t node);
/* Whether a message of a shift is for node: on a mesh some have none. */
bool traffic_receives(const struct traffic_config *c, uint32_t node);
/* Whether all nodes have one, and those that are their own do not send. */
static inline bool traffic_has_partners(const struct traffic_config *c)
{
	return c->pattern == TRAFFIC_TRANSPOSE || c->pattern == TRAFFIC_COMPLEMENT ||
	       c->pattern == TRAFFIC_SHIFT;
}
/* Links out of a node that lead to another. */
unsigned traffic_links(const struct net_shape *s, uint32_t node, uint8_t link[NET_LINKS_MAX]);

/* splitmix64 */
static inline uint64_t traffic_hash(uint64_t z)
{
	z += UINT64_C(0x9e3779b97f4a7c15);
	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

static inline uint32_t traffic_random(struct traffic_node *n)
{
	n->random = n->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (uint32_t)(traffic_hash(n->random) >> 32);
}

static inline uint32_t traffic_below(struct traffic_node *n, uint32_t bound)
{
	return (uint32_t)((uint64_t)traffic_random(n) * bound >> 32);
}

#endif
