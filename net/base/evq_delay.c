/* evq_delay.c - visits and delays all entries of an event queue; see evq.h.
 *
 * Delayed entries move between due, wheel and far, all of which are placed relative
 * to cur; so the queue is emptied and filled again rather than moved in place. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "evq_internal.h"

typedef void entry_fn(void *ctx, const struct event_entry *e);

/* The occupied bucket of the lowest bit of word w. */
static inline unsigned bucket_at(unsigned w, uint64_t bits)
{
	return w * 64 + (unsigned)__builtin_ctzll(bits);
}

static void entries_each(const struct event_entry *at, size_t n, entry_fn *fn, void *ctx)
{
	for (size_t i = 0; i < n; i++)
		fn(ctx, &at[i]);
}

static void run_each(const struct evq_run *r, entry_fn *fn, void *ctx)
{
	for (size_t i = r->head; i < r->end; i++)
		if (!evq_run_is_removed(evq_run_at(r, i)))
			fn(ctx, evq_run_at(r, i));
}

static void bucket_each(const struct evq_bucket *k, entry_fn *fn, void *ctx)
{
	for (const struct evq_chunk *c = k->first; c; c = c->next)
		entries_each(c->at, c->count, fn, ctx);
}

static void wheel_each(const struct evq *q, entry_fn *fn, void *ctx)
{
	for (unsigned w = 0; w < EVQ_WORDS; w++)
		for (uint64_t bits = q->occupied[w]; bits; bits &= bits - 1)
			bucket_each(&q->bucket[bucket_at(w, bits)], fn, ctx);
}

void evq_each(const struct evq *q, entry_fn *fn, void *ctx)
{
	run_each(&q->run, fn, ctx);
	entries_each(q->due.at, q->due.count, fn, ctx);
	wheel_each(q, fn, ctx);
	entries_each(q->far.at, q->far.count, fn, ctx);
}

/* ---- delay */

struct gathered {
	struct event_entry *at;
	size_t count;
};

static void gather(void *ctx, const struct event_entry *e)
{
	struct gathered *g = ctx;

	g->at[g->count++] = *e;
}

static void entry_delay(struct event_entry *e, ps_t delay_ps)
{
	assert(delay_ps < PS_NEVER - e->time_ps);
	e->time_ps += delay_ps;
	if (!entry_is_light(e))
		((struct event *)e->what)->time_ps = e->time_ps;
}

static void bucket_empty(struct evq *q, struct evq_bucket *k)
{
	for (struct evq_chunk *c = k->first, *next; c; c = next) {
		next = c->next;
		chunk_put(q, c);
	}
	k->first = NULL;
}

static void wheel_empty(struct evq *q)
{
	for (unsigned w = 0; w < EVQ_WORDS; w++)
		for (uint64_t bits = q->occupied[w]; bits; bits &= bits - 1)
			bucket_empty(q, &q->bucket[bucket_at(w, bits)]);
	memset(q->occupied, 0, sizeof q->occupied);
	memset(q->summary, 0, sizeof q->summary);
	q->wheel_count = 0;
}

/* Empties the queue; what is pushed next will be at or after from_ps.  Events' slots
 * stay as they are until they are pushed. */
static void empty(struct evq *q, ps_t from_ps)
{
	q->run.head = q->run.end = q->run.count = 0;
	q->due.count = q->far.count = 0;
	wheel_empty(q);
	wheel_need(q);
	q->cur = bucket_of(from_ps);
	q->next_ps = PS_NEVER;
}

void evq_delay(struct evq *q, ps_t delay_ps, ps_t from_ps,
	       bool (*later)(void *ctx, const struct event_entry *e), void *ctx)
{
	size_t n = evq_count(q);
	struct gathered all = { .at = malloc(n * sizeof *all.at) };

	if (n && !all.at)
		evq_out_of_memory(n);
	evq_each(q, gather, &all);
	assert(all.count == n);
	for (size_t i = 0; i < n; i++)
		if (later(ctx, &all.at[i]))
			entry_delay(&all.at[i], delay_ps);
	empty(q, from_ps);
	for (size_t i = 0; i < n; i++) {
		assert(all.at[i].time_ps >= from_ps);
		evq_push(q, &all.at[i]);
	}
	free(all.at);
}
