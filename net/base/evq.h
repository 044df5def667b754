/*
 * evq.h - the event queue of one worker: a timing wheel for what comes soon, a
 * heap for what is due now and one for what is far away.
 *
 * Pops in the strict order of event_before().  Nearly every event lies within
 * the wheel's four microseconds, where a push is a list insertion; only the
 * events of one bucket, a nanosecond's worth, are ever sorted, and mostly are
 * in order already.  No allocation
 * but the growth of the two heaps.  One thread at a time; no locks.
 */
#ifndef BGQ_BASE_EVQ_H
#define BGQ_BASE_EVQ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "event.h"

#define EVQ_BUCKETS     4096u /* a power of two */
#define EVQ_BUCKET_BITS 10    /* a bucket is 1,024 ps wide */

/* Binary heap; an event's slot tells its place. */
struct evq_heap {
	struct evq_entry {
		ps_t time_ps; /* the event's, so that comparing needs no look at it */
		struct event *ev;
	} *at;
	size_t count, room;
};

/* The bucket at hand, sorted when it was opened: taken from the front.  An event
 * removed meanwhile leaves ev NULL; at[head] is never such a one. */
struct evq_run {
	struct evq_entry *at;
	size_t head, end, room, count; /* count: without the removed ones */
};

/* Invariants: run and due hold every event of bucket cur and before (due those
 * that came after it was opened), the wheel those of buckets cur+1 ..
 * cur+EVQ_BUCKETS-1, far all later ones. */
struct evq {
	ps_t next_ps;   /* time of the first event, PS_NEVER if there is none */
	uint64_t cur;   /* time >> EVQ_BUCKET_BITS; never beyond an event popped */
	struct evq_run run;
	struct evq_heap due, far;
	size_t wheel_count;
	uint64_t summary;                    /* bit i: occupied[i] is not 0 */
	uint64_t occupied[EVQ_BUCKETS / 64]; /* bit per bucket */
	struct event *bucket[EVQ_BUCKETS];
};

int evq_init(struct evq *q); /* 0 or -ENOMEM */
void evq_cleanup(struct evq *q);

/* ev is not queued, and not earlier than the last event popped. */
void evq_push(struct evq *q, struct event *ev);

/* The first event if it is earlier than end_ps, else NULL. */
struct event *evq_pop_before(struct evq *q, ps_t end_ps);

/* Take a queued event out. */
void evq_remove(struct evq *q, struct event *ev);

static inline ps_t evq_next_ps(const struct evq *q)
{
	return q->next_ps;
}

static inline size_t evq_count(const struct evq *q)
{
	return q->run.count + q->due.count + q->wheel_count + q->far.count;
}

/* Whether ev is in some queue; true of no event that was zeroed, or popped. */
static inline bool event_queued(const struct event *ev)
{
	return ev->slot != 0;
}

#endif
