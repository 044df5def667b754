/*
 * stream.h - an open stream of a process, as the library keeps it in the image.  bgq-run reads it
 * there, too, when the process ends without running any more (emu/node/io/last_output.c): the list
 * begins at the image's bgqrt_streams.
 */
#ifndef BGQ_EMU_RT_STREAM_H
#define BGQ_EMU_RT_STREAM_H

#include <stdbool.h>
#include <stdio.h>

/* A stream of the process on one of its descriptors. */
struct stream {
	FILE *file;
	int fd; /* -1: closed by the program */
	bool standard;
	unsigned busy; /* a thread is in its reading or writing: stdio_gate.c */
	struct stream *next; /* opened before */
};

#endif
