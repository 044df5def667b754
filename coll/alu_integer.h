/*
 * alu_integer.h - bits and integers of 4 and 8 bytes in vectors.  Included by
 * kernel files.
 */
#ifndef BGQ_COLL_ALU_INTEGER_H
#define BGQ_COLL_ALU_INTEGER_H

#include "alu_blocks.h"

ALU_INLINE unsigned bits_block(const struct coll_alu_call *c, unsigned vectors,
			       enum coll_alu_kind kind)
{
	vec r[4];

	ALU_UNROLL
	for (unsigned v = 0; v < vectors; v++)
		r[v] = block_input(c, 0, v);
	for (unsigned i = 1; i < c->inputs; i++)
		ALU_UNROLL
		for (unsigned v = 0; v < vectors; v++) {
			vec x = block_input(c, i, v);

			r[v] = kind == ALU_AND ? r[v] & x : kind == ALU_OR ? r[v] | x : r[v] ^ x;
		}
	ALU_UNROLL
	for (unsigned v = 0; v < vectors; v++)
		block_output(c, v, r[v]);
	return 0;
}

ALU_INLINE unsigned and_block(const struct coll_alu_call *c, unsigned vectors)
{
	return bits_block(c, vectors, ALU_AND);
}

ALU_INLINE unsigned or_block(const struct coll_alu_call *c, unsigned vectors)
{
	return bits_block(c, vectors, ALU_OR);
}

ALU_INLINE unsigned xor_block(const struct coll_alu_call *c, unsigned vectors)
{
	return bits_block(c, vectors, ALU_XOR);
}

ALU_INLINE vec sum(vec a, vec b, unsigned word_bits)
{
	return word_bits == 32 ? (vec)((vec_u32)a + (vec_u32)b) : a + b;
}

ALU_INLINE vec difference(vec a, vec b, unsigned word_bits)
{
	return word_bits == 32 ? (vec)((vec_u32)a - (vec_u32)b) : a - b;
}

ALU_INLINE vec all(uint64_t value, unsigned word_bits)
{
	return word_bits == 32 ? (vec)VEC_ALL32(value) : VEC_ALL64(value);
}

ALU_INLINE vec below(vec a, vec b, unsigned word_bits)
{
	return word_bits == 32 ? (vec)((vec_u32)a < (vec_u32)b) : (vec)(a < b);
}

ALU_INLINE vec high_bit(vec a, unsigned word_bits)
{
	return word_bits == 32 ? (vec)((vec_u32)a >> 31) : a >> 63;
}

/* The flag of a block.  The exact sum's upper half is the carries, less one for each
 * negative input; it must be 0, or -1 if the lower half is negative. */
ALU_INLINE unsigned overflow(const struct coll_alu_call *c, unsigned vectors, unsigned word_bits)
{
	for (unsigned v = 0; v < vectors; v++) {
		vec total = {}, upper = {};

		for (unsigned i = 0; i < c->inputs; i++) {
			vec x = block_input(c, i, v);

			total = sum(total, x, word_bits);
			/* is -1, where it is below */
			upper = difference(upper, below(total, x, word_bits), word_bits);
			if (c->is_signed)
				upper = difference(upper, high_bit(x, word_bits), word_bits);
		}
		if (c->is_signed)
			upper = sum(upper, high_bit(total, word_bits), word_bits);
		if (vec_any(upper))
			return COLL_OVERFLOW;
	}
	return 0;
}

/*
 * Mostly numbers are small enough for their sum not to overflow: sixteen below
 * 2^(bits - 4), or signed ones from -2^(bits - 5) to 2^(bits - 5) - 1, which a bias
 * makes numbers below that.  Of two it is seen sooner: neither has the highest bit set,
 * or if signed, one has the sum's sign.  A block that fails may overflow or not.  Once
 * something has, the flag can change no more.
 */
ALU_INLINE unsigned add_pair_block(const struct coll_alu_call *c, unsigned vectors,
				   unsigned word_bits)
{
	const vec above = all(1ull << (word_bits - 1), word_bits);
	vec r[4], any = {};
	unsigned flags = c->flags;

	ALU_UNROLL
	for (unsigned v = 0; v < vectors; v++) {
		vec a = block_input(c, 0, v), b = block_input(c, 1, v);

		r[v] = sum(a, b, word_bits);
		any |= c->is_signed ? (a ^ r[v]) & (b ^ r[v]) : a | b;
	}
	if (!(flags & COLL_OVERFLOW) && __builtin_expect(vec_any(any & above), 0))
		flags = c->is_signed ? COLL_OVERFLOW : overflow(c, vectors, word_bits);
	ALU_UNROLL
	for (unsigned v = 0; v < vectors; v++)
		block_output(c, v, r[v]);
	return flags;
}

ALU_INLINE unsigned add_many_block(const struct coll_alu_call *c, unsigned vectors,
				   unsigned word_bits, bool biased)
{
	const vec above = all(~0ull << (word_bits - 4), word_bits);
	const vec bias = all(1ull << (word_bits - 5), word_bits);
	unsigned flags = c->flags;
	vec total[4], any = {};

	ALU_UNROLL
	for (unsigned v = 0; v < vectors; v++)
		total[v] = (vec){};
	for (unsigned i = 0; i < c->inputs; i++)
		ALU_UNROLL
		for (unsigned v = 0; v < vectors; v++) {
			vec x = block_input(c, i, v);

			any |= biased ? sum(x, bias, word_bits) : x;
			total[v] = sum(total[v], x, word_bits);
		}
	if (!(flags & COLL_OVERFLOW) && __builtin_expect(vec_any(any & above), 0))
		flags = overflow(c, vectors, word_bits);
	ALU_UNROLL
	for (unsigned v = 0; v < vectors; v++)
		block_output(c, v, total[v]);
	return flags;
}

ALU_INLINE unsigned add_block(const struct coll_alu_call *c, unsigned vectors, unsigned word_bits)
{
	if (c->inputs == 2)
		return add_pair_block(c, vectors, word_bits);
	return c->is_signed ? add_many_block(c, vectors, word_bits, true) :
			      add_many_block(c, vectors, word_bits, false);
}

ALU_INLINE unsigned add32_block(const struct coll_alu_call *c, unsigned vectors)
{
	return add_block(c, vectors, 32);
}

ALU_INLINE unsigned add64_block(const struct coll_alu_call *c, unsigned vectors)
{
	return add_block(c, vectors, 64);
}

ALU_INLINE vec least(vec a, vec b, unsigned word_bits)
{
	return word_bits == 32 ? (vec)vec_min32((vec_s32)a, (vec_s32)b) :
				 (vec)vec_min64((vec_s64)a, (vec_s64)b);
}

ALU_INLINE unsigned min_block(const struct coll_alu_call *c, unsigned vectors, unsigned word_bits)
{
	vec key = all(c->key >> (64 - word_bits), word_bits), r[4];

	ALU_UNROLL
	for (unsigned v = 0; v < vectors; v++)
		r[v] = block_input(c, 0, v) ^ key;
	for (unsigned i = 1; i < c->inputs; i++)
		ALU_UNROLL
		for (unsigned v = 0; v < vectors; v++)
			r[v] = least(r[v], block_input(c, i, v) ^ key, word_bits);
	ALU_UNROLL
	for (unsigned v = 0; v < vectors; v++)
		block_output(c, v, r[v] ^ key);
	return 0;
}

ALU_INLINE unsigned min32_block(const struct coll_alu_call *c, unsigned vectors)
{
	return min_block(c, vectors, 32);
}

ALU_INLINE unsigned min64_block(const struct coll_alu_call *c, unsigned vectors)
{
	return min_block(c, vectors, 64);
}

#endif
