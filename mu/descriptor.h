/*
 * descriptor.h - reading and writing the machine's 64-byte descriptors (work requests)
 * and the message unit's 20 bytes of a packet header (hwi/include/bqc/MU_Descriptor.h,
 * MU_MessageUnitHeader.h); the network's 12 are in net/header.h.
 * Single bytes are at the machine's offsets; words of 16, 32 and 64 bits hold the
 * machine's value in host order.
 */
#ifndef BGQ_MU_DESCRIPTOR_H
#define BGQ_MU_DESCRIPTOR_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "net/header.h"

#define DESC_BYTES 64

/* Byte offsets in a descriptor. */
enum {
	DESC_PREFETCH = 0, DESC_INTERRUPT = 4, DESC_PAYLOAD = 8, DESC_LENGTH = 16,
	DESC_FIFO_MAP = 24, DESC_HEADER = 32
};

/* Byte offsets in a packet header: the message unit's part, behind net/header.h's. */
enum {
	HDR_MU = NET_HEADER_BYTES,
	HDR_WORD_FIFO_ID = HDR_MU - 2, /* header_fold_fifo_id() */
	HDR_PUT_OFFSET = HDR_MU + 2, HDR_COUNTER_ID = HDR_MU + 6,
	HDR_VALID_BYTES = HDR_MU + 8, HDR_COUNTER_OFFSET = HDR_MU + 12
};

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

/*
 * Programs may OR a FIFO id, shifted by 22, into the 64-bit word at byte 8.  Its bits 16
 * to 31 are the first half word of the message unit's part on the machine, and the half
 * word before that on a little-endian host, which the SPI headers leave 0 for this
 * (hwi/include/bqc/MU_MessageUnitHeader.h): moved to where it belongs.
 */
static inline void header_fold_fifo_id(uint8_t *h)
{
	const uint16_t id_bits = 0x1ff << 6;
	uint16_t word = get16(h, HDR_WORD_FIFO_ID), first = get16(h, HDR_MU);

	if (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ || !(word & id_bits))
		return;
	first |= word & id_bits;
	word = (uint16_t)(word & ~id_bits);
	memcpy(h + HDR_MU, &first, sizeof first);
	memcpy(h + HDR_WORD_FIFO_ID, &word, sizeof word);
}

/* The first byte that a memory FIFO packet has for software: the receive function's id. */
static inline unsigned header_software_byte(const uint8_t *h)
{
	return h[HDR_PUT_OFFSET + 4];
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
