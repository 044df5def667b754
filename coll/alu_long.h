/*
 * alu_long.h - sums of integers of more than 8 bytes in vectors of limbs.  Included
 * by kernel files.
 *
 * Up to 512 bytes of whole words at a time, from the right: the limbs of a vector are
 * added each on its own and their carries counted, then each takes the count of its
 * right neighbour.  That this makes a further carry is rare but for numbers of mixed
 * signs; then it is done again, limb by limb.
 */
#ifndef BGQ_COLL_ALU_LONG_H
#define BGQ_COLL_ALU_LONG_H

#include "alu_impl.h"
#include "alu_vector.h"

#define VEC_LIMBS (sizeof(vec) / sizeof(uint64_t))

/* sum is kept for the case that it must be done again. */
ALU_INLINE void long_columns(const struct coll_alu_call *c, size_t n, struct coll_alu_limbs *l,
			     bool is_signed)
{
	size_t offset = c->at + n * sizeof(uint64_t);
	vec sum = vec_load(c->in[0] + offset), carry = {}, minus = sum >> 63;

	for (unsigned i = 1; i < c->inputs; i++) {
		vec x = vec_load(c->in[i] + offset);

		sum += x;
		carry -= (vec)(sum < x);
		if (is_signed)
			minus += x >> 63;
	}
	vec_store(&l->sum[n], sum);
	vec_store(&l->carry[n], carry);
	if (is_signed)
		vec_store(&l->minus[n], minus);
}

/* False if a carry is carried on; the words are stored nevertheless. */
ALU_INLINE bool long_words(struct coll_alu_call *c, struct coll_alu_limbs *l, size_t limbs,
			   bool is_signed)
{
	const vec last = VEC_ALL64(c->word_bytes / sizeof(uint64_t) - 1);
	vec right = {}, again = {}, over = {};
	vec index = (vec){ VEC_COUNT } - 1 + limbs;

	for (size_t n = limbs; n > 0;) {
		vec sum, carry, in, out;

		n -= VEC_LIMBS;
		index -= VEC_LIMBS;
		long_columns(c, n, l, is_signed);
		carry = vec_load(&l->carry[n]);
		in = vec_next(carry, right) & (vec)((index & last) != last);
		sum = vec_load(&l->sum[n]) + in;
		again |= (vec)(sum < in);
		out = carry;
		if (is_signed)
			out += (sum >> 63) - vec_load(&l->minus[n]);
		over |= out & (vec)((index & last) == 0);
		vec_store(c->out + c->at + n * sizeof(uint64_t), sum);
		right = carry;
	}
	if (vec_any(again))
		return false;
	if (vec_any(over))
		c->flags |= COLL_OVERFLOW;
	return true;
}

ALU_INLINE void long_add(struct coll_alu_call *c, bool is_signed)
{
	size_t unit = c->word_bytes > sizeof(vec) ? c->word_bytes : sizeof(vec);
	struct coll_alu_limbs l;

	for (size_t left; (left = c->bytes - c->at) >= unit;) {
		size_t bytes = left < sizeof l.sum ? left & -unit : sizeof l.sum;

		if (!long_words(c, &l, bytes / sizeof(uint64_t), is_signed))
			coll_alu_ripple(c, &l, bytes / sizeof(uint64_t));
		c->at += bytes;
	}
}

#endif
