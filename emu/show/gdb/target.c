/* target.c - see gdb_internal.h.  gdb's number of a rank's first thread is the rank, from 1. */
#include <stdio.h>

#include "emu/node/machine/booted.h"
#include "emu/node/machine/job.h"
#include "gdb_internal.h"

uint64_t target_number(const struct thread *t)
{
	return (uint64_t)t->user->index * job.ranks + t->process->rank + 1;
}

static struct process *process_of(uint32_t rank)
{
	return &booted.process[job.mapping.process_of[rank]];
}

static bool is_there(const struct process *p)
{
	return p->status == PROCESS_ALIVE;
}

struct thread *target_thread(uint64_t number)
{
	if (number == 0)
		return NULL;
	struct process *p = process_of((uint32_t)((number - 1) % job.ranks));

	if (!is_there(p))
		return NULL;
	for (struct thread *t = &p->main; t; t = t->user->next)
		if (target_number(t) == number && t->state != THREAD_DEAD)
			return t;
	return NULL;
}

struct thread *target_first(uint32_t rank)
{
	struct process *p = process_of(rank);

	if (!is_there(p))
		return NULL;
	for (struct thread *t = &p->main; t; t = t->user->next)
		if (t->state != THREAD_DEAD)
			return t;
	return NULL;
}

void target_each(void (*fn)(struct thread *t))
{
	for (uint32_t rank = 0; rank < job.ranks; rank++) {
		struct process *p = process_of(rank);

		for (struct thread *t = is_there(p) ? &p->main : NULL; t; t = t->user->next)
			if (t->state != THREAD_DEAD)
				fn(t);
	}
}

struct process *target_process(uint64_t address)
{
	if (!space_contains((const void *)(uintptr_t)address))
		return NULL;
	uint32_t node = space_node(address);
	uint64_t slot = (address - (uintptr_t)space_window(node)) >> space.slot_shift;

	if (slot >= space.slots || slot >= job.opt.ranks_per_node)
		return NULL;
	struct process *p = process_at(node, (uint32_t)slot);

	return address - (uintptr_t)process_image(p) < booted.image.total_bytes ? p : NULL;
}

void target_describe(const struct thread *t, char *text, size_t bytes)
{
	static const char *const states[] = { "is ready", "runs", "waits", "has ended" };

	snprintf(text, bytes, "%s at %.3f us", states[t->state], (double)t->clock_ps / 1e6);
}
