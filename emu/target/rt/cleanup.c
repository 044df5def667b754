/*
 * cleanup.c - what is to be done in frames that a thread leaves without coming back to them: by
 * pthread_exit, when it is cancelled, or by longjmp.  As in glibc, whose names these are.
 */
#include "private.h"

#include <stdint.h>

#include "emu/core/calls/call_stack.h"

static __thread struct bgqrt_cleanup *innermost;

void _pthread_cleanup_push(struct bgqrt_cleanup *c, void (*routine)(void *), void *arg)
{
	c->routine = routine;
	c->arg = arg;
	c->previous = innermost;
	innermost = c;
}

void _pthread_cleanup_pop(struct bgqrt_cleanup *c, int execute)
{
	innermost = c->previous;
	if (execute)
		c->routine(c->arg);
}

struct bgqrt_cleanup *bgqrt_cleanup_innermost(void)
{
	return innermost;
}

void bgqrt_cleanup_between(const void *low, const void *high)
{
	uintptr_t bytes = (uintptr_t)high - (uintptr_t)low;

	/* Some are in calls of the program, on another stack. */
	while (innermost && (uintptr_t)call_stack_seen(innermost) - (uintptr_t)low < bytes)
		_pthread_cleanup_pop(innermost, 1);
}
