/*
 * mass_simd.h - functions of vectors of IBM's Mathematical Acceleration Subsystem.
 *
 * For sources that include XL's header of this name.  C and C++.  NAMEd4 takes and gives
 * doubles, NAMEf4 computes in single precision; both are for vector4double, and are there
 * where that is (bgqemu/qpx.h).  Results are libm's for each number, its time is that of the
 * scalar functions.  They do not block.  Source: IBM's table of the library.
 */
#ifndef BGQEMU_XL_MASS_SIMD_H
#define BGQEMU_XL_MASS_SIMD_H

#pragma GCC system_header

#include <math.h>

#ifdef BGQEMU_QPX_H

#ifdef __cplusplus
extern "C" {
#endif

/* name(x) by an expression of double x, and one of float x. */
#define _BGQ_MASS_1(name, wide, narrow) \
	_BGQ_V double _bgq_mass_##name##d(double x) { return wide; } \
	_BGQ_V float _bgq_mass_##name##f(float x) { return narrow; } \
	static __inline__ __attribute__((__unused__)) vector4double name##d4(vector4double x) \
	{ int i; for (i = 0; i < 4; i++) x[i] = _bgq_mass_##name##d(x[i]); return x; } \
	static __inline__ __attribute__((__unused__)) vector4double name##f4(vector4double x) \
	{ int i; for (i = 0; i < 4; i++) x[i] = _bgq_mass_##name##f((float)x[i]); return x; }
#define _BGQ_MASS_2(name, wide, narrow) \
	_BGQ_V double _bgq_mass_##name##d(double x, double y) { return wide; } \
	_BGQ_V float _bgq_mass_##name##f(float x, float y) { return narrow; } \
	static __inline__ __attribute__((__unused__)) vector4double \
	name##d4(vector4double x, vector4double y) \
	{ int i; for (i = 0; i < 4; i++) x[i] = _bgq_mass_##name##d(x[i], y[i]); return x; } \
	static __inline__ __attribute__((__unused__)) vector4double \
	name##f4(vector4double x, vector4double y) \
	{ \
		int i; \
		for (i = 0; i < 4; i++) \
			x[i] = _bgq_mass_##name##f((float)x[i], (float)y[i]); \
		return x; \
	}
#define _BGQ_MASS_LIBM(name) _BGQ_MASS_1(name, name(x), name##f(x))

_BGQ_MASS_LIBM(acos) _BGQ_MASS_LIBM(acosh) _BGQ_MASS_LIBM(asin) _BGQ_MASS_LIBM(asinh)
_BGQ_MASS_LIBM(atan) _BGQ_MASS_LIBM(atanh) _BGQ_MASS_LIBM(cbrt) _BGQ_MASS_LIBM(cos)
_BGQ_MASS_LIBM(cosh) _BGQ_MASS_LIBM(erf) _BGQ_MASS_LIBM(erfc) _BGQ_MASS_LIBM(exp)
_BGQ_MASS_LIBM(exp2) _BGQ_MASS_LIBM(expm1) _BGQ_MASS_LIBM(lgamma) _BGQ_MASS_LIBM(log)
_BGQ_MASS_LIBM(log10) _BGQ_MASS_LIBM(log1p) _BGQ_MASS_LIBM(log2) _BGQ_MASS_LIBM(sin)
_BGQ_MASS_LIBM(sinh) _BGQ_MASS_LIBM(sqrt) _BGQ_MASS_LIBM(tan) _BGQ_MASS_LIBM(tanh)
/* 10^x, 2^x - 1, log2(1 + x); the fourth root; 1 divided by x and by its roots. */
_BGQ_MASS_1(exp10, __builtin_exp10(x), __builtin_exp10f(x))
_BGQ_MASS_1(exp2m1, expm1(x * 0.693147180559945309), expm1f(x * 0.693147181f))
_BGQ_MASS_1(log21p, log1p(x) * 1.44269504088896341, log1pf(x) * 1.44269504f)
_BGQ_MASS_1(qdrt, sqrt(sqrt(x)), sqrtf(sqrtf(x)))
_BGQ_MASS_1(recip, 1 / x, 1 / x)
_BGQ_MASS_1(recip_fast, 1 / x, 1 / x)
_BGQ_MASS_1(rsqrt, 1 / sqrt(x), 1 / sqrtf(x))
_BGQ_MASS_1(rcbrt, 1 / cbrt(x), 1 / cbrtf(x))
_BGQ_MASS_1(rqdrt, 1 / sqrt(sqrt(x)), 1 / sqrtf(sqrtf(x)))
/* The angle of x/y; x/y; the hypotenuse; x to the power of y. */
_BGQ_MASS_2(atan2, atan2(x, y), atan2f(x, y))
_BGQ_MASS_2(div, x / y, x / y)
_BGQ_MASS_2(div_fast, x / y, x / y)
_BGQ_MASS_2(hypot, hypot(x, y), hypotf(x, y))
_BGQ_MASS_2(pow, pow(x, y), powf(x, y))

/* *s = sine, *c = cosine of x; cosisin: cosine and sine side by side, of the first two numbers
 * of x in *y, of the others in *z. */
#define _BGQ_MASS_SINCOS(suffix, name_sin, name_cos) \
	static __inline__ __attribute__((__unused__)) void \
	sincos##suffix(vector4double x, vector4double *s, vector4double *c) \
	{ *s = name_sin(x); *c = name_cos(x); } \
	static __inline__ __attribute__((__unused__)) void \
	cosisin##suffix(vector4double x, vector4double *y, vector4double *z) \
	{ \
		vector4double s = name_sin(x), c = name_cos(x); \
		vector4double first = { c[0], s[0], c[1], s[1] }; \
		vector4double second = { c[2], s[2], c[3], s[3] }; \
		*y = first; \
		*z = second; \
	}
_BGQ_MASS_SINCOS(d4, sind4, cosd4)
_BGQ_MASS_SINCOS(f4, sinf4, cosf4)

#undef _BGQ_MASS_1
#undef _BGQ_MASS_2
#undef _BGQ_MASS_LIBM
#undef _BGQ_MASS_SINCOS

#ifdef __cplusplus
}
#endif
#endif
#endif
