/*
 * test_alu_double.c - doubles in the collective ALU.  Sums against the rule of
 * coll/alu.h, done here with MPFR: to the bit, for inputs in any order, by every set
 * of kernels that this host can use, whatever rounding mode the caller has set.
 * Not here: integers (test_alu.c), speed.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>
#include <fenv.h>
#include <float.h>
#include <math.h>
#include <mpfr.h>

#include "coll/alu_impl.h"

#define WORDS 4096
#define SETS 1000000u
#define SIGN (1ull << 63)
#define INFINITE (0x7ffull << 52)

static double inputs[COLL_INPUTS][WORDS], out[WORDS];
static uint64_t expected[WORDS];
static unsigned expected_flags;
static uint64_t rng = 1;

static uint64_t random64(void)
{
	rng ^= rng << 13;
	rng ^= rng >> 7;
	rng ^= rng << 17;
	return rng * 0x2545f4914f6cdd1dull;
}

static uint64_t bits_of(double d)
{
	uint64_t bits;

	memcpy(&bits, &d, sizeof bits);
	return bits;
}

static double double_of(uint64_t bits)
{
	double d;

	memcpy(&d, &bits, sizeof d);
	return d;
}

/* ---- the rule */

static mpfr_t sum, input;

/* input becomes an integer, the odd neighbour if it was none. */
static void make_integer(void)
{
	int sign = mpfr_sgn(input);
	unsigned long odd;

	if (mpfr_integer_p(input))
		return;
	mpfr_trunc(input, input);
	mpfr_div_2ui(input, input, 1, MPFR_RNDN);
	odd = !mpfr_integer_p(input);
	mpfr_mul_2ui(input, input, 1, MPFR_RNDN);
	if (!odd)
		mpfr_add_si(input, input, sign, MPFR_RNDN);
}

static uint64_t sum_of_finite(unsigned word, unsigned n)
{
	int top = -1022, exponent;
	bool negative = true;
	double r;

	for (unsigned i = 0; i < n; i++) {
		double x = inputs[i][word];

		negative &= signbit(x) != 0;
		if (x != 0) {
			frexp(x, &exponent); /* of a mantissa below 1 */
			top = exponent - 1 > top ? exponent - 1 : top;
		}
	}
	mpfr_set_zero(sum, 1);
	for (unsigned i = 0; i < n; i++) {
		mpfr_set_d(input, inputs[i][word], MPFR_RNDN);
		mpfr_mul_2si(input, input, 122 - top, MPFR_RNDN);
		make_integer();
		mpfr_add(sum, sum, input, MPFR_RNDN);
	}
	mpfr_mul_2si(sum, sum, top - 122, MPFR_RNDN);
	if (mpfr_zero_p(sum))
		return negative ? SIGN : 0;
	r = mpfr_get_d(sum, MPFR_RNDN);
	if (isinf(r))
		expected_flags |= COLL_FP_OVERFLOW;
	return bits_of(r);
}

static uint64_t sum_of(unsigned word, unsigned n)
{
	bool plus = false, minus = false, nan = false;

	for (unsigned i = 0; i < n; i++) {
		double x = inputs[i][word];

		nan |= isnan(x);
		plus |= isinf(x) && x > 0;
		minus |= isinf(x) && x < 0;
	}
	if (nan || (plus && minus)) {
		expected_flags |= COLL_NAN;
		return COLL_NAN_BITS;
	}
	if (plus || minus)
		return bits_of(plus ? HUGE_VAL : -HUGE_VAL);
	return sum_of_finite(word, n);
}

static uint64_t extreme_of(unsigned word, unsigned n, bool min)
{
	double r = inputs[0][word];

	for (unsigned i = 0; i < n; i++) {
		double x = inputs[i][word];

		if (isnan(x)) {
			expected_flags |= COLL_NAN;
			return COLL_NAN_BITS;
		}
		if (min ? x < r || (x == r && signbit(x)) : x > r || (x == r && !signbit(x)))
			r = x;
	}
	return bits_of(r);
}

static void reference(unsigned opcode, unsigned n, unsigned words)
{
	expected_flags = 0;
	for (unsigned w = 0; w < words; w++)
		expected[w] = opcode == COLL_FP_ADD ? sum_of(w, n) :
						      extreme_of(w, n, opcode == COLL_FP_MIN);
}

/* ---- what is compared */

static void check_result(const char *by, unsigned opcode, unsigned n, unsigned words,
			 unsigned flags)
{
	for (unsigned w = 0; w < words; w++) {
		if (bits_of(out[w]) == expected[w])
			continue;
		for (unsigned i = 0; i < n; i++)
			print_message("  %a\n", inputs[i][w]);
		fail_msg("%s: opcode %u, %u inputs, word %u of %u: %a, not %a", by, opcode, n, w,
			 words, out[w], double_of(expected[w]));
	}
	if (flags != expected_flags)
		fail_msg("%s: opcode %u, %u inputs: flags %u, not %u", by, opcode, n, flags,
			 expected_flags);
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

/* Checks all kernels, each time in another order. */
static void check(unsigned opcode, unsigned n, unsigned words)
{
	const void *in[COLL_INPUTS];

	for (unsigned i = 0; i < n; i++)
		in[i] = inputs[i];
	reference(opcode, n, words);
	for (const struct coll_alu_kernels *const *k = coll_alu_kernels; *k; k++) {
		struct coll_alu_call c = { .in = (const unsigned char *const *)in,
					   .out = (unsigned char *)out, .bytes = words * 8,
					   .inputs = n, .word_bytes = 8 };

		if (!(*k)->usable())
			continue;
		shuffle(in, n);
		memset(out, 0x5a, sizeof out);
		check_result((*k)->name, opcode, n, words, coll_alu_combine(k, opcode, &c));
	}
	memcpy(out, in[0], words * 8);
	in[0] = out;
	check_result("in place", opcode, n, words, coll_combine(opcode, 8, n, in, out, words * 8));
}

static double uniform(void)
{
	return (double)((int64_t)random64() >> 11) * 0x1p-52;
}

static double random_exponent(int least, int most)
{
	int exponent = least + (int)(random64() % (unsigned)(most - least + 1));
	double x = ldexp(1 + fabs(uniform()), exponent);

	return random64() & 1 ? x : -x;
}

/* Inputs that make sums easy, tied, cancelling, subnormal, huge or undefined. */
enum mix { UNIFORM, INTEGERS, CLOSE, FAR, ANY, SMALL, HUGE, BITS, UNDEFINED, MIXES };

static double draw(enum mix mix)
{
	static const double edges[] = { 0.0, -0.0, 1, -1, DBL_MIN, -DBL_MIN, 0x1p-1074, -0x1p-1074,
					DBL_MAX, -DBL_MAX, 0x1p53, 0x1p-53, -0x1p-53, 0x1p-70,
					0x1p-71, -0x1p-122 };

	switch (mix) {
	case UNIFORM:
		return uniform();
	case INTEGERS:
		return (double)(int64_t)(random64() % 7) - 3;
	case CLOSE:
		return random_exponent(-30, 0);
	case FAR:
		return random_exponent(-130, 0);
	case ANY:
		return random_exponent(-1022, 1023);
	case SMALL:
		return double_of(random64() & (SIGN | (0x1full << 50 | random64() >> 14)));
	case HUGE:
		return random_exponent(1014, 1023);
	case BITS: /* few of them, so that sums are ties */
		return ldexp(random64() & 1 ? 1 : -1 - 0x1p-52, -(int)(random64() % 60));
	case UNDEFINED:
		switch (random64() % 16) {
		case 0:
			return HUGE_VAL;
		case 1:
			return -HUGE_VAL;
		case 2:
			return NAN;
		default:
			return uniform();
		}
	default:
		return edges[random64() % (sizeof edges / sizeof *edges)];
	}
}

static void fill(enum mix mix, unsigned n, unsigned words)
{
	for (unsigned w = 0; w < words; w++)
		for (unsigned i = 0; i < n; i++) {
			double x = draw(mix);

			/* One in four takes back what another has brought. */
			if (i && random64() % 4 == 0)
				x = -inputs[i - 1][w];
			inputs[i][w] = random64() % 16 ? x : draw(MIXES);
		}
}

static void a_million_sums(void **state)
{
	(void)state;
	for (unsigned sets = 0; sets < SETS;) {
		unsigned n = 1 + (unsigned)(random64() % COLL_INPUTS);
		unsigned words = 1 + (unsigned)(random64() % 256);
		enum mix mix = (enum mix)(random64() % MIXES);

		if (random64() % 3)
			n = n % 4 + 1;
		fill(mix, n, words);
		if (mix == UNIFORM) /* as programs have them */
			for (unsigned i = 0; i < n; i++)
				for (unsigned w = 0; w < words; w++)
					inputs[i][w] = uniform();
		check(COLL_FP_ADD, n, words);
		sets += words;
	}
}

static void minima_and_maxima(void **state)
{
	(void)state;
	for (unsigned round = 0; round < 1000; round++) {
		unsigned n = 1 + (unsigned)(random64() % COLL_INPUTS);
		unsigned words = 1 + (unsigned)(random64() % 64);

		fill((enum mix)(random64() % (MIXES + 1)), n, words);
		check(COLL_FP_MIN, n, words);
		check(COLL_FP_MAX, n, words);
	}
}

/* Where inputs are sorted by size, kernels of every size of block take part. */
static void every_mix_in_one_call(void **state)
{
	(void)state;
	for (unsigned n = 1; n <= COLL_INPUTS; n++) {
		for (unsigned w = 0; w < WORDS; w++)
			for (unsigned i = 0; i < n; i++)
				inputs[i][w] = draw((enum mix)(w / 64 % (MIXES + 1)));
		check(COLL_FP_ADD, n, WORDS);
		check(COLL_FP_MIN, n, WORDS);
		check(COLL_FP_MAX, n, WORDS);
	}
}

static void two_inputs_add_as_ieee754_says(void **state)
{
	(void)state;
	for (unsigned mix = 0; mix <= MIXES; mix++) {
		const void *in[2] = { inputs[0], inputs[1] };

		fill((enum mix)mix, 2, WORDS);
		coll_combine(COLL_FP_ADD, 8, 2, in, out, sizeof out);
		for (unsigned w = 0; w < WORDS; w++) {
			double sum_here = inputs[0][w] + inputs[1][w];

			if (isnan(sum_here))
				assert_true(isnan(out[w]));
			else
				assert_true(bits_of(out[w]) == bits_of(sum_here));
		}
	}
}

static void put(unsigned word, unsigned n, ...)
{
	va_list ap;

	va_start(ap, n);
	for (unsigned i = 0; i < n; i++)
		inputs[i][word] = va_arg(ap, double);
	va_end(ap);
}

static uint64_t combine(unsigned opcode, unsigned n, unsigned flags)
{
	const void *in[COLL_INPUTS];

	for (unsigned i = 0; i < n; i++)
		in[i] = inputs[i];
	assert_int_equal(coll_combine(opcode, 8, n, in, out, 32), flags);
	return bits_of(out[0]);
}

static void bits_below_the_guard_are_sticky(void **state)
{
	(void)state;
	memset(inputs, 0, sizeof inputs);
	/* The lowest bit that is kept, and one that is not: it is moved up. */
	put(0, 3, 1.0, -1.0, 0x1p-122);
	assert_true(combine(COLL_FP_ADD, 3, 0) == bits_of(0x1p-122));
	put(0, 3, 1.0, -1.0, 0x1p-123);
	assert_true(combine(COLL_FP_ADD, 3, 0) == bits_of(0x1p-122));
	put(0, 3, 1.0, -1.0, -0x1p-1074);
	assert_true(combine(COLL_FP_ADD, 3, 0) == bits_of(-0x1p-122));
	put(0, 3, 1.0, -1.0, 0x1p-121 + 0x1p-123);
	assert_true(combine(COLL_FP_ADD, 3, 0) == bits_of(0x1.8p-121));
	/* A tie, and one that a bit far below decides. */
	put(0, 3, 1.0, 0x1p-53, 0.0);
	assert_true(combine(COLL_FP_ADD, 3, 0) == bits_of(1.0));
	put(0, 3, 1.0, 0x1p-53, 0x1p-1000);
	assert_true(combine(COLL_FP_ADD, 3, 0) == bits_of(1 + 0x1p-52));
	put(0, 3, 1.0, 0x1p-53, -0x1p-1000);
	assert_true(combine(COLL_FP_ADD, 3, 0) == bits_of(1.0));
}

static void overflow_is_of_the_whole_sum(void **state)
{
	(void)state;
	memset(inputs, 0, sizeof inputs);
	put(0, 3, DBL_MAX, DBL_MAX, -DBL_MAX);
	assert_true(combine(COLL_FP_ADD, 3, 0) == bits_of(DBL_MAX));
	put(0, 3, DBL_MAX, DBL_MAX, DBL_MAX);
	assert_true(combine(COLL_FP_ADD, 3, COLL_FP_OVERFLOW) == INFINITE);
	put(0, 2, -DBL_MAX, -DBL_MAX);
	assert_true(combine(COLL_FP_ADD, 2, COLL_FP_OVERFLOW) == (SIGN | INFINITE));
	put(0, 2, DBL_MAX, 0x1p970); /* a tie: half a unit of DBL_MAX */
	assert_true(combine(COLL_FP_ADD, 2, COLL_FP_OVERFLOW) == INFINITE);
	put(0, 2, DBL_MAX, 0x1.fffffffffffffp969);
	assert_true(combine(COLL_FP_ADD, 2, 0) == bits_of(DBL_MAX));
	put(0, 3, HUGE_VAL, DBL_MAX, DBL_MAX);
	assert_true(combine(COLL_FP_ADD, 3, 0) == INFINITE);
}

static void not_a_number(void **state)
{
	static const unsigned ops[] = { COLL_FP_ADD, COLL_FP_MIN, COLL_FP_MAX };
	static const uint64_t nans[] = { COLL_NAN_BITS, 0x7ff8000000000000ull,
					 0xfff0000000000001ull, ~0ull };

	(void)state;
	assert_true(COLL_NAN_BITS == 0x7ff4000000000000ull); /* signalling */
	memset(inputs, 0, sizeof inputs);
	for (unsigned o = 0; o < 3; o++)
		for (unsigned k = 0; k < 4; k++)
			for (unsigned n = 1; n <= COLL_INPUTS; n++)
				for (unsigned i = 0; i < n; i++) {
					memcpy(&inputs[i][0], &nans[k], 8);
					assert_true(combine(ops[o], n, COLL_NAN) == COLL_NAN_BITS);
					assert_true(bits_of(out[1]) == 0);
					inputs[i][0] = 0;
				}
	put(0, 4, HUGE_VAL, 1.0, -HUGE_VAL, 1.0);
	assert_true(combine(COLL_FP_ADD, 4, COLL_NAN) == COLL_NAN_BITS);
	assert_true(combine(COLL_FP_ADD, 2, 0) == INFINITE);
	assert_true(combine(COLL_FP_MIN, 4, 0) == (SIGN | INFINITE));
	assert_true(combine(COLL_FP_MAX, 4, 0) == INFINITE);
}

static void signs_of_zeros(void **state)
{
	(void)state;
	memset(inputs, 0, sizeof inputs);
	for (unsigned n = 1; n <= COLL_INPUTS; n++) {
		for (unsigned i = 0; i < n; i++)
			inputs[i][0] = -0.0;
		assert_true(combine(COLL_FP_ADD, n, 0) == SIGN);
		assert_true(combine(COLL_FP_MAX, n, 0) == SIGN);
		if (n == 1)
			continue;
		inputs[n / 2][0] = 0.0;
		assert_true(combine(COLL_FP_ADD, n, 0) == 0);
		assert_true(combine(COLL_FP_MIN, n, 0) == SIGN);
		assert_true(combine(COLL_FP_MAX, n, 0) == 0);
	}
	put(0, 2, 1.0, -1.0);
	assert_true(combine(COLL_FP_ADD, 2, 0) == 0);
}

/* Rounding modes, and on x86-64 flushing to zero and traps, are the program's; so are
 * the exceptions it has or has not seen. */
static void the_callers_fpu_matters_not(void **state)
{
	static const int modes[] = { FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO, FE_TONEAREST };

	(void)state;
	for (unsigned m = 0; m < 4; m++)
		for (unsigned n = 2; n <= 3; n++)
			for (unsigned mix = 0; mix <= MIXES; mix++) {
				const void *in[3] = { inputs[0], inputs[1], inputs[2] };
				unsigned flags;

				fill((enum mix)mix, n, WORDS);
				reference(COLL_FP_ADD, n, WORDS);
				fesetround(modes[m]);
#ifdef __x86_64__
				unsigned was = __builtin_ia32_stmxcsr();
				unsigned set = (was & 0x6000) | 0x8040; /* flush, trap all */
				__builtin_ia32_ldmxcsr(set);
#else
				feclearexcept(FE_ALL_EXCEPT);
#endif
				flags = coll_combine(COLL_FP_ADD, 8, n, in, out, sizeof out);
#ifdef __x86_64__
				unsigned is = __builtin_ia32_stmxcsr();
				__builtin_ia32_ldmxcsr(was);
				assert_int_equal(is, set);
#else
				assert_int_equal(fetestexcept(FE_ALL_EXCEPT), 0);
#endif
				assert_int_equal(fegetround(), modes[m]);
				fesetround(FE_TONEAREST);
				check_result("other rounding mode", COLL_FP_ADD, n, WORDS, flags);
			}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_million_sums),
		cmocka_unit_test(minima_and_maxima),
		cmocka_unit_test(every_mix_in_one_call),
		cmocka_unit_test(two_inputs_add_as_ieee754_says),
		cmocka_unit_test(bits_below_the_guard_are_sticky),
		cmocka_unit_test(overflow_is_of_the_whole_sum),
		cmocka_unit_test(not_a_number),
		cmocka_unit_test(signs_of_zeros),
		cmocka_unit_test(the_callers_fpu_matters_not),
	};

	mpfr_init2(sum, 256);
	mpfr_init2(input, 256);
	int failed = cmocka_run_group_tests(tests, NULL, NULL);
	mpfr_clear(sum);
	mpfr_clear(input);
	mpfr_free_cache();
	return failed;
}
