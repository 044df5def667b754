/* traffic_internal.h - shared by the files of the traffic generator. */
#ifndef BGQ_EMU_TRAFFIC_INTERNAL_H
#define BGQ_EMU_TRAFFIC_INTERNAL_H

#include "net/kind.h"
#include "emu/engine/engine.h"
#include "traffic.h"
#include "traffic_tally.h"

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
};

struct traffic {
	const struct traffic_config *cfg;
	struct engine *engine;
	struct chain *chain;     /* --workers-report; or NULL */
	const struct net_router *router;
	struct net *net;         /* the router's */
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
extern const struct net_ops traffic_ops;

/* traffic_pattern.c */
/* The destination of node's next packet, whose header gets hint bits if the pattern wants
 * some; node itself: it does not send. */
uint32_t traffic_destination(const struct traffic *t, uint32_t node, struct traffic_node *n,
			     uint8_t *header);
/* The same for patterns with one fixed destination. */
uint32_t traffic_partner(const struct traffic_config *c, uint32_t node);
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
