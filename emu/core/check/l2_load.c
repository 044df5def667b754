/* l2_load.c - see l2_load.h. */
#include "l2_load.h"

#include "include/bgqemu/abi.h"
#include "emu/node/machine/call.h"
#include "emu/node/machine/l2.h"
#include "emu/node/machine/l2_memory.h"
#include "emu/node/machine/booted.h"
#include "emu/node/machine/job.h"
#include "emu/node/machine/process_ops.h"
#include "emu/core/follow/op.h"
#include "emu/core/wait/wait.h"

/* Completes the frame with the stack pointer as it is after the return. */
static bool frame_complete(const struct thread *t, struct check_frame *frame)
{
	if (!frame || frame->pc - (uintptr_t)process_image(t->process) >= booted.image.copy_bytes)
		return false;
	frame->reg[REG_RSP] = (uintptr_t)(frame + 1);
	return true;
}

static void load(struct thread *t, const volatile void *word, struct check_frame *frame)
{
	bool known = frame_complete(t, frame);

	t->loop.at_check = known;
	l2_request(word);
	t->loop.at_check = false;
	if (known)
		wait_join(frame, NULL);
	l2_answer();
}

/* A fault on the machine, before the L2 has the request.  Where no memory is, the operation itself
 * faults. */
static __attribute__((noinline)) void refuse(const volatile void *word,
					     const struct check_frame *frame)
{
	struct process *p = process_self();

	while (call_may_access((const void *)word, 8) && !l2_memory_holds(p, word))
		process_ops.fault(word, L2_MEMORY_REFUSED, frame ? frame->pc : 0);
}

void l2_load_called(uint32_t op, const volatile void *word, struct check_frame *frame)
{
	if (__builtin_expect(!l2_memory_holds(process_self(), word), false))
		refuse(word, frame);
	if (l2_is_plain(op) && !job.model->host_code)
		load(thread_self, word, frame);
	else
		l2_operate(op, word);
}

#if !defined(__x86_64__) || defined(BGQ_PORTABLE)
void bgqemu_l2(uint32_t op, const volatile void *word)
{
	l2_load_called(op, word, NULL);
}
#endif
