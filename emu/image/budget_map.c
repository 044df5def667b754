/* budget_map.c - see budget_map.h. */
#include "budget_map.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define REGISTERS 16

/* An entry of the section, which need not be aligned. */
struct entry {
	uint64_t start, end;
	uint32_t reg, unused;
};

static int by_start(const void *a, const void *b)
{
	const struct budget_range *x = a, *y = b;

	return x->start < y->start ? -1 : x->start > y->start;
}

static bool is_code(const struct entry *e, uint64_t image_bytes)
{
	return e->start && e->start < e->end && e->end <= image_bytes && e->reg < REGISTERS;
}

int budget_map_add(struct budget_map *m, const void *section, size_t bytes,
		   uint64_t image_bytes)
{
	size_t entries = bytes / sizeof(struct entry);

	if (!entries)
		return 0;
	struct budget_range *range = realloc(m->range, (m->ranges + entries) * sizeof *range);

	if (!range)
		return -ENOMEM;
	m->range = range;
	for (size_t i = 0; i < entries; i++) {
		struct entry e;

		memcpy(&e, (const char *)section + i * sizeof e, sizeof e);
		if (is_code(&e, image_bytes))
			m->range[m->ranges++] =
				(struct budget_range){ e.start, e.end, e.reg };
	}
	qsort(m->range, m->ranges, sizeof *m->range, by_start);
	return 0;
}

void budget_map_free(struct budget_map *m)
{
	free(m->range);
	*m = (struct budget_map){ 0 };
}

int budget_map_find(const struct budget_map *m, uint64_t offset)
{
	size_t first = 0, count = m->ranges;

	while (count > 0) { /* finds the first one that ends after it */
		size_t half = count / 2;

		if (m->range[first + half].end <= offset) {
			first += half + 1;
			count -= half + 1;
		} else {
			count = half;
		}
	}
	if (first == m->ranges || offset < m->range[first].start)
		return BUDGET_IN_MEMORY;
	return (int)m->range[first].reg;
}
