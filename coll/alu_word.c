/*
 * alu_word.c - words of 4 and 8 bytes, one at a time: what kernels leave over, and
 * what they must agree with.
 */
#include "alu_impl.h"

void coll_alu_and_word(struct coll_alu_call *c, size_t offset)
{
	uint32_t r = coll_alu_load32(c, 0, offset);

	for (unsigned i = 1; i < c->inputs; i++)
		r &= coll_alu_load32(c, i, offset);
	coll_alu_store32(c, offset, r);
}

void coll_alu_or_word(struct coll_alu_call *c, size_t offset)
{
	uint32_t r = coll_alu_load32(c, 0, offset);

	for (unsigned i = 1; i < c->inputs; i++)
		r |= coll_alu_load32(c, i, offset);
	coll_alu_store32(c, offset, r);
}

void coll_alu_xor_word(struct coll_alu_call *c, size_t offset)
{
	uint32_t r = coll_alu_load32(c, 0, offset);

	for (unsigned i = 1; i < c->inputs; i++)
		r ^= coll_alu_load32(c, i, offset);
	coll_alu_store32(c, offset, r);
}

void coll_alu_add32_word(struct coll_alu_call *c, size_t offset)
{
	int64_t sum = 0;

	for (unsigned i = 0; i < c->inputs; i++) {
		uint32_t v = coll_alu_load32(c, i, offset);

		sum += c->is_signed ? (int64_t)(int32_t)v : (int64_t)v;
	}
	if (sum != (c->is_signed ? (int64_t)(int32_t)sum : (int64_t)(uint32_t)sum))
		c->flags |= COLL_OVERFLOW;
	coll_alu_store32(c, offset, (uint32_t)sum);
}

void coll_alu_add64_word(struct coll_alu_call *c, size_t offset)
{
	__int128 sum = 0;

	for (unsigned i = 0; i < c->inputs; i++) {
		uint64_t v = coll_alu_load64(c, i, offset);

		sum += c->is_signed ? (__int128)(int64_t)v : (__int128)v;
	}
	if (sum != (c->is_signed ? (__int128)(int64_t)sum : (__int128)(uint64_t)sum))
		c->flags |= COLL_OVERFLOW;
	coll_alu_store64(c, offset, (uint64_t)sum);
}

void coll_alu_min32_word(struct coll_alu_call *c, size_t offset)
{
	uint32_t key = (uint32_t)(c->key >> 32);
	int32_t r = (int32_t)(coll_alu_load32(c, 0, offset) ^ key);

	for (unsigned i = 1; i < c->inputs; i++) {
		int32_t v = (int32_t)(coll_alu_load32(c, i, offset) ^ key);

		r = v < r ? v : r;
	}
	coll_alu_store32(c, offset, (uint32_t)r ^ key);
}

void coll_alu_min64_word(struct coll_alu_call *c, size_t offset)
{
	int64_t r = (int64_t)(coll_alu_load64(c, 0, offset) ^ c->key);

	for (unsigned i = 1; i < c->inputs; i++) {
		int64_t v = (int64_t)(coll_alu_load64(c, i, offset) ^ c->key);

		r = v < r ? v : r;
	}
	coll_alu_store64(c, offset, (uint64_t)r ^ c->key);
}

#define SIGN (1ull << 63)
#define INFINITE (0x7ffull << 52)

/* Doubles as signed integers of the same order, -0 just below +0. */
static int64_t order_of(uint64_t bits)
{
	return (int64_t)(bits & SIGN ? bits ^ ~SIGN : bits);
}

void coll_alu_fp_min_word(struct coll_alu_call *c, size_t offset)
{
	uint64_t r = coll_alu_load64(c, 0, offset) ^ c->key;
	bool nan = false;

	for (unsigned i = 0; i < c->inputs; i++) {
		uint64_t v = coll_alu_load64(c, i, offset) ^ c->key;

		nan |= (v & ~SIGN) > INFINITE;
		r = order_of(v) < order_of(r) ? v : r;
	}
	if (nan)
		c->flags |= COLL_NAN;
	coll_alu_store64(c, offset, nan ? COLL_NAN_BITS : r ^ c->key);
}

unsigned coll_alu_fp_words(coll_alu_word_fn *word, const unsigned char *const in[], unsigned inputs,
			   unsigned char *out, struct coll_alu_range range, uint64_t key)
{
	struct coll_alu_call c = { .in = in, .out = out, .at = range.at,
				   .inputs = inputs, .key = key };

	for (size_t offset = 0; offset < range.bytes; offset += sizeof(double))
		word(&c, offset);
	return c.flags;
}
