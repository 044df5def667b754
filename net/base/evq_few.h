/*
 * evq_few.h - an event queue of few events: all of them lie in the run, in order, whatever their
 * time.  Shifting some of these neighbours costs less than buckets, which lie apart in memory.  A
 * part of evq.c.
 *
 * Never: a removed entry in the run meanwhile, or an event elsewhere.
 */
#ifndef BGQ_BASE_EVQ_FEW_H
#define BGQ_BASE_EVQ_FEW_H

#include "evq_internal.h"

/* With more than these the wheel is used, and until no more than so many are left. */
#define EVQ_FEW_MOST  40u
#define EVQ_FEW_AGAIN 12u

/* There is room for one more. */
static inline void evq_few_insert(struct evq_run *r, const struct event_entry *e)
{
	size_t i = r->end++;

	for (; i > r->head && entry_before(e, evq_run_at(r, i - 1)); i--)
		entry_copy(evq_run_at(r, i), evq_run_at(r, i - 1));
	entry_copy(evq_run_at(r, i), e);
	set_slot(e, SLOT_IN_RUN);
	r->count++;
}

static inline void evq_few_remove(struct evq_run *r, size_t i)
{
	for (; i + 1 < r->end; i++)
		entry_copy(evq_run_at(r, i), evq_run_at(r, i + 1));
	r->end--;
	r->count--;
}

#endif
