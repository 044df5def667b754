/*
 * alu_sum.c - the sum of one double of each input, as alu.h defines it: aligned,
 * added as integers, rounded once.  Integers only, so that neither rounding modes
 * nor trapped exceptions of the program around it can reach it.
 */
#include "alu_impl.h"

#define MANTISSA_BITS 52
#define FRACTION ((1ull << MANTISSA_BITS) - 1)
#define SIGN (1ull << 63)
#define SPECIAL 0x7ffu /* exponent of infinities and NaNs */
#define INFINITE ((uint64_t)SPECIAL << MANTISSA_BITS)
#define GUARD_BITS 70

typedef unsigned __int128 uint128;

static unsigned exponent(uint64_t bits)
{
	return (unsigned)(bits >> MANTISSA_BITS) & SPECIAL;
}

/* The magnitude in units of the aligned integers; top is the largest exponent, at
 * least 1. */
static uint128 aligned(uint64_t bits, unsigned top)
{
	unsigned e = exponent(bits);
	uint128 m = bits & FRACTION;
	unsigned shift;

	if (e)
		m |= FRACTION + 1;
	else
		e = 1;
	m <<= GUARD_BITS;
	shift = top - e;
	if (shift > 127)
		return m != 0;
	return m >> shift | ((m >> shift) << shift != m);
}

/* m units as the bits of a double, rounded to nearest even. */
static uint64_t rounded(uint128 m, unsigned top)
{
	int high, low; /* positions of the highest bit, and of the result's lowest */
	uint128 half;
	uint64_t r;

	if (!m)
		return 0;
	high = m >> 64 ? 127 - __builtin_clzll((uint64_t)(m >> 64)) :
			 63 - __builtin_clzll((uint64_t)m);
	low = high - MANTISSA_BITS;
	if (low < GUARD_BITS + 1 - (int)top)
		low = GUARD_BITS + 1 - (int)top; /* subnormal */
	/* The implicit bit of a normal number adds one to the exponent, and so does
	 * a carry out of the mantissa. */
	r = (uint64_t)(low + (int)top - GUARD_BITS - 1) << MANTISSA_BITS;
	if (low <= 0)
		return r + (uint64_t)(m << -low);
	half = (uint128)1 << (low - 1);
	r += (uint64_t)(m >> low);
	m &= 2 * half - 1;
	r += m > half || (m == half && (r & 1));
	return r < INFINITE ? r : INFINITE;
}

/* Returns the sum of inputs with infinities or NaNs among them. */
static uint64_t special_sum(struct coll_alu_call *c, size_t offset)
{
	uint64_t sum = 0;

	for (unsigned i = 0; i < c->inputs; i++) {
		uint64_t v = coll_alu_load64(c, i, offset);

		if (exponent(v) != SPECIAL)
			continue;
		if ((v & FRACTION) || (sum && sum != v)) {
			c->flags |= COLL_NAN;
			return COLL_NAN_BITS;
		}
		sum = v;
	}
	return sum;
}

static uint64_t finite_sum(struct coll_alu_call *c, size_t offset, unsigned top)
{
	__int128 sum = 0;
	uint64_t negative = SIGN, r;

	for (unsigned i = 0; i < c->inputs; i++) {
		uint64_t v = coll_alu_load64(c, i, offset);
		__int128 m = (__int128)aligned(v, top);

		sum += v & SIGN ? -m : m;
		negative &= v;
	}
	/* Negative inputs alone have a negative sum, even if it is zero. */
	if (sum < 0)
		negative = SIGN;
	r = rounded(sum < 0 ? -(uint128)sum : (uint128)sum, top);
	if (exponent(r) == SPECIAL)
		c->flags |= COLL_FP_OVERFLOW;
	return negative | r;
}

void coll_alu_fp_add_word(struct coll_alu_call *c, size_t offset)
{
	unsigned top = 1;

	for (unsigned i = 0; i < c->inputs; i++) {
		unsigned e = exponent(coll_alu_load64(c, i, offset));

		top = e > top ? e : top;
	}
	coll_alu_store64(c, offset,
			 top == SPECIAL ? special_sum(c, offset) : finite_sum(c, offset, top));
}
