/*
 * writer.h - a host thread that writes what ranks print to standard output and error, in
 * the order in which it is handed over.
 *
 * Hand-over goes through a buffer of fixed size.  If that is full, because a reader is slow,
 * the caller waits: the machine stands still until there is room, so memory stays bounded and
 * nothing is lost.  Simulated time does not notice.
 *
 * Never: a byte dropped without a message; a write by a worker.
 */
#ifndef BGQ_EMU_WRITER_H
#define BGQ_EMU_WRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "net/base/digest.h"

#define WRITER_ROOM_BYTES (1u << 20)
/* Streams below are descriptors, 1 or 2. */
#define WRITER_STREAMS_OF_OTHERS 3

struct writer_hooks {
	/* Called about ten times a second in a thread that waits for room; may be NULL. */
	void (*idle)(void);
	/* The reader of standard output is gone.  Called once, by the writing thread; may be
	 * NULL. */
	void (*no_reader)(void);
	/* Writes some bytes of a stream from WRITER_STREAMS_OF_OTHERS on, and returns how many are
	 * done with; *error gets an errno if some are lost, which the hook tells.  Called by the
	 * writing thread; may be NULL if there are no such streams. */
	size_t (*write)(int stream, const void *bytes, size_t n, int *error);
};

/* Returns 0 or a negative errno. */
int writer_start(const struct writer_hooks *hooks);
/* Before the run: bytes for descriptors 1 and 2 are counted.  Serial: their digests so far. */
void writer_count(void);
struct digest writer_counted(int fd);
/* Serial: what is handed over for descriptors 1 and 2 is counted only, or written again. */
void writer_mute(bool on);
/* Serial: n bytes for a stream. */
void writer_add(int fd, const void *bytes, size_t n);
/* Writes what was added now, without waiting for more. */
void writer_flush(void);
/* Waits until all is written.  Any thread. */
void writer_drain(void);
/* From here on a reader that takes nothing for so long is not waited for: what is left, and what
 * else is handed over, is lost, which is said once.  For ends that must not take for ever.  Any
 * thread. */
void writer_hurry(unsigned patience_ms);
/* A thread waits for the reader.  Any thread, and handlers of signals. */
bool writer_is_awaited(void);
/* A line of bgq-run's own on standard error; lost if nothing reads there.  Any thread. */
void writer_tell(const char *text, int n);
/* The first errno of a failed write; 0 if none failed. */
int writer_error(void);

#endif
