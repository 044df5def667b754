/*
 * stdio_list.c - the open streams of the process, for fflush(NULL) and exit;
 * libc's own list holds those of all processes.
 */
#include "private.h"

#include <stdio_ext.h>

/* The last one first.  Among the initialized data, where bgq-run finds it by its symbol. */
extern struct stream *bgqrt_streams;
__attribute__((section(".data.bgqrt_streams"))) struct stream *bgqrt_streams;

void bgqrt_stdio_track(struct stream *s)
{
	s->next = bgqrt_streams;
	bgqrt_streams = s;
}

void bgqrt_stdio_forget(struct stream *s)
{
	struct stream **at = &bgqrt_streams;

	while (*at != s)
		at = &(*at)->next;
	*at = s->next;
}

struct stream *bgqrt_stream_of(FILE *f)
{
	struct stream *s = bgqrt_streams;

	while (s && s->file != f)
		s = s->next;
	return s;
}

/* The first opened first. */
static int flush_from(struct stream *s)
{
	int rc = s && s->next ? flush_from(s->next) : 0;

	if (!s || !__fpending(s->file))
		return rc;
	bgqrt_stream_gate(s->file);
	if (bgqrt_dying && s->busy) /* its thread has been killed, and its text is on its way */
		return rc;
	if (fflush_unlocked(s->file))
		rc = EOF;
	return rc;
}

void bgqrt_stdio_flush(void)
{
	flush_from(bgqrt_streams);
}

/* Flushes all streams and closes the program's; their descriptors are closed with the process. */
void bgqrt_stdio_close(void)
{
	bgqrt_stdio_flush();
	while (bgqrt_streams) {
		struct stream *s = bgqrt_streams;

		bgqrt_streams = s->next;
		if (!s->standard)
			RT_HOST(fclose)(s->file);
	}
}

int fflush(FILE *f)
{
	if (!f)
		return flush_from(bgqrt_streams);
	bgqrt_stream_gate(f);
	return fflush_unlocked(f);
}
