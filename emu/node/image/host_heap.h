/*
 * host_heap.h - whose memory libc's own allocations are: those of strdup() or fdopen() while a
 * rank's thread runs are the rank's, since its program may have called, unless the emulator is
 * at work for itself in between.  What it keeps, such as a stream to addr2line, may not go with
 * a rank, and a report about a damaged heap may not need that heap.
 *
 * Never: leave it entered when another thread may run.
 */
#ifndef BGQ_EMU_IMAGE_HOST_HEAP_H
#define BGQ_EMU_IMAGE_HOST_HEAP_H

/* How often the calling thread has entered; see host_malloc.c. */
extern __thread unsigned host_heap_entered;

static inline void host_heap_enter(void)
{
	host_heap_entered++;
}

/* The thread leaves whatever it was in, and does not come back. */
static inline void host_heap_abandon(void)
{
	host_heap_entered = 0;
}

static inline void host_heap_leave(void)
{
	host_heap_entered--;
}

#endif
