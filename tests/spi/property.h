/*
 * property.h - random valid messages that every node can tell by itself, for
 * property.c on emulated nodes and test_mu_property.c without them.
 *
 * In each phase every node gets PROPERTY_MESSAGES messages.  Message k has one
 * kind, length and slot in the target area for all targets; which node sends it is the
 * target shifted round all nodes by an amount that belongs to k; all else differs
 * from target to target.  Arithmetic only.
 */
#ifndef PROPERTY_H
#define PROPERTY_H

#include <stdint.h>

#define PROPERTY_MESSAGES 32u
#define PROPERTY_LONGEST  (1u << 20)
#define PROPERTY_GUARD    64u /* untouched bytes around each target */
#define PROPERTY_SOURCE   (PROPERTY_LONGEST + 4096u)     /* bytes of a node */
#define PROPERTY_TARGET   (2u * PROPERTY_LONGEST + 65536u)
#define PROPERTY_PIECES   8u
#define PROPERTY_INJ      4u /* injection FIFOs of a node */
#define PROPERTY_RGET     2u
#define PROPERTY_REC      3u

enum property_kind { PROPERTY_PUT, PROPERTY_FIFO, PROPERTY_GET };

struct property_common {
	enum property_kind kind;
	uint32_t length, slot; /* slot: of the target area, guards included */
	uint32_t from_shift, source_shift;
};

/* One phase, for all targets. */
struct property {
	uint64_t seed;
	uint32_t nodes, phase, target_bytes; /* of the target area in use */
	int hints; /* give some: all dimensions are tori */
	struct property_common message[PROPERTY_MESSAGES];
};

struct property_message {
	uint32_t from;   /* the node that injects it */
	uint32_t source; /* whose data: from, but for remote gets */
	uint32_t source_at, target_at; /* offsets in the areas */
	uint32_t inj, rget, rec;       /* which of the FIFOs */
	uint32_t pieces;               /* of a remote get: puts */
	uint16_t map;
	uint8_t hints_abcd, routing, channel; /* header bytes 1 to 3, without E hints */
	int ordered; /* one FIFO, deterministic: packets keep their order */
};

static inline uint64_t property_mix(uint64_t z)
{
	z += UINT64_C(0x9e3779b97f4a7c15);
	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

static inline uint32_t property_below(uint64_t *state, uint32_t n)
{
	*state = property_mix(*state);
	return (uint32_t)((*state >> 32) * n >> 32);
}

/* Byte at of node's source area. */
static inline uint8_t property_byte(uint32_t node, uint32_t at)
{
	uint32_t v = (at + node * 977u) * 2654435761u;

	return (uint8_t)(v >> 24 ^ v >> 13);
}

/* Mostly small; any up to the longest. */
static inline uint32_t property_length(uint64_t *state)
{
	uint32_t k = property_below(state, 1000);

	if (k < 30)
		return 0;
	if (k < 600)
		return property_below(state, 200) + 1;
	if (k < 930)
		return property_below(state, 5000) + 1;
	return k < 990 ? property_below(state, 65536) + 1
		       : property_below(state, PROPERTY_LONGEST) + 1;
}

static inline void property_phase(struct property *p, uint64_t seed, uint32_t nodes,
				  uint32_t phase)
{
	uint64_t state = property_mix(seed + phase);
	uint32_t at = 0, k;

	p->seed = seed;
	p->nodes = nodes;
	p->phase = phase;
	p->hints = 0;
	for (k = 0; k < PROPERTY_MESSAGES; k++) {
		struct property_common *m = &p->message[k];
		uint32_t kind = property_below(&state, 10), room;

		m->kind = kind < 4 ? PROPERTY_PUT : kind < 7 ? PROPERTY_FIFO : PROPERTY_GET;
		m->length = property_length(&state);
		m->from_shift = property_below(&state, nodes);
		m->source_shift = property_below(&state, nodes);
		m->slot = at;
		/* Each later one has room for a short message. */
		room = PROPERTY_TARGET - at - (PROPERTY_MESSAGES - k) * 1024u;
		if (m->length > room)
			m->length %= 512u;
		at += (m->length + 3 * PROPERTY_GUARD + 63) / 64 * 64;
	}
	p->target_bytes = at;
}

/* One of the torus FIFOs or several of them, or of the local ones. */
static inline uint16_t property_map(uint64_t *state)
{
	uint32_t k = property_below(state, 4);

	if (k == 0)
		return (uint16_t)(0x8000u >> property_below(state, 13));
	if (k == 1)
		return 0xffc0;
	return (uint16_t)((property_below(state, 0x2000) << 3) | 0x8000u >>
			  property_below(state, 13));
}

/* For some dimensions, one direction or the other. */
static inline uint8_t property_hints(const struct property *p, uint64_t *state)
{
	uint32_t hints = 0, d;

	for (d = 0; d < 4 && p->hints && property_below(state, 4) == 0; d++)
		hints |= property_below(state, 3) << 2 * d;
	return (uint8_t)hints;
}

/* Message k of the phase to node target. */
static inline struct property_message property_message(const struct property *p, uint32_t k,
						       uint32_t target)
{
	const struct property_common *c = &p->message[k];
	uint64_t state = property_mix(p->seed ^ (uint64_t)p->phase << 32 ^ k << 20 ^ target);
	struct property_message m;
	uint32_t map_bits;

	m.from = (target + c->from_shift) % p->nodes;
	m.source = c->kind == PROPERTY_GET ? (target + c->source_shift) % p->nodes : m.from;
	m.source_at = property_below(&state, PROPERTY_SOURCE - c->length);
	m.target_at = c->slot + PROPERTY_GUARD + property_below(&state, 64);
	m.inj = property_below(&state, PROPERTY_INJ);
	m.rget = property_below(&state, PROPERTY_RGET);
	m.rec = property_below(&state, PROPERTY_REC);
	m.pieces = property_below(&state, PROPERTY_PIECES) + 1;
	m.map = property_map(&state);
	m.hints_abcd = property_hints(p, &state);
	m.routing = property_below(&state, 2) ? 0x04 : 0; /* dynamic */
	m.channel = (uint8_t)(property_below(&state, 3) << 5 | property_below(&state, 4) << 3);
	map_bits = (uint32_t)__builtin_popcount(m.map);
	m.ordered = map_bits == 1 && !m.routing && m.channel >> 5 == 1;
	return m;
}

/* The node that gets message k from node from. */
static inline uint32_t property_target(const struct property *p, uint32_t k, uint32_t from)
{
	return (from + p->nodes - p->message[k].from_shift) % p->nodes;
}

/* Where piece i of n of a message of so many bytes begins; i = n: its length. */
static inline uint32_t property_piece(uint32_t length, uint32_t i, uint32_t n)
{
	return (uint32_t)((uint64_t)length * i / n);
}

static inline uint32_t property_packets(uint32_t length)
{
	return length ? (length + 511) / 512 : 1;
}

/* FNV-1a over 8-byte words as far as they go, then bytes. */
static inline uint64_t property_digest(uint64_t digest, const void *from, uint64_t bytes)
{
	const uint8_t *p = (const uint8_t *)from;
	uint64_t i, word;

	for (i = 0; i + 8 <= bytes; i += 8) {
		__builtin_memcpy(&word, p + i, 8);
		digest = (digest ^ word) * UINT64_C(0x100000001b3);
		digest ^= digest >> 29;
	}
	for (; i < bytes; i++)
		digest = (digest ^ p[i]) * UINT64_C(0x100000001b3);
	return digest;
}

#define PROPERTY_DIGEST UINT64_C(0xcbf29ce484222325)

#endif
