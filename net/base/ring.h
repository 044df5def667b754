/*
 * ring.h - how workers hand events over: lock-free queues between one producer and
 * one consumer.
 *
 * struct ring: bounded, of pointers, one array, never allocates after its set-up.
 * struct chan: unbounded, of entries, chunks in a list; a push allocates once in 127.
 *
 * One thread calls the producer's functions, one other (or the same) the
 * consumer's; another thread may take a role over only after a synchronisation.
 */
#ifndef BGQ_BASE_RING_H
#define BGQ_BASE_RING_H

#include <assert.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "event.h"

#define RING_CACHE_LINE 64

/* Indexes run freely; index & mask is the place. */
struct ring {
	void **slot;
	uint64_t mask;
	/* producer's line */
	_Alignas(RING_CACHE_LINE) _Atomic uint64_t tail; /* R0 */
	uint64_t head_seen; /* the consumer's head, as last looked at */
	/* consumer's line */
	_Alignas(RING_CACHE_LINE) _Atomic uint64_t head; /* R1 */
	uint64_t tail_seen;
};

/* slots: a power of two.  0, -EINVAL or -ENOMEM. */
static inline int ring_init(struct ring *r, uint64_t slots)
{
	if (!slots || (slots & (slots - 1)))
		return -EINVAL;
	*r = (struct ring){ .slot = malloc(slots * sizeof *r->slot), .mask = slots - 1 };
	return r->slot ? 0 : -ENOMEM;
}

static inline void ring_cleanup(struct ring *r)
{
	free(r->slot);
	r->slot = NULL;
}

/* Producer.  False if the ring is full. */
static inline bool ring_push(struct ring *r, void *p)
{
	uint64_t tail = atomic_load_explicit(&r->tail, memory_order_relaxed);

	if (tail - r->head_seen > r->mask) {
		/* Pairs with R1: the slot has been read before it is reused. */
		r->head_seen = atomic_load_explicit(&r->head, memory_order_acquire);
		if (tail - r->head_seen > r->mask)
			return false;
	}
	r->slot[tail & r->mask] = p;
	/* R0: publishes the slot. */
	atomic_store_explicit(&r->tail, tail + 1, memory_order_release);
	return true;
}

/* Consumer.  NULL if the ring is empty. */
static inline void *ring_pop(struct ring *r)
{
	uint64_t head = atomic_load_explicit(&r->head, memory_order_relaxed);

	if (head == r->tail_seen) {
		/* Pairs with R0. */
		r->tail_seen = atomic_load_explicit(&r->tail, memory_order_acquire);
		if (head == r->tail_seen)
			return NULL;
	}
	void *p = r->slot[head & r->mask];

	/* R1: the slot is free. */
	atomic_store_explicit(&r->head, head + 1, memory_order_release);
	return p;
}

#define CHAN_SLOTS 127

struct chan_chunk {
	struct chan_chunk *next; /* published with the first slot of next */
	struct event_entry slot[CHAN_SLOTS];
};

/* Without memory for entries until the first push, which is the producer's to touch. */
struct chan {
	/* producer's line */
	_Alignas(RING_CACHE_LINE) struct chan_chunk *in;
	struct chan_chunk *first;
	struct chan_chunk **next; /* where the next chunk is to be noted */
	unsigned in_used;
	_Atomic uint64_t pushed; /* C0 */
	/* consumer's line */
	_Alignas(RING_CACHE_LINE) struct chan_chunk *out;
	unsigned out_used;
	uint64_t popped, pushed_seen;
};

/* Memory that is not aligned would let two channels share a line. */
static inline void chan_init(struct chan *c)
{
	assert((uintptr_t)c % RING_CACHE_LINE == 0);
	*c = (struct chan){ .in_used = CHAN_SLOTS, .out_used = CHAN_SLOTS };
	c->next = &c->first;
}

/* The chunk that the consumer reads next when all of out has been read. */
static inline struct chan_chunk *chan_after_out(const struct chan *c)
{
	return c->out ? c->out->next : c->first;
}

static inline void chan_cleanup(struct chan *c)
{
	struct chan_chunk *next;

	for (struct chan_chunk *at = c->out ? c->out : c->first; at; at = next) {
		next = at->next;
		free(at);
	}
	chan_init(c);
}

/* Producer.  0 or -ENOMEM. */
static inline int chan_push(struct chan *c, const struct event_entry *e)
{
	if (c->in_used == CHAN_SLOTS) {
		struct chan_chunk *more = calloc(1, sizeof *more);

		if (!more)
			return -ENOMEM;
		*c->next = more;
		c->next = &more->next;
		c->in = more;
		c->in_used = 0;
	}
	c->in->slot[c->in_used++] = *e;
	/* C0: publishes the slot, and the chunk if it is a new one. */
	atomic_store_explicit(&c->pushed,
			      atomic_load_explicit(&c->pushed, memory_order_relaxed) + 1,
			      memory_order_release);
	return 0;
}

/* Consumer. */
static inline bool chan_has_more(const struct chan *c)
{
	return c->popped != atomic_load_explicit(&c->pushed, memory_order_relaxed);
}

/* Consumer.  NULL if there is nothing; good until the next call. */
static inline const struct event_entry *chan_pop(struct chan *c)
{
	if (c->popped == c->pushed_seen) {
		/* Pairs with C0. */
		c->pushed_seen = atomic_load_explicit(&c->pushed, memory_order_acquire);
		if (c->popped == c->pushed_seen)
			return NULL;
	}
	if (c->out_used == CHAN_SLOTS) {
		struct chan_chunk *done = c->out;

		c->out = chan_after_out(c);
		c->out_used = 0;
		free(done);
	}
	c->popped++;
	return &c->out->slot[c->out_used++];
}

#endif
