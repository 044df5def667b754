/* evq_internal.h - the event queue's parts, shared by evq.c and evq_delay.c. */
#ifndef BGQ_BASE_EVQ_INTERNAL_H
#define BGQ_BASE_EVQ_INTERNAL_H

#include "evq.h"

#define CHUNK_ENTRIES 15

struct evq_chunk {
	_Alignas(64) struct evq_chunk *next; /* full ones */
	uint64_t count;
	uint64_t pad[2];
	struct event_entry at[CHUNK_ENTRIES];
};

static inline uint64_t bucket_of(ps_t time_ps)
{
	return time_ps >> EVQ_BUCKET_BITS;
}

static inline void chunk_put(struct evq *q, struct evq_chunk *c)
{
	c->next = q->spare;
	q->spare = c;
}

_Noreturn void evq_out_of_memory(size_t entries);

#endif
