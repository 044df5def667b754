/*
 * alu_table.h - the kernels of one kernel file.  Included by it, once, with
 * ALU_VECTOR_BYTES and ALU_TARGET defined.
 */
#include "alu_double.h"
#include "alu_integer.h"
#include "alu_long.h"

#define KERNEL(kernel, block)                             \
	static ALU_TARGET void kernel(struct coll_alu_call *c) \
	{                                                 \
		if (c->inputs == 2) {                     \
			blocks(c, 4, true, block);        \
			blocks(c, 1, true, block);        \
		} else {                                  \
			blocks(c, 4, false, block);       \
			blocks(c, 1, false, block);       \
		}                                         \
	}

KERNEL(kernel_and, and_block)
KERNEL(kernel_or, or_block)
KERNEL(kernel_xor, xor_block)
KERNEL(kernel_add32, add32_block)
KERNEL(kernel_add64, add64_block)
KERNEL(kernel_min32, min32_block)
KERNEL(kernel_min64, min64_block)
KERNEL(kernel_fp_min, fp_min_block)

static ALU_TARGET void kernel_fp_add(struct coll_alu_call *c)
{
	if (c->inputs == 2) {
		blocks(c, 4, true, fp_pair_block);
		blocks(c, 1, true, fp_pair_block);
	} else {
		blocks(c, 2, false, fp_add_block);
		blocks(c, 1, false, fp_add_block);
	}
}

static ALU_TARGET void kernel_long_add(struct coll_alu_call *c)
{
	if (c->is_signed)
		long_add(c, true);
	else
		long_add(c, false);
}

#define ALU_TABLE(name_, usable_)                                                \
	{ .name = (name_), .usable = (usable_),                                  \
	  .combine = { [ALU_AND] = kernel_and, [ALU_OR] = kernel_or,             \
		       [ALU_XOR] = kernel_xor, [ALU_ADD32] = kernel_add32,       \
		       [ALU_ADD64] = kernel_add64, [ALU_MIN32] = kernel_min32,   \
		       [ALU_MIN64] = kernel_min64, [ALU_FP_ADD] = kernel_fp_add, \
		       [ALU_FP_MIN] = kernel_fp_min,                             \
		       [ALU_LONG_ADD] = kernel_long_add } }
