/*
 * float.c - loops whose only state is a floating-point number: SSE and x87 registers,
 * the flags of the floating-point unit, calls of libm.
 */
#include "loops.h"

#include <fenv.h>
#include <float.h>
#include <math.h>
#include <string.h>

static uint64_t bits(double x)
{
	uint64_t u;

	memcpy(&u, &x, sizeof u);
	return u;
}

static uint64_t count_in_double(void)
{
	double x = 0;

	while (x < 300000.0)
		x += 1.0;
	return (uint64_t)x;
}

static uint64_t count_in_float(void)
{
	volatile float step = 0.5f;
	float x = 0;

	while (x < 100000.0f)
		x += step;
	return (uint64_t)x;
}

static uint64_t count_in_x87(void)
{
	long double x = 0;

	while (x < 300000.0L)
		x += 1.0L;
	return (uint64_t)x;
}

static uint64_t newton_sqrt(void)
{
	uint64_t right = 0;

	for (int i = 1; i <= 3000; i++) {
		double a = i, x = a, last, before = 0;

		do {
			before = last = x;
			x = (x + a / x) / 2;
		} while (x < last || before < x);
		right += (uint64_t)(fabs(x * x - a) <= 4 * DBL_EPSILON * a);
	}
	return right;
}

static uint64_t newton_x87(void)
{
	uint64_t right = 0;

	for (int i = 1; i <= 2000; i++) {
		long double a = i, x = a, last;
		int n = 0;

		do {
			last = x;
			x = (x + a / x) / 2;
		} while (x != last && ++n < 60);
		right += (uint64_t)(fabsl(x * x - a) <= 4 * LDBL_EPSILON * a);
	}
	return right;
}

/* 100 + 1 + 1/2 + 1/3 ...: in single precision it stops after some 262,144 terms. */
static uint64_t harmonic_float(void)
{
	float sum = 100, last, n = 0;

	do {
		last = sum;
		n += 1.0f;
		sum += 1.0f / n;
	} while (sum != last);
	return (uint64_t)n * 100 + (uint64_t)sum;
}

static uint64_t harmonic_x87(void)
{
	long double sum = 0, n = 0;

	do {
		n += 1;
		sum += 1 / n;
	} while (sum < 11.5L);
	return (uint64_t)n;
}

static uint64_t logistic_map(void)
{
	double x = 0.3;
	uint64_t n = 0;

	while (fabs(x - 0.77) > 1e-5 && n < 1000000) {
		x = 3.99 * x * (1 - x);
		n++;
	}
	return n;
}

/* A cycle of period two, and the end is a third number. */
static uint64_t alternating_sign(void)
{
	double x = 1, total = 0;

	while (fabs(total) < 1e-9 || x < 0 || total < 100000) {
		x = -x;
		total += x < 0 ? 0 : 1;
	}
	return (uint64_t)total;
}

static uint64_t down_to_denormals(void)
{
	uint64_t n = 0;

	for (int i = 0; i < 100; i++)
		for (volatile double x = 1; x > 0; x *= 0.5)
			n++;
	return n;
}

static uint64_t cosine_fixed_point(void)
{
	uint64_t n = 0;

	for (int i = 0; i < 300; i++) {
		volatile double begin = 0.5 + i;
		double x = begin, last;
		int rounds = 0;

		do {
			last = x;
			x = cos(x);
		} while (fabs(x - last) > 1e-12 && ++rounds < 1000);
		n += (uint64_t)(fabs(x - 0.73908513321516) < 1e-11);
	}
	return n;
}

/* Euclid's algorithm on numbers that are whole. */
static uint64_t remainders(void)
{
	uint64_t sum = 0;

	for (int i = 1; i < 2000; i++) {
		double a = 720720 + i, b = 6.0 * i;

		while (b != 0) {
			double r = fmod(a, b);

			a = b;
			b = r;
		}
		sum += (uint64_t)a;
	}
	return sum;
}

static uint64_t pi_by_leibniz(void)
{
	double sum = 0, sign = 1, k = 1;

	while (k < 400000) {
		sum += sign / k;
		sign = -sign;
		k += 2;
	}
	return (uint64_t)(4 * sum * 1000000);
}

/* Ends when the unit's inexact flag is set: nothing but it and x change. */
static uint64_t inexact_flag(void)
{
	volatile float x = 16777216.0f - 50000.0f, one = 1.0f;

	feclearexcept(FE_ALL_EXCEPT);
	while (!fetestexcept(FE_INEXACT))
		x = x + one;
	feclearexcept(FE_ALL_EXCEPT);
	return (uint64_t)x;
}

static uint64_t horner(void)
{
	double x = 0.999, y = 0;

	for (int i = 0; i < 100000; i++)
		y = y * x + 1;
	return bits(y) >> 20;
}

const struct loop loops_float[] = {
	{ "count_in_double", count_in_double, 300000 },
	{ "count_in_float", count_in_float, 100000 },
	{ "count_in_x87", count_in_x87, 300000 },
	{ "newton_sqrt", newton_sqrt, 3000 },
	{ "newton_x87", newton_x87, 2000 },
	{ "harmonic_float", harmonic_float, 26214613 },
	{ "harmonic_x87", harmonic_x87, 55425 },
	{ "logistic_map", logistic_map, ANY },
	{ "alternating_sign", alternating_sign, 100000 },
	{ "down_to_denormals", down_to_denormals, 107500 },
	{ "cosine_fixed_point", cosine_fixed_point, 300 },
	{ "remainders", remainders, 161714 },
	{ "pi_by_leibniz", pi_by_leibniz, 3141587 },
	{ "inexact_flag", inexact_flag, 16777216 },
	{ "horner", horner, ANY },
	{ 0, 0, 0 },
};
