/*
 * mass.h - scalar functions of IBM's Mathematical Acceleration Subsystem that math.h lacks.
 *
 * For sources that include XL's header of this name; -lmass links them (emu/target/mass/).  C and
 * C++.  They do not block.  Source: IBM's table of the library.
 */
#ifndef BGQEMU_XL_MASS_H
#define BGQEMU_XL_MASS_H

#pragma GCC system_header

#include <math.h>

#ifdef __cplusplus
extern "C" {
#endif

/* x rounded to the nearest integer. */
float anint(float x);
double dnint(double x);

/* 1 divided by the square root. */
double rsqrt(double x);
float rsqrtf(float x);

/* cos(x) + i sin(x). */
double _Complex cosisin(double x);
float _Complex cosisinf(float x);

/* *s = sine, *c = cosine of x. */
void sincos(double x, double *s, double *c);
void sincosf(float x, float *s, float *c);

#ifdef __cplusplus
}
#endif
#endif
