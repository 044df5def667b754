/* internal.h - the state of the collective network, and calls between its files. */
#ifndef BGQ_COLL_TREE_INTERNAL_H
#define BGQ_COLL_TREE_INTERNAL_H

#include "net/base/pool.h"
#include "network.h"

#define TREE_INPUTS (TREE_PORTS_MAX + 1) /* ports, and TREE_LOCAL */

/* The logic of one way and channel takes one packet at a time, and reads its buffers until its
 * tail has gone to the last output. */
enum { TREE_WAY_DOWN, TREE_WAY_UP, TREE_WAYS };
struct tree_stage {
	struct event ev;       /* queued while a tail goes out, after the last output's head */
	struct tree_packet *p; /* NULL: it has gone everywhere */
	uint8_t outputs;       /* to go to still, as bits */
	uint8_t inputs;        /* whose buffers hold the packets that it is made of; 0: idle */
};

struct tree_router {
	struct event link_free[TREE_PORTS_MAX]; /* queued if something waits for it */
	ps_t busy_ps[TREE_PORTS_MAX];           /* the link out carries a packet until then */
	struct tree_stage stage[TREE_WAYS][TREE_CHANNELS];
	struct tree_packet *in[TREE_INPUTS][TREE_CHANNELS]; /* rings: the last one */
	struct tree_packet *received[TREE_CHANNELS];        /* wait for the client */
	uint8_t used[TREE_PORTS_MAX][TREE_CHANNELS]; /* of the buffer at the link's other end */
	uint8_t injected[TREE_CHANNELS];  /* places taken of the injection FIFOs, */
	uint8_t reception[TREE_CHANNELS]; /* and of the reception FIFOs */
	bool inject_wants[TREE_CHANNELS];
	uint8_t turn[TREE_CHANNELS]; /* the input that is looked at first, */
	uint8_t turn_channel;        /* and the channel: not the one that has sent last */
	struct tree_class cls[TREE_CLASSES];
};

struct tree_network {
	struct tree_topology topology;
	struct sim *sim;
	struct pool *pool;
	struct tree_router *node;
	const struct tree_ops *ops;
	void *ops_ctx;
	ps_t hop_ps, token_ps, packet_ps, wire_ps[TREE_WIRES];
	uint8_t buffer, injfifo, recfifo; /* packets */
	unsigned payload;
};

/* ---- rings of packets, by their last one */
static inline struct tree_packet *tree_ring_first(struct tree_packet *last)
{
	return last ? last->next : NULL;
}

static inline void tree_ring_append(struct tree_packet **last, struct tree_packet *p)
{
	p->next = *last ? (*last)->next : p;
	if (*last)
		(*last)->next = p;
	*last = p;
}

static inline struct tree_packet *tree_ring_take(struct tree_packet **last)
{
	struct tree_packet *p = (*last)->next;

	if (p == *last)
		*last = NULL;
	else
		(*last)->next = p->next;
	return p;
}

/* combination.c: takes what can go up from the heads of inputs into the stage.  False: nothing. */
bool tree_gather_up(struct tree_network *t, uint32_t node, unsigned channel, ps_t now_ps);
/* The next packet from a port that is no source of its class. */
bool tree_gather_down(struct tree_network *t, uint32_t node, unsigned channel, ps_t now_ps);

/* stage.c: all that can move in a node. */
void tree_node_advance(struct tree_network *t, uint32_t node, ps_t now_ps);
/* Handler of light events: a token has come. */
void tree_token(void *ctx, const struct event_entry *e);
/* Kinds of light events; a token event also has a port and a channel, below. */
#define TREE_LIGHT_INTERRUPT_UP   UINT64_C(0x100)
#define TREE_LIGHT_INTERRUPT_DOWN UINT64_C(0x200)
/* interrupt.c: one has come to node. */
void tree_interrupt_pass(struct tree_network *t, uint32_t node, uint64_t kind, ps_t now_ps);
void tree_deliver(struct tree_network *t, uint32_t node, unsigned channel, ps_t now_ps);

#endif
