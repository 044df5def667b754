/* hwthread_stack.c - memory of threads: from the top of a stack down, the block whose
 * address is the thread's handle, its thread-locals, its frames; below, a guard that is
 * larger than the program asked for (SPACE_GUARD_BYTES). */
#include <errno.h>

#include "emu/image/heap.h"
#include "emu/machine/machine.h"
#include "emu/machine/protect.h"
#include "hwthread_stack.h"
#include "net/base/pages.h"

#define STACK_BYTES (8u << 20)
/* The most that the emulator's own calls use of a program's stack. */
#define STACK_RESERVE_BYTES 16384u
#define STACK_LEAST_BYTES 8192u

size_t hwthread_stack_bytes(void)
{
	size_t share = space.slot_bytes / (4 * hwthread_count());

	return share < STACK_BYTES ? share : STACK_BYTES;
}

struct hwthread_bounds hwthread_stack(const struct thread *t)
{
	const struct hwthread *h = t->hw;
	const struct process *p = t->process;

	if (h && t == &h->own)
		return (struct hwthread_bounds){ h->stack, h->stack + h->stack_bytes,
						 h->block ? (size_t)(h->stack - h->block) : 0 };
	return (struct hwthread_bounds){ p->base + SPACE_STACK + SPACE_GUARD_BYTES,
					 process_image(p), SPACE_GUARD_BYTES };
}

static bool is_too_small(const struct hwthread *h)
{
	const struct image *img = &machine.image;

	return h->stack_bytes < STACK_LEAST_BYTES + HWTHREAD_BLOCK_BYTES + img->tls_bytes +
				img->tls_align;
}

int hwthread_stack_take(struct hwthread *h, const struct hwthread_plan *plan)
{
	size_t page = PAGE_BYTES - 1, guard;

	h->stack_bytes = plan->stack_bytes ? plan->stack_bytes : hwthread_stack_bytes();
	if (plan->stack) {
		h->stack = plan->stack;
		return is_too_small(h) ? EINVAL : 0;
	}
	h->guard_bytes = (plan->guard_bytes + page) & ~page;
	h->stack_bytes = ((h->stack_bytes + page) & ~page) + STACK_RESERVE_BYTES;
	if (is_too_small(h))
		return EINVAL;
	guard = h->guard_bytes ? h->guard_bytes + SPACE_GUARD_BYTES : 0;
	h->block = heap_alloc(machine_heap(process_self()), guard + h->stack_bytes, PAGE_BYTES);
	if (!h->block)
		return EAGAIN;
	h->stack = h->block + guard;
	if (guard)
		space_protect(h->block, guard);
	return 0;
}

void hwthread_stack_free(struct hwthread *h)
{
	if (!h->block)
		return;
	if (h->guard_bytes)
		space_unprotect(h->block, (size_t)(h->stack - h->block));
	protect_undo(h->t->process, h->stack, h->stack_bytes);
	heap_free(machine_heap(h->t->process), h->block);
	h->block = NULL;
}

/* From the top down: the block that is the handle, thread-locals, frames. */
void *hwthread_stack_lay_out(struct hwthread *h)
{
	const struct image *img = &machine.image;
	uintptr_t top = (uintptr_t)h->stack + h->stack_bytes, align = img->tls_align;

	top = (top - HWTHREAD_BLOCK_BYTES) & ~(uintptr_t)63;
	h->t->handle = top;
	if (img->tls_bytes) {
		top = (top - img->tls_bytes) & ~((align < 64 ? 64 : align) - 1);
		image_tls(img, process_image(h->t->process), (uint8_t *)top);
		h->t->tls = (void *)top;
	}
	return (void *)top;
}
