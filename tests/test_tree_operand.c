/*
 * test_tree_operand.c - the arithmetic of the collective network of Blue Gene/L and /P beside the
 * host's: US 7,761,687, l. 304: "integer addition subtraction maximum minimum AND OR XOR and
 * broadcast"; l. 306: "a global floating point sum [...] utilizing the collective network two
 * times", exponents first, then shifted integers.  Leaves out: how operands travel
 * (test_tree_network.c), and the rounding of Blue Gene/Q (test_alu.c).
 */
#include <float.h>

#include "tree_rig.h"

static uint64_t random_of(uint64_t *state)
{
	*state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return *state >> 5 ^ *state << 31;
}

static uint64_t masked(uint64_t v, unsigned bytes)
{
	return bytes == 8 ? v : v & ((UINT64_C(1) << 8 * bytes) - 1);
}

static uint64_t host(unsigned opcode, uint64_t a, uint64_t b)
{
	switch (opcode) {
	case TREE_OP_OR: return a | b;
	case TREE_OP_AND: return a & b;
	case TREE_OP_XOR: return a ^ b;
	case TREE_OP_MAX: return a > b ? a : b;
	default: return a + b;
	}
}

static void operations_are_those_of_the_host(void **state)
{
	static const unsigned opcodes[] = { TREE_OP_OR, TREE_OP_AND, TREE_OP_XOR, TREE_OP_MAX,
					    TREE_OP_ADD };
	uint64_t seed = 1;

	(void)state;
	for (unsigned i = 0; i < 5; i++)
		for (unsigned bytes = 2; bytes <= 8; bytes += 2)
			for (unsigned n = 0; n < 200; n++) {
				uint64_t a = masked(random_of(&seed), bytes);
				uint64_t b = masked(random_of(&seed), bytes);
				uint8_t x[16], y[16];

				tree_operand_put(x, bytes, a);
				tree_operand_put(x + bytes, bytes, b);
				tree_operand_put(y, bytes, b);
				tree_operand_put(y + bytes, bytes, a);
				tree_combine(opcodes[i], bytes, x, y, 2 * bytes);
				for (unsigned at = 0; at <= bytes; at += bytes)
					assert_int_equal(tree_operand_get(x + at, bytes),
							 masked(host(opcodes[i], a, b), bytes));
			}
}

static void a_carry_runs_through_the_longest_operand(void **state)
{
	uint8_t x[256], y[256] = { 0 };

	(void)state;
	memset(x, 0xff, sizeof x);
	y[255] = 1;
	tree_combine(TREE_OP_ADD, 256, x, y, 256);
	for (unsigned i = 0; i < 256; i++)
		assert_int_equal(x[i], 0);
}

/* Software complements operands: IBM's headers have no opcode for these two. */
static void minimum_and_subtraction_are_by_complement(void **state)
{
	uint64_t seed = 2;

	(void)state;
	for (unsigned n = 0; n < 200; n++) {
		uint64_t a = random_of(&seed), b = random_of(&seed);
		uint8_t x[8], y[8];

		tree_operand_put(x, 8, a);
		tree_operand_put(y, 8, b);
		tree_complement(x, 8);
		tree_complement(y, 8);
		tree_combine(TREE_OP_MAX, 8, x, y, 8);
		tree_complement(x, 8);
		assert_int_equal(tree_operand_get(x, 8), a < b ? a : b);
		tree_operand_put(x, 8, a);
		tree_operand_put(y, 8, b);
		tree_negate(y, 8);
		tree_combine(TREE_OP_ADD, 8, x, y, 8);
		assert_int_equal(tree_operand_get(x, 8), a - b);
	}
}

static double sum_of(const double *v, unsigned n)
{
	uint64_t exponent = 0;
	uint8_t sum[TREE_ALIGNED_BYTES] = { 0 }, one[TREE_ALIGNED_BYTES];

	for (unsigned i = 0; i < n; i++)
		if (tree_exponent_of(v[i]) > exponent)
			exponent = tree_exponent_of(v[i]);
	for (unsigned i = 0; i < n; i++) {
		tree_aligned_of(v[i], exponent, one);
		tree_combine(TREE_OP_ADD, TREE_ALIGNED_BYTES, sum, one, sizeof sum);
	}
	return tree_double_of(sum, exponent);
}

static void two_doubles_give_the_sum_of_ieee(void **state)
{
	uint64_t seed = 3;

	(void)state;
	for (unsigned n = 0; n < 10000; n++) {
		double v[2];

		for (unsigned i = 0; i < 2; i++) /* of like size, of both signs */
			v[i] = (double)(int64_t)(random_of(&seed) << (n % 40)) /
			       (double)(1 + random_of(&seed) % 1000);
		assert_true(sum_of(v, 2) == v[0] + v[1]);
	}
}

static void ends_of_the_range_come_back(void **state)
{
	static const double v[] = { DBL_MAX, -DBL_MAX, DBL_MIN, DBL_TRUE_MIN, -DBL_TRUE_MIN, 0.0,
				    1.0, -1.0, 1.0 + DBL_EPSILON };
	const double cancels[] = { DBL_MAX, 1.0, -DBL_MAX };

	(void)state;
	for (unsigned i = 0; i < sizeof v / sizeof *v; i++)
		assert_true(sum_of(&v[i], 1) == v[i]);
	assert_true(sum_of(cancels, 3) == 0.0); /* 1 is cut off: far below the largest */
}

/* Rounded once, and no order of nodes matters. */
static void a_sum_of_many_is_exact_where_bits_fit(void **state)
{
	static double v[131072];
	uint64_t seed = 4;
	int64_t exact = 0;

	(void)state;
	for (unsigned i = 0; i < 131072; i++) {
		int64_t k = (int64_t)(random_of(&seed) >> 24) - (INT64_C(1) << 39);

		exact += k;
		v[i] = (double)k;
	}
	assert_true(sum_of(v, 131072) == (double)exact);
	for (unsigned i = 0; i < 131072; i++) /* carries of the most nodes */
		v[i] = -DBL_MAX / 262144;
	assert_true(sum_of(v, 131072) == -DBL_MAX / 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(operations_are_those_of_the_host),
		cmocka_unit_test(a_carry_runs_through_the_longest_operand),
		cmocka_unit_test(minimum_and_subtraction_are_by_complement),
		cmocka_unit_test(two_doubles_give_the_sum_of_ieee),
		cmocka_unit_test(ends_of_the_range_come_back),
		cmocka_unit_test(a_sum_of_many_is_exact_where_bits_fit),
	};

	return cmocka_run_group_tests_name("tree_operand", tests, NULL, NULL);
}
