/* thread_stack.c - memory of threads: from the top of a stack down, the block whose
 * address is the thread's handle, its thread-locals, its frames; below, a guard that is
 * larger than the program asked for (SPACE_GUARD_BYTES). */
#include <errno.h>

#include "emu/node/image/heap.h"
#include "emu/node/machine/booted.h"
#include "emu/node/machine/job.h"
#include "emu/node/machine/protect.h"
#include "thread_stack.h"
#include "net/base/pages.h"

#define STACK_BYTES (8u << 20)
/* Frames of the host's code may be larger than those of the machine's. */
#define STACK_RESERVE_BYTES 16384u
#define STACK_LEAST_BYTES 8192u

size_t posix_thread_stack_bytes(void)
{
	size_t share = space.slot_bytes / (4 * hwthread_count());

	return share < STACK_BYTES ? share : STACK_BYTES;
}

struct posix_thread_bounds posix_thread_stack(const struct thread *t)
{
	const struct posix_thread *pt = t->user->posix;
	const struct process *p = t->process;

	if (pt && t == &pt->own)
		return (struct posix_thread_bounds){ pt->stack, pt->stack + pt->stack_bytes,
						 pt->block ? (size_t)(pt->stack - pt->block) : 0 };
	return (struct posix_thread_bounds){ p->base + SPACE_STACK + SPACE_GUARD_BYTES,
					 process_image(p), SPACE_GUARD_BYTES };
}

static bool is_too_small(const struct posix_thread *pt)
{
	const struct image *img = &booted.image;

	return pt->stack_bytes < STACK_LEAST_BYTES + POSIX_THREAD_BLOCK_BYTES + img->tls_bytes +
				img->tls_align;
}

int thread_stack_take(struct posix_thread *pt, const struct posix_thread_plan *plan)
{
	size_t page = PAGE_BYTES - 1, guard;

	pt->stack_bytes = plan->stack_bytes ? plan->stack_bytes : posix_thread_stack_bytes();
	if (plan->stack) {
		pt->stack = plan->stack;
		return is_too_small(pt) ? EINVAL : 0;
	}
	pt->guard_bytes = (plan->guard_bytes + page) & ~page;
	pt->stack_bytes = ((pt->stack_bytes + page) & ~page) + STACK_RESERVE_BYTES;
	if (is_too_small(pt))
		return EINVAL;
	guard = pt->guard_bytes ? pt->guard_bytes + SPACE_GUARD_BYTES : 0;
	pt->block = heap_alloc(machine_heap(process_self()), guard + pt->stack_bytes, PAGE_BYTES);
	if (!pt->block)
		return EAGAIN;
	pt->stack = pt->block + guard;
	if (guard)
		space_protect(pt->block, guard);
	return 0;
}

void thread_stack_free(struct posix_thread *pt)
{
	if (!pt->block)
		return;
	if (pt->guard_bytes)
		space_unprotect(pt->block, (size_t)(pt->stack - pt->block));
	protect_undo(pt->t->process, pt->stack, pt->stack_bytes);
	heap_free(machine_heap(pt->t->process), pt->block);
	pt->block = NULL;
}

/* Lays out the stack from the top down: the block that is the handle, thread-locals, frames. */
void *thread_stack_lay_out(struct posix_thread *pt)
{
	const struct image *img = &booted.image;
	uintptr_t top = (uintptr_t)pt->stack + pt->stack_bytes, align = img->tls_align;

	top = (top - POSIX_THREAD_BLOCK_BYTES) & ~(uintptr_t)63;
	pt->t->user->handle = top;
	if (img->tls_bytes) {
		top = (top - img->tls_bytes) & ~((align < 64 ? 64 : align) - 1);
		image_tls(img, process_image(pt->t->process), (uint8_t *)top);
		pt->t->user->tls = (void *)top;
	}
	return (void *)top;
}
