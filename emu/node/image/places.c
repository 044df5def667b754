/*
 * places.c - looks up many places of a program at once: which function of the SPI's headers was
 * called there, and from where in the program; see image_places().
 */
#include "addr2line.h"
#include "host_heap.h"
#include "image.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Whether a function is of the SPI's headers, wherever they are installed: also by its name,
 * since addr2line of binutils 2.40 takes the first file of a table for the one that was
 * compiled. */
static bool is_of_spi(const char *function, const char *file)
{
	return strstr(file, "/spi/include/") || strstr(file, "/hwi/include/") ||
	       !strncasecmp(function, "muspi_", 6) || !strncmp(function, "L2_", 3) ||
	       !strncmp(function, "l2_atomic_", 10);
}

/* "main (ping.c:12)", from "/home/me/ping.c:12 (discriminator 3)"; NULL: nothing is known. */
static char *in_function(const char *function, char *line)
{
	char *file = addr2line_place(line), *text = NULL;

	if (*function == '?' || *file == '?')
		return NULL;
	return asprintf(&text, "%s (%s)", function, file) < 0 ? NULL : text;
}

/* Adds a function at the place; they come from the innermost outwards.  The outermost one of
 * the SPI is what the program has called; the first one around it is the program's own. */
static void add_function(struct image_place *p, const char *function, char *line)
{
	if (p->at)
		return;
	if (!is_of_spi(function, line)) {
		p->at = in_function(function, line);
		return;
	}
	free(p->called);
	p->called = strndup(function, strcspn(function, "("));
}

/* The place whose line "0x12ab" precedes its functions. */
static struct image_place *place_of(const char *line, const uint64_t *off, size_t n,
				    struct image_place *place)
{
	uint64_t at = strtoull(line, NULL, 16);

	for (size_t i = 0; i < n; i++)
		if (off[i] == at)
			return &place[i];
	return NULL;
}

static void ask(const struct image *img, const uint64_t *off, size_t n,
		struct image_place *place)
{
	char function[ADDR2LINE_LINE_BYTES], line[ADDR2LINE_LINE_BYTES];
	struct image_place *p = NULL;

	if (!addr2line_ask(img->path, off, n))
		return;
	while (addr2line_next(function)) {
		if (!strncmp(function, "0x", 2)) {
			p = place_of(function, off, n, place);
			continue;
		}
		if (!addr2line_next(line))
			break;
		if (p)
			add_function(p, function, line);
	}
}

void image_places(const struct image *img, const uint64_t *off, size_t n,
		  struct image_place *place)
{
	memset(place, 0, n * sizeof *place);
	host_heap_enter();
	for (size_t i = 0; i < n; i += ADDR2LINE_AT_ONCE)
		ask(img, off + i, n - i < ADDR2LINE_AT_ONCE ? n - i : ADDR2LINE_AT_ONCE,
		    place + i);
	host_heap_leave();
}
