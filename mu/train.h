/*
 * train.h - fast-forward of long messages (trains, emu/core/train/train.h), the message
 * unit's part: a fingerprint of one that sends and receives long messages, the memory that
 * their packets come from and go to, and the unit after as many more packets.
 *
 * Packets are of full size, all but a message's last one, and the last ones of a message
 * never belong to a train.
 */
#ifndef BGQ_MU_TRAIN_H
#define BGQ_MU_TRAIN_H

#include "net/base/fingerprint.h"
#include "mu.h"

/* Reported are the start of each collective message of at least so many packets, and of each
 * direct put from node to node (STREAM) of more; and, while mu_train_watch is on, each step of a
 * packet that is stored by a direct put. */
#define MU_TRAIN_MIN  32u
#define MU_STREAM_MIN 64u
enum mu_train_step { MU_TRAIN_NONE, MU_TRAIN_MESSAGE, MU_TRAIN_STREAM, MU_TRAIN_FETCH,
		     MU_TRAIN_BUILT, MU_TRAIN_ACCEPT, MU_TRAIN_STORE, MU_TRAIN_COUNT };
struct mu_train_seen {
	uint32_t node, src; /* where the packet came from */
	uint8_t step;       /* enum mu_train_step */
	uint8_t injfifo;    /* its iME, */
	uint8_t recfifo;    /* and its rME, but for FETCH */
	bool collective;
	bool late;          /* memory was slow: its payload, or the engine that accepts it */
	ps_t at_ps;
	ps_t from_ps, due_ps; /* FETCH: memory is used, its payload is there */
};
typedef void mu_train_fn(void *ctx, const struct mu_train_seen *seen);
void mu_train_attach(struct mu *mu, mu_train_fn *fn, void *ctx);
void mu_train_watch(struct mu *mu, bool on);

/* Adds node's unit, but for packets and their events.  False: it does more than send at
 * most one message of a user's collective, and receive. */
bool mu_train_fingerprint(struct mu *mu, uint32_t node, struct fingerprint *fp);
/* Adds a packet, as if it were back_bytes of its message earlier. */
void mu_train_packet_fingerprint(const struct net_packet *p, uint64_t back_bytes,
				 struct fingerprint *fp);

/* The step that an event of the unit will carry out: FETCH (the payload comes), BUILT (the
 * packet is handed over), STORE, COUNT, or NONE of them. */
enum mu_train_step mu_train_event(const struct event *ev);

/* The message that a node sends. */
struct mu_train_source {
	const uint8_t *from;       /* payload of the next packet that is not yet in the unit, */
	uint64_t pa;
	uint64_t packets;          /* and so many are left, this one counted; 0: none */
	struct net_packet *packet; /* the engine's; NULL: none */
	bool fetched;              /* its payload has been read */
	const uint8_t *header;     /* of the message */
};
void mu_train_source(struct mu *mu, uint32_t node, struct mu_train_source *s);

/* Where a direct put goes to at node. */
struct mu_train_target {
	uint8_t *to;         /* payload, */
	uint64_t pa;
	uint64_t *counter;   /* and what counts its bytes */
};
/* Finds the target of p and so many packets behind it.  False: there is none, or not all would be
 * stored. */
bool mu_train_target(struct mu *mu, uint32_t node, const struct net_packet *p,
		     uint64_t packets, struct mu_train_target *t);
/* The train is about to store so many packets' payload there, behind that of `from` others. */
void mu_train_stores(struct mu *mu, uint32_t node, const struct mu_train_target *t,
		     uint64_t from, uint64_t packets);
/* Counts the bytes of so many packets. */
void mu_train_counts(struct mu *mu, uint32_t node, const struct mu_train_target *t,
		     uint64_t packets);

/* Memory that node's packets use in each period, and when: in period i, fetch_ps and
 * store_ps after start_ps + i * period_ps, i packets behind fetch_pa and store_pa. */
struct mu_train_pace {
	bool fetches, stores;
	bool store_first;   /* also at the same time */
	ps_t start_ps, period_ps, fetch_ps, store_ps;
	ps_t slack_ps;      /* from a packet's store until the next one is taken in */
	uint64_t fetch_pa, store_pa;
};
/* Whether memory will be fast enough never to delay the engines. */
bool mu_train_keeps_pace(const struct mu *mu, const struct mu_train_pace *p);
/* The L2 has been used in periods [from, to). */
void mu_train_memory(struct mu *mu, uint32_t node, const struct mu_train_pace *p,
		     uint64_t from, uint64_t to);

/* ---- Streams: direct puts from node to node, at most one by an iME. */

/* Adds node's unit, but for packets and their events.  False: it does something else, too. */
bool mu_stream_fingerprint(struct mu *mu, uint32_t node, struct fingerprint *fp);

/* The least number of packets that an iME of node has still to begin, of all that send;
 * UINT64_MAX: none does. */
uint64_t mu_stream_left(const struct mu *mu, uint32_t node);

/* The message that an iME sends; its packets are numbered from 0 on. */
struct mu_stream_source {
	struct net_packet *packet; /* NULL: nothing, */
	bool fetched;              /* its payload has been read */
	const uint8_t *header;     /* of the message */
	uint64_t pa;               /* of the message's payload */
	uint64_t next;             /* number of the first packet that has not been fetched, */
	uint64_t start;            /* and of the one that the iME has not begun */
	uint64_t left;             /* not begun */
};
/* False: its packets cannot go in trains. */
bool mu_stream_source(struct mu *mu, uint32_t node, unsigned ime, struct mu_stream_source *s);
/* Payload of so many packets; NULL: some of it is not in the node's memory. */
const uint8_t *mu_stream_payload(struct mu *mu, uint32_t node, uint64_t pa, uint64_t packets);
/* The number of a packet of that message; -1: it is none, or no full one in its midst. */
int64_t mu_stream_number(const struct mu_stream_source *s, const struct net_packet *p);

/* L2 accesses that may be taken back. */
struct mu_l2_journal;
struct mu_l2_journal *mu_l2_journal_create(void); /* NULL: out of memory */
void mu_l2_journal_destroy(struct mu_l2_journal *j);
/* Forgets what is in it. */
void mu_l2_journal_clear(struct mu_l2_journal *j);
/* Takes back what is in it. */
void mu_l2_journal_undo(struct mu_l2_journal *j);
/* Like mu_l2_access(), for a full packet, and noted; PS_NEVER: out of memory, nothing is done. */
struct mu_l2_noted {
	uint64_t pa;
	bool write;
	ps_t at_ps;
};
ps_t mu_l2_access_noted(struct mu *mu, uint32_t node, const struct mu_l2_noted *a,
			struct mu_l2_journal *j);

/* Advances node's unit, at now_ps, by so many periods: each iME that sends by a packet in
 * each. */
void mu_stream_forward(struct mu *mu, uint32_t node, uint64_t periods, ps_t delay_ps, ps_t now_ps);
/* The rME that has received a packet is not idle before free_ps. */
void mu_stream_received(struct mu *mu, uint32_t node, unsigned recfifo, ps_t free_ps);

/* ---- Both. */

/* Advances node's unit, at now_ps, by so many packets and delay_ps; the same for a
 * packet in it or in the network. */
void mu_train_forward(struct mu *mu, uint32_t node, uint64_t packets, ps_t delay_ps, ps_t now_ps);
/* Adds packets to node's received count. */
void mu_train_received(struct mu *mu, uint32_t node, uint64_t packets);
void mu_train_packet_forward(struct net_packet *p, uint64_t packets);

#endif
