/* own_code.c - see own_code.h. */
#include "own_code.h"

#include "booted.h"

static bool is_own(uint64_t address)
{
	return address - (uintptr_t)process_self()->base < space.slot_bytes;
}

/* In the slots of a window. */
static bool is_in_slot(uint64_t address, uint64_t *offset)
{
	uint32_t node = space_node(address);

	*offset = address - (uintptr_t)space_window(node);
	return *offset < space.slot_bytes * space.slots;
}

uint64_t own_code(uint64_t target)
{
	uint64_t offset;

	if (!space_contains((const void *)(uintptr_t)target) || is_own(target) ||
	    !is_in_slot(target, &offset))
		return target;
	return (uintptr_t)process_self()->base + (offset & (space.slot_bytes - 1));
}

void *own_place(const void *place)
{
	uint64_t own = (uintptr_t)place;

	if (job.opt.equal_addresses)
		own = own_code(own);
	return (void *)(uintptr_t)own;
}

const struct process *own_code_owner(uint64_t pc)
{
	uint64_t offset;

	if (!space_contains((const void *)(uintptr_t)pc) || is_own(pc) || !is_in_slot(pc, &offset))
		return NULL;
	return process_at(space_node(pc), (uint32_t)(offset >> space.slot_shift));
}
