/*
 * budget_map.h - where in an image the budget is in a register, as bgq-as lists it in
 * section .bgq_budget (emu/cc/as_range.c).
 *
 * What stops a program there from outside, a fault or a timer, finds the budget in that
 * register and an old value in memory.
 *
 * Never: a look at the process that was stopped; addresses are offsets in its image.
 */
#ifndef BGQ_EMU_WAIT_BUDGET_MAP_H
#define BGQ_EMU_WAIT_BUDGET_MAP_H

#include <stddef.h>
#include <stdint.h>

#define BUDGET_IN_MEMORY (-1)

struct budget_range {
	uint64_t start, end; /* of code: [start, end) */
	uint32_t reg;        /* in the order of the processor's encoding */
};

struct budget_map {
	struct budget_range *range; /* by start; none overlaps another */
	size_t ranges;
};

/* Adds a section's contents to m, at first all zero.  What describes no code of the image,
 * because the linker dropped that, is left out.  0 or -ENOMEM. */
int budget_map_add(struct budget_map *m, const void *section, size_t bytes,
		   uint64_t image_bytes);
void budget_map_free(struct budget_map *m);

/* The register that has the budget before the instruction at this offset, or
 * BUDGET_IN_MEMORY.  For signal handlers too. */
int budget_map_find(const struct budget_map *m, uint64_t offset);

#endif
