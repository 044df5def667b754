/*
 * ppc.c - what translated PowerPC assembly uses of the support library: the shadows of the
 * floating-point registers, reservations, special purpose registers, and instructions of QPX
 * that are more than an operator of C.
 *
 * Never: a cost of its own for an instruction that bgq-ppc has counted.
 */
#include <math.h>
#include <string.h>

#include "include/bgqemu/abi.h"
#include "include/bgqemu/abi_regs.h"

#ifdef __x86_64__
#include <cpuid.h>
#endif

/* Floating-point registers of the thread: all four numbers of each. */
__thread double bgqrt_fpr[32][4] __attribute__((aligned(32)));

static __thread struct {
	uintptr_t at;        /* 0: none */
	unsigned bytes;
	uint64_t value;
} reserved;

/* ---- reservations */

uint64_t bgqrt_load_reserved(uintptr_t at, unsigned bytes)
{
	uint64_t value = bgqemu_load_reserved((const volatile void *)at, bytes);

	reserved.at = at;
	reserved.bytes = bytes;
	reserved.value = value;
	return value;
}

int bgqrt_store_conditional(uintptr_t at, unsigned bytes, uint64_t value)
{
	reserved.at = 0;
	return bgqemu_store_conditional((volatile void *)at, bytes, value);
}

/* Until the reserved word has changed, or something is delivered. */
void bgqrt_waitrsv(void)
{
	if (reserved.at != 0)
		bgqemu_wait(BGQEMU_WAIT_MEMORY, (const volatile void *)reserved.at,
			    reserved.bytes, reserved.value, UINT64_MAX);
	reserved.at = 0;
}

/* ---- special purpose registers */

enum { SPR_TB = 268, SPR_TBU = 269, SPR_ATB = 526, SPR_ATBU = 527 };

uint64_t bgqrt_mfspr(unsigned spr)
{
	switch (spr) {
	case SPR_TB:
	case SPR_ATB: return bgqemu_timebase();
	case SPR_TBU:
	case SPR_ATBU: return bgqemu_timebase() >> 32;
	default: return bgqemu_mfspr(spr);
	}
}

void bgqrt_mtspr(unsigned spr)
{
	(void)spr;
	bgqemu_unsupported("mtspr");
}

/* ---- numbers */

#ifdef __x86_64__
__attribute__((target("fma"))) static double fma_of_host(double a, double c, double b)
{
	return __builtin_fma(a, c, b);
}

static int has_fma(void)
{
	static int known; /* 1: no, 2: yes */
	unsigned a, b, c = 0, d;

	if (known == 0)
		known = 1 + (__get_cpuid(1, &a, &b, &c, &d) && (c & bit_FMA) &&
			     (c & bit_OSXSAVE));
	return known == 2;
}
#else
#define has_fma() 1
#define fma_of_host __builtin_fma
#endif

/* Type of 113 bits, by the name that both compilers know. */
#if defined(__x86_64__)
__extension__ typedef __float128 quad;
#else
typedef long double quad;
#endif

/* a * c + b in 113 bits: the product is exact, and the sum's last bit is made odd if it is not,
 * so that a second rounding to fewer bits cannot err. */
static quad sum_to_odd(double a, double c, double b)
{
	quad product = (quad)a * c, addend = b, sum = product + addend;
	quad part = sum - product;
	quad error = (product - (sum - part)) + (addend - part);
	unsigned __int128 bits;

	if (error == 0 || !isfinite((double)sum) || sum == 0)
		return sum;
	memcpy(&bits, &sum, sizeof bits);
	if ((bits & 1) == 0)
		bits += (error > 0) == (sum > 0) ? 1 : -1;
	memcpy(&sum, &bits, sizeof sum);
	return sum;
}

/* a * c + b with one rounding. */
double bgqrt_fma(double a, double c, double b)
{
	return has_fma() ? fma_of_host(a, c, b) : (double)sum_to_odd(a, c, b);
}

/* Like bgqrt_fma(), to single precision.  Rounded to double first it may be half way between two
 * numbers, or one of them: only then is it of interest what was lost. */
#define BELOW_HALF_WAY ((UINT64_C(1) << 28) - 1)

double bgqrt_fma_single(double a, double c, double b)
{
	double sum = bgqrt_fma(a, c, b);
	uint64_t bits;

	memcpy(&bits, &sum, sizeof bits);
	if ((bits & BELOW_HALF_WAY) || !isfinite(sum))
		return (float)sum;
	return (float)sum_to_odd(a, c, b);
}

/* To nearest (halves away from zero), towards zero, up, down. */
double bgqrt_round(double a, unsigned kind)
{
	if (!(__builtin_fabs(a) < 0x1p52) || a == 0)
		return a;

	double whole = (double)(int64_t)a, rest = a - whole;

	if (kind == 0 && __builtin_fabs(rest) >= 0.5)
		whole += a > 0 ? 1 : -1;
	else if (kind == 2 && rest > 0)
		whole += 1;
	else if (kind == 3 && rest < 0)
		whole -= 1;
	return __builtin_copysign(whole, a);
}

static double bits_of(int64_t v)
{
	double d;

	memcpy(&d, &v, sizeof d);
	return d;
}

/* To nearest, halves to even. */
static double nearest(double a)
{
	double magic = __builtin_copysign(0x1p52, a);
	volatile double sum = a + magic;

	return __builtin_fabs(a) < 0x1p52 ? sum - magic : a;
}

static double to_unsigned(double a, uint64_t most)
{
	double limit = (double)(most / 2 + 1) * 2;

	if (!(a > 0))
		return bits_of(0);
	return bits_of((int64_t)(a >= limit ? most : (uint64_t)a));
}

/* kind: bit 0 towards zero, bit 1 to 32 bits, bit 2 unsigned.  What does not fit is the number
 * next to it. */
double bgqrt_to_integer(double a, unsigned kind)
{
	double limit = kind & 2 ? 0x1p31 : 0x1p63;
	int64_t most = kind & 2 ? INT32_MAX : INT64_MAX;

	if (!(kind & 1))
		a = nearest(a);
	if (kind & 4)
		return to_unsigned(a, kind & 2 ? UINT32_MAX : UINT64_MAX);
	if (a != a || a < -limit)
		return bits_of(-most - 1);
	return bits_of(a >= limit ? most : (int64_t)a);
}

double bgqrt_from_integer(double a, unsigned kind)
{
	int64_t v;

	memcpy(&v, &a, sizeof v);
	return kind ? (double)(uint64_t)v : (double)v;
}

/* ---- permutations: three bits of the mantissa choose one of eight numbers */

#define CONTROL_BASE 0x4000000000000000
#define CONTROL_SHIFT 49

static double control(unsigned which)
{
	return bits_of((int64_t)(CONTROL_BASE | (uint64_t)(which & 7) << CONTROL_SHIFT));
}

void bgqrt_qvfperm(double *t, const double *a, const double *b, const double *c)
{
	double from[8], to[4];
	uint64_t word;

	memcpy(from, a, sizeof to);
	memcpy(from + 4, b, sizeof to);
	for (int i = 0; i < 4; i++) {
		memcpy(&word, &c[i], sizeof word);
		to[i] = from[word >> CONTROL_SHIFT & 7];
	}
	memcpy(t, to, sizeof to);
}

/* The four octal digits of pattern. */
void bgqrt_qvgpci(double *t, unsigned pattern)
{
	for (int i = 0; i < 4; i++)
		t[i] = control(pattern >> (9 - 3 * i));
}

/* Makes the pattern that brings numbers of so many bytes at an address that is not aligned to
 * their place, from two aligned loads; right: for stores, the other way round. */
void bgqrt_qvlpc(double *t, uintptr_t at, unsigned bytes, int right)
{
	unsigned first = (unsigned)(at / bytes) & 3;

	for (unsigned i = 0; i < 4; i++)
		t[i] = control(right ? 4 - first + i : first + i);
}
