/* evq.c - see evq.h. */
#include "evq.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MASK (EVQ_BUCKETS - 1)
#define HEAP_ROOM 256
#define SHELL_MOST 4096

/* ev->slot: where a queued event is, in the low bits, and its index there. */
enum { IN_DUE = 1, IN_WHEEL = 2, IN_FAR = 3, IN_RUN = 4, WHERE_BITS = 3, WHERE = 7 };

static uint64_t bucket_of(const struct event *ev)
{
	return ev->time_ps >> EVQ_BUCKET_BITS;
}

static void entries_grow(struct evq_entry **at, size_t *room)
{
	struct evq_entry *more = realloc(*at, 2 * *room * sizeof *more);

	if (!more) { /* a lost event would be a wrong result */
		fprintf(stderr, "bgq-run: out of memory for %zu events\n", *room);
		abort();
	}
	*at = more;
	*room *= 2;
}

/* ---- heaps */

static inline bool entry_before(const struct evq_entry *a, const struct evq_entry *b)
{
	return a->time_ps != b->time_ps ? a->time_ps < b->time_ps
					: event_before(a->ev, b->ev);
}

static inline void heap_set(struct evq_heap *h, size_t i, struct evq_entry e, unsigned where)
{
	h->at[i] = e;
	e.ev->slot = (uint64_t)i << WHERE_BITS | where;
}

static void heap_up(struct evq_heap *h, size_t i, struct evq_entry e, unsigned where)
{
	while (i > 0 && entry_before(&e, &h->at[(i - 1) / 2])) {
		heap_set(h, i, h->at[(i - 1) / 2], where);
		i = (i - 1) / 2;
	}
	heap_set(h, i, e, where);
}

static void heap_down(struct evq_heap *h, size_t i, struct evq_entry e, unsigned where)
{
	for (;;) {
		size_t child = 2 * i + 1;

		if (child >= h->count)
			break;
		if (child + 1 < h->count && entry_before(&h->at[child + 1], &h->at[child]))
			child++;
		if (!entry_before(&h->at[child], &e))
			break;
		heap_set(h, i, h->at[child], where);
		i = child;
	}
	heap_set(h, i, e, where);
}

static void heap_push(struct evq_heap *h, struct event *ev, unsigned where)
{
	if (h->count == h->room)
		entries_grow(&h->at, &h->room);
	heap_up(h, h->count++, (struct evq_entry){ ev->time_ps, ev }, where);
}

static void heap_remove(struct evq_heap *h, size_t i, unsigned where)
{
	struct evq_entry last = h->at[--h->count];

	if (i == h->count)
		return;
	if (i > 0 && entry_before(&last, &h->at[(i - 1) / 2]))
		heap_up(h, i, last, where);
	else
		heap_down(h, i, last, where);
}

/* ---- wheel */

static void wheel_push(struct evq *q, struct event *ev)
{
	unsigned b = bucket_of(ev) & MASK;
	struct event *first = q->bucket[b];

	ev->slot = IN_WHEEL;
	ev->prev = NULL;
	ev->next = first;
	if (first)
		first->prev = ev;
	q->bucket[b] = ev;
	q->occupied[b / 64] |= UINT64_C(1) << b % 64;
	q->summary |= UINT64_C(1) << b / 64;
	q->wheel_count++;
}

static void wheel_clear(struct evq *q, unsigned b)
{
	q->bucket[b] = NULL;
	q->occupied[b / 64] &= ~(UINT64_C(1) << b % 64);
	if (!q->occupied[b / 64])
		q->summary &= ~(UINT64_C(1) << b / 64);
}

static void wheel_remove(struct evq *q, struct event *ev)
{
	if (ev->next)
		ev->next->prev = ev->prev;
	if (ev->prev)
		ev->prev->next = ev->next;
	else if (ev->next)
		q->bucket[bucket_of(ev) & MASK] = ev->next;
	else
		wheel_clear(q, bucket_of(ev) & MASK);
	q->wheel_count--;
}

/* The first occupied bucket after cur, going round; there is one. */
static unsigned wheel_next(const struct evq *q)
{
	unsigned start = (unsigned)((q->cur + 1) & MASK), word = start / 64;
	uint64_t bits = q->occupied[word] & ~UINT64_C(0) << start % 64;

	if (bits)
		return word * 64 + (unsigned)__builtin_ctzll(bits);
	/* Words after this one, then from the beginning up to and with it. */
	uint64_t later = word == 63 ? 0 : q->summary & ~UINT64_C(0) << (word + 1);

	word = (unsigned)__builtin_ctzll(later ? later : q->summary);
	return word * 64 + (unsigned)__builtin_ctzll(q->occupied[word]);
}

static ps_t bucket_first_ps(const struct evq *q, unsigned b)
{
	ps_t first = PS_NEVER;

	for (const struct event *ev = q->bucket[b]; ev; ev = ev->next)
		if (ev->time_ps < first)
			first = ev->time_ps;
	return first;
}

/* ---- the bucket at hand */

static int entry_compare(const void *a, const void *b)
{
	return entry_before(a, b) ? -1 : 1;
}

/* A bucket holds few enough for Shell's sort, with its comparison inline. */
static void entries_sort(struct evq_entry *at, size_t n)
{
	static const size_t gaps[] = { 701, 301, 132, 57, 23, 10, 4, 1 };

	if (n > SHELL_MOST) {
		qsort(at, n, sizeof *at, entry_compare);
		return;
	}
	for (size_t g = 0; g < sizeof gaps / sizeof *gaps; g++) {
		size_t gap = gaps[g];

		for (size_t i = gap; i < n; i++) {
			struct evq_entry e = at[i];
			size_t k = i;

			for (; k >= gap && entry_before(&e, &at[k - gap]); k -= gap)
				at[k] = at[k - gap];
			at[k] = e;
		}
	}
}

/* Events come out of a bucket last in, first out; as they came in they often are
 * in order. */
static void run_fill(struct evq_run *r, struct event *list)
{
	size_t n = 0;
	bool sorted = true;

	for (const struct event *ev = list; ev; ev = ev->next)
		n++;
	while (n > r->room)
		entries_grow(&r->at, &r->room);
	r->head = 0;
	r->end = r->count = n;
	for (struct event *ev = list; ev; ev = ev->next)
		r->at[--n] = (struct evq_entry){ ev->time_ps, ev };
	for (size_t i = 1; i < r->end && sorted; i++)
		sorted = entry_before(&r->at[i - 1], &r->at[i]);
	if (!sorted)
		entries_sort(r->at, r->end);
	for (size_t i = 0; i < r->end; i++)
		r->at[i].ev->slot = (uint64_t)i << WHERE_BITS | IN_RUN;
}

static void run_skip_removed(struct evq_run *r)
{
	while (r->head < r->end && !r->at[r->head].ev)
		r->head++;
}

static void run_remove(struct evq_run *r, size_t i)
{
	r->at[i].ev = NULL;
	r->count--;
	run_skip_removed(r);
}

/* Whether the next event is the run's; there is one in run or due. */
static bool run_is_next(const struct evq *q)
{
	return q->run.count &&
	       (!q->due.count || entry_before(&q->run.at[q->run.head], &q->due.at[0]));
}

static void next_update(struct evq *q)
{
	if (q->run.count || q->due.count)
		q->next_ps = run_is_next(q) ? q->run.at[q->run.head].time_ps
					    : q->due.at[0].time_ps;
	else if (q->wheel_count)
		q->next_ps = bucket_first_ps(q, wheel_next(q));
	else
		q->next_ps = q->far.count ? q->far.at[0].time_ps : PS_NEVER;
}

/* Go on to the bucket of the first event, which lies ahead. */
static void wheel_turn(struct evq *q)
{
	q->cur = q->next_ps >> EVQ_BUCKET_BITS;
	while (q->far.count && q->far.at[0].time_ps >> EVQ_BUCKET_BITS < q->cur + EVQ_BUCKETS) {
		struct event *ev = q->far.at[0].ev;

		heap_remove(&q->far, 0, IN_FAR);
		if (bucket_of(ev) <= q->cur)
			heap_push(&q->due, ev, IN_DUE);
		else
			wheel_push(q, ev);
	}
	unsigned b = (unsigned)(q->cur & MASK);

	/* Only events of this very round can be in it: a whole turn ahead would
	 * lie in far. */
	run_fill(&q->run, q->bucket[b]);
	q->wheel_count -= q->run.count;
	wheel_clear(q, b);
}

/* ---- interface */

int evq_init(struct evq *q)
{
	memset(q, 0, sizeof *q);
	q->next_ps = PS_NEVER;
	q->due.at = malloc(HEAP_ROOM * sizeof *q->due.at);
	q->far.at = malloc(HEAP_ROOM * sizeof *q->far.at);
	q->run.at = malloc(HEAP_ROOM * sizeof *q->run.at);
	q->due.room = q->far.room = q->run.room = HEAP_ROOM;
	if (q->due.at && q->far.at && q->run.at)
		return 0;
	evq_cleanup(q);
	return -ENOMEM;
}

void evq_cleanup(struct evq *q)
{
	free(q->due.at);
	free(q->far.at);
	free(q->run.at);
	memset(q, 0, sizeof *q);
}

void evq_push(struct evq *q, struct event *ev)
{
	uint64_t b = bucket_of(ev);

	assert(!event_queued(ev));
	if (b <= q->cur)
		heap_push(&q->due, ev, IN_DUE);
	else if (b - q->cur < EVQ_BUCKETS)
		wheel_push(q, ev);
	else
		heap_push(&q->far, ev, IN_FAR);
	if (ev->time_ps < q->next_ps)
		q->next_ps = ev->time_ps;
}

struct event *evq_pop_before(struct evq *q, ps_t end_ps)
{
	if (q->next_ps >= end_ps)
		return NULL;
	if (!q->due.count && !q->run.count)
		wheel_turn(q);
	struct event *ev;

	if (run_is_next(q)) {
		ev = q->run.at[q->run.head].ev;
		run_remove(&q->run, q->run.head);
	} else {
		ev = q->due.at[0].ev;
		heap_remove(&q->due, 0, IN_DUE);
	}
	ev->slot = 0;
	next_update(q);
	return ev;
}

void evq_remove(struct evq *q, struct event *ev)
{
	size_t i = ev->slot >> WHERE_BITS;

	assert(event_queued(ev));
	switch (ev->slot & WHERE) {
	case IN_DUE: heap_remove(&q->due, i, IN_DUE); break;
	case IN_FAR: heap_remove(&q->far, i, IN_FAR); break;
	case IN_RUN: run_remove(&q->run, i); break;
	default: wheel_remove(q, ev); break;
	}
	ev->slot = 0;
	if (ev->time_ps == q->next_ps)
		next_update(q);
}
