/* range.c - see range.h. */
#include "range.h"

#include <stdlib.h>
#include <string.h>

struct shared_range {
	struct shared_range *next;
	const void *at;
	uint64_t bytes;
	uint32_t node;
	unsigned users;
	bool changed;
	char was[];
};

/* A short list: processes of a node have one range each, at times two. */
static __thread struct shared_range *ranges;

static bool is_same(const struct shared_range *r)
{
	return memcmp(r->at, r->was, r->bytes) == 0;
}

struct shared_range *range_take(uint32_t node, const volatile uint64_t *at, uint64_t words)
{
	uint64_t bytes = words * sizeof *at;
	struct shared_range *r;

	for (r = ranges; r; r = r->next)
		if (r->at == (const void *)at && r->bytes == bytes && is_same(r)) {
			r->users++;
			return r;
		}
	r = malloc(sizeof *r + bytes);
	if (!r)
		abort();
	*r = (struct shared_range){ ranges, (const void *)at, bytes, node, 1, false };
	memcpy(r->was, r->at, bytes);
	ranges = r;
	return r;
}

void range_drop(struct shared_range *r)
{
	struct shared_range **at = &ranges;

	if (--r->users)
		return;
	while (*at && *at != r)
		at = &(*at)->next;
	if (*at) { /* else its worker has ended */
		*at = r->next;
		free(r);
	}
}

void ranges_compare(uint32_t node)
{
	for (struct shared_range *r = ranges; r; r = r->next)
		if (r->node == node)
			r->changed = !is_same(r);
}

bool range_has_changed(const struct shared_range *r)
{
	return r->changed;
}

bool range_holds(const struct shared_range *r, const void *at, uint64_t bytes)
{
	uintptr_t from = (uintptr_t)r->at, to = (uintptr_t)at;

	return from < to + bytes && to < from + r->bytes;
}
