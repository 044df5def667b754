/*
 * mix.h - counts of executed instructions by class, for programs that ask for them.
 *
 * Each payment of the budget in a program's code stands for instructions that section
 * .bgq_budget_mix lists (bgqemu/mix.h).  In a program that binds to bgqemu_core_counts() the
 * payment is replaced by a jump to a stub behind the image, which adds their numbers to cells at
 * %gs:offset, pays, and goes back.  Other programs are left alone.
 *
 * Never: a stub that changes a register, or flags that are needed.
 */
#ifndef BGQ_EMU_IMAGE_MIX_H
#define BGQ_EMU_IMAGE_MIX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "include/bgqemu/mix.h"

struct image;

struct mix_part {
	uint8_t class;
	int16_t number;
};

struct mix_site {
	uint64_t at;          /* of the payment: an offset in the image */
	uint32_t part, parts; /* the first of image_mix.part, and how many */
	uint8_t bytes, flags; /* of the instructions that are replaced */
};

/* All zero: nothing is counted. */
struct image_mix {
	bool wanted;          /* the program asks for counts */
	struct mix_site *site; /* by place */
	size_t sites;
	struct mix_part *part;
	size_t parts;
	uint8_t *plain;       /* the template as it was before */
	uint8_t *stub;        /* stubs, for each clone at stub_at */
	uint64_t stub_at, stub_bytes;
};

/* After image_load(): 0; -ENOMEM; -EFBIG if its data is so large that code cannot jump behind it;
 * -ENOEXEC if the list does not fit the code. */
int image_mix_apply(struct image *img, uint32_t offset);
void image_mix_free(struct image_mix *m);
/* The payment at this offset, or NULL. */
const struct mix_site *image_mix_at(const struct image_mix *m, uint64_t at);

#endif
