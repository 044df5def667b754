/* operand.c - see operand.h. */
#include "operand.h"

#include <math.h>
#include <string.h>

#define BITS_BELOW 57 /* the lowest bit of a mantissa of 53 bits */
#define EXPONENT_BIAS 1100 /* makes that of the smallest double positive */

bool tree_op_valid(unsigned opcode, unsigned operand_bytes)
{
	return opcode <= TREE_OP_ADD && opcode != 4 && operand_bytes >= 2 &&
	       operand_bytes <= 256 && operand_bytes % 2 == 0;
}

static void add(uint8_t *into, const uint8_t *from, unsigned bytes)
{
	unsigned carry = 0;

	for (unsigned i = bytes; i-- > 0;) {
		carry += (unsigned)into[i] + from[i];
		into[i] = (uint8_t)carry;
		carry >>= 8;
	}
}

static void bits(unsigned opcode, uint8_t *into, const uint8_t *from, unsigned bytes)
{
	for (unsigned i = 0; i < bytes; i++)
		into[i] = opcode == TREE_OP_OR    ? into[i] | from[i]
			  : opcode == TREE_OP_AND ? into[i] & from[i]
						  : into[i] ^ from[i];
}

static void combine(unsigned opcode, uint8_t *into, const uint8_t *from, unsigned bytes)
{
	switch (opcode) {
	case TREE_OP_ADD: add(into, from, bytes); break;
	case TREE_OP_MAX:
		if (memcmp(into, from, bytes) < 0)
			memcpy(into, from, bytes);
		break;
	default: bits(opcode, into, from, bytes);
	}
}

void tree_combine(unsigned opcode, unsigned operand_bytes, uint8_t *into, const uint8_t *from,
		  size_t bytes)
{
	for (size_t at = 0; at + operand_bytes <= bytes; at += operand_bytes)
		combine(opcode, into + at, from + at, operand_bytes);
}

void tree_operand_put(uint8_t *operand, unsigned bytes, uint64_t value)
{
	for (unsigned i = bytes; i-- > 0; value >>= 8)
		operand[i] = (uint8_t)value;
}

uint64_t tree_operand_get(const uint8_t *operand, unsigned bytes)
{
	uint64_t value = 0;

	for (unsigned i = 0; i < bytes; i++)
		value = value << 8 | operand[i];
	return value;
}

void tree_complement(uint8_t *operand, size_t bytes)
{
	for (size_t i = 0; i < bytes; i++)
		operand[i] = (uint8_t)~operand[i];
}

void tree_negate(uint8_t *operand, size_t bytes)
{
	unsigned carry = 1;

	tree_complement(operand, bytes);
	for (size_t i = bytes; i-- > 0 && carry;) {
		carry += operand[i];
		operand[i] = (uint8_t)carry;
		carry >>= 8;
	}
}

uint64_t tree_exponent_of(double v)
{
	int e = -1074;

	if (v != 0)
		frexp(v, &e);
	return (uint64_t)(e + EXPONENT_BIAS);
}

/* The weight of the lowest bit. */
static int unit(uint64_t exponent)
{
	return (int)exponent - EXPONENT_BIAS - 53 - BITS_BELOW;
}

void tree_aligned_of(double v, uint64_t exponent, uint8_t operand[TREE_ALIGNED_BYTES])
{
	int e;
	__int128 mantissa = (__int128)ldexp(frexp(v, &e), 53);
	int shift = e - 53 - unit(exponent);
	unsigned __int128 aligned =
		shift >= 0 ? (unsigned __int128)mantissa << shift
			   : (unsigned __int128)(shift > -64 ? mantissa / ((__int128)1 << -shift)
							     : 0);

	tree_operand_put(operand, 8, (uint64_t)(aligned >> 64));
	tree_operand_put(operand + 8, 8, (uint64_t)aligned);
}

double tree_double_of(const uint8_t operand[TREE_ALIGNED_BYTES], uint64_t exponent)
{
	unsigned __int128 sum = (unsigned __int128)tree_operand_get(operand, 8) << 64 |
				tree_operand_get(operand + 8, 8);

	return ldexp((double)(__int128)sum, unit(exponent));
}
