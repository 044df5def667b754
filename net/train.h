/*
 * train.h - fast-forward of long messages (trains, emu/core/train/train.h), the network's part: a
 * fingerprint of a router while only collectives pass it, or none of them, and that
 * router after as many more packets as it has just seen.
 */
#ifndef BGQ_NET_TRAIN_H
#define BGQ_NET_TRAIN_H

#include "net/base/fingerprint.h"
#include "net.h"

/* Adds node's router to the fingerprint; the caller adds the packets in it, which it finds
 * in coll/ and in events.  False: there are packets of other kinds, too. */
bool net_train_fingerprint(const struct net *net, uint32_t node, struct fingerprint *fp);

/* An event of the network in the queue. */
enum net_train_event { NET_TRAIN_OTHER, NET_TRAIN_WAKE, NET_TRAIN_HEAD, NET_TRAIN_RECEIVED,
		       NET_TRAIN_INJECTED, NET_TRAIN_PACKET };
struct net_train_light {
	enum net_train_event kind;
	unsigned port, channel; /* of HEAD: the link, enum net_coll_channel */
	struct net_packet *packet;
};
/* Describes a light event: WAKE and INJECTED name no packet, that of PACKET is of no collective. */
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

/* ---- Streams: the packets of messages from node to node. */

/* Time between two full packets on a link that has nothing else to do. */
ps_t net_stream_period(const struct net *net);

/* Adds node's router to the fingerprint, but for the packets in it and its random numbers.
 * False: it holds back packets that are received. */
bool net_stream_fingerprint(const struct net *net, uint32_t node, struct fingerprint *fp);
/* Visits the packets that wait in it; place tells where. */
typedef void net_stream_visit(void *ctx, uint32_t node, uint64_t place, struct net_packet *p);
void net_stream_packets(const struct net *net, uint32_t node, net_stream_visit *visit, void *ctx);
/* Adds the route of a packet that is in the network.  False: it leaves copies on its way. */
bool net_stream_packet_fingerprint(struct net_packet *p, struct fingerprint *fp);
/* Makes p the packet that was injected delay_ps later, in whose place it comes. */
void net_stream_packet_forward(struct net_packet *p, ps_t delay_ps);

/* Random numbers of a router, which are no part of the fingerprint: they may be drawn in a
 * period, but must decide nothing. */
struct net_stream_random {
	uint32_t then, draws;
};
void net_stream_random_begin(struct net *net, uint32_t node, struct net_stream_random *r);
/* At the end of the period.  False: one has decided something. */
bool net_stream_random_end(const struct net *net, uint32_t node, struct net_stream_random *r);
/* Draws as many numbers as in so many periods. */
void net_stream_random_forward(struct net *net, uint32_t node, const struct net_stream_random *r,
			       uint64_t periods);

#endif
