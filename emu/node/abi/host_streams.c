/* host_streams.c - see host_streams.h. */
#include "host_streams.h"

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

/* glibc's lock of a stream.  The owner is pthread_self()'s value, NULL when the lock is free; the
 * count of the first lock is 1 in some versions and 0 in later ones, so it is not used here. */
struct stream_lock {
	int lock, count;
	void *owner;
};

static void abandon(FILE *f)
{
	const struct stream_lock *l = (const struct stream_lock *)(const void *)f->_lock;

	if (ftrylockfile(f) != 0)
		return; /* another thread's */
	do
		funlockfile(f);
	while ((uintptr_t)l->owner == (uintptr_t)pthread_self());
}

void host_streams_abandon(void)
{
	abandon(stderr);
	abandon(stdout);
}
