/*
 * vector.c - loops whose only changing state is in vector registers (with the compilers'
 * vector extensions): a comparison of general registers finds all rounds alike.
 */
#include "loops.h"

typedef int32_t v4i __attribute__((vector_size(16)));
typedef int64_t v2l __attribute__((vector_size(16)));
typedef float v4f __attribute__((vector_size(16)));
typedef double v2d __attribute__((vector_size(16)));
typedef uint8_t v16b __attribute__((vector_size(16)));
typedef uint64_t v2u __attribute__((vector_size(16)));

#define N 100000

static uint64_t vector_count(void)
{
	v4i v = { 0, 1, 2, 3 }, limit = { N, 0, 0, -1 }, m;

	do {
		v += 1;
		m = v == limit;
	} while (!m[0]);
	return (uint64_t)(v[0] + v[1] + v[2] + v[3]);
}

static uint64_t vector_count_64(void)
{
	v2l v = { -N, 5 }, m;

	do {
		v += (v2l){ 1, -1 };
		m = v == (v2l){ 0, 0 };
	} while (!m[0]);
	return (uint64_t)(v[0] + v[1] + 2 * N);
}

static uint64_t vector_double(void)
{
	v2d v = { 0, 1 }, step = { 1, 0.5 };
	v2l m;

	do {
		v += step;
		m = v < (v2d){ 200000, 1e9 };
	} while (m[0]);
	return (uint64_t)(v[0] + v[1]);
}

/* The upper lane counts, the lower one is as before every second round. */
static uint64_t upper_lane(void)
{
	v2d v = { 1, 0 };
	v2l m;

	do {
		v = v * (v2d){ -1, 1 } + (v2d){ 0, 1 };
		m = v == (v2d){ 1, 2 * N };
	} while (!m[1]);
	return (uint64_t)(v[1] + v[0]);
}

static uint64_t vector_float(void)
{
	v4f x = { 1, 2, 3, 4 }, a = { 2, 3, 5, 7 };
	uint64_t near = 0;

	for (int i = 0; i < 5000; i++) {
		v4f y = x * (float)(1 + i % 10);
		v4i m;

		do {
			v4f last = y;

			y = (y + a / y) * 0.5f;
			m = (last - y) * (last - y) > 1e-9f;
		} while (m[0] | m[1] | m[2] | m[3]);
		near += y[0] > 1.4142f && y[0] < 1.4143f && y[3] > 2.6457f && y[3] < 2.6458f;
	}
	return near;
}

/* Bytes that wrap: all are as before after 256 rounds, but not the sums. */
static uint64_t bytes_wrap(void)
{
	v16b b = { 0 };
	v4i n = { 0 };
	v4i m;

	do {
		b += 1;
		n += (v4i)(b == 0) & 1;
		m = n == 300;
	} while (!m[2]);
	return (uint64_t)(uint32_t)n[2] + b[0];
}

static uint64_t vector_xorshift(void)
{
	v2u x = { 88172645463325252ull, 362436069362436069ull }, m;
	unsigned n = 0;

	do {
		x ^= x << 13;
		x ^= x >> 7;
		x ^= x << 17;
		m = (v2u)((x & 0xffff) == (v2u){ 0x1234, 0x1234 });
		n++;
	} while (!m[0] && n < 20 * N);
	return n;
}

/* Four wide in two registers of SSE, or one of AVX. */
typedef double v4d __attribute__((vector_size(32)));

static uint64_t wide_double(void)
{
	v4d v[1] = { { 0, 0, 0, 0 } };
	v4d step[1] = { { 1, 2, 3, 4 } };

	while (v[0][3] < 4.0 * N)
		v[0] += step[0];
	return (uint64_t)(v[0][0] + v[0][1] + v[0][2] + v[0][3]);
}

/* For the compilers' own vectorisation at -O3. */
static uint64_t triad(void)
{
	static double a[1000], b[1000], c[1000];
	double sum = 0;

	for (int i = 0; i < 1000; i++) {
		b[i] = i;
		c[i] = 1000 - i;
		a[i] = 0;
	}
	for (int r = 0; r < 100; r++)
		for (int i = 0; i < 1000; i++)
			a[i] = a[i] + b[i] * 0.5 + c[i] * 0.25;
	for (int i = 0; i < 1000; i++)
		sum += a[i];
	return (uint64_t)sum;
}

const struct loop loops_vector[] = {
	{ "vector_count", vector_count, 4 * N + 6 },
	{ "vector_count_64", vector_count_64, N + 5 },
	{ "vector_double", vector_double, 300001 },
	{ "upper_lane", upper_lane, 2 * N + 1 },
	{ "vector_float", vector_float, 5000 },
	{ "bytes_wrap", bytes_wrap, 300 },
	{ "vector_xorshift", vector_xorshift, 124840 },
	{ "wide_double", wide_double, 10 * N },
	{ "triad", triad, 37487500 },
	{ 0, 0, 0 },
};
