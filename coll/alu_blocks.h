/*
 * alu_blocks.h - how a kernel goes over its call: in blocks of a few vectors of
 * each input.  Included by kernel files.
 *
 * out may be an input, so a block stores nothing before it has read all it needs.
 */
#ifndef BGQ_COLL_ALU_BLOCKS_H
#define BGQ_COLL_ALU_BLOCKS_H

#include "alu_impl.h"
#include "alu_vector.h"

/* Combines vectors of each input at c->at, and returns the flags.  vectors is 4, 2 or
 * 1, and constant once it is inlined. */
typedef unsigned block_fn(const struct coll_alu_call *c, unsigned vectors);

ALU_INLINE vec block_input(const struct coll_alu_call *c, unsigned i, unsigned v)
{
	return vec_load(c->in[i] + c->at + v * sizeof(vec));
}

ALU_INLINE void block_output(const struct coll_alu_call *c, unsigned v, vec value)
{
	vec_store(c->out + c->at + v * sizeof(vec), value);
}

/* Combines while there are blocks of that many vectors.  The copy is for the
 * compiler: out cannot overlap it, so it stays in registers; and two inputs are
 * worth loops of their own. */
ALU_INLINE void blocks(struct coll_alu_call *c, unsigned vectors, bool two, block_fn *block)
{
	size_t bytes = vectors * sizeof(vec);
	struct coll_alu_call copy = *c;

	if (two)
		copy.inputs = 2;
	for (; copy.bytes - copy.at >= bytes; copy.at += bytes)
		copy.flags |= block(&copy, vectors);
	c->at = copy.at;
	c->flags = copy.flags;
}

#endif
