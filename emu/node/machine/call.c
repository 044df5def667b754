/* call.c - see call.h. */
#include "call.h"

#include "job.h"
#include "process.h"
#include "shm.h"
#include "emu/core/calls/call_stack.h"

void call_begin(void)
{
	thread_self->user->calls++;
	thread_self->called_ps = thread_clock();
	if (process_self()->status == PROCESS_ALIVE) /* last words are on a stack of all threads */
		thread_in_order();
}

void call_begin_in_order(void)
{
	call_begin();
	if (!job.opt.clock_off)
		thread_charge(0);
}

struct segment segment_own(void)
{
	uint8_t *va = process_self()->base + SPACE_STACK + SPACE_GUARD_BYTES;

	return (struct segment){ va, space.slot_bytes - SPACE_STACK - SPACE_GUARD_BYTES };
}

struct segment segment_shared(void)
{
	return (struct segment){ space_window(thread_self->node) + space_shared(),
				 shm_bytes(thread_self->node) };
}

bool segment_contains(struct segment s, const void *p, size_t bytes)
{
	uint64_t at = (uintptr_t)p - (uintptr_t)s.va;

	return at < s.bytes && bytes <= s.bytes - at;
}

/* The support library calls from a call, too, with what is on that stack. */
bool call_may_access(const void *p, size_t bytes)
{
	return segment_contains(segment_own(), p, bytes) ||
	       segment_contains(segment_shared(), p, bytes) ||
	       (call_stack_is_own(p) && call_stack_is_own((const uint8_t *)p + bytes));
}
