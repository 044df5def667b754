/*
 * descriptor.h - what Blue Gene/P's DMA reads from memory and from packets: descriptors of 32
 * bytes (US 7,761,687, l. 140) that end with the 16 bytes of header that go into each packet
 * (l. 144 to 152; fields as in IBM's headers in github.com/SESA/EBBlib).
 *
 * Fields are in the host's byte order.
 */
#ifndef BGQ_MU_DMA_DESCRIPTOR_H
#define BGQ_MU_DMA_DESCRIPTOR_H

#include <stdbool.h>
#include <stdint.h>

#define DMA_DESCRIPTOR_BYTES 32u
#define DMA_HEADER_BYTES     16u
#define DMA_PAYLOAD_BYTES    240u
#define DMA_GET_DESCRIPTORS  (DMA_PAYLOAD_BYTES / DMA_DESCRIPTOR_BYTES) /* in a packet: 7 */

/* Bits of dma_header.routing, with the size. */
#define DMA_CHUNKS_SHIFT 5 /* chunks of 32 bytes less one, 3 bits */
#define DMA_PID1         0x10u
#define DMA_IS_DMA       0x08u /* 1: a put or a get; 0: for a memory FIFO */
#define DMA_DYNAMIC      0x04u
#define DMA_CHANNEL      0x03u /* 0, 1: dynamic, 2: escape, 3: priority */
#define DMA_CHANNEL_ESCAPE   2u
#define DMA_CHANNEL_PRIORITY 3u
/* Bits of dma_header.hints, below the six hints X+ X- Y+ Y- Z+ Z-. */
#define DMA_DEPOSIT 0x02u
#define DMA_PID0    0x01u
/* Bits of dma_header.flags. */
#define DMA_FLAG_PACED 0x40u /* a get is asked for in pieces; its data give tokens back */
#define DMA_FLAG_GET   0x80u

struct dma_header {
	uint8_t skip;      /* bytes that the injection checksum leaves out */
	uint8_t hints, routing;
	uint8_t x, y, z;
	uint16_t reserved; /* sequence number and check of the header */
	uint32_t put_offset;
	union {
		struct {
			uint8_t counter;     /* of reception */
			uint8_t valid_bytes; /* of this packet's payload */
			uint8_t flags;
			uint8_t injfifo;     /* of a get: that takes its descriptors */
		};
		uint32_t application; /* of a packet for a memory FIFO */
	};
};

/* Bits of dma_descriptor.flags. */
#define DMA_PREFETCH 0x1u /* nothing is sent: the data come nearer to the DMA */
#define DMA_LOCAL    0x2u /* a put within the node */

struct dma_descriptor {
	uint8_t flags, unused[2];
	uint8_t counter;      /* of injection: counts bytes that have left, */
	uint32_t base_offset; /* which begin so far behind its base address */
	uint32_t length;      /* bytes of the message */
	uint32_t reserved;
	struct dma_header header;
};

_Static_assert(sizeof(struct dma_header) == DMA_HEADER_BYTES, "l. 144: 16 bytes");
_Static_assert(sizeof(struct dma_descriptor) == DMA_DESCRIPTOR_BYTES, "l. 140: 32 bytes");

static inline bool dma_header_is_get(const struct dma_header *h)
{
	return (h->routing & DMA_IS_DMA) && (h->flags & DMA_FLAG_GET);
}

static inline bool dma_header_is_put(const struct dma_header *h)
{
	return (h->routing & DMA_IS_DMA) && !(h->flags & DMA_FLAG_GET);
}

/* The processor of the target, 0 to 3: its group of reception FIFOs. */
static inline unsigned dma_header_pid(const struct dma_header *h)
{
	return (h->hints & DMA_PID0 ? 2u : 0) | (h->routing & DMA_PID1 ? 1u : 0);
}

static inline void dma_header_set_pid(struct dma_header *h, unsigned pid)
{
	h->hints = (uint8_t)((h->hints & ~DMA_PID0) | (pid & 2 ? DMA_PID0 : 0));
	h->routing = (uint8_t)((h->routing & ~DMA_PID1) | (pid & 1 ? DMA_PID1 : 0));
}

#endif
