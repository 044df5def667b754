/* where.c - see where.h.  A thread that has yielded has called the emulator, from a check or
 * by a call of the runtime: the frames in between are unwound, on its own stack. */
#include "where.h"

#include <unwind.h>

#include "emu/engine/fiber.h"

static const struct thread *asked;
static uint64_t found;

static _Unwind_Reason_Code visit(struct _Unwind_Context *frame, void *unused)
{
	uint64_t pc = _Unwind_GetIP(frame);

	(void)unused;
	if (pc - (uintptr_t)process_image(asked->process) >= machine.image.total_bytes)
		return _URC_NO_REASON;
	found = pc;
	return _URC_END_OF_STACK;
}

static void unwind(void)
{
	_Unwind_Backtrace(visit, NULL);
}

uint64_t where_in_program(const struct thread *t)
{
	if (t->state == THREAD_RUNNING)
		return t->program_pc;
	asked = t;
	found = 0;
	fiber_probe(t->sp, unwind);
	return found;
}
