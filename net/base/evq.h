/*
 * evq.h - the event queue of one worker: a timing wheel (calendar queue) for near
 * events, and two heaps, for what is due now and for what lies beyond the wheel.
 *
 * Pops in the strict order of entry_before().  Nearly every event lies within the
 * wheel's 33 microseconds, where a push writes an entry to the end of a bucket;
 * only the entries of one bucket are ever sorted, side by side in memory, and what
 * they point at is not touched.  No allocation but the growth of the arrays.  One
 * thread at a time; no locks.
 */
#ifndef BGQ_BASE_EVQ_H
#define BGQ_BASE_EVQ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "event.h"

#define EVQ_BUCKETS     8192u /* a power of two, at most 64 * 64 * 2 */
#define EVQ_BUCKET_BITS 12    /* a bucket is 4096 ps wide */
#define EVQ_WORDS       (EVQ_BUCKETS / 64)

/* cur while events are few: no bucket is behind it, so all belong to the run (evq_few.h). */
#define EVQ_CUR_LAST (UINT64_MAX >> 1)

/* Binary heap; a struct event's slot tells its place. */
struct evq_heap {
	struct event_entry *at;
	size_t count, capacity;
};

/* The current bucket, sorted when it was opened, taken from the front, and appended to by what
 * comes last.  An event removed since leaves an entry with what NULL; at[head] is never one of
 * these. */
struct evq_run {
	struct event_entry *at; /* a ring: evq_run_at() */
	size_t head, end, capacity, count; /* count: without the removed ones */
	struct event_entry *spare; /* as many, to sort */
};

struct evq_chunk;
struct evq_slab;

struct evq_bucket {
	struct evq_chunk *first; /* the only one that is not full */
	ps_t least_ps;           /* no entry is earlier */
};

/* Invariants: run and due hold every event of bucket cur and before (due those
 * that came after it was opened, and not last), the wheel those of buckets cur+1 ..
 * cur+EVQ_BUCKETS-1, far all later ones. */
struct evq {
	ps_t next_ps;   /* no event is earlier; PS_NEVER if there is none */
	uint64_t cur;   /* time >> EVQ_BUCKET_BITS */
	struct evq_run run;
	struct evq_heap due, far;
	struct event_entry popped; /* from due */
	size_t wheel_count;
	bool has_wheel; /* bucket is initialized: since events were many for the first time */
	struct evq_chunk *spare;
	struct evq_slab *slabs;
	uint64_t summary[EVQ_WORDS / 64]; /* bit i: occupied[i] is not 0 */
	uint64_t occupied[EVQ_WORDS];     /* bit per bucket */
	struct evq_bucket bucket[EVQ_BUCKETS];
};

int evq_init(struct evq *q); /* 0 or -ENOMEM */
void evq_cleanup(struct evq *q);

/* e's event is not queued, and not earlier than the last one popped. */
void evq_push(struct evq *q, const struct event_entry *e);

/* evq_pop_before() in all cases. */
const struct event_entry *evq_pop_any_before(struct evq *q, ps_t end_ps);

/* Take a queued event out. */
void evq_remove(struct evq *q, struct event *ev);

/* Calls fn for every queued entry, in no particular order.  fn may read but not change
 * the queue. */
void evq_each(const struct evq *q, void (*fn)(void *ctx, const struct event_entry *e),
	      void *ctx);

/* Every entry for which later(ctx, entry) is true comes delay_ps later than it did
 * (the entry's time_ps, and for struct events ev->time_ps as well); the others stay.
 * All keep their place and seq.  later is called once for each, in no particular order.
 *
 * No entry may be left that is earlier than from_ps, up to which all events have run
 * after the delay: every entry that is not delayed must be at or
 * after from_ps, and every delayed one lands at or after it, before PS_NEVER. */
void evq_delay(struct evq *q, ps_t delay_ps, ps_t from_ps,
	       bool (*later)(void *ctx, const struct event_entry *e), void *ctx);

/* Returns the host's memory that the queue's arrays take, in use or not. */
size_t evq_bytes(const struct evq *q);

/* i: as head and end, which count on; capacity is a power of two. */
static inline struct event_entry *evq_run_at(const struct evq_run *r, size_t i)
{
	return &r->at[i & (r->capacity - 1)];
}

/* Whether an entry of the run was left by a removed event. */
static inline bool evq_run_is_removed(const struct event_entry *e)
{
	return !e->what && !entry_is_light(e);
}

/* The first event if it is earlier than end_ps, else NULL; good until the next call. */
static inline const struct event_entry *evq_pop_before(struct evq *q, ps_t end_ps)
{
	struct evq_run *r = &q->run;
	const struct event_entry *e = evq_run_at(r, r->head), *next = evq_run_at(r, r->head + 1);

	if (r->count < 2 || q->due.count || q->next_ps >= end_ps || evq_run_is_removed(next))
		return evq_pop_any_before(q, end_ps);
	r->head++;
	r->count--;
	q->next_ps = next->time_ps;
	if (!entry_is_light(e))
		((struct event *)e->what)->slot = 0;
	return e;
}

/* All events lie in the run (evq_few.h). */
static inline bool evq_is_few(const struct evq *q)
{
	return q->cur == EVQ_CUR_LAST;
}

/* An entry of the current bucket, `way` places ahead, for prefetching; or NULL. */
static inline const struct event_entry *evq_ahead(const struct evq *q, size_t way)
{
	size_t i = q->run.head + way;

	return i < q->run.end ? evq_run_at(&q->run, i) : NULL;
}

/* No event comes earlier. */
static inline ps_t evq_next_ps(const struct evq *q)
{
	return q->next_ps;
}

static inline size_t evq_count(const struct evq *q)
{
	return q->run.count + q->due.count + q->wheel_count + q->far.count;
}

#endif
