/*
 * stream.h - trains of streams: long direct puts from node to node, many at a time, each a
 * packet in a period; what the files emu/core/train/stream_*.c share.
 *
 * The period is that of full packets on a link (net_stream_period).  What is observed is the
 * whole machine, as for collectives (train.h), and so is the proof: two fingerprints, a
 * period apart, are equal, so the machine's state is the same but for time, for the
 * numbers of packets and for what is no part of it:
 *
 *   - random numbers of routers: none has decided anything in the period;
 *   - the L2's tags: every access of the train is carried out on them, at its time, and
 *     the train ends before a period in which memory would delay an engine;
 *   - memory: each source is read and each target written by one stream only;
 *   - threads: all are parked, in loops that are proven to go on with the counters' values.
 *
 * What happens between two equal states happens in each period after the second: each engine
 * that sends begins one packet, each packet under way takes the place of the one before it,
 * one is stored and one counted for each stream.  So after k periods the packets under way
 * have numbers that are higher by k, counters are lower by k packets, and all events of the
 * network and of packets come later by k periods.  Any other event - a descriptor, a barrier,
 * a packet of a memory FIFO, a thread's deadline - ends the train before it.
 */
#ifndef BGQ_EMU_STREAM_H
#define BGQ_EMU_STREAM_H

#include "train_internal.h"

/* A train of fewer costs more than it saves. */
#define STREAM_PERIODS_MIN 8

struct stream {
	uint32_t from, to;       /* nodes */
	uint8_t ime, recfifo;
	uint8_t fetches, accepts, stores, counts; /* seen; 1 in a train */
	struct mu_stream_source source;
	const uint8_t *payload;  /* of packet source.next and those behind it */
	uint32_t first, places;  /* packets under way: [first, first + places), ascending */
	uint64_t store;          /* number of the packet that is stored next */
	ps_t accept_ps;          /* in each period, after its start */
	ps_t free_ps;            /* the rME, for memory, after the last store */
	struct mu_train_target target; /* of that packet */
};

/* A packet under way; while it is its rME's: stored, or not yet. */
struct stream_place {
	struct net_packet *packet;
	bool in_network, stored;
};

/* An access to a node's L2 in each period, so much after its start. */
struct stream_access {
	uint32_t stream;
	bool write;
	uint64_t pa;             /* in the first period; then packet by packet behind that */
	ps_t at_ps, due_ps;      /* memory must not take longer */
	ps_t done_ps;            /* in the last period that was tried */
};

struct stream_node {
	struct net_train_counts counts;
	struct net_stream_random random;
	uint32_t first, accesses; /* in the order of their times */
	uint32_t receives;        /* the first of the streams that end here, + 1; 0: none */
};

struct streams {
	struct stream *stream;
	uint32_t streams, streams_room;
	uint32_t *index;          /* [nodes * NET_INJFIFOS]: of an iME's stream, + 1; 0: none */
	uint32_t *next;           /* [streams]: another one that ends at the same node, + 1 */
	struct stream_place *found, *place; /* as found, and by stream and number */
	uint32_t founds, founds_room, places_room, next_room;
	struct stream_access *access;
	uint32_t accesses, access_room;
	struct stream_node *node; /* [nodes] */
	uint64_t *node_seq;       /* the engine's */
};

struct streams *streams_create(const struct train_parts *parts);
void streams_destroy(struct streams *st);

/* stream_wait.c: the period in which a thread of node, which receives, might stop waiting. */
int64_t stream_waits(struct train *tr, struct train_worker *w, uint32_t node);

/* Returns the first of the streams that end at a node. */
static inline struct stream *stream_first(const struct streams *st, uint32_t node)
{
	uint32_t i = st->node[node].receives;

	return i ? &st->stream[i - 1] : NULL;
}

static inline struct stream *stream_next(const struct streams *st, const struct stream *s)
{
	uint32_t i = st->next[s - st->stream];

	return i ? &st->stream[i - 1] : NULL;
}

#endif
