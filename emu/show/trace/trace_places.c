/* trace_places.c - what is known of the places in the program that notes name: asked of the
 * line tables once for each, those of a window together. */
#include "emu/node/machine/booted.h"
#include "trace_internal.h"

#include <stdlib.h>

struct known {
	uint64_t off;
	struct image_place place;
};

static struct {
	struct known *at; /* in the order of off */
	size_t count;
} known;

static int by_offset(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b; /* off comes first */

	return (x > y) - (x < y);
}

static struct known *find(uint64_t off)
{
	return known.count ? bsearch(&off, known.at, known.count, sizeof *known.at, by_offset)
			   : NULL;
}

/* Collects the places of notes that are not known, each once. */
static size_t collect(const struct note *const *order, size_t n, uint64_t *off)
{
	size_t found = 0, kept = 0;

	for (size_t i = 0; i < n; i++)
		if (order[i]->off && !find(order[i]->off))
			off[found++] = order[i]->off;
	qsort(off, found, sizeof *off, by_offset);
	for (size_t i = 0; i < found; i++)
		if (kept == 0 || off[kept - 1] != off[i])
			off[kept++] = off[i];
	return kept;
}

static void learn(const uint64_t *off, size_t n, struct image_place *place)
{
	struct known *more = realloc(known.at, (known.count + n) * sizeof *more);

	if (!more)
		return;
	image_places(&booted.image, off, n, place);
	for (size_t i = 0; i < n; i++)
		more[known.count + i] = (struct known){ off[i], place[i] };
	known.at = more;
	known.count += n;
	qsort(known.at, known.count, sizeof *known.at, by_offset);
}

void trace_places_learn(const struct note *const *order, size_t n)
{
	uint64_t *off = malloc(n * sizeof *off);
	size_t unknown = off ? collect(order, n, off) : 0;
	struct image_place *place = unknown ? malloc(unknown * sizeof *place) : NULL;

	if (place)
		learn(off, unknown, place);
	free(place);
	free(off);
}

struct image_place trace_place(uint64_t off)
{
	const struct known *k = off ? find(off) : NULL;

	return k ? k->place : (struct image_place){ NULL, NULL };
}
