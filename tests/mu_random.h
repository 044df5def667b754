/*
 * mu_random.h - random descriptors for the fuzzer: valid ones of every kind over
 * the units that fuzzed machines have, mutations of those, and plain noise.
 * Knows the format only (mu/descriptor.h), never what mu/ makes of it.
 */
#ifndef BGQ_TESTS_MU_RANDOM_H
#define BGQ_TESTS_MU_RANDOM_H

#include "mu/descriptor.h"
#include "mu_rig.h"

#define ATOMIC     (UINT64_C(1) << 36)
#define STORE_ADD  2u
#define DESC_MAX  8u /* descriptors that a remote get carries, mostly */

/* ---- numbers (splitmix64).  Never two draws in one expression whose order the
 * compiler may choose: a seed must mean the same everywhere. */

struct rng {
	uint64_t state;
	bool spare_rings; /* keep away from the island that FIFOs are in */
	bool feed_selves; /* make remote gets that bring themselves again */
};

#define RING_ISLAND 1u

static inline uint64_t rng_next(struct rng *g)
{
	uint64_t z = g->state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

static inline uint64_t rng_below(struct rng *g, uint64_t n)
{
	return rng_next(g) % n;
}

static inline bool rng_percent(struct rng *g, unsigned percent)
{
	return rng_below(g, 100) < percent;
}

/* ---- units: the ids that machines of the fuzzer use, ends of the ranges too */

static const uint32_t inj_ids[] = { 0, 1, 7, 8, 37, 511, 543 };
static const uint32_t rec_ids[] = { 0, 3, 4, 100, 255, 271 };
static const uint32_t bat_ids[] = { 0, 1, 8, 40, 511, 543 };
#define COUNT(a) (sizeof(a) / sizeof *(a))
#define PICK(g, a) ((a)[rng_below(g, COUNT(a))])

/* ---- addresses and lengths */

/* A place for len bytes inside an island; len is at most the largest one's. */
static inline uint64_t random_place(struct rng *g, uint64_t len, uint64_t align)
{
	unsigned i = rng_percent(g, 70) ? 0 : (unsigned)rng_below(g, RIG_ISLANDS);

	if (len > rig_island[i].bytes || (g->spare_rings && i == RING_ISLAND))
		i = 0;
	return (rig_island[i].pa + rng_below(g, rig_island[i].bytes - len + 1)) / align * align;
}

/* Around the limits: of islands, of 36 and 37 bits, of 64. */
static inline uint64_t random_edge(struct rng *g)
{
	static const uint64_t limits[] = {
		0, UINT64_C(1) << 31, UINT64_C(1) << 32, UINT64_C(1) << 36, UINT64_C(1) << 37,
		UINT64_C(1) << 63, UINT64_C(0x1fffffffff),
	};
	unsigned i = (unsigned)rng_below(g, COUNT(limits) + 2 * RIG_ISLANDS);
	uint64_t at, near = rng_below(g, 64);

	near <<= rng_below(g, 6);
	if (i < COUNT(limits))
		at = limits[i];
	else if (i < COUNT(limits) + RIG_ISLANDS)
		at = rig_island[i - COUNT(limits)].pa;
	else
		at = rig_island[i - COUNT(limits) - RIG_ISLANDS].pa +
		     rig_island[i - COUNT(limits) - RIG_ISLANDS].bytes;
	return rng_percent(g, 50) ? at + near : at - near;
}

static inline uint64_t random_length(struct rng *g)
{
	unsigned k = (unsigned)rng_below(g, 100);

	if (k < 60)
		return rng_below(g, 72);
	if (k < 90)
		return rng_below(g, 700);
	return k < 98 ? rng_below(g, 5000) : rng_below(g, 30000);
}

/* A 64-bit number of random magnitude. */
static inline uint64_t random_number(struct rng *g)
{
	uint64_t v = rng_next(g);

	return v >> rng_below(g, 64);
}

/* An atomic address with any opcode. */
static inline uint64_t random_atomic(struct rng *g)
{
	uint64_t pa = random_place(g, 24, 8) | ATOMIC;

	return pa | rng_below(g, 8);
}

/* ---- descriptors */

static inline void put_n(uint8_t *d, unsigned off, uint64_t v, unsigned bytes)
{
	memcpy(d + off, &v, bytes);
}

static inline uint64_t random_map(struct rng *g)
{
	unsigned k = (unsigned)rng_below(g, 4);

	if (k == 0)
		return UINT64_C(1) << (3 + rng_below(g, 13));
	return k == 1 ? 0xffc0 : k == 2 ? 0x30 : (rng_next(g) & 0xfff8) | 0x8000;
}

/* A valid descriptor from node `node`; what it refers to there may not exist. */
static inline void random_valid(struct rng *g, struct rig *r, uint32_t node, uint8_t *d,
				unsigned depth);

static inline void random_mutate(struct rng *g, uint8_t *d)
{
	uint64_t at = rng_below(g, DESC_BYTES);
	uint8_t *h = d + DESC_HEADER;

	switch (rng_below(g, 16)) {
	case 0: d[at] ^= (uint8_t)(1u << rng_below(g, 8)); break;
	case 1: d[at] = (uint8_t)rng_next(g); break;
	case 2: put_n(d, DESC_LENGTH, rng_percent(g, 50) ? random_edge(g) : random_number(g), 8);
		break;
	case 3: put_n(d, DESC_LENGTH, rng_below(g, 130) * 8, 8); break;
	case 4: put_n(d, DESC_PAYLOAD, random_edge(g), 8); break;
	case 5: put_n(d, DESC_PAYLOAD, random_atomic(g), 8);
		if (rng_percent(g, 80))
			put_n(d, DESC_LENGTH, 8, 8);
		break;
	case 6: put_n(d, DESC_FIFO_MAP, rng_percent(g, 50) ? rng_next(g) : rng_next(g) & 0xffff, 8);
		break;
	case 7: put_n(h, HDR_MU, rng_next(g), 2); break;
	case 8: header_set_put_offset(h, rng_percent(g, 50) ? random_edge(g) : random_number(g));
		break;
	case 9: put_n(h, HDR_COUNTER_ID, rng_next(g), 2); break;
	case 10: put_n(h, HDR_COUNTER_OFFSET, random_edge(g) ^ at % 8, 8); break;
	case 11: put_n(h, 1, rng_next(g), 3); break; /* hints, routing, channel, zone */
	case 12: d[rng_percent(g, 50) ? DESC_PREFETCH : DESC_INTERRUPT] ^= 1; break;
	case 13: h[NET_HEADER_SIZE] = (uint8_t)rng_next(g); break; /* packet type, chunks */
	case 14: if (rng_percent(g, 70))
			put_n(h, NET_HEADER_DESTINATION, rng_next(g), 4);
		else
			h[NET_HEADER_KIND] = rng_percent(g, 50) ? NET_KIND_COLLECTIVE
							: (uint8_t)rng_next(g);
		break;
	case 15: put_n(h, HDR_WORD_FIFO_ID, rng_next(g), 2); break;
	}
}

static inline void random_descriptor(struct rng *g, struct rig *r, uint32_t node,
				     uint8_t *d, unsigned depth)
{
	if (rng_percent(g, 5)) {
		for (unsigned i = 0; i < DESC_BYTES; i += 8)
			put_n(d, i, rng_next(g), 8);
		return;
	}
	random_valid(g, r, node, d, depth);
	for (unsigned n = rng_percent(g, 50) ? (unsigned)rng_below(g, 3) + 1 : 0; n > 0; n--)
		random_mutate(g, d);
}

/* The payload of a remote get: descriptors for the node that it goes to, written
 * to memory here. */
static inline void random_get(struct rng *g, struct rig *r, uint32_t node, uint32_t to,
			      uint8_t *d, unsigned depth)
{
	uint64_t n = rng_below(g, rng_percent(g, 95) ? DESC_MAX : 3 * DESC_MAX) + 1;
	uint64_t pa = random_place(g, n * DESC_BYTES, 1);
	uint8_t inner[DESC_BYTES];

	bool self = g->feed_selves && rng_percent(g, 5);

	put_n(d, DESC_PAYLOAD, pa, 8);
	put_n(d, DESC_LENGTH, n * DESC_BYTES, 8);
	put_n(d + DESC_HEADER, HDR_MU, (uint64_t)PICK(g, inj_ids) << 6, 2);
	if (self)
		put_n(d + DESC_HEADER, NET_HEADER_DESTINATION, net_destination_of(&r->shape, node),
		      4);
	for (uint64_t i = 0; i < n; i++) {
		if (self)
			memcpy(inner, d, sizeof inner);
		else
			random_descriptor(g, r, to, inner, depth + 1);
		rig_write(r, node, pa + i * DESC_BYTES, inner, DESC_BYTES);
	}
}

static inline void random_valid(struct rng *g, struct rig *r, uint32_t node, uint8_t *d,
				unsigned depth)
{
	uint32_t to = (uint32_t)rng_below(g, r->nodes);
	uint64_t length = random_length(g);
	unsigned kind = (unsigned)rng_below(g, 100);
	uint8_t *h = d + DESC_HEADER;

	memset(d, 0, DESC_BYTES);
	h[NET_HEADER_KIND] = NET_KIND_PT2PT;
	h[NET_HEADER_ROUTING] = rng_percent(g, 50) ? 4 : 0; /* dynamic */
	h[NET_HEADER_ROUTING] |= rng_percent(g, 10) ? NET_ROUTING_DEPOSIT : 0;
	h[NET_HEADER_CHANNEL] = (uint8_t)(rng_below(g, 12) << 3); /* and zone */
	put_n(h, NET_HEADER_DESTINATION, net_destination_of(&r->shape, to), 4);
	put_n(d, DESC_FIFO_MAP, random_map(g), 8);
	put_n(d, DESC_PAYLOAD, random_place(g, length, 1), 8);
	put_n(d, DESC_LENGTH, length, 8);
	if (kind < 40) {
		h[NET_HEADER_SIZE] = NET_PACKET_FIFO << 6 | 16;
		put_n(h, HDR_MU, (uint64_t)PICK(g, rec_ids) << 6, 2);
	} else if (kind < 85 || depth > 1) {
		uint32_t id = PICK(g, bat_ids), counter = PICK(g, bat_ids);
		uint64_t base = rig_reg(r, to, rig_bat_reg(id));
		uint64_t counter_base = rig_reg(r, to, rig_bat_reg(counter));
		uint64_t at = rng_percent(g, 95) ? random_place(g, length, 1)
						 : random_atomic(g);

		h[NET_HEADER_SIZE] = NET_PACKET_PUT << 6 | 16;
		put_n(h, HDR_MU, (uint64_t)id << 6, 2);
		header_set_put_offset(h, at - base);
		put_n(h, HDR_COUNTER_ID, counter, 2);
		put_n(h, HDR_COUNTER_OFFSET,
		      (random_place(g, 8, 8) | ATOMIC | STORE_ADD) - counter_base, 8);
		if (at & ATOMIC)
			put_n(d, DESC_LENGTH, 8, 8);
	} else {
		h[NET_HEADER_SIZE] =
			(uint8_t)((rng_percent(g, 80) ? NET_PACKET_GET : NET_PACKET_PACED_GET)
				 << 6 | 16);
		random_get(g, r, node, to, d, depth);
	}
}

#endif
