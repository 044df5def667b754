/*
 * libc_function.c - functions of the host's libc behind names that the support library defines
 * itself: thunks, so that they run on a thread's stack for calls (emu/core/calls/call_stack.h).
 * They are those of all ranks.
 *
 * Never: a function of the image by the same name, which the usual order of search finds.
 */
#include <errno.h>
#include <pthread.h>
#include <string.h>

#include "emu/core/calls/call_thunk.h"
#include "emu/node/image/host_heap.h"
#include "emu/node/image/host_library.h"
#include "emu/target/rt/rt.h"

#define MOST 256 /* names that the support library asks for, and some */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct call_thunks thunks;

/* Makes a thunk, whose code is executed by all workers, and stays. */
static const void *make(const char *name)
{
	const void *target = host_library_symbol(name);

	if (!target || (!thunks.list && (call_thunks_open(&thunks, MOST, true) != 0 ||
					 call_thunks_run_early(&thunks) != 0)))
		return target;
	return call_thunks_reach(&thunks, strdup(name), target);
}

void *bgqemu_host_function(const char *name)
{
	int was = errno; /* the rank's, whichever asks first */

	pthread_mutex_lock(&lock);
	const void *found = call_thunks_named(&thunks, name);

	host_heap_enter(); /* what is kept is not of the rank that asks first */
	if (!found)
		found = make(name);
	host_heap_leave();
	pthread_mutex_unlock(&lock);
	errno = was;
	return (void *)(uintptr_t)found;
}
