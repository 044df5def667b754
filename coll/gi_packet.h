/* gi_packet.h - what travels in the barrier network; see gi.c. */
#ifndef BGQ_COLL_GI_PACKET_H
#define BGQ_COLL_GI_PACKET_H

#include "internal.h"

/* A barrier packet, or a step between network and message unit. */
struct coll_gi_packet {
	struct event ev;
	uint32_t from;      /* the node it was sent by; its class route: */
	ClassRoute_t route;
	uint32_t hops;      /* since what has caused it */
	uint8_t cls;
	uint8_t bits;
	uint8_t link;       /* it arrives by */
	bool up;
	bool used;          /* caused by a control register, not by setting routes */
};

#endif
