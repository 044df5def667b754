/*
 * train.h - fast-forward of long collectives (trains, emu/train/train.h), the network's
 * part: a fingerprint of a router while only collectives pass it, and that router after
 * as many more packets as it has just seen.
 */
#ifndef BGQ_NET_TRAIN_H
#define BGQ_NET_TRAIN_H

#include "net/base/fingerprint.h"
#include "net.h"

/* Adds node's router to the fingerprint; the caller adds the packets in it, which it finds
 * in coll/ and in events.  False: there are packets of other kinds, too. */
bool net_train_fingerprint(const struct net *net, uint32_t node, struct fingerprint *fp);

/* An event of the network in the queue. */
enum net_train_event { NET_TRAIN_OTHER, NET_TRAIN_WAKE, NET_TRAIN_HEAD, NET_TRAIN_RECEIVED };
struct net_train_light {
	enum net_train_event kind;
	unsigned port, channel; /* of HEAD: the link, enum net_coll_channel */
	struct net_packet *packet;
};
/* Of a light event: WAKE moves no packet, OTHER one that is not of collectives. */
struct net_train_light net_train_light(const struct event_entry *e);

/* Counters of a node's router: what they grow by in a period. */
struct net_train_counts {
	struct net_sender_counters send[NET_LINKS];
	struct net_receiver_counters receive[NET_LINKS];
};
void net_train_counts(const struct net *net, uint32_t node, struct net_train_counts *c);

/* Advances node's router, at now_ps, by so many periods, which take delay_ps in all: each
 * is like the one since the counts were taken. */
void net_train_forward(struct net *net, uint32_t node, const struct net_train_counts *since,
		       uint64_t periods, ps_t delay_ps, ps_t now_ps);

#endif
