/*
 * header.h - the network header: the first 12 of a packet's 32 header bytes, of both kinds
 * of packets (hwi/include/bqc/MU_Pt2PtNetworkHeader.h, MU_CollectiveNetworkHeader.h).
 *
 *   byte   point-to-point                              collective
 *   0      0x55                                        0x5a
 *   1      hints, two bits each: A B C D               operation 4, word length 4
 *   2      hints of E 2, to I/O 1, -, dynamic 1,       class route 4, -
 *          deposit 1, -
 *   3      channel 3, zone 2, stay on bubble 1, -      channel 3, type 2, -
 *   4..7   destination: 6 bits for each of A to E, a word in host order
 *   8      the message unit's type of packet 2, -, payload in chunks 5
 *
 * Described machines have no I/O nodes: hints of a sixth dimension are behind those of E.
 *
 * Values are in their place in the byte if that says so.  Reads and writes bytes only: what
 * they mean is for route.c, coll/ and mu/.  Bytes 12 on are the message unit's
 * (mu/descriptor.h).
 */
#ifndef BGQ_NET_HEADER_H
#define BGQ_NET_HEADER_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define NET_HEADER_BYTES 12

/* Byte offsets. */
enum {
	NET_HEADER_KIND = 0,
	NET_HEADER_HINTS = 1, NET_HEADER_OPERATION = 1,
	NET_HEADER_ROUTING = 2, NET_HEADER_CLASS = 2,
	NET_HEADER_CHANNEL = 3,
	NET_HEADER_DESTINATION = 4,
	NET_HEADER_SIZE = 8,
};

/* ---- Both kinds. */

enum net_kind { NET_KIND_PT2PT = 0x55, NET_KIND_COLLECTIVE = 0x5a };

static inline unsigned net_header_kind(const uint8_t *h)
{
	return h[NET_HEADER_KIND];
}

static inline bool net_header_is_collective(const uint8_t *h)
{
	return net_header_kind(h) == NET_KIND_COLLECTIVE;
}

/* Virtual channels, in place. */
#define NET_CHANNEL_SHIFT 5
enum net_channel {
	NET_CHANNEL_DYNAMIC = 0 << NET_CHANNEL_SHIFT,
	NET_CHANNEL_DETERMINISTIC = 1 << NET_CHANNEL_SHIFT,
	NET_CHANNEL_PRIORITY = 2 << NET_CHANNEL_SHIFT, /* the highest of a user's */
	NET_CHANNEL_SYSTEM = 3 << NET_CHANNEL_SHIFT,
	NET_CHANNEL_COMM_WORLD = 4 << NET_CHANNEL_SHIFT,
	NET_CHANNEL_SUB_COMM = 5 << NET_CHANNEL_SHIFT,
	NET_CHANNEL_SYSTEM_COLLECTIVE = 6 << NET_CHANNEL_SHIFT,
};

static inline unsigned net_header_channel(const uint8_t *h)
{
	return h[NET_HEADER_CHANNEL] & 0xe0u;
}

/* Returns the destination as net_node_of_destination() takes it. */
static inline uint32_t net_header_destination(const uint8_t *h)
{
	uint32_t word;

	memcpy(&word, h + NET_HEADER_DESTINATION, sizeof word);
	return word;
}

/* How the message unit of the destination treats the packet. */
enum net_packet_type { NET_PACKET_FIFO, NET_PACKET_PUT, NET_PACKET_GET, NET_PACKET_PACED_GET };

static inline enum net_packet_type net_header_packet_type(const uint8_t *h)
{
	return (enum net_packet_type)(h[NET_HEADER_SIZE] >> 6);
}

static inline bool net_header_is_get(const uint8_t *h)
{
	return net_header_packet_type(h) >= NET_PACKET_GET;
}

/* Payloads go to and come from the network in chunks. */
#define NET_CHUNK_BYTES 32

static inline void net_header_set_chunks(uint8_t *h, unsigned chunks)
{
	h[NET_HEADER_SIZE] = (uint8_t)((h[NET_HEADER_SIZE] & ~0x1fu) | chunks);
}

/* ---- Point-to-point. */

/* Bits of byte NET_HEADER_ROUTING. */
#define NET_ROUTING_TO_IO   0x20u
#define NET_ROUTING_DYNAMIC 0x04u
#define NET_ROUTING_DEPOSIT 0x02u

/* The direction in a dimension. */
enum net_hint { NET_HINT_NONE, NET_HINT_PLUS, NET_HINT_MINUS, NET_HINT_BOTH };

static inline unsigned net_header_hint(const uint8_t *h, unsigned dim)
{
	return h[NET_HEADER_HINTS + dim / 4] >> (6 - 2 * (dim % 4)) & 3u;
}

static inline void net_header_set_hint(uint8_t *h, unsigned dim, enum net_hint hint)
{
	unsigned shift = 6 - 2 * (dim % 4);

	h += NET_HEADER_HINTS + dim / 4;
	*h = (uint8_t)((*h & ~(3u << shift)) | (unsigned)hint << shift);
}

static inline bool net_header_has_hints(const uint8_t *h)
{
	return h[NET_HEADER_HINTS] || h[NET_HEADER_HINTS + 1] >> 6;
}

static inline bool net_header_to_io(const uint8_t *h)
{
	return h[NET_HEADER_ROUTING] & NET_ROUTING_TO_IO;
}

static inline bool net_header_dynamic(const uint8_t *h)
{
	return h[NET_HEADER_ROUTING] & NET_ROUTING_DYNAMIC;
}

/* A copy for every node on the way. */
static inline bool net_header_deposits(const uint8_t *h)
{
	return h[NET_HEADER_ROUTING] & NET_ROUTING_DEPOSIT;
}

static inline unsigned net_header_zone(const uint8_t *h)
{
	return h[NET_HEADER_CHANNEL] >> 3 & 3u;
}

static inline bool net_header_stays_on_bubble(const uint8_t *h)
{
	return h[NET_HEADER_CHANNEL] & 0x04;
}

static inline void net_header_set_dynamic(uint8_t *h, unsigned zone)
{
	h[NET_HEADER_ROUTING] |= NET_ROUTING_DYNAMIC;
	h[NET_HEADER_CHANNEL] = (uint8_t)(NET_CHANNEL_DYNAMIC | zone << 3);
}

static inline void net_header_set_deterministic(uint8_t *h)
{
	h[NET_HEADER_ROUTING] &= (uint8_t)~NET_ROUTING_DYNAMIC;
	h[NET_HEADER_CHANNEL] = NET_CHANNEL_DETERMINISTIC;
}

/* ---- Collective. */

/* In place; 0x08 is reserved. */
enum net_coll_type {
	NET_COLL_BROADCAST = 0 << 3,
	NET_COLL_RESERVED = 1 << 3,
	NET_COLL_ALLREDUCE = 2 << 3,
	NET_COLL_REDUCE = 3 << 3,
};

static inline enum net_coll_type net_header_coll_type(const uint8_t *h)
{
	return (enum net_coll_type)(h[NET_HEADER_CHANNEL] & 0x18);
}

/* Opcode and word length, as they are in the header. */
static inline unsigned net_header_operation(const uint8_t *h)
{
	return h[NET_HEADER_OPERATION];
}

/* enum coll_op of coll/alu.h. */
static inline unsigned net_header_opcode(const uint8_t *h)
{
	return h[NET_HEADER_OPERATION] >> 4;
}

/* Returns the word length as coll_word_bytes() takes it. */
static inline unsigned net_header_word_length(const uint8_t *h)
{
	return h[NET_HEADER_OPERATION] & 7;
}

static inline unsigned net_header_class(const uint8_t *h)
{
	return h[NET_HEADER_CLASS] >> 4;
}

static inline void net_header_set_collective(uint8_t *h, unsigned opcode, unsigned word_length,
					     unsigned class)
{
	h[NET_HEADER_KIND] = NET_KIND_COLLECTIVE;
	h[NET_HEADER_OPERATION] = (uint8_t)(opcode << 4 | word_length);
	h[NET_HEADER_CLASS] = (uint8_t)(class << 4);
}

static inline void net_header_set_coll_channel(uint8_t *h, enum net_channel channel,
					       enum net_coll_type type)
{
	h[NET_HEADER_CHANNEL] = (uint8_t)(channel | type);
}

#endif
