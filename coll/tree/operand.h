/*
 * operand.h - the arithmetic of the collective network of Blue Gene/L and /P: operands of 2 to 256
 * bytes, unsigned, the most significant byte first.  An addition takes the lowest byte first, so
 * that a sum leaves a node while its operands come in (US 7,761,687, l. 304).
 *
 * Minimum and subtraction are made of these by the complement of what goes in and comes out; a sum
 * of doubles takes two passes, the largest exponent and then the sum of integers that are aligned
 * to it (l. 306).
 *
 * Never: rounds within the network; depends on the order of operands.
 */
#ifndef BGQ_COLL_TREE_OPERAND_H
#define BGQ_COLL_TREE_OPERAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Opcodes in a packet header of the tree. */
enum tree_opcode {
	TREE_OP_NONE = 0, /* one packet goes on alone: broadcast */
	TREE_OP_OR = 1, TREE_OP_AND = 2, TREE_OP_XOR = 3,
	TREE_OP_MAX = 5, TREE_OP_ADD = 6
};

/* Is there such a combination?  Operands have a whole number of 16-bit words, up to 128. */
bool tree_op_valid(unsigned opcode, unsigned operand_bytes);
/* into[] becomes the combination of both, operand by operand. */
void tree_combine(unsigned opcode, unsigned operand_bytes, uint8_t *into, const uint8_t *from,
		  size_t bytes);

/* An integer of so many bytes, up to 8, as an operand and back. */
void tree_operand_put(uint8_t *operand, unsigned bytes, uint64_t value);
uint64_t tree_operand_get(const uint8_t *operand, unsigned bytes);
void tree_complement(uint8_t *operand, size_t bytes);
/* Two's complement: a sum with it is a subtraction. */
void tree_negate(uint8_t *operand, size_t bytes);

/* ---- sums of doubles; finite ones */
#define TREE_EXPONENT_BYTES 2u  /* operand of the first pass, */
#define TREE_ALIGNED_BYTES  16u /* and of the second */

/* The first pass's operand. */
uint64_t tree_exponent_of(double v);
/* The second pass's: v in units of the exponent's mantissa with 57 bits below it; lower ones are
 * cut off.  17 bits above are for the carries of 131,072 nodes. */
void tree_aligned_of(double v, uint64_t exponent, uint8_t operand[TREE_ALIGNED_BYTES]);
/* Returns the double that a sum of aligned operands stands for, rounded once. */
double tree_double_of(const uint8_t operand[TREE_ALIGNED_BYTES], uint64_t exponent);

#endif
