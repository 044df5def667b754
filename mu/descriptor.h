/*
 * descriptor.h - reading and writing the machine's 64-byte descriptors (work requests)
 * and 32-byte packet headers (hwi/include/bqc/MU_Descriptor.h, MU_PacketHeader.h).
 * Single bytes are at the machine's offsets; words of 16, 32 and 64 bits hold the
 * machine's value in host order.
 */
#ifndef BGQ_MU_DESCRIPTOR_H
#define BGQ_MU_DESCRIPTOR_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define DESC_BYTES 64

/* Byte offsets in a descriptor. */
enum {
	DESC_PREFETCH = 0, DESC_INTERRUPT = 4, DESC_PAYLOAD = 8, DESC_LENGTH = 16,
	DESC_FIFO_MAP = 24, DESC_HEADER = 32
};

/* Byte offsets in a packet header: network part, then message unit part. */
enum {
	HDR_TYPE = 0, HDR_ROUTING = 2, HDR_CHANNEL = 3, HDR_DESTINATION = 4, HDR_SIZE = 8,
	HDR_MU = 12,
	HDR_PUT_OFFSET = HDR_MU + 2, HDR_COUNTER_ID = HDR_MU + 6,
	HDR_VALID_BYTES = HDR_MU + 8, HDR_COUNTER_OFFSET = HDR_MU + 12
};

#define TYPE_PT2PT      0x55
#define TYPE_COLLECTIVE 0x5a

/* Of a collective one (hwi/include/bqc/MU_CollectiveNetworkHeader.h): operation and
 * length of a word, class route, type. */
enum { HDR_OPERATION = 1, HDR_CLASS = 2 };
#define COLLECTIVE_TYPE_MASK     0x18
#define COLLECTIVE_TYPE_RESERVED 0x08
#define COLLECTIVE_TYPE_BROADCAST 0x00
#define COLLECTIVE_TYPE_REDUCE   0x18

/* HDR_ROUTING of a point-to-point packet. */
#define ROUTING_TO_IO   0x20
#define ROUTING_DEPOSIT 0x02

/* HDR_CHANNEL's high three bits: the virtual channel. */
#define CHANNEL_MASK          0xe0
#define CHANNEL_HIGH_PRIORITY 0x40 /* the highest of a user's point-to-point ones */
#define CHANNEL_SYSTEM        0x60
#define CHANNEL_COMM_WORLD    0x80
#define CHANNEL_SUB_COMM      0xa0
#define CHANNEL_SYSTEM_COLLECTIVE 0xc0

/* Sizes go to and come from the network in chunks. */
#define CHUNK_BYTES 32

enum packet_type { PACKET_FIFO, PACKET_PUT, PACKET_GET, PACKET_PACED_GET };

static inline uint16_t get16(const uint8_t *p, unsigned off)
{
	uint16_t v;

	memcpy(&v, p + off, sizeof v);
	return v;
}

static inline uint32_t get32(const uint8_t *p, unsigned off)
{
	uint32_t v;

	memcpy(&v, p + off, sizeof v);
	return v;
}

static inline uint64_t get64(const uint8_t *p, unsigned off)
{
	uint64_t v;

	memcpy(&v, p + off, sizeof v);
	return v;
}

static inline enum packet_type header_packet_type(const uint8_t *h)
{
	return (enum packet_type)(h[HDR_SIZE] >> 6);
}

/* A copy for every node on the way, of a point-to-point packet. */
static inline bool header_deposits(const uint8_t *h)
{
	return h[HDR_ROUTING] & ROUTING_DEPOSIT;
}

static inline bool header_is_get(const uint8_t *h)
{
	return header_packet_type(h) >= PACKET_GET;
}

static inline void header_set_chunks(uint8_t *h, unsigned chunks)
{
	h[HDR_SIZE] = (uint8_t)((h[HDR_SIZE] & ~0x1fu) | chunks);
}

/* 37 bits: 5 at the low end of the first half word, 32 in the word after it. */
static inline uint64_t header_put_offset(const uint8_t *h)
{
	return (uint64_t)(get16(h, HDR_MU) & 0x1f) << 32 | get32(h, HDR_PUT_OFFSET);
}

static inline void header_set_put_offset(uint8_t *h, uint64_t offset)
{
	uint16_t first = (uint16_t)((get16(h, HDR_MU) & ~0x1fu) | (offset >> 32 & 0x1f));
	uint32_t low = (uint32_t)offset;

	memcpy(h + HDR_MU, &first, sizeof first);
	memcpy(h + HDR_PUT_OFFSET, &low, sizeof low);
}

/* Memory FIFO: {1 bit, FIFO id 9, 1, offset 5}; put and get: {id 10, 1, 5}. */
static inline unsigned header_recfifo(const uint8_t *h)
{
	return get16(h, HDR_MU) >> 6 & 0x1ff;
}

static inline unsigned header_bat_or_injfifo(const uint8_t *h)
{
	return get16(h, HDR_MU) >> 6;
}

static inline unsigned header_counter_bat(const uint8_t *h)
{
	return get16(h, HDR_COUNTER_ID) & 0x3ff;
}

static inline uint64_t header_counter_offset(const uint8_t *h)
{
	return get64(h, HDR_COUNTER_OFFSET) & ((UINT64_C(1) << 37) - 1);
}

static inline void header_set_valid_bytes(uint8_t *h, uint16_t bytes)
{
	memcpy(h + HDR_VALID_BYTES, &bytes, sizeof bytes);
}

#endif
