/*
 * massv.h - vector functions of IBM's Mathematical Acceleration Subsystem.
 *
 * For sources that include XL's header of this name; -lmassv links the functions (emu/target/mass/).
 * C and C++.  Results are libm's for each element, its time is that of the scalar functions.
 * All take n by pointer; result and arguments may be the same array, but not overlap
 * otherwise.  They do not block.  Source: IBM's tables of the library.
 */
#ifndef BGQEMU_XL_MASSV_H
#define BGQEMU_XL_MASSV_H

#pragma GCC system_header

#ifdef __cplusplus
extern "C" {
#endif

/* void vNAME(double y[], double x[], int *n): y = NAME(x); vsNAME for float.  rec: 1/x; qdrt:
 * the fourth root; r...: 1 divided by that root; exp2m1: 2^x - 1; log21p: log2(1 + x). */
#define BGQEMU_MASSV_1(F) F(acos) F(acosh) F(asin) F(asinh) F(atan) F(atanh) F(cbrt) F(cos) \
	F(cosh) F(erf) F(erfc) F(exp) F(exp2) F(exp2m1) F(expm1) F(lgamma) F(log) F(log10) \
	F(log1p) F(log2) F(log21p) F(qdrt) F(rcbrt) F(rec) F(rqdrt) F(rsqrt) F(sin) F(sinh) \
	F(sqrt) F(tan) F(tanh)
/* void vNAME(double z[], double x[], double y[], int *n): z = NAME(x, y); vsNAME for float.
 * atan2: the angle of x/y; div: x/y; hypot; pow: x to the power of y. */
#define BGQEMU_MASSV_2(F) F(atan2) F(div) F(hypot) F(pow)

#define BGQEMU_MASSV_DECLARE_1(name) \
	void v##name(double y[], double x[], int *n); \
	void vs##name(float y[], float x[], int *n);
#define BGQEMU_MASSV_DECLARE_2(name) \
	void v##name(double z[], double x[], double y[], int *n); \
	void vs##name(float z[], float x[], float y[], int *n);
BGQEMU_MASSV_1(BGQEMU_MASSV_DECLARE_1)
BGQEMU_MASSV_2(BGQEMU_MASSV_DECLARE_2)
#undef BGQEMU_MASSV_DECLARE_1
#undef BGQEMU_MASSV_DECLARE_2

/* y = x without its fraction; x rounded to the nearest integer. */
void vdint(double y[], double x[], int *n);
void vdnint(double y[], double x[], int *n);

/* y = sine, z = cosine of x. */
void vsincos(double y[], double z[], double x[], int *n);
void vssincos(float y[], float z[], float x[], int *n);

/* y = cos(x) + i sin(x). */
void vcosisin(double _Complex y[], double x[], int *n);
void vscosisin(float _Complex y[], float x[], int *n);

/* The number of 1 bits in n elements of 4 and 8 bytes. */
unsigned int vpopcnt4(void *x, int *n);
unsigned int vpopcnt8(void *x, int *n);

#ifdef __cplusplus
}
#endif
#endif
