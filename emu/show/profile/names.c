/* names.c - see profile_internal.h: functions and lines, as reports name them. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "emu/node/machine/booted.h"
#include "emu/show/report/report.h"
#include "profile_internal.h"

#define TEXT_BYTES 256

static struct known {
	uint64_t off;
	struct name name;
} *known; /* in the order of off */
static size_t known_count;

static int by_offset(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b; /* off comes first */

	return (x > y) - (x < y);
}

/* From "halo+0x12 (halo.c:57, in MUSPI_Poll)", which is changed. */
static struct name parsed(char *text)
{
	struct name name = { .function = text };
	char *place = strstr(text, " ("), *end;
	char *plus;

	if (place) {
		*place = '\0';
		place += 2;
		end = place + strcspn(place, ":,)");
		if (*end == ':') {
			name.line = (unsigned)strtoul(end + 1, NULL, 10);
			*end = '\0';
			name.file = strdup(place);
		}
	}
	plus = strrchr(text, '+');
	if (plus)
		*plus = '\0';
	name.function = strdup(text);
	return name;
}

static struct name learnt(uint64_t off)
{
	char text[TEXT_BYTES], wait[TEXT_BYTES];

	if (off >= TREE_WAITS) {
		snprintf(wait, sizeof wait, "[%s]",
			 report_wait_name((unsigned)(off - TREE_WAITS)));
		return (struct name){ .function = strdup(wait) };
	}
	image_describe(&booted.image, off, text, sizeof text);
	return parsed(text);
}

static bool is_in_file_of(const struct name *a, const struct name *b)
{
	return !strcmp(a->function, b->function) && !strcmp(a->file, b->file);
}

/* Offsets of a function follow each other: it is asked for once. */
static char *path_of(size_t i)
{
	const struct name *name = &known[i].name, *before = i ? &known[i - 1].name : NULL;

	if (!name->file)
		return NULL;
	if (before && before->file && is_in_file_of(before, name))
		return before->path;
	return image_source(&booted.image, known[i].off);
}

int names_learn(void)
{
	size_t n = 0;

	known = calloc(tree_nodes(), sizeof *known);
	if (!known && tree_nodes())
		return -ENOMEM;
	for (uint32_t i = 1; i < tree_nodes(); i++)
		known[n++].off = tree_at(i)->off;
	qsort(known, n, sizeof *known, by_offset);
	for (size_t i = 0; i < n; i++)
		if (!known_count || known[known_count - 1].off != known[i].off)
			known[known_count++].off = known[i].off;
	for (size_t i = 0; i < known_count; i++) {
		known[i].name = learnt(known[i].off);
		if (!known[i].name.function)
			return -ENOMEM;
		known[i].name.path = path_of(i);
	}
	return 0;
}

const struct name *profile_name(uint64_t off)
{
	const struct known *k = bsearch(&off, known, known_count, sizeof *known, by_offset);

	return &k->name;
}
