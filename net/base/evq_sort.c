/*
 * evq_sort.c - see evq_sort.h.
 *
 * A bucket's entries differ in few bits of their times and nodes.  Few entries are
 * sorted by Shell sort, with the comparison inline.  Many, in machines of thousands of
 * nodes, go by a radix sort on these bits, the lowest first, and then by Shell sort for
 * each node and time.
 */
#include "evq_sort.h"

#include <string.h>

#define DIGIT_BITS 11
#define DIGITS     (1u << DIGIT_BITS)

static void shell_sort(struct event_entry *at, size_t n)
{
	static const size_t gaps[] = { 132, 57, 23, 10, 4, 1 };

	for (size_t g = 0; g < sizeof gaps / sizeof *gaps; g++) {
		size_t gap = gaps[g];

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

/* One stable pass of the radix sort: moves all to `to`, by the digit of (time or node)
 * from bit shift on. */
static void distribute(const struct event_entry *from, struct event_entry *to, size_t n,
		       bool by_time, unsigned shift)
{
	static __thread uint32_t place[DIGITS]; /* not on a program's stack, which may be small */
	uint32_t sum = 0;

	memset(place, 0, sizeof place);
	for (size_t i = 0; i < n; i++) {
		uint64_t key = by_time ? from[i].time_ps : entry_node(&from[i]);

		place[key >> shift & (DIGITS - 1)]++;
	}
	for (unsigned d = 0; d < DIGITS; d++) {
		uint32_t count = place[d];

		place[d] = sum;
		sum += count;
	}
	for (size_t i = 0; i < n; i++) {
		uint64_t key = by_time ? from[i].time_ps : entry_node(&from[i]);

		to[place[key >> shift & (DIGITS - 1)]++] = from[i];
	}
}

/* Bits in which the entries' times, or nodes, differ. */
static uint64_t differing(const struct event_entry *at, size_t n, bool by_time)
{
	uint64_t diff = 0;

	for (size_t i = 1; i < n; i++)
		diff |= by_time ? at[i].time_ps ^ at[0].time_ps
				: entry_node(&at[i]) ^ entry_node(&at[0]);
	return diff;
}

static void radix_sort(struct event_entry *at, size_t n, struct event_entry *spare)
{
	struct event_entry *from = at, *to = spare;

	for (int by_time = 0; by_time < 2; by_time++) {
		uint64_t diff = differing(at, n, by_time);

		for (unsigned shift = 0; shift < 64 && diff >> shift; shift += DIGIT_BITS) {
			if (!(diff >> shift & (DIGITS - 1)))
				continue;
			distribute(from, to, n, by_time, shift);
			struct event_entry *other = from;

			from = to;
			to = other;
		}
	}
	if (from != at)
		memcpy(at, from, n * sizeof *at);
	groups_sort(at, n);
}

void evq_sort(struct event_entry *at, size_t n, struct event_entry *spare)
{
	if (n <= EVQ_SORT_FEW)
		shell_sort(at, n);
	else
		radix_sort(at, n, spare);
}
