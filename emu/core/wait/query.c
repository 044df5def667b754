/* query.c - what reports and trains ask about a parked thread; see wait.h. */
#include "emu/node/machine/booted.h"
#include "emu/core/follow/op.h"
#include "range.h"
#include "wait.h"

/* Memory within this distance of the stack pointer is the thread's own. */
#define STACK_NEAR UINT64_C(4096)

bool wait_is_loop(const struct thread *t)
{
	return t->state == THREAD_PARKED && t->loop.watching && t->waiting.kind == WAIT_SPIN;
}

/* A loop may have run long before it is proven to wait: its wait began with t's last call. */
ps_t wait_since(const struct thread *t)
{
	return wait_is_loop(t) ? t->called_ps : t->waiting.since_ps;
}

bool wait_is_still(const struct thread *t)
{
	return wait_is_loop(t) && !t->loop.counting && !t->loop.has_deferred_stores;
}

/* Tables of addresses, which code reads on its way to a function or a variable. */
static bool is_link(const struct thread *t, const volatile void *at)
{
	uint64_t offset = (uint64_t)((const volatile uint8_t *)at - process_image(t->process));
	const struct image *img = &booted.image;

	return offset - img->got < img->got_bytes;
}

const volatile void *wait_address(const struct thread *t)
{
	const struct wait *w = t->loop.wait;

	for (unsigned i = 0; i < w->words; i++)
		if ((uintptr_t)w->word[i].at - (w->at.reg[REG_RSP] - STACK_NEAR) >
			    2 * STACK_NEAR &&
		    !is_link(t, w->word[i].at))
			return w->word[i].at;
	return NULL;
}

bool wait_reads(const struct thread *t, const void *at, uint64_t bytes)
{
	const struct wait *w = t->loop.wait;
	uintptr_t from = (uintptr_t)at;

	if (w->range && range_holds(w->range, at, bytes))
		return true;
	for (unsigned i = 0; i < w->words; i++) {
		uintptr_t word = (uintptr_t)w->word[i].at;

		if (word < from + bytes && from < word + sizeof(uint64_t))
			return true;
	}
	return false;
}
