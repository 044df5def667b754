/*
 * budget_map.h - location lists of the budget (as in debug information): the code ranges
 * of an image in which it is in a register, those that are counted at all, and where the
 * libraries of the compiler lie, from section .bgq_budget (emu/compile/as/as_range.c,
 * emu/target/rt/note.c).
 *
 * If a fault or a timer interrupts a program there, the budget is in that register, and
 * memory has an old value.
 *
 * Never: an access to the interrupted process; addresses are offsets in its image.
 */
#ifndef BGQ_EMU_WAIT_BUDGET_MAP_H
#define BGQ_EMU_WAIT_BUDGET_MAP_H

#include <stdbool.h>
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
	struct budget_range *counted; /* the same; text in which each loop has a check */
	size_t counteds;
	struct budget_range libraries; /* those that bgq-cc links by itself: the support library,
					* libgcc, libstdc++ */
};

/* Adds a section's contents to m, at first all zero.  Entries for code that the linker has
 * dropped are left out.  0 or -ENOMEM. */
int budget_map_add(struct budget_map *m, const void *section, size_t bytes,
		   uint64_t image_bytes);
void budget_map_free(struct budget_map *m);

/* The register that has the budget before the instruction at this offset, or
 * BUDGET_IN_MEMORY.  For signal handlers too. */
int budget_map_find(const struct budget_map *m, uint64_t offset);

/* Whether a loop cannot stay there without a check.  For signal handlers too. */
bool budget_map_counts(const struct budget_map *m, uint64_t offset);

/* Whether it is in those libraries: not counted, but each loop there ends by itself, or has a
 * call that gives way.  For signal handlers too. */
bool budget_map_in_libraries(const struct budget_map *m, uint64_t offset);

#endif
