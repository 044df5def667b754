/*
 * as_out.c - memory and text for bgq-as.  It is a short-lived process: nothing is freed,
 * and without memory there is nothing else to do than to end.
 */
#include "as.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *must(void *memory)
{
	if (memory == NULL) {
		fputs("bgq-as: out of memory\n", stderr);
		exit(1);
	}
	return memory;
}

void *as_alloc(size_t count, size_t size)
{
	return must(calloc(count ? count : 1, size));
}

/* Room for one element more than used; new ones are zero. */
void *as_grow(void *array, uint32_t used, uint32_t *room, size_t size)
{
	if (used < *room)
		return array;
	uint32_t more = *room ? 2 * *room : 256;
	char *grown = must(realloc(array, more * size));
	memset(grown + *room * size, 0, (more - *room) * size);
	*room = more;
	return grown;
}

static void out_room(struct out *o, size_t more)
{
	if (o->size + more <= o->room)
		return;
	o->room = 2 * (o->size + more);
	o->text = must(realloc(o->text, o->room));
}

void out_span(struct out *o, const char *at, const char *end)
{
	out_room(o, end - at);
	if (end > at)
		memcpy(o->text + o->size, at, end - at);
	o->size += end - at;
}

void out_text(struct out *o, const char *text)
{
	out_span(o, text, text + strlen(text));
}

void out_format(struct out *o, const char *format, ...)
{
	char line[256];
	va_list args;
	va_start(args, format);
	int n = vsnprintf(line, sizeof line, format, args);
	va_end(args);
	out_span(o, line, line + n);
}
