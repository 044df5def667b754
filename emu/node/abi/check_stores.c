/* check_stores.c - see check_stores.h. */
#include "check_stores.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "emu/node/machine/booted.h"
#include "emu/node/machine/job.h"
#include "emu/node/machine/protect.h"
#include "emu/node/machine/reserve.h"
#include "emu/node/machine/shm.h"
#include "own_state.h"

#define OPEN (PROT_READ | PROT_WRITE | PROT_EXEC)
#define PARTS_MAX 256

static int closed(void)
{
	return job.opt.check_loads ? PROT_NONE : PROT_READ | PROT_EXEC;
}

/* A part of a window: a slot, or what the node's ranks share: the bytes below the first slot's
 * stack (registers of the L1 prefetchers) and the upper half. */
struct part {
	uint8_t *at;
	uint64_t bytes;
};

/* Ranges that are open; not static data, which are closed while a program runs (own_state.h). */
struct open {
	const struct process *running; /* its slot, */
	unsigned others_count;
	struct part others[PARTS_MAX]; /* and these */
};
static struct open *now;

static struct part slot_part(uint32_t node, uint32_t slot)
{
	return (struct part){ space_slot(node, slot) + SPACE_STACK + SPACE_GUARD_BYTES,
			      space.slot_bytes - SPACE_STACK - SPACE_GUARD_BYTES };
}

static struct part low_part(uint32_t node)
{
	return (struct part){ space_window(node), SPACE_STACK };
}

static struct part shared_part(uint32_t node)
{
	return (struct part){ space_window(node) + space_shared(), space_shared_bytes() };
}

static void part_set(struct part p, int prot)
{
	mprotect(p.at, p.bytes, prot);
	if (prot == OPEN)
		reserve_close_again(p.at, p.bytes);
}

static void slot_set(const struct process *p, int prot)
{
	part_set(slot_part(p->main.node, p->slot), prot);
	if (prot == OPEN)
		protect_again(p);
}

static struct part part_of(uint64_t address)
{
	uint32_t node = space_node(address);
	uint64_t offset = address - (uintptr_t)space_window(node);

	if (offset < SPACE_STACK)
		return low_part(node);
	if (offset >= space_shared())
		return shared_part(node);
	return slot_part(node, (uint32_t)(offset >> space.slot_shift));
}

static bool is_own(const struct process *p, uint64_t address)
{
	uint8_t *at = part_of(address).at;
	uint32_t node = p->main.node;

	return at == slot_part(node, p->slot).at || at == low_part(node).at ||
		at == shared_part(node).at;
}

int check_stores_begin(void)
{
	if (!space_has_guards())
		return -ENOTSUP; /* opening a part would open its guards */
	now = calloc(1, sizeof *now);
	if (!now)
		return -ENOMEM;
	if (job.opt.check_own)
		own_state_begin();
	return mprotect((void *)SPACE_BASE, space.bytes, closed()) ? -errno : 0;
}

static void others_close(void)
{
	while (now->others_count)
		part_set(now->others[--now->others_count], closed());
}

/* Closes the parts beside the thread's own slot, the first store to which is by a call. */
void check_stores_leave(void *ctx)
{
	(void)ctx;
	others_close();
}

void check_stores_enter(void *ctx)
{
	(void)ctx; /* to be called is a store to the thread's stack */
}

/* Stores to the slot of p, and no longer to that of the one before. */
static void run(const struct process *p)
{
	const struct process *was = now->running;

	now->running = p;
	others_close();
	if (was)
		slot_set(was, closed());
	slot_set(p, OPEN);
}

static bool open_other(struct part part)
{
	for (unsigned i = 0; i < now->others_count; i++)
		if (now->others[i].at == part.at)
			return false; /* it is open: the fault has another reason */
	if (now->others_count == PARTS_MAX)
		others_close();
	now->others[now->others_count++] = part;
	part_set(part, OPEN);
	return true;
}

bool check_stores_allow(uint64_t address, bool by_program)
{
	const struct process *p = thread_self ? thread_self->process : NULL;
	struct part part;

	if (!space_contains((void *)(uintptr_t)address))
		return false;
	part = part_of(address);
	if (address - (uintptr_t)part.at >= part.bytes)
		return false; /* a guard */
	if (now->running && part.at == slot_part(now->running->main.node, now->running->slot).at)
		return false; /* it is open */
	if (p && part.at == slot_part(p->main.node, p->slot).at) {
		run(p);
		return true;
	}
	return (!by_program || is_own(p, address)) && open_other(part);
}

bool check_stores_forbids(uint64_t address)
{
	return thread_self && !is_own(thread_self->process, address);
}

const char *check_stores_describe(uint64_t address, char *buf, size_t bytes)
{
	const char *what = job.opt.check_loads ? "an access to" : "a store to";
	uint32_t node = space_node(address), slot;

	if (own_state_holds(address))
		return "a store to memory of bgq-run";
	if (!job.opt.check_stores || !space_contains((void *)(uintptr_t)address) ||
	    is_own(thread_self->process, address))
		return NULL;
	slot = (uint32_t)((address - (uintptr_t)space_window(node)) >> space.slot_shift);
	if (slot < job.opt.ranks_per_node)
		snprintf(buf, bytes, "%s memory of rank %u", what, process_at(node, slot)->rank);
	else
		snprintf(buf, bytes, "%s shared memory of node %u", what, node);
	return buf;
}
