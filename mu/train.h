/*
 * train.h - fast-forward of long collectives (trains, emu/train/train.h), the message
 * unit's part: a fingerprint of one that sends and receives a long message, the memory that
 * its packets come from and go to, and the unit after as many more packets.
 *
 * Packets are of full size, all but a message's last one, and the last ones of a message
 * never belong to a train.
 */
#ifndef BGQ_MU_TRAIN_H
#define BGQ_MU_TRAIN_H

#include "net/base/fingerprint.h"
#include "mu.h"

/* Called at the start of each collective message of at least so many packets, and, while
 * mu_train_watch is on, at each step of a full packet. */
#define MU_TRAIN_MIN 32u
enum mu_train_step { MU_TRAIN_NONE, MU_TRAIN_MESSAGE, MU_TRAIN_FETCH, MU_TRAIN_BUILT,
		     MU_TRAIN_ACCEPT, MU_TRAIN_STORE, MU_TRAIN_COUNT, MU_TRAIN_OTHER };
typedef void mu_train_fn(void *ctx, uint32_t node, enum mu_train_step step, ps_t now_ps);
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

/* What node sends. */
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
/* Of p and so many packets behind it.  False: it is none, or not all would be stored. */
bool mu_train_target(struct mu *mu, uint32_t node, const struct net_packet *p,
		     uint64_t packets, struct mu_train_target *t);

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

/* Advances node's unit, at now_ps, by so many packets and delay_ps; the same for a
 * packet in it or in the network. */
void mu_train_forward(struct mu *mu, uint32_t node, uint64_t packets, ps_t delay_ps, ps_t now_ps);
/* It has received so many packets of them. */
void mu_train_received(struct mu *mu, uint32_t node, uint64_t packets);
void mu_train_packet_forward(struct net_packet *p, uint64_t packets);

#endif
