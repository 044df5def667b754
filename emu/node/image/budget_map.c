/* budget_map.c - see budget_map.h. */
#include "budget_map.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define REGISTERS 16
#define COUNTED REGISTERS /* not a register: wherever the budget is */
#define LIBRARIES (REGISTERS + 1) /* nor this: emu/target/rt/note.c */

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
	return e->start && e->start < e->end && e->end <= image_bytes && e->reg <= LIBRARIES;
}

static bool room_make(struct budget_range **range, size_t ranges)
{
	struct budget_range *more = realloc(*range, ranges * sizeof *more);

	if (more)
		*range = more;
	return more != NULL;
}

int budget_map_add(struct budget_map *m, const void *section, size_t bytes,
		   uint64_t image_bytes)
{
	size_t entries = bytes / sizeof(struct entry);

	if (!entries)
		return 0;
	if (!room_make(&m->range, m->ranges + entries) ||
	    !room_make(&m->counted, m->counteds + entries))
		return -ENOMEM;
	for (size_t i = 0; i < entries; i++) {
		struct entry e;

		memcpy(&e, (const char *)section + i * sizeof e, sizeof e);
		if (!is_code(&e, image_bytes))
			continue;
		struct budget_range r = { e.start, e.end, e.reg };

		if (e.reg == LIBRARIES)
			m->libraries = r;
		else if (e.reg == COUNTED)
			m->counted[m->counteds++] = r;
		else
			m->range[m->ranges++] = r;
	}
	qsort(m->range, m->ranges, sizeof *m->range, by_start);
	qsort(m->counted, m->counteds, sizeof *m->counted, by_start);
	return 0;
}

void budget_map_free(struct budget_map *m)
{
	free(m->range);
	free(m->counted);
	*m = (struct budget_map){ 0 };
}

/* The one with this offset, or NULL. */
static const struct budget_range *find(const struct budget_range *range, size_t ranges,
				       uint64_t offset)
{
	size_t first = 0, count = ranges;

	while (count > 0) { /* finds the first one that ends after it */
		size_t half = count / 2;

		if (range[first + half].end <= offset) {
			first += half + 1;
			count -= half + 1;
		} else {
			count = half;
		}
	}
	return first < ranges && offset >= range[first].start ? &range[first] : NULL;
}

int budget_map_find(const struct budget_map *m, uint64_t offset)
{
	const struct budget_range *r = find(m->range, m->ranges, offset);

	return r ? (int)r->reg : BUDGET_IN_MEMORY;
}

bool budget_map_counts(const struct budget_map *m, uint64_t offset)
{
	return find(m->counted, m->counteds, offset) != NULL;
}

bool budget_map_in_libraries(const struct budget_map *m, uint64_t offset)
{
	return offset >= m->libraries.start && offset < m->libraries.end;
}
