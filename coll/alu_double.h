/*
 * alu_double.h - doubles in vectors, by the host's own floating-point unit: it is
 * set to round to nearest here, subnormals intact.  Included by kernel files.
 *
 * Everything is exact, or proven to round as alu_sum.c does; a block with a word for
 * which it is neither is done by the functions that define what is right.
 */
#ifndef BGQ_COLL_ALU_DOUBLE_H
#define BGQ_COLL_ALU_DOUBLE_H

#include "alu_blocks.h"

#define SIGN_BIT (1ull << 63)

/* Field by field: a pointer to the kernel's copy, or a copy of that, would keep it in
 * memory. */
ALU_INLINE unsigned block_words(const struct coll_alu_call *c, unsigned vectors,
				coll_alu_word_fn *word)
{
	struct coll_alu_range range = { c->at, vectors * sizeof(vec) };

	return coll_alu_fp_words(word, c->in, c->inputs, c->out, range, c->key);
}

/* Two inputs: by the definition, IEEE 754's sum.  Infinities and NaNs are what is
 * not 0 less itself. */
ALU_INLINE unsigned fp_pair_block(const struct coll_alu_call *c, unsigned vectors)
{
	vec_fp r[4];
	vec special = {};

	ALU_UNROLL
	for (unsigned v = 0; v < vectors; v++) {
		r[v] = (vec_fp)block_input(c, 0, v) + (vec_fp)block_input(c, 1, v);
		special |= (vec)(r[v] - r[v]);
	}
	if (vec_any(special))
		return block_words(c, vectors, coll_alu_fp_add_word);
	ALU_UNROLL
	for (unsigned v = 0; v < vectors; v++)
		block_output(c, v, (vec)r[v]);
	return 0;
}

/* Negative zeros, where all inputs are: the sum of inputs that are all negative
 * always is, too. */
ALU_INLINE vec common_sign(const struct coll_alu_call *c, unsigned v)
{
	vec sign = VEC_ALL64(SIGN_BIT);

	for (unsigned i = 0; i < c->inputs; i++)
		sign &= block_input(c, i, v);
	return sign;
}

/*
 * Three inputs or more.  With 2^E the power of two of the largest input:
 *
 * high starts at 1.5 * 2^(E+6), and keeps that exponent with twelve inputs below
 * 2^(E+1) added: what is added is rounded to multiples of 2^(E-46).  The rest of an
 * input, at most 2^(E-47), is exact.  low starts at 1.5 * 2^(E-42) and takes the
 * rests, rounded to multiples of 2^(E-94), likewise.  Of twelve inputs that lose
 * less than 12 * 2^(E-95), and the definition's sticky bits add less than
 * 12 * 2^(E-122): the sum is off by less than 2^(E-91).  If high + low rounds alike
 * that much above and below, it rounds so as well; and if nothing was lost, it is
 * not off at all.
 *
 * E is taken to be at least that of FLOOR: subnormal numbers are slow.  Infinities,
 * NaNs and overflows end in NaNs, which are not alike.
 */
#define EXPONENT_BITS (0x7ffull << 52)
#define FLOOR 0x1p-900
#define HIGH 0x1.8p6
#define LOW 0x1.8p-42
#define OFF 0x1p-91

ALU_INLINE vec_fp power_of_largest(const struct coll_alu_call *c, unsigned v)
{
	const vec magnitude = VEC_ALL64(~SIGN_BIT);
	vec_fp largest = VEC_FP(FLOOR);

	for (unsigned i = 0; i < c->inputs; i++)
		largest = vec_fp_max(largest, (vec_fp)(block_input(c, i, v) & magnitude));
	return (vec_fp)((vec)largest & VEC_ALL64(EXPONENT_BITS));
}

/* Adds x to *sum, which keeps its exponent, and returns what does not fit. */
ALU_INLINE vec_fp add_rest(vec_fp *sum, vec_fp x)
{
	vec_fp before = *sum;

	*sum += x;
	return x - (*sum - before);
}

ALU_INLINE unsigned fp_many_block(const struct coll_alu_call *c, unsigned vectors)
{
	vec_fp power[2], high[2], low[2], r[2];
	vec lost[2], differ = {}, zero = {};

	ALU_UNROLL
	for (unsigned v = 0; v < vectors; v++) {
		power[v] = power_of_largest(c, v);
		high[v] = power[v] * HIGH;
		low[v] = power[v] * LOW;
		lost[v] = (vec){};
	}
	for (unsigned i = 0; i < c->inputs; i++)
		ALU_UNROLL
		for (unsigned v = 0; v < vectors; v++) {
			vec_fp rest = add_rest(&high[v], (vec_fp)block_input(c, i, v));

			lost[v] |= (vec)add_rest(&low[v], rest);
		}
	ALU_UNROLL
	for (unsigned v = 0; v < vectors; v++) {
		vec inexact = (vec)((vec_fp)lost[v] != 0);
		vec_fp off = (vec_fp)((vec)(power[v] * OFF) & inexact), below;

		high[v] -= power[v] * HIGH;
		low[v] -= power[v] * LOW;
		r[v] = high[v] + (low[v] + off);
		below = high[v] + (low[v] - off);
		differ |= (vec)(r[v] - below);
		zero |= (vec)(r[v] == 0);
	}
	if (vec_any(differ))
		return block_words(c, vectors, coll_alu_fp_add_word);
	if (vec_any(zero))
		ALU_UNROLL
		for (unsigned v = 0; v < vectors; v++)
			r[v] = (vec_fp)((vec)r[v] | common_sign(c, v));
	ALU_UNROLL
	for (unsigned v = 0; v < vectors; v++)
		block_output(c, v, (vec)r[v]);
	return 0;
}

/*
 * Sum of inputs whose exponents are close together, as most are: from 16 less to 15 more than e,
 * the first one's with bit 4 set.  high starts 21 above e, as if the largest input's were e + 15,
 * and low from 0: it is exact, as the rests are twelve multiples of 2^(e - 68) below 2^(e - 31).
 * So the only rounding is that of the last addition.  Zero is close to zero and to tiny numbers
 * only.
 */
#define CLOSE_BIT (16ull << 52)
#define CLOSE_HIGH (21ull << 52 | 1ull << 51)
#define NOT_CLOSE (SIGN_BIT - (32ull << 52))

/* False, and nothing is stored, if some are not. */
ALU_INLINE bool fp_close_block(const struct coll_alu_call *c, unsigned vectors)
{
	vec start[2], base[2], far = {}, zero = {};
	vec_fp high[2], low[2], r[2];

	ALU_UNROLL
	for (unsigned v = 0; v < vectors; v++) {
		vec power = (block_input(c, 0, v) & VEC_ALL64(EXPONENT_BITS)) |
			    VEC_ALL64(CLOSE_BIT);

		base[v] = power - VEC_ALL64(CLOSE_BIT);
		start[v] = power + VEC_ALL64(CLOSE_HIGH);
		high[v] = (vec_fp)start[v];
		low[v] = (vec_fp){};
		far |= (start[v] + VEC_ALL64(1ull << 52)) & VEC_ALL64(SIGN_BIT);
	}
	for (unsigned i = 0; i < c->inputs; i++)
		ALU_UNROLL
		for (unsigned v = 0; v < vectors; v++) {
			vec x = block_input(c, i, v);

			far |= (x - base[v]) & VEC_ALL64(NOT_CLOSE);
			low[v] += add_rest(&high[v], (vec_fp)x);
		}
	ALU_UNROLL
	for (unsigned v = 0; v < vectors; v++) {
		r[v] = (high[v] - (vec_fp)start[v]) + low[v];
		zero |= (vec)(r[v] == 0);
	}
	if (vec_any(far))
		return false;
	if (vec_any(zero))
		ALU_UNROLL
		for (unsigned v = 0; v < vectors; v++)
			r[v] = (vec_fp)((vec)r[v] | common_sign(c, v));
	ALU_UNROLL
	for (unsigned v = 0; v < vectors; v++)
		block_output(c, v, (vec)r[v]);
	return true;
}

ALU_INLINE unsigned fp_add_block(const struct coll_alu_call *c, unsigned vectors)
{
	return fp_close_block(c, vectors) ? 0 : fp_many_block(c, vectors);
}

/* Either order, because the host's minimum of two zeros or of a NaN is the second:
 * so zeros are ORed, and a NaN stays one. */
ALU_INLINE unsigned fp_min_block(const struct coll_alu_call *c, unsigned vectors)
{
	vec key = VEC_ALL64(c->key), nan = {};
	vec_fp r[4];

	ALU_UNROLL
	for (unsigned v = 0; v < vectors; v++)
		r[v] = (vec_fp)(block_input(c, 0, v) ^ key);
	for (unsigned i = 1; i < c->inputs; i++)
		ALU_UNROLL
		for (unsigned v = 0; v < vectors; v++) {
			vec_fp x = (vec_fp)(block_input(c, i, v) ^ key);

			r[v] = (vec_fp)((vec)vec_fp_min(r[v], x) | (vec)vec_fp_min(x, r[v]));
		}
	ALU_UNROLL
	for (unsigned v = 0; v < vectors; v++)
		nan |= (vec)(r[v] != r[v]);
	if (vec_any(nan))
		return block_words(c, vectors, coll_alu_fp_min_word);
	ALU_UNROLL
	for (unsigned v = 0; v < vectors; v++)
		block_output(c, v, (vec)r[v] ^ key);
	return 0;
}

#endif
