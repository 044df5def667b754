/*
 * alu.h - the arithmetic of the collective network: what a node makes of one
 * packet's payload from each of its inputs (links of the class route and its own
 * contribution), SC11 paper, II.C.
 *
 * It knows of no packets, nodes or time.  Results are a function of opcode, word
 * length and the inputs' bytes alone: not of the inputs' order, of the host's
 * processor or of the floating-point environment it is called in.
 *
 * INTEGERS are of word_bytes (4 to 512, powers of two) in the host's byte order.
 * Those longer than 8 bytes are arrays of 64-bit limbs, the most significant one
 * first, each in the host's order: what a program makes that stores limbs, on the
 * big-endian machine as here.  (One that stores the host's __int128, or puts a
 * longer word together from 32-bit halves, sees another number than the machine
 * would.)  A sum is the exact sum of all inputs modulo 2^bits; it overflowed if
 * the exact sum, signed or not, is no number of that length.  What partial sums
 * do on the way does not count.
 *
 * SUMS OF DOUBLES are formed as on the machine: all inputs are aligned to the
 * largest exponent, added as integers, and the result is made a double once.
 * How many bits the machine keeps is not published; here it is:
 *
 *   E is the largest exponent of the inputs (-1022 for zeros and subnormals).
 *   Each input becomes a signed integer of 128 bits in units of 2^(E - 122):
 *   sign, four bits for the carries of COLL_INPUTS inputs, 53 bits of the
 *   largest mantissa and 70 guard bits.  If bits of an input do not fit below,
 *   the lowest bit of its magnitude is set instead (sticky bit).  The integers
 *   are added, and the sum is rounded to the nearest double, ties to even.
 *
 * So one input comes back as it is, two inputs give the sum of IEEE 754, and more
 * give the correctly rounded exact sum unless exponents differ by more than 70.
 * An exact zero is +0, but -0 if all inputs are -0.  Infinities of one sign give
 * that infinity; of both signs, NaN.
 *
 * MIN AND MAX OF DOUBLES take -0 to be less than +0.
 *
 * A result that is not a number is COLL_NAN_BITS, in each of the three operations;
 * any input that is one makes the result one (also a single input: the machine does
 * so in broadcasts, if the opcode is one of doubles).
 */
#ifndef BGQ_COLL_ALU_H
#define BGQ_COLL_ALU_H

#include <stdbool.h>
#include <stddef.h>

#define COLL_INPUTS 12 /* eleven links and the node itself */

/* Operations, numbered as in the collective packet header's field OpCode (upper half of byte 1). */
enum coll_op {
	COLL_AND = 0,
	COLL_OR = 1,
	COLL_XOR = 2,
	COLL_UNSIGNED_ADD = 4,
	COLL_UNSIGNED_MIN = 5,
	COLL_UNSIGNED_MAX = 6,
	COLL_SIGNED_ADD = 8,
	COLL_SIGNED_MIN = 9,
	COLL_SIGNED_MAX = 10,
	COLL_FP_ADD = 12,
	COLL_FP_MIN = 13,
	COLL_FP_MAX = 14,
};

/* A signalling NaN, as the machine's; which one it takes is not published.  This is
 * the one of __builtin_nans(""). */
#define COLL_NAN_BITS 0x7ff4000000000000ull

/* Flags of a result.  The machine has a status bit for each of the first two, none
 * for the third: there an infinity is a number like others. */
#define COLL_NAN 1u         /* a double of the result is not a number */
#define COLL_OVERFLOW 2u    /* an integer sum does not fit its word */
#define COLL_FP_OVERFLOW 4u /* a sum of finite doubles is rounded to infinity */

/* The bytes of a word by the header's field Word_Length (lower half of byte 1). */
static inline unsigned coll_word_bytes(unsigned word_length)
{
	return 4u << word_length;
}

/* Is there such an operation?  Integers and bits have words of 4, 8, ... 512
 * bytes, doubles are of 8. */
bool coll_op_valid(unsigned opcode, unsigned word_bytes);

/*
 * Combine bytes (any number of words, also none) of each of 1 to COLL_INPUTS
 * inputs into out, which may be in[0] and overlaps none of them otherwise; no
 * alignment is needed.  The operation must be valid.  Returns the COLL_ flags
 * above of all words, ORed.  Never blocks or allocates; leaves the caller's
 * floating-point environment as it was.  Any number of callers at a time.
 */
unsigned coll_combine(unsigned opcode, unsigned word_bytes, unsigned inputs,
		      const void *const in[], void *out, size_t bytes);

#endif
