/*
 * word.h - the first word of a packet that knows its way: up to six segments of up to 16 hops
 * each, and how far it has come (SAND2003-2954, Bit Encoding).
 *
 *   bits 0..41    for each segment its way, 3 bits (a link's number; 7: none), and its hops - 1, 4
 *   bits 42..48   the state: Route<0:2>, the segment; HowFar<3:6>, hops of it that are done
 *   bits 49..55   the state's complement, which every router that changes the state restores
 *
 * Of the 80 bits 24 are left for data.  Never: which ways are allowed (turns.h).
 */
#ifndef BGQ_NET_MESH_WORD_H
#define BGQ_NET_MESH_WORD_H

#include <stdbool.h>
#include <stdint.h>

#define NET_WORD_SEGMENTS 6u
#define NET_WORD_HOPS     16u
#define NET_WORD_NO_WAY   7u

#define NET_WORD_STATE_SHIFT      42
#define NET_WORD_COMPLEMENT_SHIFT 49
#define NET_WORD_STATE_MASK       0x7fu

/* A word without segments, at its start. */
static inline uint64_t net_word_empty(void)
{
	uint64_t word = (uint64_t)NET_WORD_STATE_MASK << NET_WORD_COMPLEMENT_SHIFT;

	for (unsigned i = 0; i < NET_WORD_SEGMENTS; i++)
		word |= (uint64_t)NET_WORD_NO_WAY << 7 * i;
	return word;
}

static inline uint64_t net_word_set(uint64_t word, unsigned segment, unsigned way, unsigned hops)
{
	word &= ~((uint64_t)0x7f << 7 * segment);
	return word | (uint64_t)(way | (hops - 1) << 3) << 7 * segment;
}

static inline unsigned net_word_state(uint64_t word)
{
	return word >> NET_WORD_STATE_SHIFT & NET_WORD_STATE_MASK;
}

static inline unsigned net_word_way_of(uint64_t word, unsigned segment)
{
	return segment < NET_WORD_SEGMENTS ? word >> 7 * segment & 7 : NET_WORD_NO_WAY;
}

static inline unsigned net_word_hops_of(uint64_t word, unsigned segment)
{
	return (word >> (7 * segment + 3) & 15) + 1;
}

/* The link that the packet asks for next; NET_WORD_NO_WAY: it has arrived. */
static inline unsigned net_word_way(uint64_t word)
{
	return net_word_way_of(word, net_word_state(word) & 7);
}

/* The state agrees with its complement. */
static inline bool net_word_intact(uint64_t word)
{
	return (net_word_state(word) ^ (word >> NET_WORD_COMPLEMENT_SHIFT)) ==
	       NET_WORD_STATE_MASK;
}

/* After one more hop. */
static inline uint64_t net_word_step(uint64_t word)
{
	unsigned route = net_word_state(word) & 7, far = (net_word_state(word) >> 3) + 1;

	if (far == net_word_hops_of(word, route)) {
		route++;
		far = 0;
	}
	uint64_t state = route | far << 3;

	word &= ~((uint64_t)0x3fff << NET_WORD_STATE_SHIFT);
	return word | state << NET_WORD_STATE_SHIFT |
	       (~state & NET_WORD_STATE_MASK) << NET_WORD_COMPLEMENT_SHIFT;
}

#endif
