/* evq_internal.h - the event queue's parts, shared by evq.c and evq_delay.c. */
#ifndef BGQ_BASE_EVQ_INTERNAL_H
#define BGQ_BASE_EVQ_INTERNAL_H

#include <string.h>

#include "evq.h"

#define CHUNK_ENTRIES 15

struct evq_chunk {
	_Alignas(64) struct evq_chunk *next; /* full ones */
	uint64_t count;
	uint64_t pad[2];
	struct event_entry at[CHUNK_ENTRIES];
};

/* A struct event's slot: its index in due or far, with 1 in the lowest bit; its entry's address
 * in the wheel; any even number in the run, where it is found by its time and node, so that it
 * need not be touched when its bucket's turn comes. */
#define SLOT_IN_RUN UINT64_C(2)

static inline uint64_t bucket_of(ps_t time_ps)
{
	return time_ps >> EVQ_BUCKET_BITS;
}

static inline void set_slot(const struct event_entry *e, uint64_t slot)
{
	if (!entry_is_light(e))
		((struct event *)e->what)->slot = slot;
}

/* Word by word, since e was just stored in words: the host stalls when a wider load reads what
 * several stores wrote. */
static inline void entry_copy(struct event_entry *to, const struct event_entry *e)
{
	uint64_t time_ps = e->time_ps, place = e->place, seq = e->seq;
	void *what = e->what;

	__asm__("" : "+r"(time_ps), "+r"(place), "+r"(seq), "+r"(what));
	to->time_ps = time_ps;
	to->place = place;
	to->seq = seq;
	to->what = what;
}

static inline void chunk_put(struct evq *q, struct evq_chunk *c)
{
	c->next = q->spare;
	q->spare = c;
}

/* Before cur is that of the wheel.  A queue of few events never touches the buckets' pages. */
static inline void wheel_need(struct evq *q)
{
	if (!q->has_wheel)
		memset(q->bucket, 0, sizeof q->bucket);
	q->has_wheel = true;
}

_Noreturn void evq_out_of_memory(size_t entries);

#endif
