/*
 * evq_sort.c - see evq_sort.h.
 *
 * Times are spread over a bucket: as many slices of it as there are entries hold one or two of
 * them each, which are put in order where they land.  Where many have the same time, as nodes
 * in step have, their slice is sorted by what they differ in, few bits of time and node.  Few
 * entries by counting, for each, those whose time and node come before: n * n comparisons, but
 * in vectors and without a branch, which costs less than the wrong guesses of any other sort.
 * Many, in machines of thousands of nodes, by a radix sort on these bits, the lowest first.
 * Entries of one time and node are sorted by Shell sort then.
 */
#include "evq_sort.h"

#include "evq_internal.h"

#include <string.h>

#define DIGIT_BITS 12
#define SLICE_BITS EVQ_BUCKET_BITS /* of the most slices */
#define SLICE_FEW  8u              /* entries that are sorted by insertion, of one chunk */
#define FEW        96u             /* and by counting */

_Static_assert(SLICE_FEW <= CHUNK_ENTRIES, "only one chunk of a bucket is not full");

static void shell_sort(struct event_entry *at, size_t n)
{
	static const size_t gaps[] = { 132, 57, 23, 10, 4, 1 };

	for (size_t g = 0; g < sizeof gaps / sizeof *gaps; g++) {
		size_t gap = gaps[g];

		if (n <= 3 * gap && gap > 1) /* too few to gain by it */
			continue;
		for (size_t i = gap; i < n; i++) {
			struct event_entry e = at[i];
			size_t k = i;

			for (; k >= gap && entry_before(&e, &at[k - gap]); k -= gap)
				at[k] = at[k - gap];
			if (k != i)
				at[k] = e;
		}
	}
}

/* Sorts entries of equal time and node, which are side by side, by the rest. */
static void groups_sort(struct event_entry *at, size_t n)
{
	for (size_t i = 0, end; i < n; i = end) {
		for (end = i + 1; end < n && at[end].time_ps == at[i].time_ps &&
				  entry_node(&at[end]) == entry_node(&at[i]);)
			end++;
		if (end - i > 1)
			shell_sort(at + i, end - i);
	}
}

struct digit {
	bool of_time; /* else of the node */
	unsigned shift, bits;
};

static inline uint64_t digit_of(const struct event_entry *e, struct digit d)
{
	return (d.of_time ? e->time_ps : entry_node(e)) >> d.shift & ((UINT64_C(1) << d.bits) - 1);
}

/* One stable pass of the radix sort: moves all to `to`, by a digit. */
static void distribute(const struct event_entry *from, struct event_entry *to, size_t n,
		       struct digit d)
{
	/* Not on a program's stack, which may be small. */
	static __thread uint32_t place[1 << DIGIT_BITS];
	uint32_t sum = 0;

	memset(place, 0, sizeof *place << d.bits);
	for (size_t i = 0; i < n; i++)
		place[digit_of(&from[i], d)]++;
	for (size_t i = 0; i < UINT64_C(1) << d.bits; i++) {
		uint32_t count = place[i];

		place[i] = sum;
		sum += count;
	}
	for (size_t i = 0; i < n; i++)
		to[place[digit_of(&from[i], d)]++] = from[i];
}

/* Bits in which the entries' times, or nodes, differ. */
static uint64_t differing(const struct event_entry *at, size_t n, bool of_time)
{
	uint64_t diff = 0;

	for (size_t i = 1; i < n; i++)
		diff |= of_time ? at[i].time_ps ^ at[0].time_ps
				: entry_node(&at[i]) ^ entry_node(&at[0]);
	return diff;
}

static void radix_sort(struct event_entry *at, size_t n, struct event_entry *spare)
{
	struct event_entry *from = at, *to = spare;

	for (int of_time = 0; of_time < 2; of_time++) {
		uint64_t diff = differing(at, n, of_time);
		unsigned bits = 64 - (unsigned)__builtin_clzll(diff | 1), shift = 0;

		while (shift < bits && diff >> shift) {
			shift += (unsigned)__builtin_ctzll(diff >> shift);
			struct digit d = { of_time, shift,
					   bits - shift < DIGIT_BITS ? bits - shift : DIGIT_BITS };
			struct event_entry *other = from;

			distribute(from, to, n, d);
			from = to;
			to = other;
			shift += d.bits;
		}
	}
	if (from != at)
		memcpy(at, from, n * sizeof *at);
	groups_sort(at, n);
}

/* ---- few entries */

#define LANES 4
#define NODE_BITS 17
#define TIME_BITS 14

typedef int32_t quad __attribute__((vector_size(LANES * sizeof(int32_t))));

/* Not on a program's stack, which may be small. */
struct few {
	int32_t key[FEW] __attribute__((aligned(16)));
	int32_t rank[FEW] __attribute__((aligned(16)));
	struct event_entry copy[FEW];
};

/* Time and node in one word; false if they do not fit. */
static bool keys_set(struct few *f, const struct event_entry *at, size_t n)
{
	ps_t least_ps = at[0].time_ps, beyond = 0;
	size_t i;

	for (i = 1; i < n; i++)
		least_ps = ps_min(least_ps, at[i].time_ps);
	for (i = 0; i < n; i++) {
		ps_t later_ps = at[i].time_ps - least_ps;
		uint32_t node = entry_node(&at[i]);

		beyond |= later_ps >> TIME_BITS | node >> NODE_BITS;
		f->key[i] = (int32_t)(later_ps << NODE_BITS | node);
	}
	for (; i % LANES; i++)
		f->key[i] = INT32_MAX;
	return !beyond;
}

/* How many keys are less than each. */
static void ranks_set(struct few *f, size_t n)
{
	for (size_t i = 0; i < n; i += LANES) {
		quad own = *(const quad *)&f->key[i], rank = { 0 };

		for (size_t k = 0; k < n; k++) {
			int32_t other = f->key[k];

			rank -= (quad){ other, other, other, other } < own;
		}
		*(quad *)&f->rank[i] = rank;
	}
}

static void few_sort(struct event_entry *at, size_t n)
{
	static __thread struct few few;
	uint8_t equal[FEW] = { 0 };

	if (!keys_set(&few, at, n)) {
		shell_sort(at, n);
		return;
	}
	ranks_set(&few, n);
	memcpy(few.copy, at, n * sizeof *at);
	for (size_t i = 0; i < n; i++) {
		size_t rank = (size_t)few.rank[i];

		at[rank + equal[rank]++] = few.copy[i];
	}
	groups_sort(at, n);
}

static void group_sort(struct event_entry *at, size_t n, struct event_entry *spare)
{
	if (n <= FEW)
		few_sort(at, n);
	else
		radix_sort(at, n, spare);
}

/* ---- slices */

static void insertion_sort(struct event_entry *at, size_t n)
{
	for (size_t i = 1; i < n; i++) {
		struct event_entry e = at[i];
		size_t k = i;

		for (; k > 0 && entry_before(&e, &at[k - 1]); k--)
			at[k] = at[k - 1];
		if (k != i)
			at[k] = e;
	}
}

/* Like a copy and insertion_sort(), without the start of a string instruction. */
static void insert_sorted(struct event_entry *to, const struct event_entry *from, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		size_t k = i;

		for (; k > 0 && entry_before(&from[i], &to[k - 1]); k--)
			entry_copy(&to[k], &to[k - 1]);
		entry_copy(&to[k], &from[i]);
	}
}

static inline size_t slice_of(const struct event_entry *e, unsigned shift)
{
	return (e->time_ps & ((1u << EVQ_BUCKET_BITS) - 1)) >> shift;
}

/* Puts where each slice begins into at. */
static void slices_set(uint32_t *at, unsigned bits, const struct evq_chunk *chunks)
{
	uint32_t sum = 0;

	memset(at, 0, sizeof *at << bits);
	for (const struct evq_chunk *c = chunks; c; c = c->next)
		for (size_t i = 0; i < c->count; i++)
			at[slice_of(&c->at[i], EVQ_BUCKET_BITS - bits)]++;
	for (size_t s = 0; s < (size_t)1 << bits; s++) {
		uint32_t count = at[s];

		at[s] = sum;
		sum += count;
	}
}

static void spread(struct event_entry *to, const struct evq_chunk *chunks, size_t n,
		   struct event_entry *spare)
{
	/* Not on a program's stack, which may be small. */
	static __thread uint32_t end[1 << SLICE_BITS];
	unsigned bits = 64u - (unsigned)__builtin_clzll(n | 1);

	bits = bits < SLICE_BITS ? bits : SLICE_BITS;
	slices_set(end, bits, chunks);
	for (const struct evq_chunk *c = chunks; c; c = c->next)
		for (size_t i = 0; i < c->count; i++)
			to[end[slice_of(&c->at[i], EVQ_BUCKET_BITS - bits)]++] = c->at[i];
	for (size_t s = 0, first = 0; first < n; first = end[s++]) {
		size_t count = end[s] - first;

		if (count > SLICE_FEW)
			group_sort(to + first, count, spare);
		else if (count > 1)
			insertion_sort(to + first, count);
	}
}

void evq_sort(struct event_entry *to, const struct evq_chunk *chunks, size_t n,
	      struct event_entry *spare)
{
	if (n > SLICE_FEW) {
		spread(to, chunks, n, spare);
	} else if (n) { /* in one chunk: only a bucket's first one is not full */
		insert_sorted(to, chunks->at, n);
	}
}
