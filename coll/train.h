/*
 * train.h - fast-forward of long collectives (trains, emu/core/train/train.h), the part of coll/:
 * a fingerprint of a node's logic, which packet of which operation is where, and the results
 * of the packets behind those.
 *
 * Packets of a tree are numbered as they come together: all that meet have one number,
 * and 0 is the next one that the root's logic will take on the way up.  In a steady
 * state every place moves on by one number in a period.
 */
#ifndef BGQ_COLL_TRAIN_H
#define BGQ_COLL_TRAIN_H

#include "net/base/fingerprint.h"
#include "coll.h"

/* Where a packet is, in the order in which it gets there.  Those of the message unit and
 * on links are known by events; coll/ finds the others. */
enum coll_train_stage {
	COLL_TRAIN_FETCH, COLL_TRAIN_BUILT, /* in the engine: without payload; with it */
	COLL_TRAIN_LOCAL, COLL_TRAIN_UP_QUEUE, COLL_TRAIN_UP_LINK,
	COLL_TRAIN_SPREAD, COLL_TRAIN_DOWN_QUEUE, COLL_TRAIN_TURNING, COLL_TRAIN_DOWN_LINK,
	COLL_TRAIN_COUNT, COLL_TRAIN_STORE, COLL_TRAIN_RECEIVED,
	COLL_TRAIN_STAGES
};

struct coll_train_place {
	struct net_packet *packet;
	const uint8_t *header;  /* of its kind: it may have none yet */
	uint32_t node;          /* where it is, or arrives */
	uint8_t stage;
	uint8_t link;           /* it came by, of UP_ and DOWN_ */
	uint16_t links;         /* of SPREAD: it has still to go to */
	uint32_t order;         /* among those of the same node, stage and link */
	ps_t time_ps;           /* of its event; 0: none */
	int64_t number;
	uint8_t *copy;          /* of its payload; NULL: it has none yet */
};

/* Adds the logic to the fingerprint.  False: it is in a state that cannot be fast-forwarded. */
bool coll_train_fingerprint(const struct coll *c, uint32_t node, struct fingerprint *fp);
/* Adds what coll/ keeps in a packet, in one of its stages or on a link.  False: it has a
 * flag, which the packets behind it in a train would not have. */
bool coll_train_packet_fingerprint(const struct net_packet *p, struct fingerprint *fp);
/* Visits the packets that coll/ holds at node, in order: calls say. */
typedef void coll_train_visit(void *ctx, const struct coll_train_place *place);
void coll_train_packets(const struct coll *c, uint32_t node, coll_train_visit *visit, void *ctx);
/* Whether ev is an event of the logic; a packet that it moves is visited by
 * coll_train_packets. */
bool coll_train_event(const struct event *ev);
/* Time between the last two packets at the root that was active last; 0: it had only
 * one. */
ps_t coll_train_period(const struct coll *c);

/* ---- Trees, with all their packets found. */

struct coll_train_node {
	int32_t tree;       /* -1: of none */
	uint32_t parent;    /* itself: the root */
	uint8_t link;       /* of the parent, which leads here */
	bool local, receives;
	uint16_t inputs;    /* on the way up, as bits of class routes */
	int64_t up;         /* the next number that its logic takes on the way up, */
	int64_t down;       /* and down */
	int64_t source;     /* that its payload in memory begins with */
	int64_t store, count; /* that will be stored and counted next */
	const uint8_t *from; /* that payload; set by the caller */
	uint64_t packets;    /* and how much there is of it */
	uint32_t first, places; /* [first, first + places) of all places */
};

struct coll_train_tree {
	uint8_t header[NET_PACKET_HEADER_BYTES]; /* of some packet */
	/* The root first; each node before those below it, and these before others. */
	uint32_t *node, nodes;
	int64_t most_up, least_down;             /* numbers */
	int64_t plain; /* from here on, all payloads are in memory, and not yet combined */
};

struct coll_train {
	const struct coll *c;
	struct coll_train_place *place;
	uint32_t places;
	struct coll_train_node *node; /* [nodes] */
	struct coll_train_tree *tree;
	uint32_t trees, trees_capacity;
	uint32_t *order; /* [nodes], all trees' */
	uint32_t ordered;
	uint32_t *below; /* [nodes]: to be visited */
};

/* NULL: out of memory. */
struct coll_train *coll_train_create(const struct coll *c);
void coll_train_destroy(struct coll_train *t);
/* Numbers the places, which are sorted here.  False: they are not those of trees whose
 * nodes all send and receive one operation. */
bool coll_train_lay(struct coll_train *t, struct coll_train_place *place, uint32_t places);
/* The places of node at a stage, in order of number; how many. */
uint32_t coll_train_at(const struct coll_train *t, uint32_t node, enum coll_train_stage stage,
		       struct coll_train_place **first);

/* The node at the other end of node's link, which there is. */
uint32_t coll_train_neighbour(const struct coll_train *t, uint32_t node, unsigned link);

/* Scratch of one caller that combines.  Buffers are few, for they are free again as soon
 * as the node above has its sum: they stay in the host's caches. */
#define COLL_TRAIN_RUN 32 /* packets that a buffer holds */
struct coll_train_sweep {
	uint32_t nodes;
	const uint8_t **value;  /* [nodes] */
	uint8_t **buffer;       /* [nodes]: that it is in, or NULL */
	uint8_t **free;
	uint32_t frees, frees_capacity;
};
int coll_train_sweep_init(struct coll_train_sweep *s, const struct coll *c);
void coll_train_sweep_cleanup(struct coll_train_sweep *s);
/* Packets of a tree that follow each other: count numbers from `number` on, as far as they
 * are sent up within so many periods from now.  More than one number only from
 * tree->plain on, and if all nodes send them. */
struct coll_train_run {
	const struct coll_train_tree *tree;
	int64_t number;
	uint32_t count;
	uint64_t periods;
};
/* Combines the payloads that the tree's nodes send up, into out at the root.  said(), if not NULL,
 * gets each node's value.  Returns the COLL_ flags; -1: out of memory.  Any number of callers at a
 * time, each with an s of its own. */
typedef void coll_train_said(void *ctx, uint32_t node, const uint8_t *value);
int coll_train_sweep(const struct coll_train *t, const struct coll_train_run *run,
		     struct coll_train_sweep *s, uint8_t *out, coll_train_said *said, void *ctx);
/* Node's own payload of that number. */
const uint8_t *coll_train_own(const struct coll_train *t, uint32_t node, int64_t number);

#endif
