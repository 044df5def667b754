/* evq.c - see evq.h. */
#include "evq.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "evq_few.h"
#include "evq_internal.h"
#include "evq_sort.h"

#define MASK (EVQ_BUCKETS - 1)
#define HEAP_CAPACITY 256
#define SLAB_CHUNKS 128
/* Most events are posted less far ahead, to buckets that were last used a turn ago. */
#define BUCKETS_AHEAD 96

struct evq_slab {
	struct evq_slab *next;
	struct evq_chunk chunk[SLAB_CHUNKS];
};

static uint64_t slot_of_index(size_t i)
{
	return (uint64_t)i << 1 | 1;
}

void evq_out_of_memory(size_t entries)
{
	/* A lost event would be a wrong result. */
	fprintf(stderr, "bgq-run: out of memory for %zu events\n", entries);
	abort();
}

static void entries_grow(struct event_entry **at, size_t *capacity)
{
	struct event_entry *more = realloc(*at, 2 * *capacity * sizeof *more);

	if (!more)
		evq_out_of_memory(*capacity);
	*at = more;
	*capacity *= 2;
}

/* ---- heaps */

static inline void heap_set(struct evq_heap *h, size_t i, const struct event_entry *e)
{
	h->at[i] = *e;
	set_slot(e, slot_of_index(i));
}

static void heap_up(struct evq_heap *h, size_t i, const struct event_entry *e)
{
	while (i > 0 && entry_before(e, &h->at[(i - 1) / 2])) {
		heap_set(h, i, &h->at[(i - 1) / 2]);
		i = (i - 1) / 2;
	}
	heap_set(h, i, e);
}

static void heap_down(struct evq_heap *h, size_t i, const struct event_entry *e)
{
	for (;;) {
		size_t child = 2 * i + 1;

		if (child >= h->count)
			break;
		if (child + 1 < h->count && entry_before(&h->at[child + 1], &h->at[child]))
			child++;
		if (!entry_before(&h->at[child], e))
			break;
		heap_set(h, i, &h->at[child]);
		i = child;
	}
	heap_set(h, i, e);
}

static void heap_push(struct evq_heap *h, const struct event_entry *e)
{
	struct event_entry copy = *e; /* it may lie in what grows */

	if (h->count == h->capacity)
		entries_grow(&h->at, &h->capacity);
	heap_up(h, h->count++, &copy);
}

static void heap_remove(struct evq_heap *h, size_t i)
{
	struct event_entry last = h->at[--h->count];

	if (i == h->count)
		return;
	if (i > 0 && entry_before(&last, &h->at[(i - 1) / 2]))
		heap_up(h, i, &last);
	else
		heap_down(h, i, &last);
}

/* ---- wheel */

static struct evq_chunk *chunk_get(struct evq *q)
{
	struct evq_chunk *c = q->spare;

	if (!c) {
		struct evq_slab *s = aligned_alloc(64, (sizeof *s + 63) / 64 * 64);

		if (!s)
			evq_out_of_memory(q->wheel_count);
		s->next = q->slabs;
		q->slabs = s;
		for (unsigned i = 0; i < SLAB_CHUNKS; i++) {
			s->chunk[i].next = c;
			c = &s->chunk[i];
		}
	}
	q->spare = c->next;
	c->count = 0;
	return c;
}

static void wheel_push(struct evq *q, const struct event_entry *e)
{
	unsigned b = bucket_of(e->time_ps) & MASK;
	struct evq_bucket *k = &q->bucket[b];
	struct evq_chunk *c = k->first;

	if (!c || c->count == CHUNK_ENTRIES) {
		if (!c) {
			q->occupied[b / 64] |= UINT64_C(1) << b % 64;
			q->summary[b / 64 / 64] |= UINT64_C(1) << b / 64 % 64;
			k->least_ps = PS_NEVER;
		}
		c = chunk_get(q);
		c->next = k->first;
		k->first = c;
	}
	if (e->time_ps < k->least_ps)
		k->least_ps = e->time_ps;
	entry_copy(&c->at[c->count], e);
	set_slot(e, (uint64_t)(uintptr_t)&c->at[c->count]);
	c->count++;
	q->wheel_count++;
}

static void wheel_clear(struct evq *q, unsigned b)
{
	unsigned word = b / 64;

	q->bucket[b].first = NULL;
	q->occupied[word] &= ~(UINT64_C(1) << b % 64);
	if (!q->occupied[word])
		q->summary[word / 64] &= ~(UINT64_C(1) << word % 64);
}

static void wheel_remove(struct evq *q, const struct event *ev)
{
	unsigned b = bucket_of(ev->time_ps) & MASK;
	struct event_entry *hole = (struct event_entry *)(uintptr_t)ev->slot;
	struct evq_chunk *c = q->bucket[b].first;
	struct event_entry *last = &c->at[--c->count];

	if (hole != last) {
		*hole = *last;
		set_slot(hole, (uint64_t)(uintptr_t)hole);
	}
	q->wheel_count--;
	if (c->count)
		return;
	q->bucket[b].first = c->next;
	chunk_put(q, c);
	if (!q->bucket[b].first)
		wheel_clear(q, b);
}

/* The lowest bit of mask words [from, n); -1 if there is none. */
static int first_bit(const uint64_t *mask, unsigned from, unsigned n)
{
	for (unsigned i = from; i < n; i++)
		if (mask[i])
			return (int)(i * 64 + (unsigned)__builtin_ctzll(mask[i]));
	return -1;
}

/* The first occupied word after word, or -1. */
static int word_after(const struct evq *q, unsigned word)
{
	unsigned i = (word + 1) / 64;
	uint64_t bits;

	if (word + 1 == EVQ_WORDS)
		return -1;
	bits = q->summary[i] & ~UINT64_C(0) << (word + 1) % 64;
	if (bits)
		return (int)(i * 64 + (unsigned)__builtin_ctzll(bits));
	return first_bit(q->summary, i + 1, EVQ_WORDS / 64);
}

/* The first occupied bucket after cur, going round; there is one. */
static unsigned wheel_next(const struct evq *q)
{
	unsigned start = (unsigned)((q->cur + 1) & MASK), word = start / 64;
	uint64_t bits = q->occupied[word] & ~UINT64_C(0) << start % 64;
	int w;

	if (bits)
		return word * 64 + (unsigned)__builtin_ctzll(bits);
	/* Words after this one, then from the beginning up to and with it. */
	w = word_after(q, word);
	if (w < 0)
		w = first_bit(q->summary, 0, EVQ_WORDS / 64);
	return (unsigned)w * 64 + (unsigned)__builtin_ctzll(q->occupied[w]);
}

/* ---- the bucket at hand */

static void run_grow(struct evq_run *r)
{
	free(r->spare);
	entries_grow(&r->at, &r->capacity);
	r->spare = malloc(r->capacity * sizeof *r->spare);
	if (!r->spare)
		evq_out_of_memory(r->capacity);
}

static void run_fill(struct evq *q, struct evq_chunk *chunks)
{
	struct evq_run *r = &q->run;
	size_t n = 0;

	for (const struct evq_chunk *c = chunks; c; c = c->next)
		n += c->count;
	while (n > r->capacity)
		run_grow(r);
	evq_sort(r->at, chunks, n, r->spare);
	for (struct evq_chunk *c = chunks, *next; c; c = next) {
		next = c->next;
		chunk_put(q, c);
	}
	r->head = 0;
	r->count = r->end = n;
}

static inline void run_skip_removed(struct evq_run *r)
{
	while (r->head < r->end && evq_run_is_removed(evq_run_at(r, r->head)))
		r->head++;
}

/* Finds where ev belongs in the run, whose entries are in order, removed ones among them. */
static size_t run_find(const struct evq_run *r, const struct event *ev)
{
	const struct event_entry least = { ev->time_ps, event_place(ev->node, 0), 0, NULL };
	size_t from = r->head, to = r->end;

	while (from < to) {
		size_t middle = from + (to - from) / 2;

		if (entry_before(evq_run_at(r, middle), &least))
			from = middle + 1;
		else
			to = middle;
	}
	while (from < r->end && evq_run_at(r, from)->what != ev)
		from++;
	assert(from < r->end);
	return from;
}

static void run_remove(struct evq_run *r, size_t i)
{
	evq_run_at(r, i)->what = NULL;
	r->count--;
	run_skip_removed(r);
}

/* Appends e if it comes last and fits.  The entry before head is the handler's that runs now. */
static inline bool run_append(struct evq_run *r, const struct event_entry *e)
{
	if (r->end - r->head >= r->capacity - 1 ||
	    (r->head < r->end && entry_before(e, evq_run_at(r, r->end - 1))))
		return false;
	entry_copy(evq_run_at(r, r->end++), e);
	set_slot(e, SLOT_IN_RUN);
	r->count++;
	return true;
}

/* Whether the next event is the run's; there is one in run or due. */
static inline bool run_is_next(const struct evq *q)
{
	return q->run.count &&
	       (!q->due.count || entry_before(evq_run_at(&q->run, q->run.head), &q->due.at[0]));
}

static inline void next_update(struct evq *q)
{
	if (q->run.count || q->due.count)
		q->next_ps = run_is_next(q) ? evq_run_at(&q->run, q->run.head)->time_ps
					    : q->due.at[0].time_ps;
	else if (q->wheel_count)
		q->next_ps = q->bucket[wheel_next(q)].least_ps;
	else
		q->next_ps = q->far.count ? q->far.at[0].time_ps : PS_NEVER;
}

/* Go on to the bucket of the first event, which lies ahead. */
static void wheel_turn(struct evq *q)
{
	q->cur = bucket_of(q->next_ps);
	while (q->far.count && bucket_of(q->far.at[0].time_ps) < q->cur + EVQ_BUCKETS) {
		struct event_entry e = q->far.at[0];

		heap_remove(&q->far, 0);
		if (bucket_of(e.time_ps) <= q->cur)
			heap_push(&q->due, &e);
		else
			wheel_push(q, &e);
	}
	unsigned b = (unsigned)(q->cur & MASK);

	__builtin_prefetch(&q->bucket[(b + BUCKETS_AHEAD) & MASK], 1);
	/* Only events of this very round can be in it: a whole turn ahead would
	 * lie in far. */
	run_fill(q, q->bucket[b].first);
	q->wheel_count -= q->run.count;
	wheel_clear(q, b);
}

/* ---- few events */

/* run and due are empty, the others hold few events. */
static __attribute__((noinline)) void few_begin(struct evq *q)
{
	q->run.head = q->run.end = 0;
	while (q->wheel_count) {
		unsigned b = wheel_next(q);

		for (struct evq_chunk *c = q->bucket[b].first, *next; c; c = next) {
			for (size_t i = 0; i < c->count; i++)
				evq_few_insert(&q->run, &c->at[i]);
			q->wheel_count -= c->count;
			next = c->next;
			chunk_put(q, c);
		}
		wheel_clear(q, b);
	}
	for (size_t i = 0; i < q->far.count; i++)
		evq_few_insert(&q->run, &q->far.at[i]);
	q->far.count = 0;
	q->cur = EVQ_CUR_LAST;
}

/* Moves all but those of the first one's bucket out of the run. */
static __attribute__((noinline)) void few_end(struct evq *q)
{
	struct evq_run *r = &q->run;
	size_t i = r->head, end = r->end;

	wheel_need(q);
	q->cur = bucket_of(evq_run_at(r, i)->time_ps);
	while (i < end && bucket_of(evq_run_at(r, i)->time_ps) == q->cur)
		i++;
	r->count = i - r->head;
	r->end = i;
	for (; i < end; i++)
		evq_push(q, evq_run_at(r, i));
}

static const struct event_entry *few_pop(struct evq *q)
{
	struct evq_run *r = &q->run;
	const struct event_entry *e = evq_run_at(r, r->head++);

	set_slot(e, 0);
	q->next_ps = --r->count ? evq_run_at(r, r->head)->time_ps : PS_NEVER;
	return e;
}

/* ---- interface */

int evq_init(struct evq *q)
{
	memset(q, 0, offsetof(struct evq, bucket));
	q->next_ps = PS_NEVER;
	q->cur = EVQ_CUR_LAST;
	q->due.at = malloc(HEAP_CAPACITY * sizeof *q->due.at);
	q->far.at = malloc(HEAP_CAPACITY * sizeof *q->far.at);
	q->run.at = malloc(HEAP_CAPACITY * sizeof *q->run.at);
	q->run.spare = malloc(HEAP_CAPACITY * sizeof *q->run.spare);
	q->due.capacity = q->far.capacity = q->run.capacity = HEAP_CAPACITY;
	if (q->due.at && q->far.at && q->run.at && q->run.spare)
		return 0;
	evq_cleanup(q);
	return -ENOMEM;
}

size_t evq_bytes(const struct evq *q)
{
	size_t entries = 2 * q->run.capacity + q->due.capacity + q->far.capacity;
	size_t bytes = sizeof *q + entries * sizeof(struct event_entry);

	for (const struct evq_slab *s = q->slabs; s; s = s->next)
		bytes += sizeof *s;
	return bytes;
}

void evq_cleanup(struct evq *q)
{
	for (struct evq_slab *s = q->slabs, *next; s; s = next) {
		next = s->next;
		free(s);
	}
	free(q->due.at);
	free(q->far.at);
	free(q->run.at);
	free(q->run.spare);
	memset(q, 0, offsetof(struct evq, bucket));
}

void evq_push(struct evq *q, const struct event_entry *e)
{
	uint64_t b = bucket_of(e->time_ps);

	if (e->time_ps < q->next_ps)
		q->next_ps = e->time_ps;
	if (evq_is_few(q)) {
		if (__builtin_expect(q->run.count < EVQ_FEW_MOST, true)) {
			evq_few_insert(&q->run, e);
			return;
		}
		few_end(q);
	}
	if (b - q->cur - 1 < EVQ_BUCKETS - 1) /* the others wrap round */
		wheel_push(q, e);
	else if (b > q->cur)
		heap_push(&q->far, e);
	else if (!run_append(&q->run, e))
		heap_push(&q->due, e);
}

const struct event_entry *evq_pop_any_before(struct evq *q, ps_t end_ps)
{
	const struct event_entry *e;

	while (!q->due.count && !q->run.count) {
		if (q->next_ps >= end_ps || q->next_ps == PS_NEVER)
			return NULL;
		if (q->wheel_count + q->far.count <= EVQ_FEW_AGAIN)
			few_begin(q);
		else
			wheel_turn(q); /* next_ps may have been that of an event removed since */
		next_update(q);
	}
	if (q->next_ps >= end_ps)
		return NULL;
	if (evq_is_few(q))
		return few_pop(q);
	if (run_is_next(q)) {
		e = evq_run_at(&q->run, q->run.head++);
		set_slot(e, 0);
		q->run.count--;
		run_skip_removed(&q->run);
	} else {
		q->popped = q->due.at[0];
		e = &q->popped;
		heap_remove(&q->due, 0);
		set_slot(e, 0);
	}
	next_update(q);
	return e;
}

void evq_remove(struct evq *q, struct event *ev)
{
	bool ahead = bucket_of(ev->time_ps) > q->cur;

	assert(event_queued(ev));
	if (ev->slot & 1)
		heap_remove(ahead ? &q->far : &q->due, ev->slot >> 1);
	else if (ahead)
		wheel_remove(q, ev);
	else if (evq_is_few(q))
		evq_few_remove(&q->run, run_find(&q->run, ev));
	else
		run_remove(&q->run, run_find(&q->run, ev));
	ev->slot = 0;
	next_update(q);
}
