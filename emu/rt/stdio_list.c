/*
 * stdio_list.c - the open streams of the process, for fflush(NULL) and exit;
 * libc's own list holds those of all processes.
 */
#include "private.h"

#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>

#define AT_HAND 8

static FILE *at_hand[AT_HAND];
static FILE **streams = at_hand;
static unsigned count, room = AT_HAND;

FILE *bgqrt_stdio_track(FILE *f)
{
	if (!f)
		return NULL;
	if (count == room) {
		FILE **wider = malloc(2 * room * sizeof *wider);

		if (!wider)
			return f; /* works, but exit does not flush it */
		memcpy(wider, streams, count * sizeof *wider);
		if (streams != at_hand)
			free(streams);
		streams = wider;
		room *= 2;
	}
	streams[count++] = f;
	return f;
}

void bgqrt_stdio_forget(FILE *f)
{
	for (unsigned i = count; i-- > 0;)
		if (streams[i] == f) {
			memmove(&streams[i], &streams[i + 1],
				(--count - i) * sizeof *streams);
			return;
		}
}

void bgqrt_stdio_flush(void)
{
	for (unsigned i = 0; i < count; i++)
		if (__fpending(streams[i]))
			fflush_unlocked(streams[i]);
}

void bgqrt_stdio_close(void)
{
	bgqrt_stdio_flush();
	while (count > 0) {
		FILE *f = streams[--count];

		if (!bgqrt_stdio_fd || bgqrt_stdio_fd(f) == -2)
			RT_HOST(fclose)(f);
	}
}

int fflush(FILE *f)
{
	int rc = 0;

	if (f)
		return fflush_unlocked(f);
	for (unsigned i = 0; i < count; i++)
		if (__fpending(streams[i]) && fflush_unlocked(streams[i]))
			rc = EOF;
	return rc;
}
