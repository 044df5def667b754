/*
 * test_alu.c - bits and integers of the collective ALU: every operation and word
 * length, by every set of kernels that this host can use, against arithmetic digit by
 * digit.  Not here: doubles (test_alu_double.c), speed.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "coll/alu_impl.h"
#include <hwi/include/bqc/MU_CollectiveNetworkHeader.h>

#define MAX_BYTES 4096
#define MAX_DIGITS 128

/* One byte more: nothing says that payload is aligned. */
static unsigned char inputs[COLL_INPUTS][MAX_BYTES + 1], out[MAX_BYTES + 1], expected[MAX_BYTES];
static unsigned expected_flags;
static uint64_t rng = 1;

static uint64_t random64(void)
{
	rng ^= rng << 13;
	rng ^= rng >> 7;
	rng ^= rng << 17;
	return rng * 0x2545f4914f6cdd1dull;
}

/* ---- the reference: a word as 32-bit digits, the least significant one first */

static unsigned digit_offset(unsigned word_bytes, unsigned digit)
{
	if (word_bytes == 4)
		return 0;
	return word_bytes - 8 - digit / 2 * 8 + digit % 2 * 4;
}

static uint32_t digit_of(const unsigned char *word, unsigned word_bytes, unsigned digit)
{
	uint32_t d;

	memcpy(&d, word + digit_offset(word_bytes, digit), sizeof d);
	return d;
}

static void reference_add(size_t at, unsigned word_bytes, unsigned n, bool is_signed)
{
	unsigned digits = word_bytes / 4;
	int64_t carry = 0, extension = 0, top;

	for (unsigned d = 0; d < digits; d++) {
		for (unsigned i = 0; i < n; i++)
			carry += digit_of(inputs[i] + at, word_bytes, d);
		uint32_t sum = (uint32_t)carry;
		memcpy(expected + at + digit_offset(word_bytes, d), &sum, sizeof sum);
		carry >>= 32;
	}
	/* One more digit, all ones for negative inputs and results. */
	for (unsigned i = 0; i < n; i++)
		if (is_signed && digit_of(inputs[i] + at, word_bytes, digits - 1) >> 31)
			extension--;
	top = is_signed && digit_of(expected + at, word_bytes, digits - 1) >> 31 ? -1 : 0;
	if (carry + extension != top)
		expected_flags |= COLL_OVERFLOW;
}

static int compare(const unsigned char *a, const unsigned char *b, unsigned word_bytes,
		   bool is_signed)
{
	unsigned d = word_bytes / 4 - 1;
	uint32_t turn = is_signed ? 0x80000000u : 0;

	for (;; d--, turn = 0) {
		uint32_t x = digit_of(a, word_bytes, d) ^ turn;
		uint32_t y = digit_of(b, word_bytes, d) ^ turn;

		if (x != y)
			return x < y ? -1 : 1;
		if (d == 0)
			return 0;
	}
}

static void reference_word(unsigned opcode, size_t at, unsigned word_bytes, unsigned n)
{
	unsigned char *e = expected + at;
	bool is_signed = opcode >= COLL_SIGNED_ADD;

	if (opcode == COLL_UNSIGNED_ADD || opcode == COLL_SIGNED_ADD) {
		reference_add(at, word_bytes, n, is_signed);
		return;
	}
	memcpy(e, inputs[0] + at, word_bytes);
	for (unsigned i = 1; i < n; i++) {
		const unsigned char *x = inputs[i] + at;

		if (opcode <= COLL_XOR) {
			for (unsigned b = 0; b < word_bytes; b++)
				e[b] = opcode == COLL_AND ? e[b] & x[b] :
				       opcode == COLL_OR  ? e[b] | x[b] : e[b] ^ x[b];
		} else {
			int order = compare(x, e, word_bytes, is_signed);

			if (opcode % 4 == 1 ? order < 0 : order > 0)
				memcpy(e, x, word_bytes);
		}
	}
}

static void reference(unsigned opcode, unsigned word_bytes, unsigned n, size_t bytes)
{
	expected_flags = 0;
	for (size_t at = 0; at < bytes; at += word_bytes)
		reference_word(opcode, at, word_bytes, n);
}

/* ---- what is compared */

static void check_result(const char *by, unsigned opcode, unsigned word_bytes, unsigned n,
			 size_t bytes, unsigned flags, const unsigned char *result)
{
	if (flags == expected_flags && memcmp(result, expected, bytes) == 0)
		return;
	for (size_t b = 0; b < bytes; b++)
		if (result[b] != expected[b])
			fail_msg("%s: opcode %u, words of %u, %u inputs, %zu bytes: "
				 "byte %zu is %02x, not %02x", by, opcode, word_bytes, n, bytes, b,
				 result[b], expected[b]);
	fail_msg("%s: opcode %u, words of %u, %u inputs, %zu bytes: flags %u, not %u", by, opcode,
		 word_bytes, n, bytes, flags, expected_flags);
}

static void check_kernels(unsigned opcode, unsigned word_bytes, unsigned n, size_t bytes,
			  const void *const in[])
{
	for (const struct coll_alu_kernels *const *k = coll_alu_kernels; *k; k++) {
		struct coll_alu_call c = { .in = (const unsigned char *const *)in, .out = out,
					   .bytes = bytes, .inputs = n, .word_bytes = word_bytes };

		if (!(*k)->usable())
			continue;
		memset(out, 0x5a, sizeof out);
		unsigned flags = coll_alu_combine(k, opcode, &c);
		check_result((*k)->name, opcode, word_bytes, n, bytes, flags, out);
		assert_int_equal(out[bytes], 0x5a);
	}
}

static void shuffle(const void *in[], unsigned n)
{
	for (unsigned i = n; i > 1; i--) {
		unsigned other = (unsigned)(random64() % i);
		const void *t = in[other];

		in[other] = in[i - 1];
		in[i - 1] = t;
	}
}

/* In any order, by all kernels, in place, and from and to odd addresses. */
static void check(unsigned opcode, unsigned word_bytes, unsigned n, size_t bytes)
{
	static unsigned char odd[MAX_BYTES + 1], place[MAX_BYTES];
	const void *in[COLL_INPUTS];
	unsigned flags;

	reference(opcode, word_bytes, n, bytes);
	for (unsigned i = 0; i < n; i++)
		in[i] = inputs[i];
	check_kernels(opcode, word_bytes, n, bytes, in);
	shuffle(in, n);
	check_kernels(opcode, word_bytes, n, bytes, in);
	memcpy(place, in[0], bytes);
	memcpy(odd + 1, in[n - 1], bytes);
	in[n - 1] = odd + 1;
	flags = coll_combine(opcode, word_bytes, n, in, out + 1, bytes);
	check_result("odd addresses", opcode, word_bytes, n, bytes, flags, out + 1);
	in[0] = place;
	flags = coll_combine(opcode, word_bytes, n, in, place, bytes);
	check_result("in place", opcode, word_bytes, n, bytes, flags, place);
}

/* Numbers of all sizes, and those at which something happens. */
static void fill_word(unsigned char *word, unsigned word_bytes, unsigned spread)
{
	uint64_t kind = random64() % spread;
	unsigned digits = word_bytes / 4;

	for (unsigned d = 0; d < digits; d++) {
		uint32_t v = (uint32_t)random64();

		if (kind == 1) /* small */
			v = d ? 0 : v >> 8;
		else if (kind == 2) /* negative and small */
			v = d ? ~0u : ~(v >> 8);
		else if (kind == 3) /* largest, signed */
			v = d == digits - 1 ? 0x7fffffffu : ~0u;
		else if (kind == 4) /* least, signed */
			v = d == digits - 1 ? 0x80000000u : 0;
		else if (kind == 5)
			v = 0;
		else if (kind == 6)
			v = ~0u;
		else if (kind == 7 && d == digits - 1) /* about as large as fits n times */
			v = (v >> 4) + (random64() & 1 ? 0xf0000000u : 0);
		memcpy(word + digit_offset(word_bytes, d), &v, sizeof v);
	}
}

static void fill(unsigned word_bytes, unsigned n, size_t bytes, unsigned spread)
{
	for (size_t at = 0; at < bytes; at += word_bytes) {
		bool alike = word_bytes > 4 && random64() % 4 == 0;

		for (unsigned i = 0; i < n; i++) {
			fill_word(inputs[i] + at, word_bytes, spread);
			if (alike && i) { /* but for the last digit */
				uint32_t last = digit_of(inputs[i] + at, word_bytes, 0);

				memcpy(inputs[i] + at, inputs[0] + at, word_bytes);
				memcpy(inputs[i] + at + digit_offset(word_bytes, 0), &last,
				       sizeof last);
			}
		}
	}
}

static const unsigned integer_ops[] = {
	COLL_AND, COLL_OR, COLL_XOR, COLL_UNSIGNED_ADD, COLL_UNSIGNED_MIN, COLL_UNSIGNED_MAX,
	COLL_SIGNED_ADD, COLL_SIGNED_MIN, COLL_SIGNED_MAX,
};
#define OPS (sizeof integer_ops / sizeof *integer_ops)

static void every_operation_and_length(void **state)
{
	(void)state;
	for (unsigned o = 0; o < OPS; o++)
		for (unsigned length = 0; length < 8; length++)
			for (unsigned n = 1; n <= COLL_INPUTS; n++)
				for (unsigned round = 0; round < 8; round++) {
					unsigned word_bytes = coll_word_bytes(length);

					fill(word_bytes, n, 512, 12);
					check(integer_ops[o], word_bytes, n, 512);
				}
}

/* Whole vectors, half ones, single words, nothing. */
static void every_size(void **state)
{
	(void)state;
	for (unsigned o = 0; o < OPS; o++)
		for (unsigned word_bytes = 4; word_bytes <= 32; word_bytes *= 2)
			for (size_t bytes = 0; bytes <= 576; bytes += word_bytes) {
				unsigned n = 1 + (unsigned)(random64() % COLL_INPUTS);

				fill(word_bytes, n, bytes, 12);
				check(integer_ops[o], word_bytes, n, bytes);
			}
}

static void many_packets_in_one_call(void **state)
{
	(void)state;
	for (unsigned o = 0; o < OPS; o++)
		for (unsigned length = 0; length < 8; length++) {
			fill(coll_word_bytes(length), 3, MAX_BYTES, 2);
			check(integer_ops[o], coll_word_bytes(length), 3, MAX_BYTES);
		}
}

/* The flag says what the exact sum is, not what partial sums do. */
static void overflow_is_of_the_whole_sum(void **state)
{
	(void)state;
	for (unsigned length = 0; length < 8; length++) {
		unsigned word_bytes = coll_word_bytes(length);
		const void *in[3] = { inputs[0], inputs[1], inputs[2] };
		uint32_t top = 0x7fffffffu, one = 1;

		/* One word each: the largest signed number, 1, -1. */
		memset(inputs, 0, sizeof inputs);
		memset(inputs[0], 0xff, word_bytes);
		memcpy(inputs[0] + digit_offset(word_bytes, word_bytes / 4 - 1), &top, 4);
		memcpy(inputs[1] + digit_offset(word_bytes, 0), &one, 4);
		memset(inputs[2], 0xff, word_bytes);
		assert_int_equal(coll_combine(COLL_SIGNED_ADD, word_bytes, 2, in, out, 512),
				 COLL_OVERFLOW);
		assert_int_equal(coll_combine(COLL_UNSIGNED_ADD, word_bytes, 2, in, out, 512), 0);
		assert_int_equal(coll_combine(COLL_SIGNED_ADD, word_bytes, 3, in, out, 512), 0);
		assert_memory_equal(out, inputs[0], 512);
		assert_int_equal(coll_combine(COLL_UNSIGNED_ADD, word_bytes, 3, in, out, 512),
				 COLL_OVERFLOW);
		assert_memory_equal(out, inputs[0], 512);
	}
}

/* The largest numbers, n of which do not overflow, and the next ones; all words alike,
 * and one of them only. */
static void check_limit(unsigned opcode, unsigned word_bytes, unsigned n, uint64_t fits,
			uint64_t next)
{
	const void *in[COLL_INPUTS];

	for (unsigned i = 0; i < n; i++)
		in[i] = inputs[i];
	for (unsigned odd = 0; odd <= 512 / word_bytes; odd++) {
		for (unsigned w = 0; w < 512 / word_bytes; w++)
			for (unsigned i = 0; i < n; i++)
				memcpy(inputs[i] + w * word_bytes, w == odd ? &next : &fits,
				       word_bytes);
		reference(opcode, word_bytes, n, 512);
		assert_int_equal(expected_flags, odd < 512 / word_bytes ? COLL_OVERFLOW : 0);
		check_kernels(opcode, word_bytes, n, 512, in);
	}
}

static void overflow_begins_where_it_should(void **state)
{
	(void)state;
	for (unsigned word_bytes = 4; word_bytes <= 8; word_bytes += 4)
		for (unsigned n = 2; n <= COLL_INPUTS; n++) {
			uint64_t most = word_bytes == 4 ? 0xffffffffu : ~0ull;
			uint64_t fits = most / n, half = most / 2 / n;
			uint64_t least = -((most / 2 + 1) / n);

			check_limit(COLL_UNSIGNED_ADD, word_bytes, n, fits, fits + 1);
			check_limit(COLL_SIGNED_ADD, word_bytes, n, half, half + 1);
			check_limit(COLL_SIGNED_ADD, word_bytes, n, least, least - 1);
		}
}

static void order_of_limbs(void **state)
{
	/* 2^64 - 1 + 1, and what decides a comparison */
	uint64_t a[2] = { 0, ~0ull }, b[2] = { 0, 1 }, r[2];
	const void *in[2] = { a, b };

	(void)state;
	assert_int_equal(coll_combine(COLL_UNSIGNED_ADD, 16, 2, in, r, 16), 0);
	assert_int_equal(r[0], 1);
	assert_int_equal(r[1], 0);
	b[0] = 1;
	coll_combine(COLL_UNSIGNED_MIN, 16, 2, in, r, 16);
	assert_memory_equal(r, a, 16);
	b[0] = ~0ull;
	coll_combine(COLL_SIGNED_MIN, 16, 2, in, r, 16);
	assert_memory_equal(r, b, 16);
}

static void opcodes_are_the_headers(void **state)
{
	(void)state;
	assert_int_equal(COLL_AND << 4, MUHWI_COLLECTIVE_OP_CODE_AND);
	assert_int_equal(COLL_OR << 4, MUHWI_COLLECTIVE_OP_CODE_OR);
	assert_int_equal(COLL_XOR << 4, MUHWI_COLLECTIVE_OP_CODE_XOR);
	assert_int_equal(COLL_UNSIGNED_ADD << 4, MUHWI_COLLECTIVE_OP_CODE_UNSIGNED_ADD);
	assert_int_equal(COLL_UNSIGNED_MIN << 4, MUHWI_COLLECTIVE_OP_CODE_UNSIGNED_MIN);
	assert_int_equal(COLL_UNSIGNED_MAX << 4, MUHWI_COLLECTIVE_OP_CODE_UNSIGNED_MAX);
	assert_int_equal(COLL_SIGNED_ADD << 4, MUHWI_COLLECTIVE_OP_CODE_SIGNED_ADD);
	assert_int_equal(COLL_SIGNED_MIN << 4, MUHWI_COLLECTIVE_OP_CODE_SIGNED_MIN);
	assert_int_equal(COLL_SIGNED_MAX << 4, MUHWI_COLLECTIVE_OP_CODE_SIGNED_MAX);
	assert_int_equal(COLL_FP_ADD << 4, MUHWI_COLLECTIVE_OP_CODE_FLOATING_POINT_ADD);
	assert_int_equal(COLL_FP_MIN << 4, MUHWI_COLLECTIVE_OP_CODE_FLOATING_POINT_MIN);
	assert_int_equal(COLL_FP_MAX << 4, MUHWI_COLLECTIVE_OP_CODE_FLOATING_POINT_MAX);
}

static void which_operations_there_are(void **state)
{
	(void)state;
	for (unsigned opcode = 0; opcode < 32; opcode++)
		for (unsigned word_length = 0; word_length < 16; word_length++) {
			bool number = opcode < 16 && opcode % 4 != 3;
			bool length = opcode < 12 ? word_length < 8 : word_length == 1;

			assert_int_equal(coll_op_valid(opcode, coll_word_bytes(word_length)),
					 number && length);
		}
	assert_false(coll_op_valid(COLL_AND, 0));
	assert_false(coll_op_valid(COLL_AND, 12));
	assert_false(coll_op_valid(COLL_FP_ADD, 12));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(opcodes_are_the_headers),
		cmocka_unit_test(which_operations_there_are),
		cmocka_unit_test(every_operation_and_length),
		cmocka_unit_test(every_size),
		cmocka_unit_test(many_packets_in_one_call),
		cmocka_unit_test(overflow_is_of_the_whole_sum),
		cmocka_unit_test(overflow_begins_where_it_should),
		cmocka_unit_test(order_of_limbs),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
