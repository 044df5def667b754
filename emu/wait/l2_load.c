/* l2_load.c - see l2_load.h. */
#include "l2_load.h"

#include "include/bgqemu/abi.h"
#include "emu/machine/l2.h"
#include "emu/machine/machine.h"
#include "op.h"
#include "wait.h"

/* As it is after the return. */
static bool frame_complete(const struct thread *t, struct check_frame *frame)
{
	if (!frame || frame->pc - (uintptr_t)process_image(t->process) >= machine.image.copy_bytes)
		return false;
	frame->reg[REG_RSP] = (uintptr_t)(frame + 1);
	return true;
}

static void load(struct thread *t, const volatile void *word, struct check_frame *frame)
{
	bool known = frame_complete(t, frame);

	t->at_check = known;
	l2_request(word);
	t->at_check = false;
	if (known)
		wait_join(frame, NULL);
	l2_answer();
}

void l2_load_called(uint32_t op, const volatile void *word, struct check_frame *frame)
{
	if (l2_is_plain(op) && !machine.model->host_code)
		load(thread_self, word, frame);
	else
		l2_operate(op, word);
}

#if !defined(__x86_64__)
void bgqemu_l2(uint32_t op, const volatile void *word)
{
	l2_load_called(op, word, NULL);
}
#endif
