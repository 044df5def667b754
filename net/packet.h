/*
 * packet.h - one packet, and the network's FIFOs that it goes in and comes out by.  Its
 * header's fields are in header.h.
 */
#ifndef BGQ_NET_PACKET_H
#define BGQ_NET_PACKET_H

#include <stdint.h>

#include "net/base/event.h"

/* Network injection FIFOs, in the bit order of a descriptor's torus FIFO map
 * from 0x8000 down (SC11 paper, III.C: one iME for each). */
enum net_injfifo {
	NET_INJ_AM, NET_INJ_AP, NET_INJ_BM, NET_INJ_BP, NET_INJ_CM, NET_INJ_CP,
	NET_INJ_DM, NET_INJ_DP, NET_INJ_EM, NET_INJ_EP,
	NET_INJ_LOCAL0, NET_INJ_LOCAL1, NET_INJ_PRIORITY, NET_INJ_SYSTEM,
	NET_INJ_COLL_USER, NET_INJ_COLL_SYSTEM,
	NET_INJFIFOS
};

/* Network reception FIFOs: one for each receiver, then local, priority,
 * system and collective (SC11 paper, II.A). */
enum net_recfifo {
	NET_REC_AM, NET_REC_AP, NET_REC_BM, NET_REC_BP, NET_REC_CM, NET_REC_CP,
	NET_REC_DM, NET_REC_DP, NET_REC_EM, NET_REC_EP,
	NET_REC_LOCAL0, NET_REC_LOCAL1, NET_REC_PRIORITY, NET_REC_SYSTEM,
	NET_REC_COLL_USER, NET_REC_COLL_SYSTEM,
	NET_RECFIFOS
};

#define NET_PACKET_HEADER_BYTES  32
#define NET_PACKET_PAYLOAD_BYTES 512

/* One packet.  The header is the machine's 32 bytes (hwi/include/bqc/MU_PacketHeader.h);
 * net/ reads its first 12, the network header, and carries the rest. */
struct net_packet {
	union {
		struct event ev; /* moves the packet on while it is the message unit's */
		uint64_t net_private[4]; /* its route while it is the network's */
	};
	struct net_packet *next; /* for the holder's queues and the pool */
	uint32_t src, dst;       /* node numbers */
	uint16_t payload_bytes;  /* on the wire: multiple of 32, 0..512 */
	uint16_t user_bytes;     /* of those, valid; mu's */
	uint8_t injfifo;         /* enum net_injfifo it entered by */
	uint8_t recfifo;         /* enum net_recfifo it leaves by; set on delivery */
	uint8_t hops;            /* links crossed so far */
	uint8_t last;            /* mu's: last packet of its message */
	union {                  /* header + payload as on the wire */
		uint8_t header[NET_PACKET_HEADER_BYTES];
		uint8_t wire[NET_PACKET_HEADER_BYTES + NET_PACKET_PAYLOAD_BYTES];
	} __attribute__((aligned(32)));
};

#endif
